#!/bin/sh
# ctest
# contest.sh - a new measurement against a dossier; intervals by another program (Welch on the logarithms of the means, by hand).
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
mkdir tmp && TMPDIR=$SCRATCH/tmp && export TMPDIR
PYTHONPATH=$SOURCE/tests/e2e PYTHONDONTWRITEBYTECODE=1 && export PYTHONPATH PYTHONDONTWRITEBYTECODE # for hyperfine.py
s=$SOURCE/samples/software-bottleneck
"$DOSSIER" keygen -o k --name 'First signer' >/dev/null
build() { "$DOSSIER" build "$1" -o "$2" --key k.key.pem --cert k.cert.pem >/dev/null; }
cp -r "$s" soft
jq '.decision = { text: "Turn the compiler on.", by: "Board", date: "2026-11-28", holds_while: ["driver.version == \"580.*\"", "A: compile.mode == \"cudagraph\"",
    "B: compile.mode == \"cudagraph\"", "power.limit <= \"699 W\"", "container.digest == \"sha256:00\"", "demand.peak <= \"1 tokens/s\"", "The hall stays cool."] } | .owners.host = "Hall team"' "$s/case.json" >soft/case.json
build soft/case.json d.asice
cp "$s/run.json" run.json && cp run.json run.asice
python3 "$SOURCE/tests/e2e/remeasured.py" "$s/h100-unit6" again 1.0 a
python3 "$SOURCE/tests/e2e/remeasured.py" "$s/h100-unit6" slow 1.03 b
exits 0 "measured again" "$DOSSIER" contest d.asice again
prints "reproduced" "the answer"
prints "signed by CN=First signer, 2026-11-28T00:00:00Z (the" "by whom it was signed, and whose word the time is"
prints "beside those of A (as it runs today); nothing known differs" "beside which system"
# What new runs can tell of: neither demand nor words, and of the other side nothing.
tr -s ' \n' '  ' <out >flat && cp flat out
prints 'The decision holds while: holds driver.version == "580.*"; now 580.159.04 holds compile.mode == "cudagraph"; now cudagraph fails power.limit <= "699 W"; now 700.00 W not shown container.digest == "sha256:00"; now not disclosed' "how its conditions stand now"
lacks "demand.peak" "demand is not asked of runs"
lacks "hall" "nor words"
exits 1 "3 % slower" "$DOSSIER" contest d.asice slow
prints "not reproduced" "the answer of the slower ones"
exits 1 "as JSON" "$DOSSIER" contest d.asice slow --json
cp out slow.json
cp out fit.json
ok "fits its schema" fits contest --closed fit.json
# Means of the last 60 s of each run, by python alone: the change must lie in the interval, the interval around -2.9 %.
cat >by_hand.py <<'P'
import glob, gzip, json, sys
def mean(folder):
    out = []
    for name in sorted(glob.glob(folder + "/*/iterations.jsonl.gz")):
        rows = [json.loads(l) for l in gzip.open(name, "rt")]
        rows = [r for r in rows if r["t_start_s"] >= 17.1]
        end = rows[-1]["t_start_s"] + rows[-1]["duration_s"]
        out.append(sum(r["tokens"] for r in rows) / (end - rows[0]["t_start_s"]))
    return sum(out) / len(out)
