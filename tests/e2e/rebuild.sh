#!/bin/sh
# ctest
# rebuild.sh - derived again: by another version, with other drawing libraries, by looser rules, while others write.
. "$(dirname "$0")/common.sh"
old=$SOURCE/tests/golden/old
cd "$SCRATCH"
verify() { "$DOSSIER" verify "$@" --at "$SOURCE_DATE_EPOCH"; }
said() { tr -s ' \n' ' ' <out >one && mv one out; prints "$1" "$2"; }

# A dossier of version 0.1.0, commit a31fca4, stays good: whole and signed, and no forgery because this version writes other bytes.
exits 0 "an old dossier is whole and signed" verify "$old/dossier-0.1.0.asice" --trust "$old/signer.pem"
exits 2 "derived again, it is undecided" verify "$old/dossier-0.1.0.asice" --trust "$old/signer.pem" --rebuild
said "dossier 0.1.0 wrote it" "and the version is named"
ok "nothing fails" sh -c '! grep -q FAILS out'

cat >edit.py <<'P'
import base64, hashlib, sys, zipfile
old = zipfile.ZipFile(sys.argv[1])
m = {i.filename: old.read(i.filename) for i in old.infolist()}
exec(sys.argv[3])
# As its builder would: lists made again, nobody signs.
import re
sums = lambda names: "".join("%s  %s\n" % (hashlib.sha256(m[n]).hexdigest(), n) for n in sorted(names)).encode()
for n in [n for n in m if n.startswith(("META-INF/", "trust/", "signoff/"))] + ["packed-sha256.txt"]: m.pop(n, None)
m["manifest-sha256.txt"] = sums(n for n in m if n.startswith("data/"))
before = re.search(rb"Dossier-Content-Id: (\S+)", m["bag-info.txt"]).group(1)
content = hashlib.sha256(m["manifest-sha256.txt"]).hexdigest().encode()
payload = [n for n in m if n.startswith("data/")]
m["bag-info.txt"] = re.sub(rb"Payload-Oxum: \S+", b"Payload-Oxum: %d.%d" % (sum(len(m[n]) for n in payload), len(payload)), m["bag-info.txt"]).replace(before, content)
m["VERIFY.txt"] = m["VERIFY.txt"].replace(before, content)
m["tagmanifest-sha256.txt"] = sums(["VERIFY.txt", "bag-info.txt", "bagit.txt", "manifest-sha256.txt"])
with zipfile.ZipFile(sys.argv[2], "w") as new:
    for n in ["mimetype"] + sorted(n for n in m if n != "mimetype"):
        i = zipfile.ZipInfo(n, (1980, 1, 1, 0, 0, 0)); i.create_system = 3; i.external_attr = 0o100644 << 16
        new.writestr(i, m[n])
P
ok "a key" "$DOSSIER" keygen -o a --name "First signer"
"$DOSSIER" build "$SOURCE/samples/trap-zeros/case.json" -o d.asice --key a.key.pem --cert a.cert.pem >/dev/null 2>&1 || true
exits 0 "derived again by who wrote it" verify d.asice --trust a.cert.pem --rebuild
edited() { # description, expected status, code
    python3 edit.py d.asice e.asice "$3"
    ok "$1: signed" "$DOSSIER" sign e.asice --role engineer --key a.key.pem --cert a.cert.pem
    exits "$2" "$1" verify e.asice --trust a.cert.pem --rebuild
}
edited "unchanged, packed by other hands" 0 ''
edited "a report that says more" 1 'm["data/report/report.html"] += b"x"'
edited "pages that the same libraries did not draw" 1 'm["data/report/report.pdf"] += b"x"'
edited "other libraries named, the pages forged" 2 'm["data/report/report.pdf"] += b"x"; m["data/report/libraries.txt"] += b"x"'
said "report.pdf: not compared" "what was not compared is said"
edited "other libraries named, the page forged in words" 1 'm["data/report/report.html"] += b"x"; m["data/report/libraries.txt"] += b"x"'
edited "another writer named, the report forged" 2 'm["data/report/data.json"] = m["data/report/data.json"].replace(b"dossier 0", b"dossier 9", 1); m["data/report/report.html"] += b"x"'

# Whoever rejects is heard without a policy, if trusted.
cp d.asice r.asice
exits 0 "a rejection" "$DOSSIER" sign r.asice --role procurement --decision rejected --key a.key.pem --cert a.cert.pem
exits 2 "a trusted rejection is no pass" verify r.asice --trust a.cert.pem
said "rejects the dossier" "and said"
said "verdict B against A:" "the verdict stands before what holds"
said "not asked policy, rebuild" "what was not asked"

finish
