#!/bin/sh
# ctest
# case_seeds.sh - each member that a case may have stands in a seed of the fuzzer, and the seeds are cases, not noise.
. "$(dirname "$0")/common.sh"
"$DOSSIER" schema case >"$SCRATCH/schema.json"
ok "each member has a seed" python3 "$SOURCE/tests/fuzz/seeds_case.py" "$SCRATCH/seeds" "$SCRATCH/schema.json"
# A member more in the schema is missed.
jq '.properties.demand.properties.weekend = {"type": "string"}' "$SCRATCH/schema.json" >"$SCRATCH/more.json"
exits 1 "a member without a seed" python3 "$SOURCE/tests/fuzz/seeds_case.py" "$SCRATCH/seeds2" "$SCRATCH/more.json"
prints "no seed has /demand/weekend" "is named"
# Alone, without a run beside it, the seed fails for its paths and for nothing else. Bundles stand beside machines in a packed case alone.
jq 'del(.policy.steady, .systems[1].bundles)' "$SCRATCH/seeds/full.json" >"$SCRATCH/full.json"
"$DOSSIER" check --full "$SCRATCH/full.json" >"$SCRATCH/told" 2>&1 || true
ok "its paths are refused" grep -q "path of the case not resolved" "$SCRATCH/told"
ok "all else is well formed" sh -c '! grep -vE "path of the case not resolved" "$1"' sh "$SCRATCH/told"
finish
