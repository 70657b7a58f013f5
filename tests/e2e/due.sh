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
unset SOURCE_DATE_EPOCH
exits 3 "no day" "$DOSSIER" due all --at 2027-02-29
exits 3 "no number of days" "$DOSSIER" due all --at 2027-02-20 --within -1
python3 "$SOURCE/tests/e2e/facts.py" flip all/zeros.asice all/flipped.asice
exits 3 "one does not hold" "$DOSSIER" due all --at 2026-11-30
prints "3 dossiers read" "the others are read"
finish
