#!/bin/sh
# ctest
# presence.sh - no rule reads better because a file is there: see presence.py.
. "$(dirname "$0")/common.sh"
exec python3 "$SOURCE/tests/e2e/presence.py" "$DOSSIER" "$SOURCE/samples" "$SCRATCH"
