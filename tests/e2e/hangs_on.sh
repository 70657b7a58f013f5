#!/bin/sh
# ctest
# hangs_on.sh - each evidence file of the samples taken out in turn and the case derived again: what changed or vanished is exactly
# what `verify` says hangs on it. One file a format, and every file with DOSSIER_ALL=1.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
ok "a key" "$DOSSIER" keygen -o a --name "First signer"
: >formats
: >told
for case in "$SOURCE"/samples/*/case*.json; do
    [ "$(jq '.systems | length' "$case")" -gt 0 ] || continue
    rm -rf work whole d.asice && cp -r "$(dirname "$case")" work && chmod -R u+w work
    name=$(basename "$(dirname "$case")")/$(basename "$case")
    "$DOSSIER" build "work/$(basename "$case")" -o d.asice --key a.key.pem --cert a.cert.pem >/dev/null 2>&1 || [ -e d.asice ] || continue
    mkdir whole && unzip -q d.asice 'data/report/data.json' -d whole
    jq -r '.evidence[] | select(.path | startswith("data/evidence/")) | [.path, .name, .format // "none"] | @tsv' whole/data/report/data.json |
        while IFS="$(printf '\t')" read -r packed file format; do
            [ "${DOSSIER_ALL:-}" = 1 ] || ! grep -qxF "$format" formats || continue
            [ -f "work/$file" ] || continue # inside an archive, which goes as a whole
            rm -rf rest part.asice && mv "work/$file" aside
            if "$DOSSIER" report "work/$(basename "$case")" -o rest >log 2>&1 || [ -e rest/report/data.json ]; then
                echo "$format" >>formats
                "$DOSSIER" withhold d.asice "$packed" -o part.asice --reason x --key a.key.pem --cert a.cert.pem >said 2>&1 || cat said
                python3 "$SOURCE/tests/e2e/hangs_on.py" whole/data/report/data.json rest/report/data.json >want
                if tr -s ' \n' ' ' <said | grep -qF "$(cat want) hang on it"; then echo same; else
                    echo "FAIL $name without $file: $(cat want), told: $(grep -o '[0-9]* of [0-9]* facts.*' said)"
                fi >>told
            else
                echo "none: $name without $file: $(head -1 log)" >>told
            fi
            mv aside "work/$file"
        done
done
grep -v '^same$' told || :
ok "nothing was told otherwise" sh -c '! grep FAIL told'
ok "files of twenty formats and more were taken out" [ "$(sort -u formats | wc -l)" -ge 20 ]
echo "$(grep -c same told) files of $(sort -u formats | wc -l) formats"
finish
