#!/bin/sh
# ctest
# new.sh - from two folders to a signed, verified dossier in four commands; nothing that stands is written over.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
S=$SOURCE/samples/software-bottleneck
exits 0 "a case of files that lie elsewhere" "$DOSSIER" new "$S/h100-unit6" "$S/h100-unit7" -o case --question "Does the compiler help?"
prints "wrote  case/case.json, about Output throughput, by the profile purchase, called h100-unit6-vs-h100-unit7 (or --id)" "what it is about"
prints "were copied into it, byte for byte" "where the files lie"
prints "Next:  dossier check case/case.json" "the next command"
ok "the files are the same" sh -c 'for f in captures llm-decode-bf16-cudagraph-long-r1; do diff -r "$1/h100-unit6/$f" "case/h100-unit6/$f"; done' - "$S"
ok "what was declared above them went with them" sh -c \
    'jq -S "del(.. | select(type == \"string\" and startswith(\"FIXME:\"))) | del(.[] | select(. == {}))" case/run.json >l; jq -S . "$1" | cmp - l' - "$S/run.json"
ok "the case is well formed" jq -e '.format == "dossier-case/1" and .profile == "purchase" and .question == "Does the compiler help?" and
    (.systems | length) == 2 and .systems[0].baseline and .bridge[0].like == "A"' case/case.json
ok "in a folder called as compare proposes it, it bears the names of its sides" jq -e '.id == "h100-unit6-vs-h100-unit7"' case/case.json
exits 2 "it is checked as it stands: some things nobody has told" "$DOSSIER" check --full case/case.json
ok "a key" "$DOSSIER" keygen -o me --name "We"
exits 2 "built" "$DOSSIER" build case/case.json -o d.asice --key me.key.pem --cert me.cert.pem
exits 0 "verified" "$DOSSIER" verify d.asice --trust me.cert.pem

cp case/case.json before
exits 3 "a case that stands is not written over" "$DOSSIER" new "$S/h100-unit6" "$S/h100-unit7" -o case --question "Another?"
ok "nor touched" cmp before case/case.json
# Run again it merges: what a person wrote stays byte for byte, what is new is copied and told, what was changed is refused.
cp -r "$S/h100-unit6" "$S/h100-unit7" .
SOURCE_DATE_EPOCH=1796824000 exits 0 "again, another day" "$DOSSIER" new h100-unit6 h100-unit7 -o case
prints "kept  case/case.json" "keeps the case"
prints "were copied into it before" "and the copies"
sed 's/"question": .*/"question": "What a person asks",/; 2s/$/ /' before >case/case.json
jq 'del(.model)' case/run.json >run && cp run case/run.json
cp case/case.json before
cp -r h100-unit6/llm-decode-bf16-cudagraph-long-r1 h100-unit6/llm-decode-bf16-cudagraph-long-r9
exits 0 "with a run more" "$DOSSIER" new h100-unit6 h100-unit7 -o case
prints "it does not name 1 path: h100-unit6/llm-decode-bf16-cudagraph-long-r9" "tells which is not in it"
prints "files are new: copied, too" "and that it was copied"
ok "what a person wrote stays" cmp before case/case.json
ok "the copy is whole" diff -r h100-unit6/llm-decode-bf16-cudagraph-long-r9 case/h100-unit6/llm-decode-bf16-cudagraph-long-r9
exits 3 "another profile than the case that stands" "$DOSSIER" new h100-unit6 h100-unit7 -o case --profile engineering
exits 3 "another id than the case that stands" "$DOSSIER" new h100-unit6 h100-unit7 -o case --id PR-2026-0142
exits 0 "its own id" "$DOSSIER" new h100-unit6 h100-unit7 -o case --id h100-unit6-vs-h100-unit7
printf ' ' >>h100-unit7/llm-decode-bf16-compile-cudagraph-long-r1/stdout.log
exits 3 "a file of the source that changed" "$DOSSIER" new h100-unit6 h100-unit7 -o case
ok "is named" grep -q "case/h100-unit7/llm-decode-bf16-compile-cudagraph-long-r1/stdout.log" err
ok "nothing of it is taken" cmp "$S/h100-unit7/llm-decode-bf16-compile-cudagraph-long-r1/stdout.log" case/h100-unit7/llm-decode-bf16-compile-cudagraph-long-r1/stdout.log
mkdir elsewhere && cp -r h100-unit6 elsewhere/x && cp -r "$S/h100-unit7" elsewhere/y && sed 's/h100-unit6/a/; s/h100-unit7/b/' before >elsewhere/case.json
exits 3 "a case of other runs" "$DOSSIER" new elsewhere/x elsewhere/y -o elsewhere
rm -r h100-unit6 h100-unit7 elsewhere

