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
exits 3 "no day" "$DOSSIER" due all --at 2027-02-29
exits 3 "no number of days" "$DOSSIER" due all --at 2027-02-20 --within -1
python3 "$SOURCE/tests/e2e/facts.py" flip all/zeros.asice all/flipped.asice
exits 3 "one does not hold" "$DOSSIER" due all --at 2026-11-30
prints "3 dossiers read" "the others are read"
finish