said = json.load(open(sys.argv[3]))["answers"][0]
change = 100 * (mean(sys.argv[2]) / mean(sys.argv[1]) - 1)
low, high = float(said["change_low"]), float(said["change_high"])
assert abs(change - float(said["change"])) < 0.1 and low < change < high and -3.5 < low < high < -2.3, (change, said)
assert said["answer"] == "not reproduced" and said["layers"] == []
P
ok "the change, by hand" python3 by_hand.py "$s/h100-unit6" slow slow.json
python3 "$SOURCE/tests/e2e/remeasured.py" "$s/h100-unit7" card 1.0 g
exits 2 "one run on another card" "$DOSSIER" contest d.asice card/captures card/llm-decode-bf16-cudagraph-long-r1
prints "A ratio needs three runs a side" "what is missing"
# The same in one folder beside thousands of files: whatever lies behind them is taken all the same.
undisclosed=$(grep -c 'is not disclosed by now' out) || :
mkdir plenty && cp -r card/captures card/llm-decode-bf16-cudagraph-long-r1 plenty/
seq 4100 | sed 's|^|plenty/0|' | xargs touch
exits 2 "one run beside thousands of files" "$DOSSIER" contest d.asice plenty
ok "its captures are behind them, and tell as much" test "$(grep -c 'is not disclosed by now' out)" = "$undisclosed"
rm -rf plenty
# The dossier's own runs, of another system or of the bridge, are none of a new measurement.
exits 3 "the bridge run of the dossier" "$DOSSIER" contest d.asice "$s/h100-unit7/captures" "$s/h100-unit7/llm-decode-bf16-cudagraph-long-r1"
ok "is refused as its own, and as which" grep -q "each is a run of the dossier itself, the first of them h100-unit7/llm-decode-bf16-cudagraph-long-r1/summary.json" err
mkdir joined && cp -r again joined/ && cp -r "$s/h100-unit7/llm-decode-bf16-cudagraph-long-r1" joined/again/other
exits 0 "beside new ones" "$DOSSIER" contest d.asice joined/again --json
cp out fit.json && ok "fits its schema" fits contest --closed fit.json
ok "it is left out, and named" jq -e '.left_out == [{run: "joined/again/other", by: "a run of the dossier itself, h100-unit7/llm-decode-bf16-cudagraph-long-r1/summary.json"}] and
    .answers[0].runs_now == "3"' fit.json
python3 "$SOURCE/tests/e2e/moved.py" "$s/h100-unit7" moved7
rm -r joined/again/other && cp -r moved7/llm-decode-bf16-cudagraph-long-r1 joined/again/other
exits 0 "with its numbers moved, too" "$DOSSIER" contest d.asice joined/again
tr -s ' \n' '  ' <out >flat && cp flat out
prints "Left out: joined/again/other, which is a run of the dossier itself" "by the microsecond in which its load began"
python3 -c 'import sys; b = bytearray(open("d.asice", "rb").read()); b[len(b) // 2] ^= 1; open("flipped.asice", "wb").write(b)'
exits 3 "a dossier that does not hold" "$DOSSIER" contest flipped.asice "$s/h100-unit7/captures" "$s/h100-unit7/llm-decode-bf16-cudagraph-long-r1"
exits 2 "the dossier's own runs" "$DOSSIER" contest d.asice "$s/h100-unit6"
prints "offered twice" "are told as copies"
python3 "$SOURCE/tests/e2e/moved.py" "$s/h100-unit6" moved
exits 2 "every number of them moved by up to 0.01 %" "$DOSSIER" contest d.asice moved
tr -s ' \n' '  ' <out >flat && cp flat out
prints "loads began in the same microsecond on one accelerator count as one" "by what they are told to be the dossier's own"
ok "and none of their files is said to be another" sh -c "! grep -qE 'offered twice[^:]*: [^ ]*/llm-' out"
lacks "reproduced" "and nothing is reproduced by them"
# Machines of one side may differ: what is shown is the value that differs, not that of the first.
python3 "$SOURCE/tests/e2e/remeasured.py" "$s/h100-unit6" more 1.0 e
sed -i 's/^MemTotal: .*/MemTotal:       263998500 kB/' more/captures/meminfo.txt
exits 2 "a second machine with more memory" "$DOSSIER" contest d.asice again more
prints "Host memory: then 131981020 kB, now 263998500 kB" "which is told"
prints "owner Hall team" "by the dossier's owner of it"

# The answer as a dossier: both sides, and the old one as its baseline.
exits 0 "an answer, written and signed" "$DOSSIER" contest d.asice again -o answer.asice --key k.key.pem --cert k.cert.pem --json
cp out fit.json && ok "fits its schema" fits contest --closed fit.json && cp fit.json written.json
ok "says what it wrote" jq -e --arg id "$(unzip -p answer.asice manifest-sha256.txt | sha256sum | cut -c1-64)" '.written == {dossier: "answer.asice", content_id: $id,
    evidence_id: .written.evidence_id, signed: true} and .answers[0].answer == "reproduced"' written.json
