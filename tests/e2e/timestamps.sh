#!/bin/sh
# ctest
# timestamps.sh - requests out, responses in, by authorities made with openssl: what they prove after the signer's
# certificate has expired, renewal again and again, and responses that do not fit. Judged by `openssl ts`.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
. "$SOURCE/tests/e2e/tsa.sh"
dossier_at() { # day, arguments
    SOURCE_DATE_EPOCH=$(seconds "$1")
    shift
    "$DOSSIER" "$@"
}
verify() { # day, arguments
    when=$(seconds "$1")
    shift
    "$DOSSIER" verify "$@" --all --at "$when" --trust anna-root.pem --trust-tsa stamps-root.pem
}
root anna-root 2026-01-01 9000
root stamps-root 2026-01-01 9000
person anna anna-root 2026-11-01 90
authority tsa1 stamps-root 2026-06-01 400
authority tsa2 stamps-root 2027-03-01 400 rsa:3072
authority tsa3 stamps-root 2028-01-01 4000
ok "build" dossier_at 2026-11-28 build "$SOURCE/samples/software-bottleneck/case.json" -o plain.asice --key anna.key --cert anna.pem
exits 0 "holds while the certificate does" verify 2026-12-01 plain.asice
exits 2 "undecided once it has expired" verify 2027-03-01 plain.asice

# Over everything.
ok "request" dossier_at 2026-11-29 timestamp plain.asice --request q.tsq
openssl ts -query -in q.tsq -text >out 2>/dev/null
prints "Hash Algorithm: sha256" "openssl reads the request"
prints "Certificate required: yes" "the authority's certificate is asked for"
reply 2026-11-29 tsa1 q.tsq r.tsr
ok "response" dossier_at 2026-11-29 timestamp plain.asice -o one.asice --request q.tsq --response r.tsr --trust-tsa stamps-root.pem
exits 0 "expired, but stamped before" verify 2027-03-01 one.asice
prints "it existed at 2026-11-29T12:00:00Z" "the proven time"
exits 2 "without the authority's root" "$DOSSIER" verify one.asice --at "$(seconds 2027-03-01)" --trust anna-root.pem
exits 1 "a stamp from the future" verify 2026-11-20 one.asice
mkdir u1 && (cd u1 && unzip -q ../one.asice)
ok "openssl ts judges the stamp" at 2026-11-30 openssl ts -verify -token_in -in u1/META-INF/timestamp001.tst -data u1/META-INF/ASiCArchiveManifest.xml -CAfile stamps-root.pem
(unzip -l plain.asice && unzip -l one.asice) >/dev/null
mkdir u0 && (cd u0 && unzip -q ../plain.asice && find . -type f | sort | xargs sha256sum) >list
ok "no member changes" sh -c 'cd u1 && sha256sum -c --quiet ../list'

# The authority's certificate expires too: renewed in time, and again with another digest.
exits 2 "undecided once the authority has expired" verify 2027-08-01 one.asice
ok "second request" dossier_at 2027-05-01 timestamp one.asice --request q2.tsq
reply 2027-05-01 tsa2 q2.tsq r2.tsr
ok "renewal" dossier_at 2027-05-01 timestamp one.asice -o two.asice --request q2.tsq --response r2.tsr
exits 0 "renewed" verify 2027-08-01 two.asice
ok "third request" dossier_at 2028-02-01 timestamp two.asice --request q3.tsq --sha 512
reply 2028-02-01 tsa3 q3.tsq r3.tsr
ok "renewal again, SHA-512" dossier_at 2028-02-01 timestamp two.asice -o three.asice --request q3.tsq --response r3.tsr
exits 0 "renewed twice" verify 2035-01-01 three.asice
prints "2028-02-01T12:00:00Z by CN=tsa3, SHA-512" "the newest stamp"
mkdir u3 && (cd u3 && unzip -q ../three.asice)
for n in 1 2; do
    ok "openssl ts judges stamp $n after renewal" at 2027-06-15 openssl ts -verify -token_in -in "u3/META-INF/timestamp00$n.tst" -data "u3/META-INF/ASiCArchiveManifest00$n.xml" -CAfile stamps-root.pem