# Of several benchmarks each keeps its name in the case; of what waits `check` counts what `new` did.
python3 "$SOURCE/tests/e2e/families.py" . go hyperfine
exits 0 "several benchmarks" "$DOSSIER" new go/A go/B -o benches
prints "all sides   3 statements in benches/run.json" "what is asked"
ok "each bears its name" jq -e '[.systems[].machines[].workload] ==
    ["BenchmarkEncode-8, example.org/x", "BenchmarkDecode-8, example.org/x", "BenchmarkEncode-8, example.org/x", "BenchmarkDecode-8, example.org/x"]' benches/case.json
exits 2 "checked" "$DOSSIER" check benches/case.json
prints "B against A, BenchmarkDecode-8, example.org/x" "by these names"
prints "    first: fill in (3) the statements marked FIXME in benches/run.json" "of what waits as many, in the file as one would type it"
ok "each test has its reason, those alike once" grep -qE '^  B against A, Benchmark.* and 1 more: [A-Z][0-9]+ .*[a-zA-Z]$' "$SCRATCH/out"
exits 0 "one" "$DOSSIER" new hyperfine/A hyperfine/B -o one-case
prints "all sides   3 statements in one-case/run.json" "what is asked"
exits 2 "checked" "$DOSSIER" check one-case/case.json
prints "No ratio is given yet; first: fill in (3) the statements marked FIXME in one-case/run.json" "of what waits as many"
exits 2 "compared where it stands" "$DOSSIER" compare one-case/A one-case/B --profile purchase
prints "statements marked FIXME in one-case/run.json" "as the sides are named"
cp one-case/run.json kept && echo '{ "format" 3 }' >one-case/run.json
for verb in "check one-case/case.json" "check --set model.name=x one-case/case.json" "build one-case/case.json -o x.asice" "compare one-case/A one-case/B"; do
    # shellcheck disable=SC2086
    exits 3 "$verb: a run.json that does not read" "$DOSSIER" $verb
    ok "$verb: is named as one would type it" grep -q "^one-case/run.json:1:12: input: JSON not well-formed" err
done
mv kept one-case/run.json
exits 2 "checked" "$DOSSIER" check one-case/case.json
lacks "you can say it" "and what stands there is not asked once more, nor a capture for a statement"
for side in A B; do cp hyperfine/$side/run0.json "$side.json"; done
exits 0 "single files, a folder named as the next command of compare spells it" "$DOSSIER" new A.json B.json -o single// --profile engineering
prints "Next:  dossier check single/case.json" "no slash stands twice"
prints "A.json   nothing is asked of it alone" "and no run.json is named"
ok "where none is written" test ! -e single/run.json
# Benchmarks whose names a reader takes for one another.
for side in A B; do sed 's/BenchmarkDecode/BenchmarkENCODE/' go/$side/bench.txt >go/$side/b && mv go/$side/b go/$side/bench.txt; done
exits 0 "names that differ by a capital" "$DOSSIER" new go/A go/B -o capitals
ok "are told apart" jq -e '[.systems[0].machines[].workload] == ["BenchmarkEncode-8, example.org/x", "BenchmarkENCODE-8, example.org/x, test 2"]' capitals/case.json
exits 2 "and read" "$DOSSIER" check capitals/case.json
rm -r go hyperfine benches one-case capitals

