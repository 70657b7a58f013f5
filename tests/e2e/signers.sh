#!/bin/sh
# ctest
# signers.sh - several signers, what they decided, and a policy of who must have signed.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
day=$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%d)
openssl_at() { faketime -f "@$day 00:00:00" openssl "$@"; }
printf 'keyUsage=critical,digitalSignature,nonRepudiation\nbasicConstraints=CA:FALSE\n' >person.ext
ca() {
    openssl_at req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout "$1.key" -subj "/CN=CA of $1" -days 3650 -out "$1.pem" 2>/dev/null
}
person() { # file, CA, subject, key file (made where absent)
    [ -e "$4" ] || openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$4" 2>/dev/null
    openssl_at req -new -key "$4" -subj "$3" -out "$1.csr" 2>/dev/null
    openssl_at x509 -req -in "$1.csr" -CA "$2.pem" -CAkey "$2.key" -days 400 -extfile person.ext -out "$1.pem" 2>/dev/null
}
ca engineering
ca buying
person anna engineering /O=Buyer/CN=Anna anna.key
person bert buying /O=Buyer/CN=Bert bert.key
person carla buying /O=Buyer/CN=Carla carla.key
person bert-twice buying "/O=Buyer/CN=Robert" bert.key
person bert-again buying /O=Buyer/CN=Bert bert-again.key
cat engineering.pem buying.pem >roots.pem
sha() { openssl x509 -in "$1.pem" -noout -fingerprint -sha256 | sed 's/.*=//'; }
build() { "$DOSSIER" build "$SOURCE/samples/software-bottleneck/case.json" -o "$@"; }
sign() { # dossier, person, role, more
    from=$1 who=$2 role=$3
    shift 3
    "$DOSSIER" sign "$from" --role "$role" --key "$who.key" --cert "$who.pem" "$@"
}
verify() { "$DOSSIER" verify "$@" --at "$SOURCE_DATE_EPOCH" --trust roots.pem --all; }

cat >policy.json <<P
{ "format": "dossier-policy/1", "signers": [
  { "role": "engineer", "ca_sha256": "$(sha engineering)" },
  { "role": "procurement", "count": 2, "ca_sha256": "$(sha buying)" } ] }
P
ok "build, signed by role" build one.asice --key anna.key --cert anna.pem --role engineer --comment "measured by us"
exits 0 "one signer" verify one.asice
prints 'engineer: made, "measured by us"' "who made it"
exits 1 "two of procurement are missing" verify one.asice --policy policy.json
prints "procurement: 0 of 2" "who is missing"
ok "second signer" sign one.asice bert procurement -o two.asice --comment "agreed"
exits 1 "one of procurement is missing" verify two.asice --policy policy.json
ok "third signer" sign two.asice carla procurement -o three.asice
exits 0 "all have signed" verify three.asice --policy policy.json
prints "procurement: 2 of 2 signed" "who has signed"
exits 2 "without anchors it is undecided" "$DOSSIER" verify three.asice --at "$SOURCE_DATE_EPOCH" --policy policy.json
exits 2 "without the anchor of one" "$DOSSIER" verify three.asice --at "$SOURCE_DATE_EPOCH" --policy policy.json --trust buying.pem
ids() { sed -n 's/^content id *//p; s/^evidence id *//p' "$SCRATCH/out"; }
verify one.asice >out && ids >before
verify three.asice >out && ids >after
ok "signatures change no id" cmp before after

# No byte of a member changes when a signature is added.
for d in one three; do mkdir $d && (cd $d && unzip -q ../$d.asice); done
(cd one && find . -type f | sort | xargs sha256sum) >list
ok "earlier members stay as they are" sh -c 'cd three && sha256sum -c --quiet ../list'

# A quorum counts persons: the same key under two names, or the same name with two keys, is one.
ok "the same key again" sign two.asice bert-twice procurement -o k.asice --key bert.key
exits 1 "the same key twice is one person" verify k.asice --policy policy.json
ok "the same name again" sign two.asice bert-again procurement -o n.asice
exits 1 "the same name twice is one person" verify n.asice --policy policy.json

# The wrong CA, a rejection, a change of mind, a removed signature.
ok "an engineer in the wrong role" sign two.asice anna procurement -o w.asice
exits 1 "certified by another CA than asked" verify w.asice --policy policy.json
ok "a rejection" sign two.asice carla procurement -o r.asice --decision rejected --comment "too dear"
exits 1 "a rejection is no approval" verify r.asice --policy policy.json
prints 'procurement: rejected, "too dear"' "the rejection is shown"
exits 2 "a trusted rejection is undecided where no policy says what it decides" verify r.asice
lacks FAILS "and the dossier is whole"
ok "an approval" sign r.asice carla procurement -o c.asice --comment "after the rebate"
exits 0 "the last word of a person counts" verify c.asice --policy policy.json
ok "and a rejection after that" sign c.asice carla procurement -o cc.asice --decision rejected
exits 1 "the last word of a person counts, either way" verify cc.asice --policy policy.json
python3 - three.asice cut.asice <<'P'
import sys, zipfile
old, new = zipfile.ZipFile(sys.argv[1]), zipfile.ZipFile(sys.argv[2], "w")
for i in old.infolist():
    if "003" not in i.filename:
        i.create_system = 3
        new.writestr(i, old.read(i.filename), i.compress_type)
P
exits 1 "a signature taken away" verify cut.asice --policy policy.json

# A sign-off changed, moved to another signature, or signed by nobody.
change() { # new dossier, python expression over the dictionary m of members
    python3 - three.asice "$1" "$2" <<'P'
import sys, zipfile
old = zipfile.ZipFile(sys.argv[1])
m = {i.filename: old.read(i.filename) for i in old.infolist()}
exec(sys.argv[3])
names = ["mimetype"] + sorted(n for n in m if n != "mimetype")
with zipfile.ZipFile(sys.argv[2], "w") as new:
    for n in names:
        i = zipfile.ZipInfo(n, (1980, 1, 1, 0, 0, 0)); i.create_system = 3; i.external_attr = 0o100644 << 16
        new.writestr(i, m[n])
P
}
change x.asice 'm["signoff/002.json"] = m["signoff/002.json"].replace(b"approved", b"rejected")'
exits 1 "a changed sign-off" verify x.asice
change x.asice 'm["signoff/004.json"] = m["signoff/002.json"]'
exits 1 "a sign-off that nobody signed" verify x.asice
change x.asice 'del m["signoff/003.json"]'
exits 1 "a sign-off taken away" verify x.asice
change x.asice 'm["signoff/x.json"] = b"{}"'
exits 1 "a sign-off of no number" verify x.asice

# A policy that says nothing is refused.
printf '{ "format": "dossier-policy/1", "signers": [ { "role": "engineer", "cas": 1 } ] }' >bad.json
exits 3 "an unknown member of a policy" verify three.asice --policy bad.json
printf '{ "format": "dossier-policy/1", "signers": [] }' >bad.json
exits 3 "a policy that asks nothing" verify three.asice --policy bad.json
printf '{ "format": "dossier-policy/1", "signers": [' >bad.json
exits 3 "a policy that is cut off" verify three.asice --policy bad.json
finish