exits 0 "which holds" "$DOSSIER" verify answer.asice --trust k.cert.pem
unzip -p answer.asice data/references.json >references.json
unzip -p answer.asice data/report/data.json >data.json
unzip -p answer.asice data/case.json >case.json
ok "names the old one as its baseline, by content id, file and signer" jq -e --arg id "$(unzip -p d.asice manifest-sha256.txt | sha256sum | cut -c1-64)" \
    --arg file "$(sha256sum <d.asice | cut -c1-64)" '.references | length == 1 and (.[0] | .as == "baseline" and .case == "PR-2026-0142" and
    .content_id == $id and .sha256 == $file and .signers[0].subject == "CN=First signer")' references.json
ok "is dated by the day on which it was asked" jq -e '.date == "2026-11-28" and .id == "PR-2026-0142, contested 2026-11-28"' case.json
ok "its report has the change of the answer" jq -e --slurpfile said written.json '. as $d | .comparisons[0].numbers | [.change, .change_low, .change_high | $d.facts[. - 1].value]
    == ($said[0].answers[0] | [.change, .change_low, .change_high])' data.json
ok "the runs of both sides are in it" test "$(unzip -l answer.asice | grep -c 'iterations.jsonl.gz')" = 6
exits 1 "one that refutes is written, too" "$DOSSIER" contest d.asice slow -o refuted.asice
prints "signed       no" "unsigned where no key is given"
exits 3 "a key, and nothing to sign" "$DOSSIER" contest d.asice again --key k.key.pem --cert k.cert.pem
exits 3 "over a file that is no dossier" "$DOSSIER" contest d.asice again -o run.json
exits 3 "over the dossier that is contested" "$DOSSIER" contest d.asice again -o d.asice
# The same as the baseline of compare: what stands against what, by how much and by whose word, the places those of the evidence.
exits 1 "3 % slower than the system that is nearest" "$DOSSIER" compare slow --baseline d.asice --gate slower:2%
prints "A  d.asice, system A" "whose runs stand there"
prints "A: PR-2026-0142 holds; signed by CN=First signer, 2026-11-28T00:00:00Z (the signer's word)" "by whom it was signed"
prints "its system A (as it runs today) is nearest" "which of its systems"
prints "Gate slower:2%: shown (exit 1)" "the gate"
prints "Next:  dossier contest d.asice slow --system A" "and what goes on from there"
exits 0 "as JSON" "$DOSSIER" compare slow --baseline d.asice#A --json
cp out slow_on.json
ok "fits its schema" fits compare --closed slow_on.json
exits 0 "the folder that it was made of" "$DOSSIER" compare "$s/h100-unit6" slow --json
ok "the same change as of the folder" jq -e --slurpfile folder out '[.checks[0].comparisons[0] | .verdict, (.ratio, .ratio_low, .ratio_high | .value)] as $said |
    ($said | all(. != null)) and $said == [$folder[0].checks[0].comparisons[0] | .verdict, (.ratio, .ratio_low, .ratio_high | .value)]' slow_on.json
ok "by whom, and which" jq -e --arg id "$(unzip -p d.asice manifest-sha256.txt | sha256sum | cut -c1-64)" '.sides[0] | .path == "d.asice#A" and
    .dossier.content_id == $id and .dossier.system == "A" and .dossier.case == "PR-2026-0142" and .dossier.signers[0].subject == "CN=First signer"' slow_on.json
ok "no place of this machine" sh -c '! grep -e /sides/ -e "$PWD" slow_on.json'
exits 3 "one that does not hold" "$DOSSIER" compare again --baseline flipped.asice --gate slower:2%
(cd again && zip -q -r ../evidence.asice .)
exits 3 "an archive of runs that calls itself a dossier" "$DOSSIER" compare again --baseline evidence.asice --gate slower:2%
exits 3 "a file that calls itself one" "$DOSSIER" compare again --baseline run.asice
exits 3 "as a side, too" "$DOSSIER" compare slow evidence.asice
lacks "comparable" "of it nothing is read"
exits 3 "a system that is none" "$DOSSIER" compare again --baseline d.asice#Z
exits 3 "in the place of a side" "$DOSSIER" compare d.asice again
ok "says where it may stand" grep -q "dossier compare B --baseline DOSSIER" err

