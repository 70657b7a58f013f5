#!/bin/sh
# ctest
# waive.sh - clauses waived by who is owed them, by who owes them, too late, for another dossier, and by a forged statement.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
s=$SOURCE/samples/software-bottleneck
for who in buyer vendor; do "$DOSSIER" keygen -o "$who" --name "$who" >/dev/null; done
mkdir purchase
cp -r "$s/h100-unit6" "$s/h100-unit7" "$s/run.json" "$s/offer-2026-11.txt" "$s/sweep" purchase/
jq '.requirements |= map(select(.clause == "4.1" or .clause == "4.2"))' "$s/case-purchase.json" >purchase/two.json
jq '.question += " Again?"' purchase/two.json >purchase/other.json
for one in two other; do "$DOSSIER" build purchase/$one.json -o $one.asice --key vendor.key.pem --cert vendor.cert.pem >/dev/null; done
mkdir -p b && cp -r "$s/h100-unit7" b/ && rm -r b/h100-unit7/llm-decode-bf16-cudagraph-long-r1
cp "$s/run.json" .
python3 "$SOURCE/tests/e2e/remeasured.py" b/h100-unit7 good 1.0 c
python3 "$SOURCE/tests/e2e/remeasured.py" b/h100-unit7 slow 1.08 d
waive() { # dossier, key, folder, clause, last day
    "$DOSSIER" waive "$1" --clause "$4" --until "$5" --reason "delivered in May, by contract" --key "$2.key.pem" --cert "$2.cert.pem" -o "$3"
}
accept() { "$DOSSIER" accept two.asice slow "$@"; }
exits 0 "the buyer waives" waive two.asice buyer w/buyer 4.2 2027-06-30
exits 0 "the vendor waives its own duty" waive two.asice vendor v/vendor 4.2 2027-06-30
exits 0 "another dossier's" waive other.asice buyer o/other 4.2 2027-06-30
ok "the statement" jq -e '.kind == "waiver" and .clause == "4.2" and .until == "2027-06-30" and (.dossier | length == 64) and (.requirement | fromjson | .at_least == "8000 tokens/s") and (keys | length == 8)' w/buyer/statement.json
ok "holds by sha256sum" sh -c 'cd w/buyer && sha256sum -c --strict --quiet seal-sha256.txt'

exits 1 "nobody's waiver is asked" accept
prints "1 MET   1 NOT MET   0 NOT SHOWN" "one clause is missed"
exits 0 "the buyer's counts" accept --with w --trust buyer.cert.pem --at 2027-06-30
prints "1 MET   0 NOT MET   0 NOT SHOWN   1 WAIVED" "apart from those met"
prints "waived by CN=buyer" "who"
prints "delivered in May, by contract; until 2027-06-30" "why and until when"
exits 0 "the day is SOURCE_DATE_EPOCH's, else today" accept --with w --trust buyer.cert.pem
exits 1 "the day after" accept --with w --trust buyer.cert.pem --at 2027-07-01
tr -s " \n" "  " <out >flat && cp flat out
prints "does not count: its last day is over" "is too late"
exits 1 "without trust" accept --with w
tr -s " \n" "  " <out >flat && cp flat out
prints "does not count: no anchor of --trust" "nobody's word counts"
exits 1 "the supplier's, who signed the dossier" accept --with v --trust buyer.cert.pem
prints "waived by CN=vendor" "is told and does not count"
exits 0 "both: the one that counts" accept --with v --with w --trust buyer.cert.pem
exits 1 "of another dossier" accept --with o --trust buyer.cert.pem
lacks "waive" "says nothing of this one"
exits 0 "a clause that is met stays met" "$DOSSIER" accept two.asice good --with w --trust buyer.cert.pem
prints "2 MET   0 NOT MET   0 NOT SHOWN" "met is not waived"
lacks "WAIVED" "and nothing is"
exits 0 "as JSON" accept --with w --trust buyer.cert.pem --json
cp out said.json
ok "fits its schema" fits accept --closed said.json
ok "counted apart" jq -e '.met == 1 and .not_met == 0 and .waived == 1 and (.clauses[1] | .standing == "waived" and .waiver.counts and .waiver.signer == "CN=buyer")' said.json
exits 1 "as JSON, expired" accept --with w --trust buyer.cert.pem --at 2030-01-01 --json
cp out said.json
ok "says why" jq -e '.waived == 0 and (.clauses[1] | .standing == "not met" and (.waiver.counts | not) and .waiver.why == "its last day is over")' said.json
forged() { # command
    rm -rf bad && cp -r w bad && sh -c "$1"
    exits 1 "forged: $1" accept --with bad --trust buyer.cert.pem --at 2027-07-01
}
forged "sed -i 's/2027-06-30/2029-06-30/' bad/buyer/statement.json"
prints "does not count: its seal does not hold" "is told"
forged "cd bad/buyer && sed -i 's/2027-06-30/2029-06-30/' statement.json && sha256sum statement.json >seal-sha256.txt"
forged "rm bad/buyer/seal.p7s"
forged "cp v/vendor/seal.p7s bad/buyer/"
exits 0 "verify tells a waiver, and nothing hangs on it" "$DOSSIER" verify two.asice --at "$SOURCE_DATE_EPOCH" --trust vendor.cert.pem --with w
prints "waives clause 4.2 until 2027-06-30" "as a note"

