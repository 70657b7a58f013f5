#!/bin/sh
# ctest
# history.sh - a chain of three dossiers with a new driver in the middle; a fork, a gap, and what does not hold.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
h=$SOURCE/tests/e2e/history.py
"$DOSSIER" keygen -o k --name 'First signer' >/dev/null
build() { # case, name, options
    case=$1 to=$2
    shift 2
    "$DOSSIER" build "$case/case.json" -o "$to.asice" --key k.key.pem --cert k.cert.pem "$@" >said 2>&1 || test $? -lt 3
}
cp -r "$SOURCE/samples/made/driver-regression" one
python3 "$h" again one two 40 MADE-2
python3 "$h" again one three 80 MADE-3 A=580.82.07=1.13 B=590.48.01=1
mkdir all
ok "the first" build one all/one --store
ok "the second, in its place" build two all/two --supersedes all/one.asice
ok "says of which" grep -q "^supersedes   MADE-DRIVER-REGRESSION, content id [0-9a-f]\{64\}$" said
ok "the third" build three all/three --supersedes all/two.asice
id=$(unzip -p all/one.asice manifest-sha256.txt | sha256sum | cut -c1-64)
ok "the record names the first by content id, file and signer" sh -c 'unzip -p all/two.asice data/references.json | jq -e --arg id "$1" --arg sum "$2" \
    ".references[0] | .as == \"supersedes\" and .content_id == \$id and .sha256 == \$sum and .signers[0].subject == \"CN=First signer\""' sh "$id" \
    "$(sha256sum all/one.asice | cut -c1-64)"
ok "the pages say it" sh -c 'unzip -p all/two.asice data/report/pages.txt | tr "\n" " " | grep -q "Supersedes  *MADE-DRIVER-REGRESSION, content id *$1"' sh "$id"
exits 0 "and follow from the record alone, without the first" "$DOSSIER" verify all/two.asice --at "$SOURCE_DATE_EPOCH" --trust k.cert.pem --rebuild
exits 0 "the chain" "$DOSSIER" history all
prints "Accelerator driver: then 570.124.06, now 580.82.07" "names the layer"
prints "The change is credited to Driver" "which gets the credit"
prints "A: reproduced" "a step without a change"
prints "no fork and no gap" "is whole"
cp out first
ok "draws it: the third lies left of the second" sh -c 'test "$(grep "^MADE-3  *|" "$1" | head -1 | cut -d"|" -f1 | wc -c)" -lt "$(grep "^MADE-2  *|" "$1" | head -1 | cut -d"|" -f1 | wc -c)"' sh "$SCRATCH/first"
exits 0 "as JSON" "$DOSSIER" history all --json
cp out all.json
ok "fits its schema" fits history --closed all.json
ok "the interval of the step with the driver, by another program" python3 "$h" step all.json two three A
ok "and nothing of what it does not know" jq -e '(.dossiers | map(.case)) == ["MADE-DRIVER-REGRESSION", "MADE-2", "MADE-3"] and
    (.steps | length) == 2 and .forks == [] and .gaps == [] and (.steps[1].systems[0].answers[0] | .layers == ["driver"] and .credited == "driver")' all.json
exits 1 "one is not there" "$DOSSIER" history all/one.asice all/three.asice
prints "gap   MADE-3 takes the place of MADE-2, which is not here: content id" "which"
cp all/two.asice all/copy.asice
exits 0 "the same content once more is a copy" "$DOSSIER" history all
jq '.id = "MADE-4"' two/case.json >two/c && mv two/c two/case.json
ok "another one" build two all/other --supersedes all/one.asice
exits 1 "a fork" "$DOSSIER" history all/one.asice all/two.asice all/other.asice
prints "fork  MADE-DRIVER-REGRESSION has several that take its place: " "is told"
mkdir twins && cp all/one.asice twins
jq '.question = "And again?"' one/case.json >one/c && mv one/c one/case.json
ok "of one case number" build one twins/again
exits 0 "are no chain" "$DOSSIER" history twins
prints "of which neither names the other (of two questions? dossier new --id gives each case its own): " "and are told"
exits 0 "signed once more with the same key" "$DOSSIER" sign twins/again.asice --key k.key.pem --cert k.cert.pem
"$DOSSIER" history twins/again.asice >out 2>&1
ok "is signed by one" [ "$(grep -o 'CN=First signer' out | wc -l)" = 1 ]