done
ok "openssl ts judges the newest" at 2034-01-01 openssl ts -verify -token_in -in u3/META-INF/timestamp003.tst -data u3/META-INF/ASiCArchiveManifest.xml -CAfile stamps-root.pem
ok "a second signer after all that" dossier_at 2026-12-01 sign one.asice -o late.asice --role finance --key anna.key --cert anna.pem
exits 0 "earlier stamps hold beside a later signature" verify 2026-12-02 late.asice
exits 2 "but prove nothing of it" verify 2027-03-01 late.asice

# Inside the newest signature.
ok "request for the signature" dossier_at 2026-11-29 timestamp plain.asice --signature --request qs.tsq
reply 2026-11-29 tsa1 qs.tsq rs.tsr
ok "response for the signature" dossier_at 2026-11-29 timestamp plain.asice --signature -o inside.asice --request qs.tsq --response rs.tsr
exits 0 "expired, but stamped inside" verify 2027-03-01 inside.asice
prints "time stamp in the signature: 2026-11-29T12:00:00Z by CN=tsa1" "the stamp inside"
mkdir us && (cd us && unzip -q ../inside.asice)
ok "openssl still takes the signature" at 2026-12-01 openssl cms -verify -cades -binary -purpose any -inform DER -in us/META-INF/signature001.p7s -content us/META-INF/ASiCManifest001.xml -CAfile anna-root.pem -no-CApath -no-CAstore -out /dev/null
python3 - us/META-INF/signature001.p7s <<'P'
# The token and the signature value, cut out by hand, for openssl ts.
import re, subprocess, sys
der = open(sys.argv[1], "rb").read()
lines = subprocess.run(["openssl", "asn1parse", "-inform", "DER", "-in", sys.argv[1]], capture_output=True, text=True).stdout.splitlines()
rows = [(int(m[1]), int(m[2]), int(m[3]), int(m[4]), line) for line in lines for m in [re.match(r"\s*(\d+):d=(\d+)\s+hl=(\d+)\s+l=\s*(\d+)", line)]]
at = next(i for i, r in enumerate(rows) if "id-smime-aa-timeStampToken" in r[4])
token = rows[at + 2]
open("token.der", "wb").write(der[token[0]:token[0] + token[2] + token[3]])
value = [r for r in rows[:at] if "OCTET STRING" in r[4] and r[1] == 5][-1]
open("value.bin", "wb").write(der[value[0] + value[2]:value[0] + value[2] + value[3]])
P
ok "openssl ts judges the stamp inside" at 2026-11-30 openssl ts -verify -token_in -in token.der -data value.bin -CAfile stamps-root.pem
exits 3 "no stamp inside a signature that is covered" dossier_at 2026-12-01 timestamp one.asice --signature --request no.tsq
ok "request over all of it" dossier_at 2026-11-30 timestamp inside.asice --request qb.tsq
reply 2026-11-30 tsa1 qb.tsq rb.tsr
ok "response over all of it" dossier_at 2026-11-30 timestamp inside.asice -o both.asice --request qb.tsq --response rb.tsr
exits 0 "both stamps" verify 2027-03-01 both.asice

