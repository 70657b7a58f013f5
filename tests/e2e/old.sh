#!/bin/sh
# ctest
# old.sh - dossiers that earlier versions wrote stay good: each holds, and every verb that reads dossiers reads it.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
old=$SOURCE/tests/golden/old
cat "$old"/*.pem >trust.pem
mkdir all
cp "$old"/*.asice all/
for one in all/*.asice; do
    exits 0 "$one holds" "$DOSSIER" verify "$one" --at "$SOURCE_DATE_EPOCH" --trust trust.pem
    exits 0 "$one is read by trace" "$DOSSIER" trace "$one" --brief
    data=$(unzip -p "$one" data/report/data.json)
    by=$(printf '%s' "$data" | jq -r .program | tr ' ' -)
    ok "$one is named by who wrote it" test "all/$by.asice" = "$one"
done
exits 0 "tables" "$DOSSIER" facts all -o tables
ok "one dossier each, by its content id" sh -c 'for one in all/*.asice; do test -s "tables/dossier=$(unzip -p "$one" manifest-sha256.txt | sha256sum | cut -c1-64)/fact.jsonl" || exit 1; done'
ok "with every fact of the report" sh -c 'for one in all/*.asice; do
    id=$(unzip -p "$one" manifest-sha256.txt | sha256sum | cut -c1-64)
    test "$(wc -l <"tables/dossier=$id/fact.jsonl")" = "$(unzip -p "$one" data/report/data.json | jq ".facts | length")" || exit 1; done'
exits 0 "a page" "$DOSSIER" index all -o index.html
prints "$(find all -name '*.asice' | wc -l) dossiers in index.html" "with each"
got=0
"$DOSSIER" due all --at 2026-11-28 >out 2>err || got=$?
ok "dates" test "$got" -lt 2
exits 0 "a history" "$DOSSIER" history all
finish