# Two systems of one file, told apart by the result that the case names, with what the case declares of each.
mkdir -p lab/a/b/c && cd lab/a/b/c # no run.json stands above
python3 - <<'P'
import random
from hyperfine import case, results, scattered, write
made = random.Random(7)
for run in range(3):
    results("tools/old/r%d.json" % run, scattered(made, "pack", 0.25), scattered(made, "sort", 0.5))
    results("fresh/r%d.json" % run, scattered(made, "pack", 0.275))
system = lambda id, which, name: (id, ["old/r%d.json#%d" % (run, which) for run in range(3)], {"label": "with " + name, "facts": {"dataset.name": "words"}})
write("tools/case.json", case("TOOLS", [system("A", 0, "pack"), system("B", 1, "sort")]))
P
"$DOSSIER" build tools/case.json -o tools.asice --key "$SCRATCH/k.key.pem" --cert "$SCRATCH/k.cert.pem" >/dev/null || true
exits 1 "the result of the named system alone" "$DOSSIER" compare fresh --baseline tools.asice#A --set B:dataset.name=words --gate slower:2%
prints "Gate slower:2%: shown (exit 1): the change of" "is judged"
lacks "sort" "and not the other's"
exits 1 "and of the nearest" "$DOSSIER" compare fresh --baseline tools.asice --set B:dataset.name=words --gate slower:2%
prints "its system A (with pack) is nearest" "the one that did the same work"
exits 2 "what the case declares counts" "$DOSSIER" compare fresh --baseline tools.asice#A --full
prints "Data set or input distribution is not disclosed by B" "and is asked of the new side"
exits 1 "which says another" "$DOSSIER" compare fresh --baseline tools.asice#A --set B:dataset.name=numbers
prints "words against numbers" "it differs"
exits 3 "the line says otherwise of the dossier" "$DOSSIER" compare fresh --baseline tools.asice#A --set dataset.name=numbers
jq '.systems[1].machines[0].runs |= map(sub("#1"; "#0") | sub("old/"; "new/"))' tools/case.json >case && cp case tools/case.json
python3 - <<'P'
import json
from hyperfine import result, results
for run in range(3):  # another measurement of the same, a day later
    one = json.load(open("tools/old/r%d.json" % run))["results"][0]
    results("tools/new/r%d.json" % run, result("pack", [round(t + 1e-6 * i, 9) for i, t in enumerate(one["times"])]))
P
"$DOSSIER" build tools/case.json -o twice.asice --key "$SCRATCH/k.key.pem" --cert "$SCRATCH/k.cert.pem" >/dev/null || true
exits 3 "two systems that are equally near" "$DOSSIER" compare fresh --baseline twice.asice --set B:dataset.name=words --gate slower:2%
ok "says how to name one" grep -q "twice.asice#A" "$SCRATCH/err"
exits 1 "named, it answers" "$DOSSIER" compare fresh --baseline twice.asice#B --set B:dataset.name=words --gate slower:2%
# A folder of several runs, each file with several results, in another order: of each system those that did its work, as compare reads them.
mkdir works && cd works
python3 - <<'P'
import random
from hyperfine import case, results, scattered, write
made = random.Random(11)
facts = {"stack.artefact; dataset.name; accelerator.count": "sha256:aa; words; 0", "method.tool_version; method.warmup": "1.19.0; 3 runs",
         "stack.release_rule; stack.unit; method.optimisation": "as found; offer; out of the box"}
for run in range(3):
    results("case/old/r%d.json" % run, scattered(made, "pack", 0.25), scattered(made, "sort", 0.5))
    results("now/r%d.json" % run, scattered(made, "sort", 0.55), scattered(made, "pack", 0.25))
    results("mute/r%d.json" % run, scattered(made, "find", 0.55))
