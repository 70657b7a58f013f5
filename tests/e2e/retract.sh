#!/bin/sh
# ctest
# retract.sh - a dossier taken back by who signed it, by a stranger and by a forged statement; a later one in its place.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
for who in own other; do "$DOSSIER" keygen -o "$who" --name "$who signer" >/dev/null; done
c=$SOURCE/samples/made/driver-regression/case.json
"$DOSSIER" build "$c" -o d.asice --key own.key.pem --cert own.cert.pem --store >/dev/null
id=$(unzip -p d.asice manifest-sha256.txt | sha256sum | cut -c1-64)
cp d.asice was.asice
exits 0 "taken back" "$DOSSIER" retract d.asice --reason 'power cap was on' --key own.key.pem --cert own.cert.pem -o all/gone
prints "signed by a certificate that signed the dossier" "says whose it is"
ok "the dossier is as it was" cmp d.asice was.asice
ok "the statement names it and says why" jq -e --arg id "$id" '. == {"format": "dossier-statement/1", "kind": "retraction", "dossier": $id,
    "case": "MADE-DRIVER-REGRESSION", "reason": "power cap was on"}' all/gone/statement.json
ok "holds by sha256sum" sh -c 'cd all/gone && sha256sum -c --strict --quiet seal-sha256.txt'
ok "and by openssl" openssl cms -verify -no_check_time -cades -binary -purpose any -inform DER -in all/gone/seal.p7s -content all/gone/seal-sha256.txt \
    -CAfile own.cert.pem -no-CApath -no-CAstore -out /dev/null
exits 0 "nobody asks for later files" "$DOSSIER" verify d.asice --at "$SOURCE_DATE_EPOCH" --trust own.cert.pem
exits 2 "the statement is found" "$DOSSIER" verify d.asice --at "$SOURCE_DATE_EPOCH" --trust own.cert.pem --with all --all
prints "all/gone: retracted by CN=own signer" "who"
prints "2026-11-28T00:00:00Z (the signer's word): power cap was on" "when and why"
prints "holds     files unchanged since they were signed" "and that its files are as they were"
prints "undecided not taken back" "but not that it is stood by"
exits 2 "without trust, too" "$DOSSIER" verify d.asice --at "$SOURCE_DATE_EPOCH" --with all/gone
exits 0 "history" "$DOSSIER" history d.asice all
prints "RETRACTED  retracted by CN=own signer" "tells it"
exits 0 "as JSON" "$DOSSIER" history d.asice all --json
cp out fit.json && ok "fits its schema" fits history --closed fit.json && cp fit.json out
ok "and whose it is" jq -e '.dossiers[0].retractions | length == 1 and .[0].by_a_signer and .[0].reason == "power cap was on"' out

