#!/bin/sh
# ctest
# forbidden.sh - a verdict that forbids leaves no number across systems anywhere: facts, claims, HTML, pictures, pages,
# data.json, and what other verbs print of the same files; for every sample, for a case with licensed and refused pairs, and
# for one that asks for money. Numbers planted by hand show that forbidden.py finds them.
. "$(dirname "$0")/common.sh"
look() { python3 "$SOURCE/tests/e2e/forbidden.py" "$@"; }
amounts() { # case, data.json
    echo '[]' >"$SCRATCH/done.json"
    if jq -e 'has("prices")' "$1" >/dev/null; then
        ok "${1#"$SOURCE/"}: money" python3 "$SOURCE/tests/e2e/purchase.py" "$1" "$2" "$SCRATCH/done.json"
    fi
    ok "${1#"$SOURCE/"}: every amount done again" python3 "$SOURCE/tests/e2e/amounts.py" "$2" "$(dirname "$1")" "$SCRATCH/done.json"
}

find "$SOURCE/samples" -name 'case*.json' | LC_ALL=C sort >"$SCRATCH/cases"
seen=0
while read -r case; do
    r=$(drawn "$case")
    ok "${case#"$SOURCE/"}: nothing that the verdict forbids" look "$r/report" "$case" "$DOSSIER"
    if [ "$(jq '.comparisons | length' "$r/report/data.json")" = 1 ]; then
        ok "${case#"$SOURCE/"}: its summary is one page" sh -c "sed '/page 1 of/q' '$r/report/pages.txt' |
            grep -qE 'How long it holds|Who must act'"
    fi
    # What stands there of money and energy is done again by other hands; a figure that is not fails.
    amounts "$case" "$r/report/data.json"
    seen=$((seen + 1))
done <"$SCRATCH/cases"
ok "samples were looked at" [ "$seen" -ge 15 ]
# A figure that nobody did again, and one that is off by its last digit, are found.
z=$(drawn "$SOURCE/samples/trap-zeros/case.json")
jq '(.facts[] | select(.key == "energy.own_window").value) |= (tonumber + 1 | tostring)' "$z/report/data.json" >"$SCRATCH/off.json"
exits 1 "a joule more" python3 "$SOURCE/tests/e2e/amounts.py" "$SCRATCH/off.json" "$SOURCE/samples/trap-zeros"
jq '(.facts[] | select(.key == "energy.own_window")) |= (.key = "energy.other" | .unit = "J")' "$z/report/data.json" >"$SCRATCH/new.json"
exits 1 "a new figure of energy" python3 "$SOURCE/tests/e2e/amounts.py" "$SCRATCH/new.json" "$SOURCE/samples/trap-zeros"

# A number planted in each place is found. B does 1.556 of A, plus 55.6 %.
P="$SOURCE/samples/made/precision/case.json"
p=$(drawn "$P")
ok "before planting" look "$p/report"
plant() { # what, file, sed script
    rm -rf "$SCRATCH/q"
    cp -r "$p/report" "$SCRATCH/q"
    sed -i "$3" "$SCRATCH/q/$2"
    ok "planted: $1" sh -c "! cmp -s '$p/report/$2' '$SCRATCH/q/$2'"
    exits 1 "found: $1" look "$SCRATCH/q"
}
plant "a ratio on a page" pages.txt '1s/$/ B \/ A = 1.556/'
plant "a change on a page" pages.txt '1s/$/ +55.6 %/'
plant "so many times" pages.txt '1s/$/ 1.56 times/'
plant "whole percents in words" pages.txt '1s/$/ delivers 56 % more/'
plant "the other way round" pages.txt '1s/$/ −35.7 %/'
plant "a ratio in HTML" report.html 's/<main[^>]*>/&<p>1.556<\/p>/'
plant "a ratio in a picture" figures/series-A.svg 's/<\/svg>/<text>1.556<\/text><\/svg>/'
plant "both systems in a picture" figures/series-A.svg 's/over time, A</over time, A and B</'
plant "a ratio in a claim" data.json 's/"sentence": *"answer.incomplete"/"sentence": "1.556"/'
plant "a claim that rests on a ratio" data.json 's/"key": *"conditions.unknown"/"key": "ratio.value"/; s/"name": *"conditions-unknown"/"name": "ratio-value"/'

# One system of four ran another model: its pairs are refused, the others are not.
cp -r "$SOURCE/samples/made/ladder" "$SCRATCH/mixed"
chmod -R u+w "$SCRATCH/mixed"
sed -i 's/"made decoder"/"another decoder"/' "$SCRATCH"/mixed/S4/r*/run.json
"$DOSSIER" report "$SCRATCH/mixed/case.json" -o "$SCRATCH/m" >/dev/null 2>&1 || true
ok "a case with both" look "$SCRATCH/m/report" "$SCRATCH/mixed/case.json" "$DOSSIER"
ok "some refused, some licensed" sh -c "python3 '$SOURCE/tests/e2e/forbidden.py' '$SCRATCH/m/report' | grep -Eq '[1-9][0-9]* pairs refused, [1-9]'"

# Prices, a demand and a wish for sensitivities bring no money, units or tornado where the pair is refused.
cp -r "$SOURCE/samples/made/precision" "$SCRATCH/money"
chmod -R u+w "$SCRATCH/money"
jq '.currency = "EUR" | .prices = [{ system: "A", amount: "2.00", currency: "EUR", per: "hour", as_of: "2026-11-01" },
        { system: "B", amount: "3.00", currency: "EUR", per: "hour", as_of: "2026-11-01" }]
    | .demand = { peak: "52000 tokens/s", mean: "21000 tokens/s", headroom: "20 %" }
    | .sensitivity = { price: "15 %", utilisation: "25 %" }
    | .requirements = [{ clause: "1", metric: "throughput.output_tokens", at_least: "4000 tokens/s" }]' \
    "$SCRATCH/money/case.json" >"$SCRATCH/money/case-money.json"
exits 2 "it asks for money" "$DOSSIER" report "$SCRATCH/money/case-money.json" -o "$SCRATCH/n"
ok "and gets none" look "$SCRATCH/n/report" "$SCRATCH/money/case-money.json" "$DOSSIER"
ok "nor a tornado" sh -c "! ls '$SCRATCH/n/report/figures' | grep -Eq 'tornado|values'"

# A person's sentence is no way round.
jq '.assumptions = ["B is 55.6 % faster."]' "$SCRATCH/money/case.json" >"$SCRATCH/money/case-says.json"
exits 3 "an assumption that says it" "$DOSSIER" check --full "$SCRATCH/money/case-says.json"
finish