# Where no case comes of it nothing stays: of an option that is refused, a file that cannot be written, a signal.
for wrong in "--question=Is B faster?" "--set=speed=fast" "--set=C:load.batch=8"; do
    exits 3 "refused: $wrong" "$DOSSIER" new "$S/h100-unit6" "$S/h100-unit7" -o none/of/it "$wrong"
    ok "leaves nothing" [ ! -e none ]
done
cp -r case held
exits 3 "another profile, and a file more" sh -c 'cp -r "$1/h100-unit6" "$1/h100-unit7" . && date >h100-unit6/more.txt && "$DOSSIER" new h100-unit6 h100-unit7 -o case --profile engineering' - "$S"
ok "leaves the folder as it was" diff -r case held
rm -r held h100-unit6 h100-unit7
exits 4 "a report that finds no room" sh -c 'ulimit -f 64 && "$DOSSIER" report case/case.json -o none/report'
ok "leaves nothing" [ ! -e none ]
exits 4 "a dossier that finds none" sh -c 'ulimit -f 64 && "$DOSSIER" build case/case.json -o full.asice --key me.key.pem --cert me.cert.pem'
ok "leaves nothing" [ ! -e full.asice ]
exits 4 "a case whose files find none" sh -c 'ulimit -f 64 && "$DOSSIER" new "$1/h100-unit6" "$1/h100-unit7" -o none/x' - "$S"
ok "leaves nothing" [ ! -e none ]
mkdir temporary
stopped() { # signal, status, description, command: stopped while it writes its third file
    exits "$2" "$3" env TMPDIR="$PWD/temporary" python3 stop.py "$@"
    ok "leaves nothing" [ ! -e none ]
    ok "nor among temporary files" [ -z "$(ls -A temporary)" ]
}
cat >stop.py <<'END'
import os, signal, subprocess, sys, time
number, command = getattr(signal, "SIG" + sys.argv[1]), sys.argv[4:]
run = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
seen = lambda: sum(len(f) for place in ("none", "temporary") for _, _, f in os.walk(place))
for _ in range(20000):  # until files of it are there
    if seen() > 2 or run.poll() is not None:
        break
    time.sleep(0.0005)
assert seen() > 2, "nothing was under way"
run.send_signal(number)
status = run.wait()
sys.exit(128 - status if status < 0 else status)
END
stopped INT 130 "a question that is answered by Control-C" "$DOSSIER" new "$S/h100-unit6" "$S/h100-unit7" -o none/x --ask
stopped TERM 143 "a dossier as baseline" "$DOSSIER" compare "$S/h100-unit7" --baseline d.asice
stopped INT 130 "contest" "$DOSSIER" contest d.asice "$S/h100-unit6"

# Files below the folder stay where they are, and a run.json that stands is left.
mkdir own
cp -r "$S/h100-unit6" "$S/h100-unit7" own
cp "$S/run.json" own/h100-unit6/run.json
exits 0 "a case above its files" sh -c 'cd own && "$DOSSIER" new h100-unit6 h100-unit7 -o ./ --profile engineering'
prints "stay where they are" "they are pointed at"
prints "h100-unit6   its run.json stands as it is" "a run.json that stands"
ok "a folder is named by what it is called, however the line spells it" jq -e '.id == "own"' own/case.json
rm own/case.json
exits 0 "under an id of its own" "$DOSSIER" new own/h100-unit6 own/h100-unit7 -o own --profile engineering --id "PR-2026-0142 (second)"
ok "which the case bears" jq -e '.id == "PR-2026-0142 (second)"' own/case.json
exits 2 "built" "$DOSSIER" build own/case.json -o case/own.asice
ok "no case number is used twice" sh -c 'mkdir all && cp d.asice case/own.asice all && "$1" due all >due.txt; ! grep -q "bear one case number" due.txt && grep -q "PR-2026-0142" due.txt' - "$DOSSIER"
ok "is left" cmp "$S/run.json" own/h100-unit6/run.json
ok "the other asks, and its marks are no values" sh -c 'grep -q "FIXME: " own/h100-unit7/run.json'
ok "nothing was copied" sh -c '[ "$(ls own | sort | tr "\n" " ")" = "case.json h100-unit6 h100-unit7 " ]'

