#!/bin/sh
# ctest
# shown.sh - no sentence of any sample's report claims what the same page denies: answer, licence, credit and conclusion are
# those of the interval against the margin, at the sample's margin and at one that makes its change none.
. "$(dirname "$0")/common.sh"
look() { python3 "$SOURCE/tests/e2e/shown.py" "$@"; }
find "$SOURCE/samples" -name 'case*.json' | LC_ALL=C sort >"$SCRATCH/cases"
: >"$SCRATCH/seen"
while read -r case; do
    r=$(drawn "$case")
    ok "${case#"$SOURCE/"}" look "$r/report" 0.01
    tail -1 "$SCRATCH/out" >>"$SCRATCH/seen"
done <"$SCRATCH/cases"
cp "$SCRATCH/seen" "$SCRATCH/out"
prints "change 1 credit 1" "some sample shows a change of one layer"
prints "change 1 credit 0" "some sample a change of several"
prints "equality 1" "some sample, equality"
prints "nothing 1" "and some, nothing"

# A margin within the interval, above it, and one that it straddles.
cp -r "$SOURCE/samples/made/driver-regression" "$SCRATCH/d"
chmod -R u+w "$SCRATCH/d"
at() { # margin as a share, the same in percent, what it shows
    jq --arg margin "$2 %" '.policy = ((.policy // {}) + { margin: { value: $margin, reason: "a test" } })' \
        "$SOURCE/samples/made/driver-regression/case.json" >"$SCRATCH/d/case.json"
    rm -rf "$SCRATCH/r"
    ok "a margin of $2 %" "$DOSSIER" report "$SCRATCH/d/case.json" -o "$SCRATCH/r"
    ok "a margin of $2 %: all of one mind" look "$SCRATCH/r/report" "$1"
    prints "$3 1" "a margin of $2 % shows $3"
}
at 0.2 20 equality
at 0.11994 11.994 lower # within the interval, 11.989 to 11.998 %
# A credit, a licence or a word planted beside them is found.
plant() { # what, file, sed script
    rm -rf "$SCRATCH/q"
    cp -r "$SCRATCH/r/report" "$SCRATCH/q"
    sed -i "$3" "$SCRATCH/q/$2"
    ok "planted: $1" sh -c "! cmp -s '$SCRATCH/r/report/$2' '$SCRATCH/q/$2'"
    exits 1 "found: $1" look "$SCRATCH/q" 0.11994
}
plant "a credit" data.json 's/"credited": *""/"credited": "driver"/'
plant "a conclusion" data.json 's/"decision": *"inconclusive"/"decision": "slower"/'
plant "an answer" data.json 's/"answer.open.higher.down"/"answer.higher.down"/'
plant "a licence" report.html 's/<main[^>]*>/&<p>To say that the executor B, as a whole, differs from A by the change stated above<\/p>/'
plant "a reservation that no rule found" report.html 's/<main[^>]*>/&<p>The hosts were shared with others.<\/p>/'
plant "a title as a reservation" report.html 's/<main[^>]*>/&<ul><li>A method planned beforehand<\/li><\/ul>/'
plant "a word of credit" report.html 's/<main[^>]*>/&<p>The change may be credited to one layer, Driver<\/p>/'
finish
