#!/bin/sh
# ctest
# compare.sh - a first answer from two folders without a case: what it says, what it never says, and its exit status.
. "$(dirname "$0")/common.sh"
cd "$SOURCE/samples/software-bottleneck"
short() { # description: the last answer fits its bounds
    ok "$1: at most 30 lines" sh -c '[ "$(wc -l <"$1")" -le 30 ]' - "$SCRATCH/kept"
    ok "$1: at most 100 columns but for commands" sh -c \
        '! grep -v "^Next:" "$1" | LC_ALL=C.UTF-8 awk "length(\$0) > 100 { bad = 1 } END { exit !bad }"' - "$SCRATCH/kept"
}
keep() { cp "$SCRATCH/out" "$SCRATCH/kept"; }

exits 0 "two folders of runs" "$DOSSIER" compare h100-unit6 h100-unit7
keep
prints "Judged by the profile engineering, which asks less than a purchase needs." "the profile stands first"
prints "A  h100-unit6  bench.py   3 results" "what was recognised"
prints "≈ comparable, with" "the verdict"
prints "B delivers 23 % more than A: 8,194 against 6,661 tokens/s (95 % interval of the change 21 to 25 %)" "the change"
prints "Both in the window that is steady in all runs, 17.02 to 78.00 s; the tool's own, of whole runs:" "why it is not what the tool says"
own() { jq '.throughput_tokens_per_s * 100 | round / 100' "$1"/llm-decode-bf16-"$2"-long-r1/summary.json | sed 's/\([0-9]*\)\([0-9]\{3\}[.]\)/\1,\2/'; }
prints "$(own h100-unit7 compile-cudagraph) tokens/s against $(own h100-unit6 cudagraph) tokens/s (first run of each)" "and what it says"
prints "Next:  dossier new h100-unit6 h100-unit7 -o case/ --profile engineering" "the next command, by the same profile"
short "comparable"
exits 2 "under the built-in rules it stays open" "$DOSSIER" compare h100-unit6 h100-unit7 --profile purchase
ok "what judged stands first, as check says it" sh -c 'head -1 "$1" | grep -qxF "Judged by the built-in rules, the profile purchase."' - "$SCRATCH/out"
ok "an open verdict says at once what to do first" grep -qE "^No ratio is given yet; first: (say --set |capture the machine|measure )" "$SCRATCH/out"
keep
lacks "delivers" "and no change is told"
prints "A by itself   6,644 to 6,666 tokens/s, 3 runs" "each side by itself"
prints "--set stack.release_rule=..." "what can be said"
prints "Next:  dossier new h100-unit6 h100-unit7 -o case/ --profile purchase" "and goes on by them"
short "open"
exits 0 "what the line says goes with it" "$DOSSIER" compare h100-unit6 h100-unit7 --set "dataset.name=one file" --metric throughput.output_tokens
prints "--profile engineering --metric throughput.output_tokens --set 'dataset.name=one file'" "all of it"
exits 2 "a document without results" "$DOSSIER" compare h100-unit6 vendor-quote/quoted.json
prints "nothing stands side by side" "is said"

# ---- a gate
exits 0 "a loss is excluded" "$DOSSIER" compare h100-unit6 h100-unit7 --gate slower:2%
prints "Gate slower:2%: excluded (exit 0): the change of Output throughput lies between 21 and 25 %" "which is said"
exits 1 "a loss is shown" "$DOSSIER" compare h100-unit7 h100-unit6 --gate slower:2%
exits 1 "a gain is shown" "$DOSSIER" compare h100-unit6 h100-unit7 --gate "faster: 2 %"
exits 2 "a gain beyond 24 % is open" "$DOSSIER" compare h100-unit6 h100-unit7 --gate faster:24%
exits 0 "a gain beyond 30 % is excluded" "$DOSSIER" compare h100-unit6 h100-unit7 --gate faster:30%
exits 1 "a change is shown" "$DOSSIER" compare h100-unit7 h100-unit6 --gate changed:2%
exits 0 "no change beyond 50 %" "$DOSSIER" compare h100-unit7 h100-unit6 --gate changed:50%
exits 2 "what cannot be compared is open" "$DOSSIER" compare h100-unit6 h100-unit7 --profile purchase --gate slower:2%
# Two rules ask for the accuracy (P6 and E4): a person makes it once.
prints "one more capture (2) Accuracy on the task, Digest of the container image (dossier" "what several rules ask for is asked for once"
exits 0 "unless the line says otherwise" "$DOSSIER" compare h100-unit6 h100-unit7 --profile purchase --gate slower:2% \
    --gate-incomparable 0
