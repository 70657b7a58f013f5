#!/bin/sh
# ctest
# contest.sh - a new measurement against a dossier; intervals by another program (Welch on the logarithms of the means, by hand).
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
mkdir tmp && TMPDIR=$SCRATCH/tmp && export TMPDIR
s=$SOURCE/samples/software-bottleneck
"$DOSSIER" keygen -o k --name 'First signer' >/dev/null
build() { "$DOSSIER" build "$1" -o "$2" --key k.key.pem --cert k.cert.pem >/dev/null; }
cp -r "$s" soft
jq '.decision = { text: "Turn the compiler on.", by: "Board", date: "2026-11-28", holds_while: ["driver.version == \"580.*\"", "A: compile.mode == \"cudagraph\"",
    "B: compile.mode == \"cudagraph\"", "power.limit <= \"699 W\"", "container.digest == \"sha256:00\"", "demand.peak <= \"1 tokens/s\"", "The hall stays cool."] }' "$s/case.json" >soft/case.json
build soft/case.json d.asice
cp "$s/run.json" run.json
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
exits 2 "one run on another card" "$DOSSIER" contest d.asice "$s/h100-unit7/captures" "$s/h100-unit7/llm-decode-bf16-cudagraph-long-r1"
prints "A ratio needs three runs a side" "what is missing"
python3 -c 'import sys; b = bytearray(open("d.asice", "rb").read()); b[len(b) // 2] ^= 1; open("flipped.asice", "wb").write(b)'
exits 3 "a dossier that does not hold" "$DOSSIER" contest flipped.asice "$s/h100-unit7/captures" "$s/h100-unit7/llm-decode-bf16-cudagraph-long-r1"
exits 2 "the dossier's own runs" "$DOSSIER" contest d.asice "$s/h100-unit6"
prints "offered twice" "are told as copies"
mkdir -p lone/a/b/c && cp -r again lone/a/b/c/
exits 2 "without what was declared" "$DOSSIER" contest d.asice lone/a/b/c/again
prints "Model is not disclosed by now" "says what is not disclosed"
cp -r again other && for one in other/*/summary.json; do jq '.precision = "fp16"' "$one" >one && mv one "$one"; done
exits 2 "other number formats" "$DOSSIER" contest d.asice other
prints "other work" "are other work"
build "$SOURCE/samples/h100-or-h200/case.json" h.asice
exits 2 "an H200" "$DOSSIER" contest h.asice "$SOURCE/samples/h100-or-h200/h200" --system A --json
ok "is another configuration, with the change all the same" jq -e '.answers[0] | .answer == "another configuration" and
    .layers == ["firmware", "accelerator"] and .credited == "" and (.change | tonumber) > 11 and (.change | tonumber) < 12' out
exits 2 "in words" "$DOSSIER" contest h.asice "$SOURCE/samples/h100-or-h200/h200" --system A
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
prints "The interval reaches beyond the margin" "says so"
exits 0 "B of the second host" "$DOSSIER" contest t.asice new/B/unit0 new/B/unit1
prints "beside those of B" "is found by its stack"

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
python3 "$SOURCE/tests/e2e/facts.py" flip u.asice forged.asice
exits 3 "one that does not hold" "$DOSSIER" contest t.asice forged.asice#B

# What does not hold is not read.
printf x >>d.asice
exits 3 "a dossier that was changed" "$DOSSIER" contest d.asice again
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
