#!/bin/sh
# ctest
# due.sh - what ran out or falls due in a folder, at several days; days by date(1).
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
s=$SOURCE/samples
mkdir all && cp -r "$s/software-bottleneck" sb
build() { "$DOSSIER" build "$1" -o "all/$2.asice" >/dev/null 2>&1 || true; }
build sb/case-purchase.json money
build "$s/trap-zeros/case.json" zeros
jq '.question = "Which price holds longer?" | .prices |= map(.valid_until = "2027-03-01")' sb/case-purchase.json >sb/later.json
build sb/later.json later
days() { echo $((($(date -u -d "$2" +%s) - $(date -u -d "$1" +%s)) / 86400)); }
exits 0 "long before" "$DOSSIER" due all --at 2026-11-30
prints "3 dossiers read, as of 2026-11-30" "what was read"
prints "says no end" "and what states nothing"
prints "TRAP-ZEROS" "which"
prints "check this: two dossiers bear one case number" "and a number used twice"
lacks "falls due" "nothing is due"
exits 1 "a month before a price ends" "$DOSSIER" due all --at 2026-12-01
prints "2026-12-31  PR-2026-0146  prices valid until  in $(days 2026-12-01 2026-12-31) days  (all/money.asice)" "in how many days"
lacks "ran out" "not over"
exits 1 "on its last day" "$DOSSIER" due all --at 2026-12-31
prints "prices valid until  today" "it holds still"
exits 1 "the day after" "$DOSSIER" due all --at 2027-01-01 --within 0
prints "prices valid until  1 day ago" "it is over"
lacks "2027-02-15" "nothing else yet"
exits 1 "later" "$DOSSIER" due all --at 2027-02-20
prints "2027-02-15  PR-2026-0146  measure again  $(days 2027-02-15 2027-02-20) days ago" "a measurement, too"
prints "2027-03-01  PR-2026-0146  prices valid until  in $(days 2027-02-20 2027-03-01) days  (all/later.asice)" "the other price is to come"
exits 1 "as JSON" "$DOSSIER" due all --at 2027-02-20 --json
cp out fit.json && ok "fits its schema" fits due --closed fit.json && cp fit.json out
ok "four dates, in order" jq -e '(.dates | map(.days_left)) == [-51, -5, -5, 9] and .read == 3 and .refused == 0' out
exits 1 "today by the environment's clock alone" env SOURCE_DATE_EPOCH="$(date -u -d 2026-12-31 +%s)" "$DOSSIER" due all
prints "as of 2026-12-31" "which is said"
# The day to review the decision, and the last day of a certificate or of the newest time stamp, by openssl.
jq '.id = "REVIEWED" | .decision = {text: "Buy later.", by: "Board", role: "board", date: "2026-12-01", review: "2027-06-01"}' sb/case-purchase.json >sb/reviewed.json
. "$SOURCE/tests/e2e/tsa.sh"
root stamps 2026-01-01 9000
authority tsa stamps 2026-06-01 4000
mkdir signed && SOURCE_DATE_EPOCH=$(seconds 2026-11-28) && export SOURCE_DATE_EPOCH
"$DOSSIER" keygen -o k --name 'Signer, of "units"' --days 400 >/dev/null
"$DOSSIER" build sb/reviewed.json -o signed/reviewed.asice --key k.key.pem --cert k.cert.pem >/dev/null 2>&1 || true
end() { date -u -d "$(openssl x509 -in "$1" -noout -enddate | cut -d= -f2)" +%Y-%m-%d; }
exits 1 "a review" "$DOSSIER" due signed --at 2027-05-31 --seen seen
prints "2027-06-01  REVIEWED  review the decision  in 1 day" "and when"
lacks "certificate ends" "the certificate lasts"
exits 1 "a certificate that ends" "$DOSSIER" due signed --at "$(end k.cert.pem)" --within 0 --seen seen
prints "$(end k.cert.pem)  REVIEWED  certificate ends  today  (CN=Signer" "whose"
exits 1 "as JSON" "$DOSSIER" due signed --at "$(end k.cert.pem)" --within 0 --json --seen seen
cp out fit.json && ok "fits its schema" fits due --closed fit.json && cp fit.json out
ok "once" jq -e --arg day "$(end k.cert.pem)" '[.dates[] | select(.what == "certificate ends")] | length == 1 and .[0].date == $day and (.[0].of | startswith("CN=Signer"))' out
(cd signed && "$DOSSIER" timestamp reviewed.asice --request ../q.tsq >/dev/null) && reply 2026-11-30 tsa q.tsq r.tsr
SOURCE_DATE_EPOCH=$(seconds 2026-11-30)
exits 0 "a time stamp" "$DOSSIER" timestamp signed/reviewed.asice --request q.tsq --response r.tsr
exits 1 "stamped" "$DOSSIER" due signed --at "$(end tsa.pem)" --within 0 --seen seen
prints "$(end tsa.pem)  REVIEWED  renew the time stamp  today" "the stamp stands for the certificate"
lacks "certificate ends" "which ends nothing any more"
# A rate of exchange, claims, and a measurement that recurs from the newest dossier that names it as its baseline.
mkdir ends
jq '.id = "ENDS" | .prices = [{system: "A", amount: "1.00", currency: "USD", per: "hour", as_of: "2026-11-24", valid_until: "2027-06-30"}] | .currency = "EUR" |
    .rates = [{from: "USD", to: "EUR", rate: "0.9", as_of: "2026-11-24", valid_until: "2027-03-31"}] | .remeasure.date = "2027-08-31" | .remeasure.every_months = 18 |
    .decision = {text: "Buy later.", by: "Board", claims_until: "2027-05-15", holds_while: ["driver.version == \"580.*\"", "A: compile.mode == \"cudagraph\"",
    "power.limit <= \"600 W\"", "demand.peak <= \"1 tokens/s\"", "container.digest == \"sha256:00\"", "The hall stays cool."]}' sb/case-purchase.json >sb/ends.json
