#!/bin/sh
# ctest
# null_deals.sh - one side's runs dealt into two groups are not faster or slower than one another, and a gate's answers to them and to
# true losses of 1, 2 and 5 %: the tables of docs/compare.md, here over some of the deals.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
python3 - <<'END'
import json, random, statistics
made = random.Random(14)
results = []
for name, spread in (("still", 0.002), ("usual", 0.01), ("noisy", 0.08)):
    times = [round(0.3 * made.lognormvariate(0, spread), 9) for _ in range(10)]
    results.append({"command": name, "mean": statistics.fmean(times), "stddev": statistics.stdev(times), "median": statistics.median(times),
                    "user": 0.2, "system": 0.01, "min": min(times), "max": max(times), "times": times, "exit_codes": [0] * 10})
json.dump({"results": results}, open("made.json", "w"))
END
exits 0 "repetitions of a program" python3 "$SOURCE/tests/null_deals.py" "$DOSSIER" "$SCRATCH/dealt" 14 made.json
prints "null pairs: 42" "each result is dealt"
prints "false faster or slower: 0 of 42" "and none is faster or slower"
cat "$SCRATCH/out"
exits 0 "runs in turns" python3 "$SOURCE/tests/null_pairs.py" "$DOSSIER" "$SOURCE" "$SCRATCH" 3
prints "false faster or slower: 0 of 8" "four deals of each setting, and none is faster or slower"
cat "$SCRATCH/out"
corpus=${DOSSIER_CORPUS:-none}
if [ -d "$corpus/phoronix" ]; then
    exits 0 "real results" python3 "$SOURCE/tests/null_deals.py" "$DOSSIER" "$SCRATCH/dealt" 2 "$corpus"/hyperfine/*/results.json \
        "$corpus"/phoronix/*/composite.xml
    cat "$SCRATCH/out"
fi
finish