exits 2 "nothing to compare passes no gate" "$DOSSIER" compare h100-unit6 vendor-quote/quoted.json --gate slower:2%
cp -r . "$SCRATCH/s" && chmod -R u+w "$SCRATCH/s"
cp -r "$SCRATCH/s/h100-unit6/llm-decode-bf16-cudagraph-long-r1" "$SCRATCH/s/h100-unit6/another"
(cd "$SCRATCH/s/h100-unit6/another" && jq '.config.batch = 1 | .batch = 1' summary.json >s && mv s summary.json)
exits 2 "work of A that B did not do passes no gate" sh -c 'cd "$1/s" && "$DOSSIER" compare h100-unit6 h100-unit7 --gate slower:2%' - "$SCRATCH"
prints "work of A is missing on another side" "which is said"
exits 1 "a loss that is shown stays one" sh -c 'cd "$1/s" && "$DOSSIER" compare h100-unit6 h100-unit7 --gate faster:2%' - "$SCRATCH"
exits 0 "what B did more is no loss" sh -c 'cd "$1/s" && "$DOSSIER" compare h100-unit7 h100-unit6 --gate slower:60%' - "$SCRATCH"
cp -r "$SCRATCH/s/h100-unit6" "$SCRATCH/s/again"
exits 0 "of three, one lacks work of the other two" sh -c 'cd "$1/s" && "$DOSSIER" compare h100-unit6 again h100-unit7 --gate slower:2% --gate-incomparable 0' - "$SCRATCH"
prints "; of 4: " "and four pairs are counted: two pieces of work, each on two other sides"
exits 3 "a gate without a share" "$DOSSIER" compare h100-unit6 h100-unit7 --gate slower
exits 3 "a gate without a way" "$DOSSIER" compare h100-unit6 h100-unit7 --gate 2%
exits 3 "its status beside no gate" "$DOSSIER" compare h100-unit6 h100-unit7 --gate-incomparable 0

# ---- operands
exits 3 "the same folder twice" "$DOSSIER" compare h100-unit6 h100-unit6/
exits 3 "the same by a link" sh -c 'ln -s "$PWD/h100-unit6" "$2/link" && "$1" compare h100-unit6 "$2/link"' - "$DOSSIER" "$SCRATCH"
exits 3 "one inside another" "$DOSSIER" compare h100-unit6 h100-unit6/captures
exits 3 "no such file" "$DOSSIER" compare h100-unit6 nowhere
exits 3 "one operand" "$DOSSIER" compare h100-unit6
exits 3 "a profile that is none" "$DOSSIER" compare h100-unit6 h100-unit7 --profile lenient
exits 3 "a metric that is none" "$DOSSIER" compare h100-unit6 h100-unit7 --metric speed
exits 3 "a fact of no side" "$DOSSIER" compare h100-unit6 h100-unit7 --set C:load.batch=8
exits 3 "a fact that is none" "$DOSSIER" compare h100-unit6 h100-unit7 --set speed=fast
exits 2 "captures alone" "$DOSSIER" compare h100-unit6/captures h100-unit7/captures
exits 2 "one run a side" "$DOSSIER" compare h100-unit6 h100-unit7/llm-decode-bf16-cudagraph-long-r1 --profile purchase

# ---- values that a statement cannot undo
exits 1 "a statement of one side that differs" "$DOSSIER" compare h100-unit6 h100-unit7 --set A:dataset.digest=aa --set B:dataset.digest=bb
lacks "delivers" "no change under a refusal"
prints "No ratio is given" "which is said"

exits 0 "a statement of all sides reaches the runs that tie them together" "$DOSSIER" compare h100-unit6 h100-unit7 --set dataset.digest=aa

