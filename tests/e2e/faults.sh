#!/bin/sh
# faults.sh - inputs on which a fault was found once come out as they should: each row of faults.tsv. A row that is
# "open" is a fault not yet mended: it must still fail, or the table is out of date.
# ctest
[ -n "${DOSSIER_CORPUS:-}" ] && [ -d "$DOSSIER_CORPUS/../faults" ] || { echo "skipped: no faults beside DOSSIER_CORPUS"; exit 77; }
. "$SOURCE/tests/e2e/common.sh"
faults=$(cd "$DOSSIER_CORPUS/../faults" && pwd)
tab=$(printf '\t')

parts() { printf '%s' "$1" | sed 's/¦/\n/g'; }
holds() { # what one row asks of $SCRATCH/flat and $got; says the first thing that is not so
    [ "$got" = "$want" ] || { echo "exit $got, expected $want"; return 1; }
    parts "$wanted" >"$SCRATCH/parts"
    while IFS= read -r part || [ -n "$part" ]; do
        grep -qF -- "$part" "$SCRATCH/flat" || { echo "lacks \"$part\""; return 1; }
    done <"$SCRATCH/parts"
    parts "$absent" >"$SCRATCH/parts"
    while IFS= read -r part || [ -n "$part" ]; do
        [ -z "$part" ] || ! grep -qF -- "$part" "$SCRATCH/flat" || { echo "holds \"$part\""; return 1; }
    done <"$SCRATCH/parts"
}

sed -n "s/$tab/|/g; /^[fr]/p" "$SOURCE/tests/e2e/faults.tsv" >"$SCRATCH/rows"
open=0
while IFS='|' read -r folder state command want wanted absent; do
    got=0
    # shellcheck disable=SC2086 # a command is words
    (cd "$faults/$folder" && "$DOSSIER" $command) >"$SCRATCH/out" 2>&1 || got=$?
    tr -s '\n ' ' ' <"$SCRATCH/out" >"$SCRATCH/flat"
    if why=$(holds); then right=mended; else right=open; fi
    if [ "$right" = "$state" ]; then
        passed=$((passed + 1))
        [ "$state" = mended ] || open=$((open + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $folder is $right: ${why:-it comes out as it should; say so in faults.tsv}"
    fi
done <"$SCRATCH/rows"
echo "$open not mended yet"
for folder in "$faults"/[fr]*/; do
    ok "$(basename "$folder") has a row" grep -q "^$(basename "$folder")|" "$SCRATCH/rows"
done
finish