for side in "case", "now", "mute":
    write(side + "/run.json", {"format": "dossier-run/1", "facts": facts})
write("case/case.json", case("WORKS", [(id, ["old/r%d.json#%d" % (run, which) for run in range(3)], {}) for id, which in (("A", 0), ("B", 1))]))
P
"$DOSSIER" build case/case.json -o works.asice >/dev/null || true
cat >hand.py <<'P'
import json, sys
said, then, now = json.load(open(sys.argv[1]))["answers"], int(sys.argv[2]), int(sys.argv[3])
mean = lambda path, which: sum(json.load(open("%s/r%d.json" % (path, r)))["results"][which]["mean"] for r in range(3)) / 3
assert len(said) == 1 and abs(float(said[0]["change"]) - 100 * (mean("now", now) / mean("case/old", then) - 1)) < 0.1, said
P
exits 0 "a folder of runs, beside the system that did the same" "$DOSSIER" contest works.asice now --system A --json
ok "the change, by hand" python3 hand.py "$SCRATCH/out" 0 1
exits 1 "and beside the other" "$DOSSIER" contest works.asice now --system B --json
ok "the change, by hand" python3 hand.py "$SCRATCH/out" 1 0
exits 2 "another command" "$DOSSIER" contest works.asice mute --system A
prints "other work" "is other work"
prints "pack against find" "and says which"
mkdir lean && cp now/run.json lean/ && jq '.results = [.results[1]]' now/r0.json >lean/r0.json
exits 0 "one run, its one result another number of the file" "$DOSSIER" contest works.asice lean --system A
lacks "by$" "no finding without a subject"
prints "now      0.2" "and a number"
mkdir bang && cp now/run.json bang/ && cp now/r0.json "bang/r#0.json" && cp now/r1.json "bang/r*1.json"
exits 3 "a name that no case can hold" "$DOSSIER" contest works.asice bang --system A
ok "tells of what was named, and of no file of its own making" sh -c 'test -s "$1" && ! grep -q "$TMPDIR" "$1"' x "$SCRATCH/err"
# Two systems that nothing tells apart but their results: of another dossier the same id, of a folder the one that is named.
mkdir twins && cd twins
python3 - <<'P'
from hyperfine import case, write
for name, of in ("first", "AB"), ("second", "AB"), ("third", "CD"):
    write(name + ".json", case(name, [(of[i], ["%s/r%d.json" % (which, run) for run in range(3)], {}) for i, which in enumerate(("slow", "quick"))]))
P
cp ../now/run.json . && mkdir slow quick remade
for run in 0 1 2; do
    jq '.results = [.results[0]]' ../case/old/r$run.json >quick/r$run.json
    jq '.results = [.results[0] | .times |= map(. * 1.1) | .mean *= 1.1 | .median *= 1.1 | .min *= 1.1 | .max *= 1.1 | .stddev *= 1.1]' ../case/old/r$run.json >slow/r$run.json
    jq '.results[0] |= (.times |= map(. + 0.0001) | .mean += 0.0001 | .median += 0.0001 | .min += 0.0001 | .max += 0.0001)' quick/r$run.json >remade/r$run.json
done
"$DOSSIER" build first.json -o first.asice >/dev/null || true
for which in second third; do
    sed -i 's/quick/remade/g' $which.json
    "$DOSSIER" build $which.json -o $which.asice >/dev/null || true
