#!/bin/sh
# ctest
# documents.sh - every command of the pages below docs/ runs, in one place with the files that they name.
. "$(dirname "$0")/common.sh"
command -v jq >/dev/null && command -v python3 >/dev/null || { echo "skipped: needs jq and python3"; exit 77; }
s=$SOURCE/samples/software-bottleneck
mkdir -p "$SCRATCH/place" "$SCRATCH/bin"
ln -s "$DOSSIER" "$SCRATCH/bin/dossier"
PATH=$SCRATCH/bin:$PATH
export PATH
cd "$SCRATCH/place" || exit 1
signed() { dossier build "$1" -o "$2" --key me.key.pem --cert me.cert.pem >/dev/null; }
# after.md: one measured sample, its cases, its dossiers, a rerun and a delivery.
cp -r "$s" after
cd after || exit 1
jq '.id = "PR-2027-0007"' case.json >case-2027.json
jq '.requirements |= map(select(.clause == "4.1" or .clause == "4.2"))' case-purchase.json >case-0146.json
dossier keygen -o me --name "Platform team" >/dev/null
dossier keygen -o auditor --name "A. Auditor" >/dev/null
cat me.cert.pem auditor.cert.pem >both.pem
signed case.json PR-2026-0142.asice
signed case-0146.json PR-2026-0146.asice
mkdir -p dossiers ../portfolio/dossiers ../scale/shard/0 ../scale/shard/1 ../scale/inspected
cp PR-2026-0142.asice dossiers/
cp PR-2026-0142.asice PR-2026-0146.asice ../portfolio/dossiers/
cp -r h100-unit6/captures ../portfolio/captures-of-today
cp PR-2026-0142.asice ../scale/shard/0/
cp PR-2026-0146.asice ../scale/shard/1/
python3 "$SOURCE/tests/e2e/remeasured.py" h100-unit6 spring-rerun 1.0 a
cp -r h100-unit7 unit7 && rm -r unit7/llm-decode-bf16-cudagraph-long-r1
python3 "$SOURCE/tests/e2e/remeasured.py" unit7 delivery 1.08 d
rm -r unit7
# What people fill in.
cat >letter.json <<'J'
{ "format": "dossier-audit/1", "auditor": { "name": "A. Auditor", "accreditation": "Chamber of auditors, no. 4711" },
  "addressee": "Board of the buyer", "independence": "paid by the buyer",
  "procedures": [ { "procedure": "derived the report again on a machine of our own", "result": "verified" } ], "exceptions": [],
  "repeatability": { "result": "verified" }, "price": { "result": "waived", "reason": "not asked" },
  "availability": { "result": "waived", "reason": "not asked" }, "opinion": "The figures follow from the evidence." }
J
python3 - "$SOURCE/docs/after.md" <<'P'
import re, sys
open("actuals.json", "w").write("\n".join(line[4:] for line in re.search(r"(?m)(?:^    .*\n)+", open(sys.argv[1]).read()[open(sys.argv[1]).read().index('    { "format": "dossier-actuals/1"'):]).group(0).split("\n")))
P
# The party's answer to a request, as it came: the form with one cell filled in.
dossier request case-quote.json --to B -o from-vendor >/dev/null
python3 "$SOURCE/tests/e2e/request.py" from-vendor comma >/dev/null 2>&1 || true
# compare.md: runs of a program, in folders of CI, each measured by itself; and a dossier of the first.
mkdir ../compare ../steady ../rounds ../tools
cp me.key.pem me.cert.pem ../compare
cd ../compare || exit 1
for folder in before before-again after after-again monday tuesday wednesday A B ../tools/A ../tools/B ../scale/bundles/a ../scale/bundles/b; do
    python3 - "$folder" <<'P'
import json, os, random, statistics, sys
made = random.Random(sys.argv[1])
os.makedirs(sys.argv[1])
for run in range(3):
    times = [round(0.25 * (1 + made.gauss(0, 0.001)), 9) for _ in range(12)]
    result = dict(command="sort words", times=times, mean=statistics.fmean(times), stddev=statistics.stdev(times), user=0.2, system=0.01,
                  median=statistics.median(times), min=min(times), max=max(times), exit_codes=[0] * len(times))
    json.dump({"results": [result]}, open("%s/run%d.json" % (sys.argv[1], run), "w"))
P
done
cat >case-main.json <<'J'
{ "format": "dossier-case/1", "id": "MAIN", "date": "2026-11-28", "profile": "engineering", "question": "How fast is the main branch?",
  "systems": [{ "id": "A", "label": "main", "machines": [{ "runs": ["before/run0.json", "before/run1.json", "before/run2.json"] }] }],
  "metric": { "key": "latency.iteration", "kind": "whole_run", "instance": "mean" } }
J
signed case-main.json main.asice
python3 -c 'import random
made = random.Random(1)
print("t_start_s,duration_s")
for i in range(400): print("%.3f,%.6f" % (i * 0.25, 0.25 + made.gauss(0, 0.001)))' >../steady/run.csv
# Rounds of MLPerf, made.
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$SOURCE/tests/e2e python3 - "$DOSSIER" "$SCRATCH" <<'P'
import rounds_make, rounds_storage, rounds_training
import os
os.chdir("../rounds")
rounds_make.make("inference")
rounds_training.make("training")
rounds_storage.make("storage")
P
exits 0 "every command of the documents" python3 "$SOURCE/tests/e2e/documents.py" "$SOURCE" "$SCRATCH/place"
grep ' commands ran; ' "$SCRATCH/out" || true
if command -v xmllint >/dev/null; then ok "JUnit is XML" xmllint --noout "$SCRATCH/place/compare/perf.xml"; fi
# The second export of portfolio.md takes the place of the first, in another form: nothing of that stays.
ok "one form alone" sh -c 'ls "$1/portfolio/export" "$1"/portfolio/export/dossier=* >list && grep -q "^fact.jsonl$" list && ! grep -q "csv$" list' - "$SCRATCH/place"
# A page that names what is not there is seen.
mkdir -p "$SCRATCH/pages/docs" "$SCRATCH/none"
printf 'x\n\n    dossier compare none-such nor-this\n\n    frobnicate it\n' >"$SCRATCH/pages/docs/bad.md"
exits 1 "a page of commands that do not work" python3 "$SOURCE/tests/e2e/documents.py" "$SCRATCH/pages" "$SCRATCH/none"
prints "FAIL bad.md: dossier compare none-such nor-this" "the command is named"
prints "FAIL bad.md: frobnicate it" "and what nobody knows"
finish