# ---- zeros and another precision stay refused
cd ..
run=h100
exits 1 "zeros against numbers" "$DOSSIER" compare trap-zeros/$run/gemm-sustained-bf16 trap-zeros/$run/gemm-bf16-zeros
lacks "delivers" "no change of zeros"
for case in trap-zeros/case.json trap-precision/case-fp16.json trap-precision/case-tf32.json; do
    jq '.profile = "engineering"' "$case" >"$SCRATCH/case.json"
    mkdir -p "$SCRATCH/$(dirname "$case")"
    cp -r "$(dirname "$case")/." "$SCRATCH/$(dirname "$case")"
    cp "$SCRATCH/case.json" "$SCRATCH/$case"
    exits 1 "$case stays refused under engineering" "$DOSSIER" check --full "$SCRATCH/$case"
done

# ---- for programs
exits 0 "JSON" "$DOSSIER" compare software-bottleneck/h100-unit6 software-bottleneck/h100-unit7 --json
cp "$SCRATCH/out" "$SCRATCH/j"
ok "is well formed" jq -e '.format == "dossier-compare/1" and .exit == 0 and (.sides | length) == 2' "$SCRATCH/j"
ok "holds the check" jq -e '.checks[0].comparisons[0].ratio.value == "1.230"' "$SCRATCH/j"
exits 0 "every condition" "$DOSSIER" compare software-bottleneck/h100-unit6 software-bottleneck/h100-unit7 --full
prints "B / A = 1.230 (95 % interval 1.212 to 1.248)" "as check prints it"

# ---- a dossier by the profile is none to buy by
cd "$SCRATCH"
cp -r "$SOURCE/samples/software-bottleneck" b
jq '.profile = "engineering"' b/case.json >c && mv c b/case.json
ok "a key" "$DOSSIER" keygen -o a --name "Team"
exits 0 "a dossier by it" "$DOSSIER" build b/case.json -o d.asice --key a.key.pem --cert a.cert.pem
exits 3 "procurement does not sign it" "$DOSSIER" sign d.asice --role Procurement --key a.key.pem --cert a.cert.pem
ok "which is refused, and not a line that nobody understands" grep -q "d.asice: input: refused: judged by the profile engineering" "$SCRATCH/err"
exits 3 "a system that its case has not" "$DOSSIER" compare b/h100-unit7 --baseline d.asice#Z
ok "is refused, too" grep -q 'd.asice: input: refused: no system "Z" in its case; expected the id of a system of its case behind the #: A (as it runs today), B (' "$SCRATCH/err"
# A profile of a suite over runs of none: the case and the file as they would be typed.
mkdir -p suite/a suite/b
for side in a b; do cp "$SOURCE/tests/golden/ingest/classic/hyperfine.json" suite/$side/out.json; done
"$DOSSIER" new suite/a suite/b -o suite >"$SCRATCH/out" 2>&1
jq '.profile = "mlperf"' suite/case.json >c && mv c suite/case.json
exits 3 "a suite's profile over another tool's files" "$DOSSIER" check suite/case.json
ok "is refused, with the file as it would be typed" grep -q "^suite/a/out.json: .*the profile mlperf over what hyperfine-json tells" "$SCRATCH/err"
exits 3 "a path of the case that is not there" sh -c 'jq ".systems[0].machines[0].runs = [\"c\"]" suite/case.json >suite/d.json; "$DOSSIER" check suite/d.json'
ok "is told at the case, once in its folder" grep -q "^suite/d.json:" "$SCRATCH/err"
exits 3 "a result that is not there" sh -c 'jq ".systems[0].machines[0].runs = [\"a#9\"]" suite/case.json >suite/d.json; "$DOSSIER" check suite/d.json'
ok "neither has it its folder twice" grep -q "^suite/d.json:" "$SCRATCH/err"
rm suite/a/out.json suite/b/out.json suite/d.json
printf '{ "format": "dossier-run/1", "workload": { "seed": 1 } }\n' | tee suite/a/run.json >suite/b/run.json
jq '.systems[0].machines = [.systems[0].machines[0]] | .systems[1].machines = [.systems[1].machines[0]]
    | .systems[0].machines[0].runs = ["a"] | .systems[1].machines[0].runs = ["b"]' suite/case.json >c && mv c suite/case.json
