#!/bin/sh
# ctest
# audit.sh - an auditor's letter: form, signature, what verify tells of it, and letters that were changed.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
for who in lab auditor; do "$DOSSIER" keygen -o "$who" --name "$who" >/dev/null; done
"$DOSSIER" build "$SOURCE/samples/made/driver-regression/case.json" -o d.asice --key lab.key.pem --cert lab.cert.pem >/dev/null
cat >letter.json <<'J'
{ "format": "dossier-audit/1",
  "auditor": { "name": "A. Auditor", "accreditation": "Chamber of auditors, no. 4711" },
  "addressee": "Board of the buyer", "independence": "paid by the buyer",
  "procedures": [
    { "procedure": "derived the report again on a machine of our own", "result": "verified" },
    { "procedure": "visited the hall", "result": "waived", "reason": "in another country" },
    { "procedure": "asked for the ledger of all runs", "result": "noted", "reason": "it was kept by hand" } ],
  "exceptions": [ "One run was started twice." ],
  "repeatability": { "result": "verified" },
  "price": { "result": "noted", "reason": "the offer ends before the delivery" },
  "availability": { "result": "waived", "reason": "not asked" },
  "opinion": "The figures follow from the evidence, but for the exception named." }
J
audit() { "$DOSSIER" audit d.asice --procedures "$1" --key auditor.key.pem --cert auditor.cert.pem -o "$2"; }
exits 0 "a letter" audit letter.json all/letter
prints "1 verified, 1 noted, 1 waived" "outcomes are counted"
ok "the letter is kept as it was" cmp letter.json all/letter/procedures.json
ok "the statement names it" jq -e --arg sum "$(sha256sum <letter.json | cut -c1-64)" '.kind == "audit" and .procedures == $sum and (keys | length == 6)' all/letter/statement.json
ok "fits the schema of letters" fits audit letter.json
for change in '.procedures[1] |= del(.reason)' '.opinion = ""' '.independence = "free"' '.more = 1' '.procedures = []' 'del(.price)'; do
    jq "$change" letter.json >wrong.json
    exits 3 "no letter: $change" audit wrong.json wrong
    ! can_fit || ok "nor by the schema: $change" sh -c '! node "$1" "$2" wrong.json' - "$SOURCE/tests/web/schema.mjs" "$SCRATCH/audit.fits"
done
ok "holds by sha256sum" sh -c 'cd all/letter && sha256sum -c --strict --quiet seal-sha256.txt'
ok "and by openssl" openssl cms -verify -no_check_time -cades -binary -purpose any -inform DER -in all/letter/seal.p7s -content all/letter/seal-sha256.txt \
    -CAfile auditor.cert.pem -no-CApath -no-CAstore -out /dev/null
verify() { "$DOSSIER" verify d.asice --at "$SOURCE_DATE_EPOCH" --trust lab.cert.pem --with "$1"; }
exits 0 "verify tells it" verify all
tr -s ' \n' '  ' <out >flat && cp flat out
prints "audited by CN=auditor, 2026-11-28T00:00:00Z (the signer's word): The figures follow from the evidence" "with its opinion"
prints "(paid by the buyer; 1 procedures verified, 1 noted, 1 waived; 1 exception)" "who paid and what came of it"
prints "no anchor given leads to that certificate" "and whose word it is"
cat lab.cert.pem auditor.cert.pem >both.pem
exits 0 "of somebody trusted" "$DOSSIER" verify d.asice --at "$SOURCE_DATE_EPOCH" --trust both.pem --with all
lacks "no anchor given" "it is not doubted"
changed() { # command
    rm -rf bad && cp -r all bad && sh -c "$1"
    exits 0 "changed: $1" verify bad
    lacks "audited by" "tells no audit"
    prints "shows nothing" "and that there is one"
}
changed "sed -i 's/verified/waived/' bad/letter/procedures.json"
changed "rm bad/letter/procedures.json"
changed "sed -i 's/but for the exception named/without exception/' bad/letter/statement.json"
changed "cd bad/letter && sed -i 's/verified/waived/' procedures.json && sha256sum procedures.json statement.json >seal-sha256.txt"
changed "rm bad/letter/seal.p7s"
# A letter whose statement says something else than it does, sealed by hand; and one of whoever signed the dossier.
mkdir lie && jq '.reason = "All is well."' all/letter/statement.json >lie/statement.json && cp letter.json lie/procedures.json
"$DOSSIER" seal lie --key auditor.key.pem --cert auditor.cert.pem >/dev/null
exits 0 "another opinion than the letter's" verify lie
tr -s ' \n' '  ' <out >flat && cp flat out
prints "its opinion is not that of procedures.json" "shows nothing"
mkdir hello && echo hello >hello/procedures.json
jq --arg sum "$(sha256sum <hello/procedures.json | cut -c1-64)" '.procedures = $sum' all/letter/statement.json >hello/statement.json
"$DOSSIER" seal hello --key auditor.key.pem --cert auditor.cert.pem >/dev/null
exits 0 "no letter" verify hello
tr -s ' \n' '  ' <out >flat && cp flat out
prints "is no letter of dossier-audit/1" "shows nothing, too"
"$DOSSIER" audit d.asice --procedures letter.json --key lab.key.pem --cert lab.cert.pem -o self/1 >/dev/null
exits 0 "by whoever signed the dossier" verify self
tr -s ' \n' '  ' <out >flat && cp flat out
prints "its certificate signed the dossier, too" "is told"
refused() { # description, filter, text that the message has
    jq "$2" letter.json >wrong.json
    exits 3 "$1" audit wrong.json new
    cp err out
    prints "$3" "$1: says what is expected"
    prints "wrong.json" "$1: names the file"
}
refused "no auditor" 'del(.auditor)' '"auditor"'
refused "no accreditation" 'del(.auditor.accreditation)' '"accreditation"'
refused "independence in words of one's own" '.independence = "quite independent"' "independent of both parties"
refused "a result that is none" '.procedures[0].result = "ok"' '"noted"'
refused "waived without a reason" 'del(.procedures[1].reason)' '"reason"'
refused "a price noted without a reason" 'del(.price.reason)' '"reason"'
refused "no procedure" '.procedures = []' "1 to 500 objects"
refused "a procedure without its name" 'del(.procedures[0].procedure)' '"procedure"'
refused "exceptions that are no list" '.exceptions = "none"' "a list of texts"
refused "an approval" '.approved = true' "no others"
refused "a blank opinion" '.opinion = " "' '"opinion"'
refused "an empty opinion" '.opinion = ""' '"opinion"'
refused "another format" '.format = "dossier-statement/1"' '"dossier-audit/1"'
ok "nothing was written" test ! -e new
python3 "$SOURCE/tests/e2e/facts.py" flip d.asice flipped.asice
exits 3 "a dossier that does not hold" "$DOSSIER" audit flipped.asice --procedures letter.json --key auditor.key.pem --cert auditor.cert.pem -o new
exits 3 "without a key" "$DOSSIER" audit d.asice --procedures letter.json -o new
finish