# A key that ran out, with a clock set back: as verify asks of a dossier without a time stamp.
SOURCE_DATE_EPOCH=1704067200 "$DOSSIER" keygen -o old --name old --days 30 >/dev/null
SOURCE_DATE_EPOCH=1704500000 "$DOSSIER" waive two.asice --clause 4.2 --until 2031-01-01 --reason x --key old.key.pem --cert old.cert.pem -o xo/1 >/dev/null
exits 1 "signed by a key that ran out, as if before" accept --with xo --trust old.cert.pem
tr -s ' \n' '  ' <out >flat && cp flat out
prints "does not count: its certificate is not good on that day" "is told"
SOURCE_DATE_EPOCH=1830297600 "$DOSSIER" waive two.asice --clause 4.2 --until 2031-01-01 --reason x --key buyer.key.pem --cert buyer.cert.pem -o xf/1 >/dev/null
exits 1 "signed after that day" accept --with xf --trust buyer.cert.pem --at 2027-01-01
tr -s ' \n' '  ' <out >flat && cp flat out
prints "does not count: its signing time lies after that day" "is told, too"
# Limits may be waived, not what was agreed to be done.
exits 0 "the other clause" waive two.asice buyer w/one 4.1 2027-06-30
cp -r good other && for one in other/*/summary.json; do jq '.precision = "fp16"' "$one" >one && mv one "$one"; done
exits 2 "other work, all limits waived" "$DOSSIER" accept two.asice other --with w --trust buyer.cert.pem --json
ok "is not as agreed" jq -e '.waived == 2 and (.as_agreed | not)' out
rm -r w/one
# A number covers the duty that it had, and no other.
jq '.requirements = [.requirements[0], .requirements[1] + {clause: "4.1", at_least: "9000 tokens/s"}]' purchase/two.json >purchase/twice.json
exits 3 "a number that stands twice in the case" "$DOSSIER" build purchase/twice.json -o twice.asice --key vendor.key.pem --cert vendor.cert.pem
cp err out
prints "at /requirements/1/clause; expected a number of its own" "is refused, with its place"
prints 'such as "4.1 (b)"' "and with what to do"
"$DOSSIER" clause two.asice -o two.txt >/dev/null
python3 -c 'import re, sys; sys.stdout.write(re.sub(r"8000(\s+)tokens", r"99000\1tokens", open("two.txt").read()))' >more.txt
ok "another duty under that number" sh -c '! cmp -s two.txt more.txt'
exits 0 "the clause as it was" accept --with w --trust buyer.cert.pem --clause two.txt
exits 1 "another duty is not waived" accept --with w --trust buyer.cert.pem --clause more.txt
# A dossier that was taken back accepts nothing.
"$DOSSIER" retract two.asice --reason x --key vendor.key.pem --cert vendor.cert.pem -o w/gone >/dev/null
exits 2 "taken back" "$DOSSIER" accept two.asice good --with w --trust buyer.cert.pem
prints "RETRACTED" "is told"
rm -r w/gone
exits 3 "--with a file" accept --with w/buyer/statement.json --trust buyer.cert.pem
exits 3 "--with what is not there" accept --with absent --trust buyer.cert.pem
exits 3 "a clause that nobody asked for" waive two.asice buyer n 9.9 2027-06-30
cp err out
prints "4.1, 4.2" "says which there are"
exits 3 "no day" waive two.asice buyer n 4.2 2027-02-30
exits 3 "no reason" "$DOSSIER" waive two.asice --clause 4.2 --until 2027-06-30 --key buyer.key.pem --cert buyer.cert.pem -o n
python3 "$SOURCE/tests/e2e/facts.py" flip two.asice flipped.asice
exits 3 "a dossier that does not hold" waive flipped.asice buyer n 4.2 2027-06-30
ok "nothing was written" test ! -e n
exits 3 "--at no day" accept --at 2027-13-01
finish
