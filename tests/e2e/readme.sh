#!/bin/sh
# readme.sh - the commands that README.md shows print what it shows, and its links lead somewhere.
# ctest
. "$SOURCE/tests/e2e/common.sh"
unset SOURCE_DATE_EPOCH # as a reader would

mkdir "$SCRATCH/checkout" "$SCRATCH/bin"
cp -R "$SOURCE/samples" "$SCRATCH/checkout/samples"
ln -s "$DOSSIER" "$SCRATCH/bin/dossier"
PATH=$SCRATCH/bin:$PATH
export PATH
ok "README's commands print what it shows" python3 "$SOURCE/tests/e2e/readme.py" commands "$SOURCE" "$SCRATCH/checkout"
ok "links and pictures of README and docs are there" python3 "$SOURCE/tests/e2e/readme.py" links "$SOURCE"
ok "every command of the documents is spelled as the program has it" python3 "$SOURCE/tests/e2e/readme.py" spelled "$SOURCE" "$DOSSIER"
printf 'x\n\n    dossier compare A B --gat slower:2%%\n\n    dossier compair A B\n' >"$SCRATCH/bad.md"
mkdir -p "$SCRATCH/pages/docs" && cp "$SOURCE/README.md" "$SCRATCH/pages" && cp "$SCRATCH/bad.md" "$SCRATCH/pages/docs"
python3 "$SOURCE/tests/e2e/readme.py" spelled "$SCRATCH/pages" "$DOSSIER" >"$SCRATCH/out" 2>&1 || true
prints "slower:2%: --gat" "an option that is none is seen"
prints "compair A B: no such verb" "and a verb that is none"

# The folders that docs/compare.md names, each measured by itself.
for folder in before before-again after after-again monday tuesday wednesday; do
    python3 - "$SCRATCH/ci/$folder" "$folder" <<'END'
import json, os, random, statistics, sys
made = random.Random(sys.argv[2])
os.makedirs(sys.argv[1])
for run in range(3):
    times = [round(0.25 * (1 + made.gauss(0, 0.001)), 9) for _ in range(12)]
    result = dict(command="sort words", times=times, mean=statistics.fmean(times), stddev=statistics.stdev(times), user=0.2, system=0.01,
                  median=statistics.median(times), min=min(times), max=max(times), exit_codes=[0] * len(times))
    json.dump({"results": [result]}, open("%s/run%d.json" % (sys.argv[1], run), "w"))
END
done
cat >"$SCRATCH/ci/case.json" <<'END'
{ "format": "dossier-case/1", "id": "MAIN", "date": "2026-11-28", "profile": "engineering", "question": "How fast is the main branch?",
  "systems": [{ "id": "A", "label": "main", "machines": [{ "runs": ["before/run0.json", "before/run1.json", "before/run2.json"] }] }],
  "metric": { "key": "latency.iteration", "kind": "whole_run", "instance": "mean" } }
END
(cd "$SCRATCH/ci" && "$DOSSIER" keygen -o k --name Team >/dev/null && { "$DOSSIER" build case.json -o main.asice --key k.key.pem --cert k.cert.pem >/dev/null || [ $? = 2 ]; })
ok "commands and recipes for CI" python3 "$SOURCE/tests/e2e/readme.py" ci "$SOURCE" "$SCRATCH/ci"
if command -v xmllint >/dev/null; then ok "JUnit is XML" xmllint --noout "$SCRATCH/ci/perf.xml"; fi
finish