exits 3 "no folder is named" "$DOSSIER" new "$S/h100-unit6" "$S/h100-unit7"
exits 3 "nothing stands side by side" "$DOSSIER" new "$S/h100-unit6" "$S/offer-2026-11.txt" -o none
ok "and nothing was made" test ! -e none/case.json

# ---- the scaffold and the rules agree: filled in, with captures of the machine, nothing that a statement would tell blocks
python3 "$SOURCE/tests/e2e/families.py" . hyperfine vllm
cat >fill.py <<'END'
"""fill.py RUN.json: every statement made as a person would; prints how many."""
import json, sys
said = {
    "method.command": "vllm bench serve --model example/model-8b --dataset-name random --random-input-len 16 --random-output-len 64 "
                      "--random-range-ratio 0 --seed 1 --num-prompts 1000 --max-concurrency 8 --num-warmups 10 --temperature 0",
    "method.server_command": "vllm serve example/model-8b --revision 0123456789abcdef --dtype bfloat16 --kv-cache-dtype fp8 "
                             "--attention-backend FLASH_ATTN --enforce-eager",
    "stack.unit": "offer", "stack.release_rule": "as found", "stack.artefact": "sha256:" + 32 * "ab", "accelerator.count": 0,
    "compile.mode": "eager", "engine.features": "none", "method.tool_version": "1.18.0", "method.optimisation": "out of the box", "engine.version": "0.16.0",
    "method.warmup": "three runs discarded", "dataset.name": "a file of 100 MB, the same on both sides",
    "container.digest": "sha256:" + 32 * "cd", "container.image": "none"}
run, count = json.load(open(sys.argv[1])), 0
for section, members in run.items():
    for name in members if section != "format" else []:
        if str(members[name]).startswith("FIXME:"):
            keys = [k.strip() for k in name.split(";")] if section == "facts" else [section + "." + name]
            members[name], count = "; ".join(str(said[k]) for k in keys), count + 1
