#!/bin/sh
# ctest
# review.sh - what a decision cost against what its dossier foresaw; the split again in whole fractions (review.py), and by hand.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
"$DOSSIER" keygen -o k --name Reviewer >/dev/null
"$DOSSIER" build "$SOURCE/samples/software-bottleneck/case-purchase.json" -o d.asice --key k.key.pem --cert k.cert.pem >/dev/null
unzip -q -o d.asice data/report/data.json
again() { python3 "$SOURCE/tests/e2e/review.py" data/report/data.json "$1" said.json; }

# 11 units at EUR 6,038.54 and 21,000 tokens/s were foreseen of B: a month exactly so, but for energy, which is not given.
cat >same.json <<'J'
{ "format": "dossier-actuals/1", "case": "PR-2026-0143", "system": "B", "currency": "EUR",
  "months": [ { "month": "2027-01", "units": "11", "mean": "21000 tokens/s", "invoiced": "6038.54", "unit_price": "548.9585" } ] }
J
jq --arg id "$(jq -r .case.id data/report/data.json)" '.case = $id' same.json >one && mv one same.json
ok "fits the schema of actuals" fits actuals same.json
for change in '.months[0].mean = "21000"' '.months[0].month = "2027-13"' 'del(.months[0].units)' '.months[0].energy_price = "1"' '.more = 1' '.months[0].units = "-1"'; do
    jq "$change" same.json >wrong.json
    exits 3 "no actuals: $change" "$DOSSIER" review d.asice wrong.json
    ! can_fit || ok "nor by the schema: $change" sh -c '! node "$1" "$2" wrong.json' - "$SOURCE/tests/web/schema.mjs" "$SCRATCH/actuals.fits"
done
exits 2 "as foreseen, but for energy" "$DOSSIER" review d.asice same.json --json
cp out said.json
ok "nothing differs" jq -e '.units | [.difference, .demand, .efficiency, .price, .unexplained, .rounding] | all(. == "0.00")' said.json
ok "and by whole fractions" again same.json
ok "fits its schema" fits review --closed said.json
exits 2 "in words" "$DOSSIER" review d.asice same.json
tr -s ' \n' '  ' <out >flat && cp flat out
prints "none is held against it" "that energy was foreseen and not given"

# Two months: a tenth more work, one unit more, a price 2 % higher, an invoice that is 100 above number times price.
jq '.months = [
  { month: "2027-01", units: "11", unit_price: "559.94", mean: "22100 tokens/s", invoiced: "6159.34", energy: "950.5 kWh", energy_price: "0.2231", energy_invoiced: "212.06" },
  { month: "2027-02", units: "12", unit_price: "559.94", mean: "24100 tokens/s", invoiced: "6819.28", energy: "1.0302 MWh", energy_price: "0.2231", energy_invoiced: "229.84", note: "one unit more" } ]' same.json >other.json
exits 2 "something is not explained" "$DOSSIER" review d.asice other.json --json
cp out said.json
ok "by whole fractions" again other.json
ok "fits its schema with energy" fits review --closed said.json
# By hand: 2 x 6,038.54 = 12,077.08; work 46,200 of 42,000 is 1.1, so 1,207.708 more; 23 of 22 unit-months are 12,626.038; 23 x 559.94 is 12,878.62.
ok "by hand" jq -e '.units | .foreseen == "12077.08" and .demand == "1207.71" and .efficiency == "-658.75" and .price == "252.58" and .unexplained == "100.00"' said.json
exits 2 "in words" "$DOSSIER" review d.asice other.json
prints "unexplained" "what is not explained has its line"
prints "together" "units and energy together"
jq '.months[].invoiced = "6439.31" | .months[].unit_price = "559.94" | .months[1].units = "11.5" | .months[0].units = "11.5"' other.json >right.json
exits 0 "invoices that were rounded hide nothing" "$DOSSIER" review d.asice right.json --json
cp out said.json
ok "half a cent a month" jq -e '.units.unexplained == "0.00" and .energy.unexplained == "0.01"' said.json
ok "by whole fractions" again right.json
jq 'del(.months[].unit_price, .months[].energy, .months[].energy_price)' other.json >less.json
exits 2 "without a meter and a price of units" "$DOSSIER" review d.asice less.json --json
cp out said.json
ok "by whole fractions, too" again less.json

