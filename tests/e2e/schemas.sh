#!/bin/sh
# ctest
# schemas.sh - every verb that prints JSON has a schema that `dossier schema` prints, and what it prints of every sample fits, by
# ajv, which is not ours. history, contest, accept, due, steady and rounds ask the same of what their own tests print (`fits`).
. "$(dirname "$0")/common.sh"
can_fit || { echo "skipped: needs node and 'npm ci' in tests/web"; exit 77; }
cd "$SCRATCH"
mkdir all
samples=$(find "$SOURCE/samples" -name 'case*.json' | LC_ALL=C sort)

# Verbs by the table: one that learns --json without a schema is told here.
"$DOSSIER" --help | sed -n 's/^  \([a-z][a-z-]*\)  *.*/\1/p' | sort >verbs
for verb in $(cat verbs); do
    if "$DOSSIER" help "$verb" | grep -q -- '^ *--json'; then echo "$verb"; fi
done >json
ok "verbs print JSON" test "$(wc -l <json)" -ge 15
for verb in $(cat json) report facts case run; do ok "schema of $verb" sh -c "'$DOSSIER' schema $verb | jq -e '.title'"; done
grep -v '^inspect$' json >ours
echo report >>ours
(cd "$SOURCE/templates/schemas" && ls) | sed 's/\.json$//' | sort >there
ok "and none is of a verb that prints none" sh -c 'sort ours | cmp - there'
exits 3 "another has none" "$DOSSIER" schema keygen

# Every sample. xargs: two at a time.
number=0
for one in $samples; do
    number=$((number + 1))
    cp "$(drawn "$one")/report/data.json" all/report.$number.json
    printf '%s\n' "check $one $number" "rerun $one $number"
done >wanted
printf '%s\n' "formats" "rules" "vocabulary" | sed 's/$/ "" 0/' >>wanted
cat >one.sh <<'S'
if [ -n "$2" ]; then "$DOSSIER" "$1" "$2" --json; else "$DOSSIER" "$1" --json; fi >"all/$1.$3.json" 2>/dev/null || [ $? -le 2 ]
S
ok "check and rerun of $number samples" xargs -L 1 -P 2 sh one.sh <wanted
# What a party has to return, and the same sent back as it went, taken into a copy of the case.
cat >asked.sh <<'S'
side=$(jq -r '.systems[-1].id' "$1")
"$DOSSIER" letter "$1" --to "$side" --json >"all/letter.$2.json" 2>/dev/null || [ $? -le 2 ]
"$DOSSIER" request "$1" --to "$side" -o "asked.$2" --json >"all/request.$2.json" && mkdir "case.$2" && cp -r "$(dirname "$1")/." "case.$2" &&
    "$DOSSIER" receive "asked.$2" "case.$2/$(basename "$1")" --json >"all/receive.$2.json" || [ $? -le 2 ]
rm -rf "case.$2" "asked.$2"
S
ok "letter, request and receive of each" sh -c 'sed -n "s/^check //p" wanted | xargs -L 1 -P 2 sh asked.sh'
ok "a file of each" test "$(find all -name 'receive.*' -size +0 | wc -l)" = "$number"
sb=$SOURCE/samples/software-bottleneck
for a in compare diff; do "$DOSSIER" $a "$sb/h100-unit6" "$sb/h100-unit7" --json >all/$a.1.json 2>/dev/null || [ $? -le 2 ]; done
"$DOSSIER" runs "$SOURCE/samples/in-turns" "$sb" --json >all/runs.1.json
"$DOSSIER" keygen -o k --name 'Signer' >/dev/null
"$DOSSIER" build "$SOURCE/samples/made/precision/case.json" -o d.asice --key k.key.pem --cert k.cert.pem --role engineer >/dev/null || [ $? -le 2 ]
cp d.asice broken.asice && printf x >>broken.asice
verify() { "$DOSSIER" verify "$@" --json >"all/verify.$number.json" 2>/dev/null || [ $? -le 3 ]; number=$((number + 1)); }
verify d.asice --at 2026-11-29 --trust k.cert.pem --rebuild
verify d.asice --at 2026-11-29
verify broken.asice
verify k.cert.pem
"$DOSSIER" due d.asice --at 2026-11-29 --json >all/due.1.json
"$DOSSIER" history d.asice --json >all/history.1.json
unzip -p d.asice data/report/data.json >all/report.packed.json
# Who prints JSON is held against its schema, by what this test keeps of it in all/VERB.NUMBER.json, or by a test of its own.
fitted='check rerun letter request receive report compare diff runs verify due history formats rules vocabulary'
elsewhere='accept contest review steady' # accept.sh, contest.sh, review.sh, steady.sh
printf '%s\n' $fitted $elsewhere | sort >told
ok "each that prints JSON is held against its schema" sh -c 'sort ours | diff - told'
for verb in $fitted; do
    ok "what $verb prints fits its schema, which leaves nothing open" fits $verb --closed all/$verb.*.json
done
# A damaged one does not: a name for a number, a verdict that is none, a digest cut short.
damaged() { jq "$2" "all/$1" >damaged.json && ok "not $2" sh -c '! "$@"' - node "$SOURCE/tests/web/schema.mjs" "$SOURCE/templates/schemas/${1%%.*}.json" damaged.json; }
damaged report.packed.json '.comparisons[0].verdict = "fine"'
damaged report.packed.json 'del(.facts[0].value)'
damaged report.packed.json '.evidence[0].sha256 |= .[1:]'
damaged check.1.json '.format = "dossier-check/2"'
damaged check.1.json '.comparisons[0].findings[0].judgement = "maybe"'
finish
