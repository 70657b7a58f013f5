#!/bin/sh
# ctest
# schemas.sh - every verb that prints JSON has a schema that `dossier schema` prints, and what it prints of every sample fits, by
# ajv, which is not ours. contest, accept, waive and rounds ask the same of what their own tests print (`fits`).
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
    printf '%s\n' "check $one $number" "rerun $one $number" "verify $(packed "$one")/d.asice $number"
done >wanted
printf '%s\n' "formats" "rules" "vocabulary" | sed 's/$/ "" 0/' >>wanted
cat >one.sh <<'S'
if [ -n "$2" ]; then "$DOSSIER" "$1" "$2" --json; else "$DOSSIER" "$1" --json; fi >"all/$1.$3.json" 2>/dev/null || [ $? -le 2 ]
S
ok "check, rerun and verify of $number samples" xargs -L 1 -P 2 sh one.sh <wanted
ok "each dossier holds" test "$(jq -s 'map(select(.verdict)) | length' all/verify.*.json)" = "$number"
# The first and the last system of each case against each other, each pair once, and a series of both; both of one folder: by a run;
# what was quoted has none, and a single system none beside it.
for one in $samples; do
    jq -r --arg home "$(dirname "$one")" 'select((.systems | length > 1) and (any(.systems[].machines[].runs[]; test("quoted")) | not)) |
        [.systems[0, -1].machines[0].runs[0] | "\($home)/\(.)"] | join(" ")' "$one"
done | sort -u >pairs
pair=0
while read -r a b; do
    pair=$((pair + 1))
    for series in $a/*.jsonl.gz $a/steps.csv $b/*.jsonl.gz $b/steps.csv; do
        [ -e "$series" ] && echo "steady $series $pair" && break
    done
    # shellcheck disable=SC2086
    if [ "${a%/*}" != "${b%/*}" ]; then set -- "${a%/*}" "${b%/*}"; else set -- $a && a=$1 && set -- $b && set -- "$a" "$1"; fi
    "$DOSSIER" compare "$1" "$2" --json >all/compare.$pair.json 2>/dev/null || [ $? -le 2 ] || echo "$1 $2" >>refused
done <pairs >series
ok "none is refused" test ! -e refused
ok "a series of most" test "$(wc -l <series)" -ge 12
ok "steady of each" xargs -L 1 -P 2 sh one.sh <series
ok "compare of $pair pairs, with a ratio on some" test "$(jq -s 'map(select(any(.checks[].comparisons[]; .ratio.value))) | length' all/compare.*.json)" -ge 3
# What was paid, of each case with prices.
for one in $(grep -l '"prices"' $samples); do
    paid=$((${paid:-0} + 1))
    jq '{format: "dossier-actuals/1", case: .id, system: "B", currency: "EUR", months: [{month: "2027-01", units: "11", mean: "21000 tokens/s",
        invoiced: "6038.54", unit_price: "548.9585", energy: "950.5 kWh", energy_price: "0.2231", energy_invoiced: "212.06"}]}' "$one" >actuals.json
    "$DOSSIER" review "$(packed "$one")/d.asice" actuals.json --json >all/review.$paid.json || [ $? -le 2 ] || ok "review of $one" false
done
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
"$DOSSIER" diff "$sb/h100-unit6" "$sb/h100-unit7" --json >all/diff.1.json 2>/dev/null || [ $? -le 2 ]
"$DOSSIER" runs "$SOURCE/samples/in-turns" "$sb" --json >all/runs.1.json
"$DOSSIER" keygen -o k --name 'Signer' >/dev/null
"$DOSSIER" build "$SOURCE/samples/made/precision/case.json" -o d.asice --key k.key.pem --cert k.cert.pem --role engineer >/dev/null || [ $? -le 2 ]
cp d.asice broken.asice && printf x >>broken.asice
verify() { "$DOSSIER" verify "$@" --json >"all/verify.$number.json" 2>/dev/null || [ $? -le 3 ]; number=$((number + 1)); }
verify d.asice --at 2026-11-29 --trust k.cert.pem --rebuild
verify d.asice --at 2026-11-29
verify broken.asice
verify k.cert.pem
mkdir every
for one in $samples; do ln "$(packed "$one")/d.asice" "every/$(basename "$(packed "$one")").asice" 2>/dev/null || cp "$(packed "$one")/d.asice" "every/$(basename "$(packed "$one")").asice"; done
for at in 2026-11-29 2028-01-01; do "$DOSSIER" due every --at $at --json >all/due.$at.json || [ $? -le 2 ]; done
"$DOSSIER" history every --json >all/history.1.json || [ $? -le 2 ]
unzip -p d.asice data/report/data.json >all/report.packed.json
# Who prints JSON is held against its schema, by what this test keeps of it in all/VERB.NUMBER.json, or by a test of its own.
fitted='check rerun letter request receive report compare diff steady review runs verify due history formats rules vocabulary'
elsewhere='accept contest' # accept.sh, contest.sh
# shellcheck disable=SC2086
printf '%s\n' $fitted $elsewhere | sort >told
ok "each that prints JSON is held against its schema" sh -c 'sort ours | diff - told'
set --
for verb in $fitted; do
    "$DOSSIER" schema $verb >$verb.schema
    set -- "$@" -- $verb.schema all/$verb.*.json
done
shift
ok "what each prints fits its schema, which leaves nothing open" node "$SOURCE/tests/web/schema.mjs" --closed "$@"
# A damaged one does not: a name for a number, a verdict that is none, a digest cut short.
set --
number=0
while read -r name filter; do
    number=$((number + 1))
    jq "$filter" "all/$name" >damaged.$number.json
    set -- "$@" -- "${name%%.*}.schema" damaged.$number.json
done <<'D'
report.packed.json .comparisons[0].verdict = "fine"
report.packed.json del(.facts[0].value)
report.packed.json .evidence[0].sha256 |= .[1:]
check.1.json .format = "dossier-check/2"
check.1.json .comparisons[0].findings[0].judgement = "maybe"
compare.1.json .checks[0].comparisons[0].verdict = "maybe"
steady.1.json .format = "dossier-steady/0"
D
shift
ok "not a damaged one" node "$SOURCE/tests/web/schema.mjs" --refused "$@"
finish