# Others take nothing back.
exits 0 "a stranger may say so" "$DOSSIER" retract d.asice --reason 'I do not like it' --key other.key.pem --cert other.cert.pem -o strange/one
prints "tells this retraction as a" "is warned"
exits 0 "but the dossier stands" "$DOSSIER" verify d.asice --at "$SOURCE_DATE_EPOCH" --trust own.cert.pem --with strange
prints "certificate did not sign the dossier" "with a note"
cat own.cert.pem other.cert.pem >both.pem
exits 2 "who is trusted is heard" "$DOSSIER" verify d.asice --at "$SOURCE_DATE_EPOCH" --trust both.pem --with strange
forged() { # command
    rm -rf bad && cp -r all bad && sh -c "$1"
    exits 0 "forged: $1" "$DOSSIER" verify d.asice --at "$SOURCE_DATE_EPOCH" --trust own.cert.pem --with bad
}
forged "sed -i 's/power cap/nothing/' bad/gone/statement.json"
prints "shows nothing" "is told"
forged "rm bad/gone/seal.p7s"
prints "its seal is missing" "is told, too"
forged "cd bad/gone && sed -i 's/power cap/nothing/' statement.json && sha256sum statement.json >seal-sha256.txt"
forged "sed -i 's/retraction/praise/' bad/gone/statement.json"
forged "cp strange/one/seal.p7s bad/gone/"
rm -rf bad && cp -r all bad && rm bad/gone/statement.json && ln -s ../../all/gone/statement.json bad/gone/statement.json
exits 3 "behind a link" "$DOSSIER" verify d.asice --at "$SOURCE_DATE_EPOCH" --trust own.cert.pem --with bad
rm -rf bad && mkdir bad && ln -s ../all/gone bad/gone
exits 3 "in a folder behind a link" "$DOSSIER" verify d.asice --at "$SOURCE_DATE_EPOCH" --trust own.cert.pem --with bad
exits 3 "the statement, not its folder" "$DOSSIER" verify d.asice --at "$SOURCE_DATE_EPOCH" --trust own.cert.pem --with all/gone/statement.json
SOURCE_DATE_EPOCH=1704067200 "$DOSSIER" keygen -o old --name old --days 30 >/dev/null
exits 3 "a certificate that ran out" "$DOSSIER" retract d.asice --reason x --key old.key.pem --cert old.cert.pem -o ran
ok "wrote nothing" test ! -e ran
jq '.question = "Once more?"' "$c" >"$SCRATCH/again.json"
mkdir -p s && cp -r "$SOURCE/samples/made/driver-regression" s/dr && cp again.json s/dr/case.json
mkdir late && "$DOSSIER" build s/dr/case.json -o late/new.asice --supersedes d.asice >/dev/null
exits 0 "a dossier in its place" "$DOSSIER" verify d.asice --at "$SOURCE_DATE_EPOCH" --trust own.cert.pem --with late
prints "MADE-DRIVER-REGRESSION takes its place" "a later one is a note"
prints "signed by nobody" "with its signers"
exits 2 "the later one itself is not taken back" "$DOSSIER" verify late/new.asice --at "$SOURCE_DATE_EPOCH" --with all --with late --all
prints "nothing retracts it or takes its place" "says so"

for wrong in "" "--reason x" "--reason x --key own.key.pem --cert own.cert.pem" "--key own.key.pem --cert own.cert.pem -o new"; do
    # shellcheck disable=SC2086
    exits 3 "retract $wrong" "$DOSSIER" retract d.asice $wrong
done
exits 3 "into a folder that holds something" "$DOSSIER" retract d.asice --reason x --key own.key.pem --cert own.cert.pem -o all
exits 3 "with an empty reason" "$DOSSIER" retract d.asice --reason '' --key own.key.pem --cert own.cert.pem -o new
exits 3 "another content id is meant" "$DOSSIER" retract d.asice --reason x --key own.key.pem --cert own.cert.pem -o new --content-id "$(printf '%064d' 0)"
python3 "$SOURCE/tests/e2e/facts.py" flip d.asice flipped.asice
mkdir broken && cp flipped.asice broken
exits 3 "beside one that does not hold" "$DOSSIER" verify d.asice --at "$SOURCE_DATE_EPOCH" --trust own.cert.pem --with broken
prints "INDETERMINATE" "nothing passes"
exits 3 "as JSON" "$DOSSIER" verify d.asice --at "$SOURCE_DATE_EPOCH" --trust own.cert.pem --with broken --json
ok "neither" jq -e '.result == "INDETERMINATE" and ([.checks[] | select(.id == "later") | [.state, .detail]] ==
    [["undecided", "one dossier there cannot be read or does not hold: what it says of this one is not known"]])' out
for bad in "--trust-tsa own.key.pem" "--trust-tsa d.asice"; do
    # shellcheck disable=SC2086
    exits 3 "$bad" "$DOSSIER" verify d.asice --at "$SOURCE_DATE_EPOCH" --trust own.cert.pem $bad --json
    ok "nothing passes with $bad" jq -e '.result == "INDETERMINATE"' out
done
exits 3 "one that does not hold" "$DOSSIER" retract flipped.asice --reason x --key own.key.pem --cert own.cert.pem -o new
ok "nothing was written" test ! -e new
exits 3 "--with a folder that is none" "$DOSSIER" verify d.asice --at "$SOURCE_DATE_EPOCH" --with absent
finish
