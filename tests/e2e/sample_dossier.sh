#!/bin/sh
# ctest
# sample_dossier.sh - one dossier with everything in it: two signers, the first expired since, a time stamp, a renewal,
# a withheld file; verified by the program, and by hand with the commands of its own VERIFY.txt, which are then attacked.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
. "$SOURCE/tests/e2e/tsa.sh"
on() { # day, arguments of dossier
    SOURCE_DATE_EPOCH=$(seconds "$1")
    shift
    "$DOSSIER" "$@"
}
root people 2026-01-01 9000
root stamps 2026-01-01 9000
person anna people 2026-11-01 90
person bert people 2026-11-01 2000
authority tsa1 stamps 2026-06-01 400
authority tsa2 stamps 2027-03-01 4000
ok "build, signed by an engineer" on 2026-11-28 build "$SOURCE/samples/software-bottleneck/case.json" -o d.asice --key anna.key --cert anna.pem --role engineer
ok "approved by procurement" on 2026-11-29 sign d.asice --key bert.key --cert bert.pem --role procurement --comment "as offered"
secret=$(unzip -Z1 d.asice | grep -m1 '^data/evidence/.*env')
ok "a file withheld" on 2026-11-29 withhold d.asice "$secret" --reason "names hosts" --key bert.key --cert bert.pem --role procurement
stamp() { # day, authority
    on "$1" timestamp d.asice --request q.tsq && reply "$1" "$2" q.tsq r.tsr && on "$1" timestamp d.asice --request q.tsq --response r.tsr
}
ok "a time stamp" stamp 2026-11-30 tsa1
ok "its renewal" stamp 2027-05-01 tsa2
later=$(seconds 2028-01-01)
verify() { "$DOSSIER" verify "$1" --at "$later" --trust people.pem --trust-tsa stamps.pem --allow-withheld --all; }
exits 0 "the program, years later" verify d.asice
exits 2 "and without leave to withhold" "$DOSSIER" verify d.asice --at "$later" --trust people.pem --trust-tsa stamps.pem

# By hand: the commands as they stand, but for the -attime that the text asks for where certificates have expired.
unzip -p d.asice VERIFY.txt |
    sed "s/-no-CApath -no-CAstore/& -attime $(seconds 2026-11-30)/; s/-CAfile ..\/tsa.pem/& -attime $(seconds 2027-05-01)/" >text
. "$SOURCE/tests/e2e/by_hand.sh"
hand_commands text "$SCRATCH/commands"
ok "six commands" test "$(hand_count commands)" = 6
hand() { # dossier; prints the number of the command that fails, or 0
    rm -rf hand && mkdir hand && cp "$1" hand/dossier.asice && cp people.pem hand/root.pem && cp stamps.pem hand/tsa.pem
    by_hand hand "$SCRATCH/commands"
}
hand d.asice >out
ok "by hand" test "$(cat out)" = 0

sed -n '/Nov 30 12:00:00 2026/,/Time stamp: May/p' hand/output >out
prints "Time stamp: Nov 30 12:00:00 2026 GMT" "the time of the first stamp"
prints "META-INF/signature001.p7s" "and the signatures that it names"
cp hand/output out
prints "subject=CN = bert" "who signed"
prints "withheld: $secret" "what is withheld"
change() { # python over the dictionary m
    python3 - "$1" "$secret" <<'P'
import sys, zipfile
old = zipfile.ZipFile("d.asice")
m = {i.filename: old.read(i.filename) for i in old.infolist()}
secret = sys.argv[2]
exec(sys.argv[1])
with zipfile.ZipFile("x.asice", "w") as new:
    for n in ["mimetype"] + sorted(n for n in m if n != "mimetype"):
        i = zipfile.ZipInfo(n, (1980, 1, 1, 0, 0, 0)); i.create_system = 3; i.external_attr = 0o100644 << 16
        new.writestr(i, m[n])
P
}
attack() { # description, change, command that must be the first to fail
    change "$2"
    hand x.asice >out
    ok "by hand: $1" test "$(cat out)" = "$3"
    exits 1 "the program: $1" verify x.asice
}
M=META-INF
attack "a changed file" 'm["data/case.json"] += b" "' 3
attack "a changed sign-off" 'm["signoff/001.json"] = m["signoff/001.json"].replace(b"made", b"approved")' 3
attack "the second sign-off for the first" 'm["signoff/001.json"] = m["signoff/002.json"]' 3
attack "a withheld file without its record" 'del m["withheld/003.json"]' 3
attack "a record that says less" 'm["withheld/003.json"] = m["withheld/003.json"].replace(b"names hosts", b"too large")' 3
attack "one more file gone" 'del m["data/rules.json"]' 3
attack "one more file gone, by a record of nobody" "del m['data/rules.json']; m['withheld/004.json'] = m['withheld/003.json'].replace(secret.encode(), b'data/rules.json')" 5
attack "the second signer's manifest changed" "m['$M/ASiCManifest002.xml'] = m['$M/ASiCManifest002.xml'].replace(b'text/html', b'text/xml', 1)" 3
attack "the first signature in place of the second" "m['$M/signature002.p7s'] = m['$M/signature001.p7s']" 3
attack "the first signer's pair in place of the second's" "m['$M/signature002.p7s'] = m['$M/signature001.p7s']; m['$M/ASiCManifest002.xml'] = m['$M/ASiCManifest001.xml']" 3
attack "a signature taken away from under another" "del m['$M/signature002.p7s'], m['$M/ASiCManifest002.xml']" 3
attack "a file that nobody signed" 'm["trust/009/x.pem"] = b"x"' 5
attack "a manifest that nobody signed" "m['trust/009/x.pem'] = b'x'; m['$M/ASiCManifest004.xml'] = m['$M/ASiCManifest003.xml'].replace(b'trust/003/chain.pem', b'trust/009/x.pem')" 5
attack "a stamp in place of another" "m['$M/timestamp001.tst'] = m['$M/timestamp002.tst']" 4
attack "a stamp's manifest changed" "m['$M/ASiCArchiveManifest.xml'] += b' '" 4
attack "a stamp's manifest without its stamp" "m['$M/ASiCArchiveManifest002.xml'] = m['$M/ASiCArchiveManifest.xml']" 5
finish
