#!/bin/sh
# ctest
# `dossier inspect` on every folder of DOSSIER_CORPUS: no crash, exit 0 or 3, and with 3 something that says where.
# DOSSIER is the program.
[ -n "$DOSSIER_CORPUS" ] && [ -d "$DOSSIER_CORPUS" ] || exit 77
[ -x "$DOSSIER" ] || exit 77
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
bad=0
count=0
find "$DOSSIER_CORPUS" -mindepth 1 -type d | LC_ALL=C sort >"$scratch/folders"
while IFS= read -r folder; do
    # a folder of folders only is seen through its children
    [ -n "$(find "$folder" -maxdepth 1 -type f | head -1)" ] || continue
    timeout 120 "$DOSSIER" inspect "$folder" >"$scratch/out" 2>"$scratch/err"
    status=$?
    count=$((count + 1))
    case $status in
    0) ;;
    3)
        # "file:line: ..." or "... at /pointer" or "row N column NAME" must stand in what was said
        if ! grep -Eq ':[0-9]+(:[0-9]+)?: |at /|row [0-9]+ column|input: ' "$scratch/err" "$scratch/out"; then
            echo "$folder: exit 3 without a place"
            bad=1
        fi
        ;;
    *)
        echo "$folder: exit $status"
        tail -5 "$scratch/err"
        bad=1
        ;;
    esac
    if grep -q 'two formats claim this file' "$scratch/out" "$scratch/err"; then
        echo "$folder: two formats claim one file"
        grep -h 'two formats claim this file' "$scratch/out" "$scratch/err"
        bad=1
    fi
    if grep -q 'Sanitizer' "$scratch/err"; then
        echo "$folder: sanitizer report"
        bad=1
    fi
done <"$scratch/folders"
echo "$count folders inspected"
[ "$count" -gt 0 ] || bad=1
exit $bad