json.dump(run, open(sys.argv[1], "w"), indent=2)
print(count)
END
filled() { # family, statements at most, rules that ask for what no statement tells
    for side in A B; do cp -r "$SCRATCH/captures-$side" "$1/$side/captures"; done
    exits 0 "$1: a case" "$DOSSIER" new "$1/A" "$1/B" -o "$1"
    ok "$1: asked once, above both sides" sh -c '! ls "$1"/A/run.json "$1"/B/run.json 2>/dev/null' - "$1"
    count=$(python3 fill.py "$1/run.json")
    ok "$1: at most $2 statements, not $count" [ "$count" -le "$2" ]
    "$DOSSIER" check "$1/case.json" --json >"$1.json" || :
    ok "$1: nothing else blocks" python3 - "$1.json" "$3" <<'END'
import json, sys
open_ = [f for f in json.load(open(sys.argv[1]))["comparisons"][0]["findings"] if f["makes"] in ("incomplete", "not comparable")]
left = [f for f in open_ if f["rule"] not in sys.argv[2].split()]
assert not left, [(f["rule"], f["said"]) for f in left]
END
}
for side in A B; do
    mkdir captures-$side
    cp "$SOURCE"/samples/software-bottleneck/h100-unit6/captures/lscpu.json "$SOURCE"/samples/software-bottleneck/h100-unit6/captures/*.txt \
        "$SOURCE"/samples/software-bottleneck/h100-unit6/captures/env.json captures-$side
    rm -f captures-$side/nv* captures-$side/torch* captures-$side/pip*
done
filled hyperfine 3 ""
for side in A B; do cp -r "$SOURCE"/samples/software-bottleneck/h100-unit6/captures/* captures-$side; done
# Of serving, accuracy and the checkpoint's own formats are evidence, and no statement.
filled vllm 6 "P1 P4 P6 P7 E4 E5"

# Asked again, what a person wrote keeps its bytes.
rm hyperfine/case.json && cp hyperfine/run.json before
exits 0 "a second case there" "$DOSSIER" new hyperfine/A hyperfine/B -o hyperfine
ok "asks for nothing that was said" cmp before hyperfine/run.json
sed -i 's/\("method.tool_version; method.warmup": "[^;]*;\)[^"]*"/\1 "/; s/"facts": {/"facts":   {/' hyperfine/run.json
cp hyperfine/run.json before && rm hyperfine/case.json
ok "one part was taken out" grep -q '"method.tool_version; method.warmup": "1.18.0; "' before
exits 0 "a third" "$DOSSIER" new hyperfine/A hyperfine/B -o hyperfine
prints "1 statement in hyperfine/run.json" "asks for what was taken out"
ok "and leaves the rest byte for byte" python3 -c '
import re
before, after = open("before").read(), open("hyperfine/run.json").read()
kept = re.sub(r",\s*\"method\": \{\s*\"warmup\": \"FIXME[^\n]*\s*\}", "", after)
assert kept != after and kept.split() == before.split(), after'
printf '{ "format": "dossier-run/1", "facts": { "method.warmup": "none" } }' >one.json
exits 0 "inspect writes the same" "$DOSSIER" inspect hyperfine/A/run0.json --run-json -o one.json
lacks "warmup\": \"FIXME" "and asks not for what is said by its dotted name"
ok "which it leaves" sh -c 'jq -e ".facts[\"method.warmup\"] == \"none\" and (.dataset.name | startswith(\"FIXME\")) and (.method | has(\"warmup\") | not)" one.json'
exits 3 "-o alone" "$DOSSIER" inspect hyperfine/A/run0.json -o one.json

# ---- at a terminal: four commands, from two folders to a signed and verified dossier
python3 "$SOURCE/tests/e2e/families.py" ask hyperfine
for side in A B; do
    mkdir ask/hyperfine/$side/captures
    cp captures-$side/lscpu.json captures-$side/uname.txt captures-$side/os-release.txt captures-$side/meminfo.txt captures-$side/env.json \
        ask/hyperfine/$side/captures
done
cat >terminal.py <<'END'
"""terminal.py COMMAND...: runs it in a terminal of its own and answers what it asks; prints what it said. What asks the same again
and again, or says nothing for a minute, is ended, and that is a failure (9)."""
import json, os, pty, select, signal, sys
answers = json.loads(os.environ.get("ANSWERS", "null")) or {"Digest of what": "sha256:" + 32 * "ab" + "; a file of 100 MB, the same on both sides;", "Version or digest": "?",
           "Optimisation bound": ";; out of the box"}
child, terminal = pty.fork()
if child == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
text, seen, ended = "", 0, ""
while not ended:
    if not select.select([terminal], [], [], 60)[0]:
        ended = "nothing was said for a minute"
        break
    try:
        part = os.read(terminal, 4096).decode()
    except OSError:  # the other end is closed
        break
    if not part:
        break
    text += part
    while text.count("\n  > ") > seen and text.endswith("  > "):
        seen += 1
        question = text[:text.rindex("\n  > ")].replace("\r", "").split("\n\n")[-1]
        answer = next((a for head, a in answers.items() if head in question), "")
        if "Version or digest" in question and "Such as" in question:
            answer = "1.18.0; three runs discarded"
        os.write(terminal, answer.encode() + b"\n")
        if seen == 24: # more than any of these cases has statements, asked twice
            ended = "it asks on after %d answers" % seen
            break
sys.stdout.write(text.replace("\r", ""))
if ended:
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    print("terminal.py: " + ended)
    sys.exit(9)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
END
exits 0 "asked at a terminal" python3 terminal.py "$DOSSIER" new ask/hyperfine/A ask/hyperfine/B -o ask/hyperfine --ask
prints "1 of 3  Digest of what was installed or run; Data set or input distribution; Accelerators used, of all sides" "one by one, for all sides at once"
prints "Such as: 0.16.0" "explained where that is asked for"
prints 'part 1 "as found": the case that is written compares them as operated' "with a guess and where it is from"
ok "each is a fact of its own" jq -e '.accelerator.count == "0" and .stack.unit == "offer" and .method.warmup == "three runs discarded"' ask/hyperfine/run.json
ok "nothing is left" sh -c '! grep FIXME ask/hyperfine/run.json'
mv ask/hyperfine/run.json said.json
exits 0 "an answer of too few parts is no way on, and has an end" env ANSWERS='{"Digest of what": "one"}' \
    python3 terminal.py "$DOSSIER" new ask/hyperfine/A ask/hyperfine/B -o ask/hyperfine --ask
prints "None of 5 answers was one that is asked for: it is left open" "which is told"
prints "3 statements in ask/hyperfine/run.json" "what waits is told, too"
ok "and it was asked five times" test "$(grep -c '3 parts are asked for' "$SCRATCH/out")" = 5
rm ask/hyperfine/run.json
mv said.json ask/hyperfine/run.json
exits 0 "checked" "$DOSSIER" check --full ask/hyperfine/case.json
exits 0 "built" "$DOSSIER" build ask/hyperfine/case.json -o ask.asice --key me.key.pem --cert me.cert.pem
exits 0 "verified" "$DOSSIER" verify ask.asice --trust me.cert.pem
# Two serving bundles: the two commands and two sentences, and what no statement tells stays open, which is signed as it is.
python3 "$SOURCE/tests/e2e/families.py" ask vllm
for side in A B; do cp -r captures-$side ask/vllm/$side/captures; done
ANSWERS=$(python3 -c 'import json; print(json.dumps({
    "Command line of the server": "vllm serve example/model-8b --revision 0123456789abcdef --dtype bfloat16 --kv-cache-dtype fp8 --attention-backend FLASH_ATTN",
    "Command line": "vllm bench serve --model example/model-8b --dataset-name random --random-input-len 16 --random-output-len 64 "
                    "--random-range-ratio 0 --seed 1 --num-prompts 1000 --max-concurrency 8 --num-warmups 10 --temperature 0",
    "Version or digest": "0.16.0; 0.16.0; sha256:%s; sha256:%s; eager; none" % (32 * "ab", 32 * "cd"), "Optimisation bound": ";; out of the box"}))')
export ANSWERS
exits 0 "serving: asked at a terminal" python3 terminal.py "$DOSSIER" new ask/vllm/A ask/vllm/B -o ask/vllm --ask
unset ANSWERS
prints "1 of 4  Version or digest of the benchmark tool; Serving engine version; " "four statements"
lacks "of 5  " "and no more"
ok "nothing is left" sh -c '! grep FIXME ask/vllm/run.json'
exits 2 "checked" "$DOSSIER" check ask/vllm/case.json --json
ok "what is open is accuracy and the checkpoint's own formats" jq -e '[.comparisons[].findings[] | select(.makes == "incomplete") | .rule] | unique - ["P1", "P4", "P6", "P7", "E4", "E5"] == []' "$SCRATCH/out"
exits 2 "built" "$DOSSIER" build ask/vllm/case.json -o serve.asice --key me.key.pem --cert me.cert.pem
exits 0 "verified" "$DOSSIER" verify serve.asice --trust me.cert.pem
rm ask/hyperfine/run.json
exits 0 "an input that ends leaves the rest open" sh -c 'printf "sha256:ab; a \"file\"; -\n-\n" | "$DOSSIER" new ask/hyperfine/A ask/hyperfine/B -o ask/hyperfine --ask'
prints "2 statements in ask/hyperfine/run.json" "which is told"
prints "kept  ask/hyperfine/case.json" "and the case that stands is the same"
exits 0 "what was left open is asked again" sh -c 'printf "x; y; many\nx; y; 0\n; ; z\n" | "$DOSSIER" new ask/hyperfine/A ask/hyperfine/B -o ask/hyperfine --ask'
prints "a number is asked for: Accelerators used" "and no word is taken for a number"
ok "and what was said is kept" jq -e '.dataset.name == "a \"file\"" and .facts["method.tool_version; method.warmup; accelerator.count"] == ["x", "y", "0"]' ask/hyperfine/run.json
ok "and nothing waits" sh -c '! grep FIXME ask/hyperfine/run.json'
exits 0 "all is known then" "$DOSSIER" check ask/hyperfine/case.json
exits 0 "a part too few is asked for again" sh -c 'rm ask/hyperfine/run.json; printf "one; two\n-\n-\n-\n" | "$DOSSIER" new ask/hyperfine/A ask/hyperfine/B -o ask/hyperfine --ask'
prints "3 parts are asked for, with ; between them, and 2 came" "which is said"
# Who would rather be asked part by part is: a guess stands beside its part, Enter takes it, ? explains that part alone, - leaves it open.
exits 0 "part by part" sh -c 'rm ask/hyperfine/run.json; printf "+\nsha256:cd\n?\nwords; and more\n\nx; y\n+\n-\n\nz\n" | "$DOSSIER" new ask/hyperfine/A ask/hyperfine/B -o ask/hyperfine --ask'
prints "3 parts in one line, with ; between them, or + to be asked one by one." "which is told"
prints "2 of 3 parts  Data set or input distribution" "each by its name"
prints "It becomes dataset.name of run.json" "and explained by itself"
ok "each is what was said" jq -e '.stack.artefact == "sha256:cd" and .dataset.name == "words; and more" and .accelerator.count == "0" and .method.optimisation == "z"' ask/hyperfine/run.json
# What one sentence asks of all sides each may answer for itself: two builds are two things that ran.
mkdir -p each && cp -r ask/hyperfine/A ask/hyperfine/B each
exits 0 "each side for itself" sh -c 'printf "/\nsha256:aa; words; 0;\n-; words; 0\nx; y\n; ; z\n" | "$DOSSIER" new each/A each/B -o each --ask'
prints "Where the sides differ in it: / asks for each by itself." "which is told"
prints "  A > " "the first"
prints "  B > " "and the second"
prints "A  A   what was said of it alone is in its run.json" "is written beside its files"
prints "B  B   1 statement of its own in its run.json" "and what one leaves open waits there"
ok "with a separator too many at its end" jq -e '.stack.artefact == "sha256:aa" and .dataset.name == "words" and .accelerator.count == "0"' each/A/run.json
ok "and not above" jq -e '.stack.artefact == null and .dataset == null and (tostring | contains("FIXME") | not)' each/run.json
exits 0 "asked again it is asked of that side alone" sh -c 'printf "sha256:bb\n" | "$DOSSIER" new each/A each/B -o each --ask'
prints "1 of 1  Digest of what was installed or run, of B" "by name"
lacks "asks for each" "which is no question of several"
exits 0 "both are known then" "$DOSSIER" check each/case.json
ok "as two" jq -e '.stack.artefact == "sha256:bb"' each/B/run.json
finish