exits 3 "over a run without files" "$DOSSIER" check suite/case.json
ok "with the case in its folder" grep -q "^suite/case.json: .*the profile mlperf over run a" "$SCRATCH/err"
exits 3 "nor does the head of finance" "$DOSSIER" sign d.asice --role "head of FINANCE" --key a.key.pem --cert a.cert.pem
exits 0 "an engineer may" "$DOSSIER" sign d.asice --role engineer --key a.key.pem --cert a.cert.pem
ok "the report says by what it was judged" sh -c 'unzip -p d.asice data/report/report.html | grep -q "Between builds of one"'
exits 3 "a dossier is no side" "$DOSSIER" compare d.asice b/h100-unit7
ok "and is set against new runs by another verb" grep -q "dossier contest" "$SCRATCH/err"
exits 2 "as a baseline it stands, and runs of its own repeat nothing" "$DOSSIER" compare b/h100-unit7 --baseline d.asice
prints "X4 The same evidence is offered twice" "is told"
cp -r b/h100-unit6 b/again
exits 2 "the same measurements on both sides" "$DOSSIER" compare b/h100-unit6 b/again
ok "no statement makes them two: they are measured again" sh -c \
    'grep -q "^  measure again .*Measurements offered once" "$1" && ! grep -q "^  you can say it .*Measurements offered once" "$1"' - "$SCRATCH/out"
rm -r b/again
exits 3 "a profile and own rules are one too many" "$DOSSIER" check --full b/case.json --rules "$SOURCE/templates/profiles/engineering.json"

# ---- quiet: the exit status alone
cd "$SOURCE/samples/software-bottleneck"
exits 0 "quietly" "$DOSSIER" compare h100-unit6 h100-unit7 -q
ok "nothing is printed" test ! -s "$SCRATCH/out"
exits 1 "a gate, quietly" "$DOSSIER" compare h100-unit7 h100-unit6 --gate slower:2% --quiet
ok "nothing is printed" test ! -s "$SCRATCH/out"
exits 0 "a case" "$DOSSIER" check --full case.json -q
ok "nothing is printed" test ! -s "$SCRATCH/out"

# One folder is no two sides; where two lie within, they are what may be meant, and what is printed can be pasted.
for name in "vorher (ä)" z zz; do mkdir -p "$SCRATCH/one folder/$name"; done
got=0; (cd "$SCRATCH" && "$DOSSIER" compare "one folder") 2>"$SCRATCH/out" || got=$?
prints "such as the folders within: dossier compare 'one folder/vorher (ä)' 'one folder/z';" "the two that come first are named"
ok "a side is missing" [ "$got" = 3 ]
exits 3 "none within: no folder is named" "$DOSSIER" compare h100-unit6/run.json
exits 2 "what a machine can do stands against nothing" "$DOSSIER" compare "$SOURCE/tests/golden/ingest/fabric/all-reduce.txt" \
    "$SOURCE/tests/golden/ingest/fabric/all-gather-rccl.txt"
prints "A holds tests of the machine alone, whose figures are no result of a workload and stand against" "why is told, and what was read"
prints "none; read: nccl-tests-text; put them into the folder of a run" "and the way out"
lacks "of a format that is read" "as such"
exits 2 "nor does STREAM's rate" "$DOSSIER" compare "$SOURCE/tests/golden/ingest/real/stream.txt" "$SOURCE/tests/golden/ingest/classic/stream-failed.txt"
prints "B holds tests of the machine alone" "as is told"

# One file with two results: which of them stand against each other is for who asks to say.
cd "$SCRATCH"
jq -n '[range(12) | 1 + (. * 7 % 5 - 2) / 100] as $t | ($t | add / 12) as $m |
    {results: [["./old", 1], ["./new", 0.9] | . as [$name, $by] | ($t | map(. * $by)) as $x | {command: $name, mean: ($m * $by),
    stddev: (($x | map((. - $m * $by) * (. - $m * $by)) | add / 11) | sqrt), median: (($x | sort)[5:7] | add / 2), user: 0.5, system: 0.1,
    min: ($x | min), max: ($x | max), times: $x, exit_codes: [range(12) | 0]}]}' >two.json
