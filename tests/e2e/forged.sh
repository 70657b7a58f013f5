#!/bin/sh
# ctest
# forged.sh - a forged dossier, and one that holds and carries a forged one inside: every verb that reads evidence refuses it with
# status 3 and writes nothing. Verbs come from the program's own table, so that one without a line here is told.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
mkdir tmp && TMPDIR=$SCRATCH/tmp && export TMPDIR
s=$SOURCE/samples/trap-zeros
"$DOSSIER" keygen -o k --name Signer >/dev/null
"$DOSSIER" build "$s/case.json" -o sound.asice --key k.key.pem --cert k.cert.pem >/dev/null || [ $? = 1 ]
# A sound ZIP around another letter of its evidence, as whoever wants to be believed makes it.
python3 -c 'import zipfile
z, o = zipfile.ZipFile("sound.asice"), zipfile.ZipFile("forged.asice", "w")
for i in z.infolist():
    b = z.read(i)
    o.writestr(i, b.replace(b"precision", b"precisiom", 1) if i.filename.endswith("summary.json") else b)
o.close()'
python3 "$SOURCE/tests/e2e/facts.py" inner forged.asice carries.asice
ok "one holds by itself" sh -c '"$1" verify sound.asice >/dev/null; [ $? = 2 ]' x "$DOSSIER"
# Beside it: among captures of a case, below its documents, among bundles of a folder.
cp -r "$s" in && cp carries.asice in/h100/captures/
cp -r "$s" document && cp forged.asice document/offer.asice && jq '.documents = ["offer.asice"]' "$s/case.json" >document/case.json
cp -r "$s" named && cp forged.asice named/old.asice && jq '.references = [{dossier: "old.asice", as: "baseline"}]' "$s/case.json" >named/case.json
cp -r "$s" taken && cp forged.asice taken/old.asice && jq '.systems[0] |= (del(.machines) | .bundles = ["old.asice#" + .id])' "$s/case.json" >taken/case.json
run=$(cd in/h100 && ls -d gemm-bf16-zeros)
mkdir -p back && cp carries.asice back/
printf '{"format": "dossier-actuals/1", "case": "TRAP-ZEROS", "system": "B", "currency": "EUR", "months": []}\n' >actuals.json
: >letter.json
cp -r in round
cat >lines <<L
accept forged.asice $s/h100
accept carries.asice $s/h100
accept sound.asice in/h100
accept sound.asice in/h100 --with in
accept sound.asice $s/h100 --system B --at-least 90% --against carries.asice
accept sound.asice carries.asice#B
audit forged.asice --procedures letter.json --key k.key.pem --cert k.cert.pem -o none
audit carries.asice --procedures letter.json --key k.key.pem --cert k.cert.pem -o none
build in/case.json -o none
build document/case.json -o none
build named/case.json -o none
build carries.asice -o none
build $s/case.json -o none --supersedes carries.asice
check in/case.json
check document/case.json
check named/case.json
check taken/case.json
build taken/case.json -o none
inspect forged.asice#A
letter taken/case.json --to B
plan taken/case.json -o none --key k.key.pem --cert k.cert.pem
report taken/case.json -o none
request taken/case.json --to B -o none
trace taken/case.json answer.A-B
check carries.asice
check forged.asice
clause forged.asice -o none
clause carries.asice -o none
compare carries.asice $s/h100/$run
compare $s/h100/$run in/h100
compare forged.asice forged.asice
compare $s/h100/$run --baseline forged.asice
compare $s/h100/$run --baseline carries.asice#B
contest forged.asice $s/h100 -o none
contest carries.asice $s/h100 -o none
contest sound.asice in/h100 -o none
contest sound.asice carries.asice#B -o none
diff forged.asice sound.asice
diff sound.asice carries.asice
diff $s/h100 in/h100
due carries.asice
due forged.asice
due sound.asice --with in/h100/captures
facts carries.asice -o rows
facts forged.asice -o rows
history carries.asice
history sound.asice forged.asice
index carries.asice -o page.html
index forged.asice -o page.html
inspect forged.asice
inspect carries.asice
inspect in/h100
letter in/case.json --to B
letter named/case.json --to B
letter forged.asice --to B
letter carries.asice --to B
new in/h100 $s/h100 -o none
new carries.asice forged.asice -o none
plan named/case.json -o none --key k.key.pem --cert k.cert.pem
receive back $s/case.json
receive back in/case.json
report in/case.json -o none
report named/case.json -o none
report in/case.json -o none --edition A
report named/case.json -o none --edition A
report carries.asice -o none
request in/case.json --to B -o none
request named/case.json --to B -o none
request carries.asice --to B -o none
rerun in/case.json
rerun carries.asice
rerun forged.asice
retract forged.asice --reason r --key k.key.pem --cert k.cert.pem -o none
retract carries.asice --reason r --key k.key.pem --cert k.cert.pem -o none
review forged.asice actuals.json
review carries.asice actuals.json
runs in
runs carries.asice
seal in/h100 --key k.key.pem --cert k.cert.pem
sign forged.asice --key k.key.pem --cert k.cert.pem -o none
sign carries.asice --key k.key.pem --cert k.cert.pem -o none
sign forged.asice --key k.key.pem --cert k.cert.pem --pdf none
timestamp forged.asice --request none
timestamp carries.asice --request none
trace forged.asice
trace carries.asice
waive forged.asice --clause 1 --until 2027-06-30 --reason r --key k.key.pem --cert k.cert.pem -o none
waive carries.asice --clause 1 --until 2027-06-30 --reason r --key k.key.pem --cert k.cert.pem -o none
withhold forged.asice data/evidence/00-captures/date.txt --reason r --key k.key.pem --cert k.cert.pem -o none
withhold carries.asice data/evidence/02-old.asice --reason r --key k.key.pem --cert k.cert.pem -o none
L
# That it does not hold is what verify is asked: its answer is 1, and the table of docs/archive.md. plan looks at the case alone, whose runs
# need not be there; a dossier that it refers to is verified. To steady a dossier is no table, whether it holds or not.
# These read no evidence, but for what they write of themselves.
cat >without <<L
capture-script
completion
formats
keygen
recipe
rules
schema
steady
verify
vocabulary
L
"$DOSSIER" --help | sed -n 's/^  \([a-z][a-z-]*\)  *.*/\1/p; s/^  \(capture-script\) .*/\1/p' | sort -u >verbs
cut -d' ' -f1 lines | cat - without | sort -u >told
ok "every verb is here, with a forged dossier or among those that read none" diff verbs told
while read -r line; do
    # shellcheck disable=SC2086
    exits 3 "$line" "$DOSSIER" $line
    ok "says why: $line" grep -qE 'does not hold|hold.*dossier verify|deflated data|dossier enclosed' err
done <lines
for one in forged carries; do
    exits 1 "verify $one" "$DOSSIER" verify $one.asice
    exits 3 "steady $one" "$DOSSIER" steady $one.asice
done
ok "nothing was written" sh -c 'test ! -e none && test -z "$(ls tmp)"'
ok "no row is of a forged one" sh -c '! ls rows/dossier=* 2>/dev/null'
ok "the page has no row" sh -c '! grep -q "<tbody" page.html || ! grep -q "href=\"./carries" page.html'
finish