done
exits 0 "of equally near systems the one of the same id" "$DOSSIER" contest first.asice second.asice#B
prints "beside those of B" "which it is"
exits 3 "no such id, and equally near" "$DOSSIER" contest first.asice third.asice#D
ok "says how to name one" grep -q -e "--system A" "$SCRATCH/err"
exits 3 "a folder that is as near to both" "$DOSSIER" contest first.asice remade
exits 0 "named" "$DOSSIER" contest first.asice third.asice#D --system B
cd "$SCRATCH"
mkdir -p lone/a/b/c && cp -r again lone/a/b/c/
exits 2 "without what was declared" "$DOSSIER" contest d.asice lone/a/b/c/again
prints "Model is not disclosed by now" "says what is not disclosed"
# Three runs set up as the system's, and one that is not: the one is told, and is in no mean.
python3 "$SOURCE/tests/e2e/remeasured.py" "$s/h100-unit6" unlike 1.1 q
cp -r again mixed && mv "$(ls -d unlike/llm* | head -1)" mixed/unlike && sed -i 's/"launch_mode": "cudagraph"/"launch_mode": "compile-cudagraph"/' mixed/unlike/summary.json
exits 0 "one run that is set up otherwise" "$DOSSIER" contest d.asice mixed --system A
prints "Left out: mixed/unlike, which is unlike the others: compile-cudagraph" "is told, and by what"
prints ", 3 runs" "and not pooled"
exits 0 "as JSON" "$DOSSIER" contest d.asice mixed --system A --json
cp out fit.json && ok "fits its schema" fits contest --closed fit.json
ok "is in it" jq -e '.left_out | length == 1 and .[0].run == "mixed/unlike"' fit.json
cp -r again other && for one in other/*/summary.json; do jq '.precision = "fp16"' "$one" >one && mv one "$one"; done
exits 2 "other number formats" "$DOSSIER" contest d.asice other
prints "other work" "are other work"
# A system that was quoted, and has no samples that the declaration above both speaks of, stands in nobody's way.
build "$s/case-quote.json" quote.asice || true
exits 0 "beside a quotation" "$DOSSIER" contest quote.asice again
prints "beside those of A" "the one that was measured"
exits 3 "beside the quotation itself" "$DOSSIER" contest quote.asice again --system B
build "$SOURCE/samples/h100-or-h200/case.json" h.asice
python3 "$SOURCE/tests/e2e/remeasured.py" "$SOURCE/samples/h100-or-h200/h200" h200 1.0 h
exits 2 "an H200" "$DOSSIER" contest h.asice h200 --system A --json
ok "is another configuration, with the change all the same" jq -e '.answers[0] | .answer == "another configuration" and
    .layers == ["firmware", "accelerator"] and .credited == "" and (.change | tonumber) > 11 and (.change | tonumber) < 12' out
exits 2 "in words" "$DOSSIER" contest h.asice h200 --system A
prints "then NVIDIA H100 80GB HBM3, now NVIDIA H200" "from what to what"
prints "owner Hardware" "whose it is"

# The second host against the first, both sides; declarations further up would be taken along.
rm run.json
cp -r "$SOURCE/samples/in-turns" turns
jq 'del(.plan, .ledger, .documents) | .id = "HOST-1" | .systems |= map(.machines |= map(select(.captures[0] | startswith("host1"))))' turns/case.json >turns/host1.json
build turns/host1.json t.asice
for side in A B; do
    for unit in 0 1; do
        mkdir -p "new/$side/unit$unit"
        cp -r turns/host2/unit$unit/captures-idle turns/host2/unit$unit/$side-slot* "new/$side/unit$unit/"
    done
done
cp turns/run.json new/
exits 2 "A of the second host: two levels, too wide an interval" "$DOSSIER" contest t.asice new/A/unit0 new/A/unit1
prints "The interval lies neither inside the margin nor beyond it" "says so"
exits 0 "B of the second host" "$DOSSIER" contest t.asice new/B/unit0 new/B/unit1
prints "beside those of B" "is found by its stack"

# Every pair of H100 units of the corpus, each way: answers and intervals worked out again from the logs (docs/after.md has the table).
gpu=${DOSSIER_CORPUS:-none}/gpu
if [ -d "$gpu" ]; then
    mkdir units
    exits 0 "units of the corpus" python3 "$SOURCE/tests/e2e/units.py" "$DOSSIER" "$gpu" units decode
    cp out units.said
    ok "a second measurement on three other units reproduces" sh -c 'grep -q "h100-unit6   h100 h100-unit2 h100-unit7 *reproduced" units.said' x
    ok "and the other way round" sh -c 'grep -q "h100 *h100-unit2 h100-unit6 h100-unit7 *reproduced" units.said' x
fi

# One system of another dossier, which has to hold: the same answer as from its folders, and by whom that one is signed.
jq '.id = "HOST-2" | .systems |= map(.machines |= map(select(.captures[0] | startswith("host2")))) | del(.plan, .ledger, .documents)' "$SOURCE/samples/in-turns/case.json" >turns/host2.json
build turns/host2.json u.asice
exits 0 "B of the second host, from its dossier" "$DOSSIER" contest t.asice u.asice#B --json
cp out named.json && ok "fits its schema" fits contest --closed named.json
ok "which, and by whom" jq -e --arg id "$(unzip -p u.asice manifest-sha256.txt | sha256sum | cut -c1-64)" '.system == "B" and .now.case == "HOST-2" and .now.system == "B" and
    .now.content_id == $id and (.now.signers | length == 1 and .[0].subject == "CN=First signer") and .answers[0].answer == "reproduced"' named.json
exits 0 "as from its folders" "$DOSSIER" contest t.asice new/B/unit0 new/B/unit1 --json
cp out folders.json
ok "the same change" jq -e --slurpfile other folders.json '.answers[0].change != null and (.answers[0] | [.answer, .change, .change_low, .change_high]) == ($other[0].answers[0] | [.answer, .change, .change_low, .change_high])' named.json
exits 3 "no such system" "$DOSSIER" contest t.asice u.asice#Z
exits 3 "two" "$DOSSIER" contest t.asice u.asice#A u.asice#B
exits 0 "an answer between two dossiers" "$DOSSIER" contest t.asice u.asice#B -o between.asice
ok "names both" sh -c 'unzip -p between.asice data/references.json | jq -e "[.references[] | [.as, .case]] == [[\"baseline\", \"HOST-1\"], [\"baseline\", \"HOST-2\"]]"'
python3 "$SOURCE/tests/e2e/facts.py" flip u.asice forged.asice
exits 3 "one that does not hold" "$DOSSIER" contest t.asice forged.asice#B

# What does not hold is not read.
printf x >>d.asice
exits 3 "a dossier that was changed" "$DOSSIER" contest d.asice again -o none.asice
ok "nothing was written of it" test ! -e none.asice
python3 "$SOURCE/tests/e2e/facts.py" flip h.asice flipped.asice
python3 "$SOURCE/tests/e2e/facts.py" inner flipped.asice carries.asice
exits 3 "a letter of its data" "$DOSSIER" contest flipped.asice again
exits 3 "a forged one inside" "$DOSSIER" contest carries.asice again
for verb in runs inspect rerun steady trace; do exits 3 "nor does $verb read it" "$DOSSIER" $verb carries.asice; done
exits 3 "nor compare" "$DOSSIER" compare again carries.asice
lacks "no result to compare" "not even to say what it holds"
exits 3 "nor new" "$DOSSIER" new again carries.asice -o none
exits 3 "nor diff" "$DOSSIER" diff carries.asice carries.asice
ok "nothing was written" test ! -e none
# One that was packed anew around another letter of its evidence: a sound ZIP that does not hold.
python3 -c 'import zipfile
z, o = zipfile.ZipFile("t.asice"), zipfile.ZipFile("anew.asice", "w")
for i in z.infolist():
    b = z.read(i)
    o.writestr(i, b.replace(b"precision", b"precisiom", 1) if i.filename.endswith("summary.json") else b)
o.close()'
for verb in runs inspect rerun "compare again" "diff again"; do
    # shellcheck disable=SC2086
    exits 3 "nor does $verb" "$DOSSIER" $verb anew.asice
done
mkdir -p lying && cp -r again lying/ && cp flipped.asice lying/
cp "$s/run.json" .
exits 3 "a forged one among the new files" "$DOSSIER" contest t.asice lying
exits 3 "a case in place of a dossier" "$DOSSIER" contest "$s/case.json" again
exits 3 "no run in it" "$DOSSIER" contest t.asice again/captures
exits 3 "absent" "$DOSSIER" contest t.asice absent
exits 3 "a system that is none" "$DOSSIER" contest t.asice new/B/unit0 --system Z
ok "nothing is left behind" test -z "$(ls tmp)"
finish