# Responses that do not fit.
no() { exits 3 "$1" dossier_at 2026-11-29 timestamp plain.asice -o no.asice --request "$2" --response "$3"; }
ok "another request" dossier_at 2026-11-29 timestamp plain.asice --request other.tsq
no "the answer to another request" other.tsq r.tsr
no "the stamp of another thing" qs.tsq rs.tsr
openssl ts -reply -config tsa1.cnf -section one -in r.tsr -token_out -out bare.tst 2>/dev/null
no "a bare token" q.tsq bare.tst
head -c 100 r.tsr >cut.tsr
no "half an answer" q.tsq cut.tsr
printf '\060\005\060\003\002\001\002' >refused.tsr
no "a refusal" q.tsq refused.tsr
grep -q 'status 2' err || { echo "FAIL the refusal's status is not named"; failed=$((failed + 1)); }
exits 3 "a stranger's stamp, where whom to take is said" dossier_at 2026-11-29 timestamp plain.asice -o no.asice --request q.tsq --response r.tsr --trust-tsa anna-root.pem
ok "changed since the request" dossier_at 2026-11-29 sign plain.asice -o grown.asice --role finance --key anna.key --cert anna.pem
exits 3 "a response for the dossier as it was" dossier_at 2026-11-29 timestamp grown.asice -o no.asice --request q.tsq --response r.tsr
ok "nothing was written" test ! -e no.asice

# Attacks on the finished thing.
change() { # old, new, python over the dictionary m
    python3 - "$1" "$2" "$3" <<'P'
import sys, zipfile
old = zipfile.ZipFile(sys.argv[1])
m = {i.filename: old.read(i.filename) for i in old.infolist()}
exec(sys.argv[3])
with zipfile.ZipFile(sys.argv[2], "w") as new:
    for n in ["mimetype"] + sorted(n for n in m if n != "mimetype"):
        i = zipfile.ZipInfo(n, (1980, 1, 1, 0, 0, 0)); i.create_system = 3; i.external_attr = 0o100644 << 16
        new.writestr(i, m[n])
P
}
M=META-INF
change three.asice x.asice "del m['$M/timestamp002.tst']"
exits 1 "a stamp taken out of the row" verify 2027-08-01 x.asice
change three.asice x.asice "m['$M/timestamp001.tst'], m['$M/timestamp002.tst'] = m['$M/timestamp002.tst'], m['$M/timestamp001.tst']"
exits 1 "two stamps exchanged" verify 2027-08-01 x.asice
change one.asice x.asice "m['$M/ASiCArchiveManifest.xml'] = m['$M/ASiCArchiveManifest.xml'].replace(b'bagit.txt', b'bagit.tx_')"
exits 1 "a changed manifest of a stamp" verify 2027-03-01 x.asice
change one.asice x.asice "del m['$M/ASiCArchiveManifest.xml']"
exits 1 "a stamp without its manifest" verify 2027-03-01 x.asice
change one.asice x.asice "m['$M/ASiCArchiveManifest007.xml'] = m['$M/ASiCArchiveManifest.xml']"
exits 1 "a manifest too many" verify 2027-03-01 x.asice
change one.asice x.asice "m['$M/timestamp001.tst'] = open('r.tsr', 'rb').read()"
exits 1 "a response in place of its token" verify 2027-03-01 x.asice
change one.asice x.asice "m['$M/timestamp001.tst'] = m['$M/timestamp001.tst'] + b'x'"
exits 1 "a byte behind the token" verify 2027-03-01 x.asice
# What no signature protects in a token must be as it is, too.
for where in "25" "41" "d.rindex(bytes.fromhex('2a8648ce3d040302'))" "d.rindex(b'stamps-root')"; do
    change one.asice x.asice "d = bytearray(m['$M/timestamp001.tst']); d[$where] ^= 32; m['$M/timestamp001.tst'] = bytes(d)"
    exits 1 "a byte of the token outside its signature, $where" verify 2027-03-01 x.asice
done
change inside.asice x.asice "d = bytearray(m['$M/signature001.p7s']); d[-20] ^= 1; m['$M/signature001.p7s'] = bytes(d)"
exits 1 "a bit of the stamp inside" verify 2027-03-01 x.asice

# A certificate that is not for time stamping alone cannot stamp: the token is made with one that is, and exchanged.
ok "policy asks for stamps" sh -c 'printf "{ \"format\": \"dossier-policy/1\", \"timestamp\": true, \"signers\": [ { \"role\": \"finance\" } ] }" >p.json'
exits 1 "an unstamped signature does not count where stamps are asked" verify 2026-12-02 late.asice --policy p.json
finish