jq '.results[].command = "sort"' two.json >named.json
exits 3 "one file alone" "$DOSSIER" compare two.json
ok "is answered with what it holds" grep -q 'by dossier compare FILE#0 FILE#1: #0 (./old), #1 (./new);' "$SCRATCH/err"
exits 3 "the same file twice" "$DOSSIER" compare two.json two.json
ok "as well" grep -q 'another of its results: #0 (./old), #1 (./new);' "$SCRATCH/err"
exits 3 "a result that it lacks" "$DOSSIER" compare 'two.json#0' 'two.json#2'
ok "is told" grep -q 'two.json#2: .*expected one of #0 (./old), #1 (./new);' "$SCRATCH/err"
exits 3 "one result twice" "$DOSSIER" compare 'two.json#0' 'two.json#0'
exits 1 "two commands under two names" "$DOSSIER" compare 'two.json#0' 'two.json#./new'
prints "give it one name: hyperfine -n WORK" "are told how to be one work"
exits 3 "one result by its number and by its name" "$DOSSIER" compare 'two.json#0' 'two.json#./old'
ok "is one result on both sides" grep -q 'two.json#./old: .*the same files stand on both sides' "$SCRATCH/err"
jq '.results[0].command = "1" | .results[1].command = "0"' two.json >numbers.json
exits 1 "two commands called by numbers" "$DOSSIER" compare 'numbers.json#0' 'numbers.json#1'
prints "A  numbers.json#0  hyperfine   1 result, 12 samples" "are picked by their place, each one alone"
exits 0 "two commands under one name" "$DOSSIER" compare 'named.json#0' 'named.json#1'
prints "B takes 10" "stand against each other"
prints "dossier new 'named.json#0' 'named.json#1' -o case/" "the next command can be pasted"
exits 0 "and does" "$DOSSIER" new 'named.json#0' 'named.json#1' -o picked --profile engineering
exits 0 "again" "$DOSSIER" new 'named.json#0' 'named.json#1' -o picked --profile engineering
ok "one copy of the file" sh -c '[ "$(ls picked)" = "case.json
named.json" ]'
exits 0 "judged by that case" "$DOSSIER" check picked/case.json
prints "B takes 10" "the same"
jq '.results[1] |= (.times += .times | .exit_codes += .exit_codes)' numbers.json >longer.json
"$DOSSIER" compare 'longer.json#0' 'longer.json#1' >"$SCRATCH/out" || :
prints "A  longer.json#0  hyperfine   1 result, 12 samples" "of a file with several results each has its own samples"
prints "B  longer.json#1  hyperfine   1 result, 24 samples" "and no other's"
jq -c '.output_lens = [3, 1, 1] | .itls = [[0.0625, 0.0625], [], []] | .total_output_tokens = 5' "$SOURCE/tests/golden/ingest/vllm-2024/serve.json" >gaps.json
jq -c '.date = "20240907-092634" | .ttfts[0] = 0.126' gaps.json >gaps2.json
"$DOSSIER" compare gaps.json gaps2.json --metric tpot.request >"$SCRATCH/out" || :
prints "A  gaps.json   vllm   1 result, 1 sample" "samples are those of the metric: a request of one token has no time between tokens"
"$DOSSIER" compare gaps.json gaps2.json --metric ttft.client >"$SCRATCH/out" || :
prints "A  gaps.json   vllm   1 result, 3 samples" "and a time to the first"
long='./suite --of-one-kind --and-of-many-words --threads'
jq --arg long "$long" '.results[0].command = $long + " 2" | .results[1].command = $long + " 4"' two.json >long.json
"$DOSSIER" compare 'long.json#9' two.json >"$SCRATCH/out" 2>&1 || :
prints "#0 (./suite --of-one...of-many-words --threads 2), #1 (./suite --of-one...of-many-words --threads 4)" "of long names both ends are shown"
mkdir unlike && jq '.results |= .[:1]' two.json >unlike/1.json && jq '.results |= .[:1]' two.json >unlike/2.json
jq '.results |= .[:1] | .results[0] |= (.times += .times | .exit_codes += .exit_codes)' two.json >unlike/3.json
mkdir like && cp unlike/[12].json like
"$DOSSIER" compare unlike like >"$SCRATCH/out" || :
prints "A  unlike  hyperfine   3 results, 12 to 24 samples each" "of several results the least and the most samples"
prints "B  like    hyperfine   2 results, 12 samples each" "and once where they are alike"
jq '.results |= .[:1]' two.json >"it's old.json"
jq '.results |= .[1:] | .results[0].command = "./old"' two.json >new.json
exits 0 "a name with an apostrophe" "$DOSSIER" compare "it's old.json" new.json
sed -n 's/^Next:  dossier/"$DOSSIER"/p' "$SCRATCH/out" >paste.sh
exits 0 "what is printed can be pasted" env DOSSIER="$DOSSIER" sh ./paste.sh
ok "and finds its files" test -s case/case.json
rm -r case
exits 2 "two tools" "$DOSSIER" compare two.json "$SOURCE/tests/golden/ingest/real/go-bench.txt"
prints "A was measured with hyperfine, B was measured with go: no result is of the same work" "are named as that which differs"
lacks "different work" "no other cause is"
jq '.results[1].exit_codes |= map(1)' named.json >broke.json
exits 1 "a command that failed" "$DOSSIER" compare 'broke.json#0' 'broke.json#1'
prints "M5 A run broke off: Exit status of the tool is 1 (B)" "is told as such, and as no difference of stop rules"
# A file's own name may hold the sign, and so may a result's.
mkdir signs signs/folder#2
jq '.results[0].command = "C#" | .results |= .[:1]' two.json >signs/one#1.json
jq '.results |= [.[1], .[0]] | .results[0].command = "C#"' two.json >'signs/folder#2/two?.json'
for pair in 'signs/one#1.json signs/folder#2/two?.json#0' 'signs/one#1.json#0 signs/folder#2/two?.json#C#' 'signs/one#1.json#C# signs/folder#2'; do
    set -f
    # shellcheck disable=SC2086
    exits 0 "$pair" "$DOSSIER" compare $pair
    # shellcheck disable=SC2086
    exits 0 "$pair: the case of it" "$DOSSIER" new $pair -o signs/case --profile engineering
    set +f
    exits 0 "is judged" "$DOSSIER" check signs/case/case.json
    rm -r signs/case
