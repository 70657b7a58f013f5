#!/bin/sh
# ctest
# withheld.sh - evidence taken out with its digest left: what is said, what is refused, and attacks by made-up records.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
ok "a key" "$DOSSIER" keygen -o a --name "First signer"
ok "another" "$DOSSIER" keygen -o b --name "Second signer"
ok "build" "$DOSSIER" build "$SOURCE/samples/software-bottleneck/case.json" -o full.asice --key a.key.pem --cert a.cert.pem
cat a.cert.pem b.cert.pem >roots.pem
verify() { "$DOSSIER" verify "$@" --at "$SOURCE_DATE_EPOCH" --trust roots.pem; }
secret=$(unzip -Z1 full.asice | grep -m1 '^data/evidence/.*summary.json$')
out() { "$DOSSIER" withhold full.asice "$@" --key b.key.pem --cert b.cert.pem; }
ok "withhold" out "$secret" -o part.asice --reason "names a customer" --role legal
tr -s ' \n' ' ' <out >one && mv one out
prints "hang on it: derived again without it" "what is lost is said"
exits 2 "verify is undecided" verify part.asice
tr -s ' \n' ' ' <out >one && mv one out
prints "names a customer" "the reason"
prints "hang on it: derived again without it" "what is lost"
exits 0 "verify allows it where asked" verify part.asice --allow-withheld
exits 2 "in short" verify part.asice
prints "names a customer" "what does not hold stands in the short form"
lacks "tag-files" "and what holds does not"
lacks "layout" "nor a title of it"
ok "fewer than twenty lines" [ "$(wc -l <out)" -lt 20 ]
exits 2 "rebuilt in part" verify part.asice --allow-withheld --rebuild
ok "the member is gone" sh -c '! unzip -Z1 part.asice | grep -qF "$1"' sh "$secret"
mkdir full part && (cd full && unzip -q ../full.asice) && (cd part && unzip -q ../part.asice)
ok "all else stays" sh -c 'cd part && find . -type f | while read -r f; do [ ! -e "../full/$f" ] || cmp -s "$f" "../full/$f" || exit 1; done'
cp -r "$SOURCE/samples/software-bottleneck" without && chmod -R u+w without
"$DOSSIER" report without/case.json -o whole >/dev/null
rm "without/$(jq -r --arg m "$secret" '.evidence[] | select(.path == $m) | .name' whole/report/data.json)"
"$DOSSIER" report without/case.json -o rest >/dev/null 2>&1 || true
python3 "$SOURCE/tests/e2e/hangs_on.py" whole/report/data.json rest/report/data.json >count
verify part.asice | tr -s ' \n' ' ' >out
prints "$(cat count)" "facts and claims counted another way"

# Refused.
exits 3 "no reason" "$DOSSIER" withhold full.asice "$secret" -o no.asice --key b.key.pem --cert b.cert.pem
exits 3 "a member that is not there" out data/evidence/none.txt -o no.asice --reason x
exits 3 "the report" out data/report/report.pdf -o no.asice --reason x
exits 3 "the case" out data/case.json -o no.asice --reason x
exits 3 "twice" "$DOSSIER" withhold part.asice "$secret" -o no.asice --reason x --key b.key.pem --cert b.cert.pem
ok "nothing was written" test ! -e no.asice
ok "one more from what is left" "$DOSSIER" withhold part.asice "$(unzip -Z1 part.asice | grep -m1 '^data/evidence/.*lscpu')" -o less.asice --reason "host names" --key a.key.pem --cert a.cert.pem
exits 0 "two records" verify less.asice --allow-withheld

# Attacks: each with the dossier's members at hand, and a key that is not trusted.
ok "a stranger's key" "$DOSSIER" keygen -o x --name "Second signer"
exits 2 "withheld by a stranger" sh -c '"$DOSSIER" withhold full.asice "$1" -o s.asice --reason x --key x.key.pem --cert x.cert.pem >/dev/null &&
    "$DOSSIER" verify s.asice --at "$SOURCE_DATE_EPOCH" --trust roots.pem --allow-withheld' sh "$secret"
change() { # old, new, python over the dictionary m
    python3 - "$1" "$2" "$secret" "$3" <<'P'
import sys, zipfile
old = zipfile.ZipFile(sys.argv[1])
m = {i.filename: old.read(i.filename) for i in old.infolist()}
secret = sys.argv[3]
exec(sys.argv[4])
with zipfile.ZipFile(sys.argv[2], "w") as new:
    for n in ["mimetype"] + sorted(n for n in m if n != "mimetype"):
        i = zipfile.ZipInfo(n, (1980, 1, 1, 0, 0, 0)); i.create_system = 3; i.external_attr = 0o100644 << 16
        new.writestr(i, m[n])
P
}
change part.asice x.asice 'm["data/evidence/00-captures/date.txt"] = None; del m["data/evidence/00-captures/date.txt"]'
exits 1 "one more member gone" verify x.asice --allow-withheld
change part.asice x.asice 'm["withheld/002.json"] = m["withheld/002.json"].replace(b"names a customer", b"nothing of note!")'
exits 1 "another reason" verify x.asice --allow-withheld
change part.asice x.asice 'del m["withheld/002.json"]'
exits 1 "no record" verify x.asice --allow-withheld
change part.asice x.asice 'm[secret] = b"{}"'
exits 1 "something else in its place" verify x.asice --allow-withheld
change full.asice x.asice 'import hashlib, json; m["withheld/001.json"] = json.dumps({"format": "dossier-withheld/1", "members": [{"path": secret, "sha256": hashlib.sha256(m[secret]).hexdigest(), "size": len(m[secret]), "reason": "x"}]}).encode(); del m[secret]'
exits 1 "a record that nobody signed" verify x.asice --allow-withheld
change part.asice x.asice 'import zipfile; m[secret] = zipfile.ZipFile("full.asice").read(secret)'
exits 1 "withheld, and there after all" verify x.asice --allow-withheld
finish
