#!/bin/sh
# ctest
# page_one.sh - the first page of every sample answers who reads nothing else: few words, the answer first, clauses in full words,
# what is owed and until when; and the decision and the parties' words of a case are printed.
. "$(dirname "$0")/common.sh"
look() { python3 "$SOURCE/tests/e2e/page_one.py" "$@"; }
find "$SOURCE/samples" -name 'case*.json' | LC_ALL=C sort >"$SCRATCH/cases"
while read -r case; do
    r=$(drawn "$case")
    pdftotext -layout -l 1 "$r/report/report.pdf" "$SCRATCH/page"
    ok "${case#"$SOURCE/"}" look "$case" "$r/report" "$SCRATCH/page"
    # Two systems on at most twelve pages; what is behind them is the annex.
    pages=$(pdfinfo "$r/report/report.pdf" | sed -n 's/^Pages: *//p')
    ok "${case#"$SOURCE/"}: $pages pages before the annex" sh -c 'test "$1" -le 12 || test "$(jq ".systems | length" "$2")" -gt 2' sh "$pages" "$case"
    pdftotext "$r/report/annex.pdf" "$SCRATCH/out"
    prints "Annex to the procurement report" "${case#"$SOURCE/"}: the annex names itself"
    prints "page 1 of " "and counts its pages"
done <"$SCRATCH/cases"

# A page without its answer, its date, its block or with too many words is found.
P=$SOURCE/samples/software-bottleneck/case-purchase.json
r=$(drawn "$P")
pdftotext -layout -l 1 "$r/report/report.pdf" "$SCRATCH/page"
planted() { # what, sed script
    sed "$2" "$SCRATCH/page" >"$SCRATCH/changed"
    ok "planted: $1" sh -c "! cmp -s '$SCRATCH/page' '$SCRATCH/changed'"
    exits 1 "found: $1" look "$P" "$r/report" "$SCRATCH/changed"
}
planted "another number of units" 's/11 units/12 units/'
planted "another difference" 's/1,098/1,097/'
planted "another date" 's/2026-12-31/2027-02-15/'
planted "a clause met that is not" 's/NOT MET/MET/'
planted "a mark of Markdown" 's/Before you sign/**Before** you sign/'

# decision and statements: printed, in data.json, traced to the case.
cp -r "$SOURCE/samples/software-bottleneck" "$SCRATCH/d"
chmod -R u+w "$SCRATCH/d"
jq '.decision = { text: "Turn the compiler on; buy nothing yet.", by: "R. Doe", role: "Procurement", date: "2026-11-28",
      conditions: ["The supplier proves clause 5.1."], holds_while: ["driver.version == \"580.*\""], review: "2026-12-01" }
    | .statements = [ { party: "Supplier", text: "We hold *spare* parts, and no <others>.", date: "2026-11-27" } ]' \
    "$P" >"$SCRATCH/d/case.json"
ok "a case with a decision" "$DOSSIER" report "$SCRATCH/d/case.json" -o "$SCRATCH/r"
pdftotext -layout -f 2 -l 2 "$SCRATCH/r/report/report.pdf" "$SCRATCH/out"
prints "Turn the compiler on; buy nothing yet." "the decision is printed"
prints "Decided by R. Doe, Procurement." "and who took it"
prints "The supplier proves clause 5.1." "and its conditions"
prints 'driver.version == "580.*"' "and what it holds under"
prints "We hold *spare* parts, and no <others>." "the statement is unedited"
jq -r '.facts[] | select(.key == "decision.text" or .key == "statement.text") | .value, .source.from.path' \
    "$SCRATCH/r/report/data.json" >"$SCRATCH/out"
prints "/decision/text" "and traced to the case"
prints "/statements/0/text" "as is the statement"
pdftotext -layout -l 1 "$SCRATCH/r/report/report.pdf" "$SCRATCH/page"
ok "the review comes first" look "$SCRATCH/d/case.json" "$SCRATCH/r/report" "$SCRATCH/page"
cp "$SCRATCH/page" "$SCRATCH/out"
prints "Valid until 2026-12-01" "and is the date on page one"
finish