build sb/ends.json ends && mv all/ends.asice ends/
exits 0 "nothing yet" "$DOSSIER" due ends --at 2027-02-28
exits 1 "a rate" "$DOSSIER" due ends --at 2027-03-01
prints "2027-03-31  ENDS  exchange rate valid until  in 30 days" "and when"
lacks "prices valid" "the price lasts"
exits 1 "claims" "$DOSSIER" due ends --at 2027-05-16 --within 0
prints "2027-05-15  ENDS  last day of claims  1 day ago" "are over"
exits 1 "a measurement" "$DOSSIER" due ends --at 2027-09-01 --within 0 --seen ends.seen
prints "2027-08-31  ENDS  measure again  1 day ago" "that nobody made"
jq '.id = "AGAIN" | .date = "2027-08-31" | del(.remeasure, .decision, .rates, .prices) | .references = [{dossier: "ends.asice", as: "baseline"}]' sb/case.json >sb/again.json
cp ends/ends.asice sb/ && build sb/again.json again && mv all/again.asice ends/
exits 1 "measured again" "$DOSSIER" due ends --at 2027-09-01 --within 0 --seen ends.seen
lacks "measure again" "is no more due"
exits 1 "a year and a half later" "$DOSSIER" due ends --at 2029-02-28 --within 0 --seen ends.seen
prints "measure again  today" "from then on, on the last day of a shorter month"
for every in 0 601 1.5; do
    jq ".remeasure.every_months = $every" sb/ends.json >sb/bad.json
    exits 3 "every $every months" "$DOSSIER" check sb/bad.json
done
jq 'del(.remeasure.date)' sb/ends.json >sb/bad.json
exits 3 "from no date" "$DOSSIER" check sb/bad.json
jq '.rates[0].valid_until = "2026-11-23"' sb/ends.json >sb/bad.json
exits 3 "a rate that ends before it begins" "$DOSSIER" check sb/bad.json
# Conditions of the decision, as newer captures have them: a driver by sed, its files all alike.
rm ends/again.asice
cp -r sb/h100-unit6/captures newer
exits 1 "captures as before" "$DOSSIER" due ends --at 2026-11-30 --within 0 --with newer --json
cp out fit.json && ok "fits its schema" fits due --closed fit.json
ok "three conditions, of which the driver holds" jq -e '.holds_while | map([.condition, .standing]) == [["driver.version == \"580.*\"", "holds"],
    ["power.limit <= \"600 W\"", "fails"], ["container.digest == \"sha256:00\"", "not shown"]]' fit.json
sed -i 's/580\.159\.04/590.44.01/g' newer/*
exits 1 "another driver" "$DOSSIER" due ends --at 2026-11-30 --within 0 --with newer --seen ends.seen
prints 'ENDS  driver.version == "580.*"; now 590.44.01  (ends/ends.asice)' "breaks it"
prints 'power.limit <= "600 W"; now 700.00 W' "as does a power limit"
lacks "compile.mode" "a condition of one system is not asked"
exits 0 "captures that tell nothing" "$DOSSIER" due ends --at 2026-11-30 --within 0 --with newer/date.txt
exits 3 "of what" "$DOSSIER" due ends --at 2026-11-30 --system A
exits 1 "of one system" "$DOSSIER" due ends --at 2026-11-30 --within 0 --with sb/h100-unit6 --system A --json
ok "is asked, too" jq -e '.holds_while | map(.condition) | index("A: compile.mode == \"cudagraph\"") != null' out
exits 3 "captures that are not there" "$DOSSIER" due ends --with nowhere
unset SOURCE_DATE_EPOCH
exits 3 "no day" "$DOSSIER" due all --at 2027-02-29
exits 3 "no number of days" "$DOSSIER" due all --at 2027-02-20 --within -1
python3 "$SOURCE/tests/e2e/facts.py" flip all/zeros.asice all/flipped.asice
exits 3 "one does not hold" "$DOSSIER" due all --at 2026-11-30
prints "3 dossiers read" "the others are read"
finish
