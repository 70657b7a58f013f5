#!/bin/sh
# ctest
# large.sh - cases near the stated limits are answered in seconds of processor time, not in minutes.
. "$(dirname "$0")/common.sh"
# within SECONDS COMMAND...: of processor time
within() { ( ulimit -t "$1" && shift && "$@" ); }
made="$SOURCE/samples/made/at-objective"
python3 "$SOURCE/tests/e2e/large.py" packages 8000 "$made" "$SCRATCH/packages"
exits 0 "a list of 8,000 packages on one side" within 10 "$DOSSIER" check --full "$SCRATCH/packages/case.json"
python3 "$SOURCE/tests/e2e/large.py" runs 150 "$made" "$SCRATCH/runs"
exits 0 "a percentile over 300 runs" within 10 "$DOSSIER" check --full "$SCRATCH/runs/case.json"
finish
