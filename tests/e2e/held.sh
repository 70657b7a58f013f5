#!/bin/sh
# ctest
# held.sh - nothing is done: until when the units that stand today carry the growing peak, by whole fractions of the figures printed.
. "$(dirname "$0")/common.sh"
s=$SOURCE/samples/software-bottleneck
cp -r "$s" "$SCRATCH/s"
cd "$SCRATCH"
held() { jq --argjson n "$1" ".demand.held = \$n | $2" "$s/case-purchase.json" >s/case.json; }
cat >by_hand.py <<'P'
import json, sys
from fractions import Fraction as F
data, held = json.load(open(sys.argv[1])), int(sys.argv[2])
fact = lambda key, **where: next((f for f in data["facts"] if f["key"] == key and all(f.get(k) == v for k, v in where.items())), None)
low = F(fact("mean.low", system="A")["value"])
# 52,000 tokens a second, growing by 15 % a year; a fifth of each unit kept free, one unit spare; from November 2026.
capacity = (held - 1) * low * F(8, 10)
months, until = fact("option.months", system="A", instance="held"), fact("option.until", system="A", instance="held")
if capacity < 52000:
    assert months is None and until is None, (months, until)
else:
    m = max(m for m in range(400) if F(115, 100) ** m <= (capacity / 52000) ** 12)
    at = 2026 * 12 + 10 + m
    assert F(months["value"]) == m and until["value"] == "%04d-%02d" % (at // 12, at % 12 + 1), (m, months, until)
    names = {data["facts"][i - 1]["key"] for i in months["derivation"]["inputs"]}
    assert names == {"demand.peak", "demand.growth", "demand.held", "demand.redundancy", "capacity.usable"}, names
    print(m, until["value"])
P
for n in 12 14 30; do
    held $n .
    exits 0 "$n units stand" "$DOSSIER" report s/case.json -o "r$n"
    exits 0 "by whole fractions: $n" python3 by_hand.py "r$n/report/data.json" $n
    until=$(LC_ALL=C date -d "$(cut -d' ' -f2 out)-01" '+%b %Y') # in words
    pdftotext -layout -l 1 "r$n/report/report.pdf" page
    ok "page one, before the others: $n" sh -c 'grep -A3 "option  *carries peak until.*units" "$1" | grep -q "A, unchanged  *$2  *$3  *[0-9]"' sh page "$until" "$n"
    ok "at most 500 words: $n" test "$(wc -w <page)" -le 500
    cp "r$n/report/data.json" out
    ok "fits its schema: $n" fits report --closed "r$n/report/data.json"
done
held 9 .
exits 0 "nine units" "$DOSSIER" report s/case.json -o r9
exits 0 "carry less than the peak of today" python3 by_hand.py r9/report/data.json 9
pdftotext -layout -l 1 r9/report/report.pdf page
ok "and page one says so" grep -q "A, unchanged  *insufficient  *9" page
held 12 'del(.demand.growth)'
exits 0 "without growth" "$DOSSIER" report s/case.json -o rg
pdftotext -layout -l 1 rg/report/report.pdf page
ok "no month is named" grep -q "A, unchanged  *growth not stated" page
held 12 'del(.systems[0].baseline)'
exits 3 "whose units they are is not stated" "$DOSSIER" check s/case.json
ok "told where" grep -q "/demand/held; expected a baseline among the systems, whose units they are" err
held '"12.5"' .
exits 3 "half a unit" "$DOSSIER" check s/case.json
exits 0 "not stated" "$DOSSIER" report "$s/case-purchase.json" -o none
pdftotext -layout -l 1 none/report/report.pdf page
# 52,000 / (6,627.98 x 0.8) = 9.8, so ten carry the peak of today, and one is spare: until the month after.
ok "then as many as the peak of today needs" grep -q "A, unchanged  *Dec 2026  *11  *6,279  *insufficient" page
pdftotext -layout none/report/report.pdf page
ok "and that is open" grep -q "units held today" page
finish