done
exits 0 "a case above such files" "$DOSSIER" new signs/one#1.json signs/folder#2 -o signs --profile engineering
exits 0 "is judged, too" "$DOSSIER" check signs/case.json
cp signs/one#1.json signs/one-1.json
exits 3 "another name that fits leaves it open" "$DOSSIER" compare signs/one#1.json signs/folder#2
ok "which is told" grep -q 'a path that a case cannot name; expected a name without #, \* and ? where' "$SCRATCH/err"
# Several tests under a purchase: each with its reason and what would change it, those alike once.
jq '.results[].times |= map(. * 1.001)' two.json >later.json
python3 - <<'END'
import json
d = json.load(open("later.json"))
for r in d["results"]:
    t = sorted(r["times"])
    m = sum(t) / 12
    r.update(mean=m, stddev=(sum((x - m) ** 2 for x in t) / 11) ** 0.5, median=(t[5] + t[6]) / 2, min=t[0], max=t[-1])
json.dump(d, open("later.json", "w"))
END
exits 2 "several tests under a purchase" "$DOSSIER" compare two.json later.json --profile purchase
prints "What would change it:" "what would change them"
prints "  ./old and 1 more: W3 Data set or input distribution is not disclosed by A and B" "why, uncut, of both at once"
prints "    first: say --set dataset.name=..." "and what comes first"
ok "at most 30 lines" [ "$(wc -l <"$SCRATCH/out")" -le 30 ]
# Of a timed program whether an accelerator worked is asked, once, and nothing of one before that is told.
exits 2 "two timed programs" "$DOSSIER" compare two.json later.json --profile purchase --full
prints "state \`accelerator.count\` in run.json, 0 where" "what is to be told first"
lacks "nvidia-smi" "no output of an accelerator is asked for"
lacks "nvcc" "nor a compiler for one"
exits 2 "none worked" "$DOSSIER" compare two.json later.json --profile purchase --full --set accelerator.count=0
lacks "nvidia-smi" "nothing is asked of it"
lacks "state \`accelerator.count" "nor the count again"
mkdir none-a none-b
jq '.results |= .[:1]' named.json >none-a/h.json
jq '.results |= .[1:]' named.json >none-b/h.json
echo '{ "format": "dossier-run/1", "accelerator": { "count": 0 } }' | tee none-a/run.json >none-b/run.json
exits 0 "none worked, as a run.json on each side says" "$DOSSIER" compare none-a none-b
lacks "Another unit was measured" "no accelerator is the unit then"
exits 2 "one worked" "$DOSSIER" compare two.json later.json --profile purchase --full --set accelerator.count=1
prints "keep the output of \`nvidia-smi" "then its outputs are asked for"
# A condition of one side's own values says whose they are; things that are counted have no tenths.
mkdir -p load/a load/b
jq '.request_rate = "inf"' "$SOURCE/tests/golden/ingest/vllm/serve.json" >load/a/serve.json
jq '.request_rate = "16" | .date = "20260428-105035"' "$SOURCE/tests/golden/ingest/vllm/serve.json" |
    sed 's/"total_output_tokens": 1309696\b/"total_output_tokens": 1109696.0/' >load/b/serve.json