# What does not fit is refused at its place.
refused() { # description, filter, text that the message has
    jq "$2" other.json >bad.json
    exits 3 "$1" "$DOSSIER" review d.asice bad.json
    cp "$SCRATCH/err" "$SCRATCH/out"
    prints "$3" "$1: says so"
    prints "bad.json" "$1: names the file"
}
# Months that cancel out, energy that nobody foresaw, a bill without a price: not all is explained.
jq '.months[0].invoiced = "6259.34" | .months[1].invoiced = "6619.28"' other.json >cancel.json
exits 2 "one month too dear, one too cheap" "$DOSSIER" review d.asice cancel.json
prints "2027-01: more than half a cent" "names the month"
jq 'del(.energy)' "$SOURCE/samples/software-bottleneck/case-purchase.json" >cold.json
cp -r "$SOURCE/samples/software-bottleneck" cold && chmod -R u+w cold && cp cold.json cold/case-purchase.json
"$DOSSIER" build cold/case-purchase.json -o cold.asice --key k.key.pem --cert k.cert.pem >/dev/null
exits 2 "energy that nobody foresaw" "$DOSSIER" review cold.asice right.json --json
ok "is told" jq -e '(.open | length == 1 and (.[0] | test("foresaw no cost of energy"))) and (has("energy") | not)' out
jq 'del(.months[].unit_price)' right.json >bare.json
exits 2 "no price of a unit" "$DOSSIER" review d.asice bare.json --json
ok "is told, too" jq -e '.open | length == 1' out
jq '.months[1].invoiced = "-100.00"' other.json >credit.json
exits 2 "a credit note" "$DOSSIER" review d.asice credit.json
refused "another case" '.case = "X"' "the case of the dossier"
refused "another currency" '.currency = "USD"' "cost by the month it tells in USD"
refused "a system that is none" '.system = "C"' "cost by the month"
refused "another unit of work" '.months[0].mean = "22 requests/s"' 'a number and "tokens/s"'
refused "a month twice" '.months[1].month = "2027-01"' "a month given twice"
refused "a month that is none" '.months[1].month = "2027-13"' "no month"
refused "a member that is none" '.months[1].unit = "12"' "a name that is none"
refused "fewer than no units" '.months[1].units = "-1"' "units paid for"
refused "no case" 'del(.case)' "the id of the dossier"
refused "a month before the case" '.months[0].month = "2026-10"' "not before 2026-11"
refused "an amount as a power" '.months[1].invoiced = "1e3"' "an amount"
refused "units in one month alone" 'del(.months[1].units)' "units paid for"
refused "a price of units in one month alone" 'del(.months[1].unit_price)' "the same members in every month"
refused "no months" '.months = []' "1 to 600 months"
refused "another format" '.format = "x"' "dossier-actuals/1"
python3 -c 'b = bytearray(open("d.asice", "rb").read()); b[len(b) // 2] ^= 1; open("flipped.asice", "wb").write(b)'
exits 3 "a dossier that does not hold" "$DOSSIER" review flipped.asice other.json
"$DOSSIER" build "$SOURCE/samples/software-bottleneck/case.json" -o plain.asice --key k.key.pem --cert k.cert.pem >/dev/null
jq 'del(.case)' other.json >plain.json
jq --arg id "$(unzip -p plain.asice data/report/data.json | jq -r .case.id)" '.case = $id' plain.json >one && mv one plain.json
exits 3 "a dossier without prices" "$DOSSIER" review plain.asice plain.json
finish