# Where a report has no mean, why: what its verdict does not permit, or too few runs.
mkdir means
cp two/case.json two/kept
jq '(.systems[] | .machines[0].runs) |= [.[0] | sub("[*]"; "1"), sub("[*]"; "2")]' two/kept >two/case.json
ok "two runs a side" build two means/few
jq 'del(.systems[1].machines[].captures)' two/kept >two/case.json
ok "nothing captured of B" build two means/other
cp two/kept two/case.json
"$DOSSIER" history means >"$SCRATCH/out" || :
prints "A    no mean: it has fewer than three runs, which tell of no interval" "too few runs"
prints 'A    no mean: its verdict permits none ("incomplete")' "no verdict for one"
# Two of them as results: each number is that of a report; of the case files the patch, applied by another program.
exits 1 "two dossiers as results" "$DOSSIER" diff all/one.asice all/three.asice --json
cp out results.json
ok "fits its schema" fits diff results.json
for n in one three; do unzip -p all/$n.asice data/case.json >$n.case && unzip -p all/$n.asice data/report/data.json >$n.data; done
ok "the patch makes the case of one that of the other" python3 "$SOURCE/tests/e2e/patched.py" results.json one.case three.case
ok "means and change are the reports'" jq -e --slurpfile a one.data --slurpfile b three.data '
    def told($d; $n): ($d.comparisons[0].numbers[$n] // 0) as $f | if $f == 0 then null else ($d.facts[] | select(.number == $f) | .value) end;
    .comparisons[0] | [.a.mean_a, .b.mean_a, .a.change, .b.change_low] == [told($a[0]; "mean_a"), told($b[0]; "mean_a"), told($a[0]; "change"), told($b[0]; "change_low")]' results.json
ok "files with other content by their digests" jq -e --slurpfile a one.data --slurpfile b three.data '
    .evidence.changed == ([$a[0].evidence[] as $x | $b[0].evidence[] | select(.name == $x.name and .sha256 != $x.sha256) | .name] | sort)' results.json
ok "and no ratio of one to the other" jq -e 'keys - ["format", "case", "content_id", "evidence_id", "program", "rules_sha256", "date", "question", "metric",
    "signers", "comparisons", "amounts", "claims", "evidence", "case_patch", "stack"] == []' results.json
exits 1 "in words" "$DOSSIER" diff all/one.asice all/three.asice
prints "From the case of A to that of B (RFC 6902):" "with the patch"
prints "with other content: A/" "and the files"
exits 0 "a copy says the same" "$DOSSIER" diff all/two.asice all/copy.asice
prints "The case files say the same." "which is said"
"$DOSSIER" sign all/copy.asice --role reviewer --key k.key.pem --cert k.cert.pem >/dev/null
exits 0 "so does one that was signed once more" "$DOSSIER" diff all/two.asice all/copy.asice
rm all/copy.asice

# What does not hold takes nobody's place.
python3 "$SOURCE/tests/e2e/facts.py" flip all/one.asice flipped.asice
for old in flipped.asice "$SOURCE/samples/made/driver-regression/case.json" absent.asice; do
    exits 3 "in the place of $(basename "$old")" "$DOSSIER" build one/case.json -o no.asice --supersedes "$old"
done
exits 3 "nor is it set beside another" "$DOSSIER" diff all/one.asice flipped.asice
exits 3 "on either side" "$DOSSIER" diff flipped.asice all/one.asice
ok "nothing was written" test ! -e no.asice
exits 3 "twice the same" "$DOSSIER" build one/case.json -o no.asice --supersedes all/one.asice --supersedes twins/one.asice
cp flipped.asice all/
exits 3 "one of them does not hold" "$DOSSIER" history all
prints "MADE-3" "the others are told"
exits 3 "no dossier" "$DOSSIER" history absent
finish
