#!/bin/sh
# ctest
# trace_large.sh - a trace longer than memory should hold is read through the file's own pages.
. "$(dirname "$0")/common.sh"
command -v python3 >/dev/null || exit 77
[ -d /proc/self ] || exit 77
ok "a large trace" python3 "$SOURCE/tests/e2e/trace_large.py" "$DOSSIER" "$SCRATCH/large"
cat "$SCRATCH/out"
finish