"$DOSSIER" compare load/a load/b --full >"$SCRATCH/out" || :
tr -s ' \n' '  ' <"$SCRATCH/out" >flat
ok "the load that was not met is B's" grep -q "The offered load was not met: 16 requests/s offered, 8.17[0-9]* requests/s reached (B)" flat
ok "tokens are whole" grep -q "The work done differs: 1309696 tokens against 1109696 tokens" flat
# A metric that is asked for is taken where the files tell it, as `inspect` names it; where they do not, that is what is said.
"$DOSSIER" compare load/a load/b --metric 'ttft.client[p99]' >"$SCRATCH/out" || :
ttft=$(jq '.p99_ttft_ms | floor' "$SOURCE/tests/golden/ingest/vllm/serve.json" | sed 's/\(...\)$/.\1/')
ok "a percentile is that which the file tells" grep -qE "A by itself +$ttft" "$SCRATCH/out"
exits 2 "a metric that no file tells" "$DOSSIER" compare load/a load/b --metric latency.iteration
prints "… incomplete: latency.iteration (Iteration latency) is told by no result of these files" "is told as such"
lacks "different work" "the work is not blamed"
prints "  --metric may ask for what each side tells: throughput.output_tokens," "and what may be asked for is listed"
prints "ttft.client" "also what the format is not compared by"
exits 2 "nor passes it a gate" "$DOSSIER" compare load/a load/b --metric latency.iteration --gate slower:2%
exits 3 "no case is about it" "$DOSSIER" new load/a load/b -o load/case --metric latency.iteration
ok "which says the same, and which may be named" grep -q "latency.iteration is not told on every side; expected a metric that each side tells: throughput.output" "$SCRATCH/err"
exits 0 "one is about the percentile" "$DOSSIER" new load/a load/b -o load/case --metric 'ttft.client[p99]'
ok "by its name" jq -e '.metric.key == "ttft.client" and .metric.instance == "p99"' load/case/case.json
for named in latency.requst:latency.request latency.ttft:ttft.client throughput.ouput_tokens:throughput.output_tokens; do
    exits 3 "no metric is called ${named%:*}" "$DOSSIER" compare load/a load/b --metric "${named%:*}"
    ok "the nearest is" grep -q "expected \"${named#*:}\"" "$SCRATCH/err"
done
exits 3 "a part that is no statistic" "$DOSSIER" compare load/a load/b --metric 'ttft.client[p9x]'
# A version that bears the tool's name is told once with it.
"$DOSSIER" compare "$SOURCE/tests/golden/ingest/classic/fio.json" later.json >"$SCRATCH/out" || :
prints "fio.json    fio 3.33   1 result" "the name of a tool, once"
finish
