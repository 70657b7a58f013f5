#!/bin/sh
# golden_public.sh - real files of public projects that are listed by address, not kept here: tests/golden/public/README.md.
# ctest
command -v jq >/dev/null && command -v python3 >/dev/null || exit 77
LC_ALL=C.UTF-8; export LC_ALL
exec python3 "$SOURCE/tests/e2e/golden_public.py" "$DOSSIER" "$SOURCE/tests/golden/public" "${DOSSIER_PUBLIC:-}"
