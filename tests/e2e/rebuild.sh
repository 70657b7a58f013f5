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
cp out whole
said "dossier 0.1.0 wrote it" "and the version is named"
cp whole out
said "claims come out as the report says them" "and what both derive is held against each other"
cp out told
ok "nothing fails" sh -c '! grep -q FAILS told'

cat >edit.py <<'P'
import base64, hashlib, sys, zipfile
old = zipfile.ZipFile(sys.argv[1])
m = {i.filename: old.read(i.filename) for i in old.infolist()}
exec(sys.argv[3])
# As its builder would: lists made again, nobody signs.
import re
sums = lambda names: "".join("%s  %s\n" % (hashlib.sha256(m[n]).hexdigest(), n) for n in sorted(names)).encode()
for n in [n for n in m if n.startswith(("META-INF/", "trust/", "signoff/"))] + ["packed-sha256.txt"]: m.pop(n, None)
inputs = sums(n for n in m if n.startswith("data/") and not n.startswith("data/report/") and n != "data/inputs-sha256.txt")
was, now = (hashlib.sha256(x).hexdigest().encode() for x in (m["data/inputs-sha256.txt"], inputs))
m["data/inputs-sha256.txt"] = inputs
for n in ("bag-info.txt", "data/report/data.json"):
    m[n] = m[n].replace(was, now)
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
edited "pages of the annex that they did not draw" 1 'm["data/report/annex.pdf"] += b"x"'
said "annex.pdf: other bytes" "which is named"
edited "an annex taken away" 1 'del m["data/report/annex.pdf"]'
said "annex.pdf is not in the dossier" "which is said"
edited "report and annex exchanged" 1 'r = "data/report/"; m[r + "report.pdf"], m[r + "annex.pdf"] = m[r + "annex.pdf"], m[r + "report.pdf"]'

# With evidence withheld, what is left is derived again all the same.
member=$(unzip -Z1 d.asice | grep -m1 '^data/evidence/.*nvidia-smi-q.xml')
withheld() { # description, expected status, code
    python3 edit.py d.asice e.asice "$3"
    ok "$1: signed" "$DOSSIER" sign e.asice --role engineer --key a.key.pem --cert a.cert.pem
    ok "$1: withheld" "$DOSSIER" withhold e.asice "$member" -o f.asice --reason x --key a.key.pem --cert a.cert.pem
    exits "$2" "$1" verify f.asice --trust a.cert.pem --allow-withheld --rebuild --all
}
withheld "a file withheld" 2 ''
said "in part, since evidence is withheld" "what comes out again is counted"
said "the pages say what pages.txt says" "and the pages are read"
forge='import json; d = json.loads(m["data/report/data.json"]); f = [f for f in d["facts"] if %s][0]; f["value"] = f["text"] = "17"; m["data/report/data.json"] = (json.dumps(d, indent=2, ensure_ascii=False)).encode()'
withheld "a fact of a file that is left says something else" 1 "$(printf "$forge" '"source" in f and f["source"]["evidence"].endswith("lscpu.json")')"
said "1 facts come out with another value from evidence that is not withheld" "and is counted"
withheld "a fact derived from files that are left says something else" 1 "$(printf "$forge" '"derivation" in f and f["derivation"]["name"] == "run-start-utc"')"
withheld "a fact of the file withheld says something else: nobody can tell" 2 "$(printf "$forge" '"source" in f and f["source"]["evidence"].endswith("nvidia-smi-q.xml")')"
withheld "other letters on the pages" 1 'm["data/report/pages.txt"] = m["data/report/pages.txt"].replace(b"e", b"a", 1)'

# A case that names a profile is nothing without the rules of it: not judged by stricter ones in silence, nor by none.
cp -r "$SOURCE/samples/trap-zeros" zeros && chmod -R u+w zeros
jq '.profile = "engineering"' zeros/case.json >c && mv c zeros/case.json
"$DOSSIER" build zeros/case.json -o profile.asice --key a.key.pem --cert a.cert.pem >/dev/null 2>&1 || true
python3 edit.py profile.asice e.asice ''
exits 1 "a profile with its rules is judged" "$DOSSIER" check --full e.asice
for how in 'del m["data/own-rules.json"]' 'm["data/own-rules.json"] = b"{}"' 'm["data/own-rules.json"] = m["data/own-rules.json"].replace(b"engineering", b"purchase")'; do
    python3 edit.py profile.asice e.asice "$how"
    exits 3 "a profile and $how" "$DOSSIER" check --full e.asice
    exits 1 "derived again, too" verify e.asice --rebuild
done

# No exemption is switched by what is checked: with other libraries named, the letters of the pages are read back.
cat >pages.py <<'P'
import re
other = b"x"   # one character of libraries.txt
part = "data/report/report.pdf"
pdf = m[part]
def annex():
    global pdf, part
    part = "data/report/annex.pdf"
    pdf = m[part]
def places():   # table and lengths as they come out
    global pdf
    pdf = re.sub(rb"(/Length )\d+( >>\nstream\n)(.*?)(\nendstream\nendobj\n)", lambda n: n[1] + b"%d" % len(n[3]) + n[2] + n[3] + n[4], pdf, flags=re.S)
    table = pdf.rindex(b"\nxref\n") + 1
    at = {int(n[1]): n.start() + 1 for n in re.finditer(rb"\n(\d+) 0 obj\n", pdf[:table])}
    lines = pdf[table:].split(b"\n")
    count = int(lines[1].split()[1])
    for i in range(1, count): lines[2 + i] = b"%010d 00000 n " % at[i]
    lines[lines.index(b"startxref") + 1] = b"%d" % table
    pdf = pdf[:table] + b"\n".join(lines)
def put(old, new, count=1):
    global pdf
    assert old in pdf, old
    pdf = pdf.replace(old, new, count)
def done():
    places()
    m[part] = pdf
    m["data/report/libraries.txt"] = m["data/report/libraries.txt"].rstrip() + other + b"\n"
P
forged() { edited "$1" "$2" "exec(open('pages.py').read()); $3; done()"; }
forged "other libraries named, nothing else" 2 'pass'
said "names other drawing libraries" "which is said"
forged "other libraries named, the same letters in other bytes" 2 'put(b"/Info ", b"/Info  ")'
said "the shapes of letters were not compared" "and what was not compared"
forged "a word of page one forged" 1 'put(b"(Not comparable)Tj", b"(Non comparable)Tj")'
said 'page 1 says "' "page and words are named"
exits 3 "and nobody signs it" "$DOSSIER" sign e.asice --pdf e.pdf --key a.key.pem --cert a.cert.pem
forged "a word forged, in pages.txt too" 1 'put(b"(Not comparable)Tj", b"(Non comparable)Tj"); m["data/report/pages.txt"] = m["data/report/pages.txt"].replace(b"Not comparable", b"Non comparable", 1)'
exits 3 "and nobody signs it" "$DOSSIER" sign e.asice --pdf e.pdf --key a.key.pem --cert a.cert.pem
forged "a word forged, another writer named" 1 'put(b"(Not comparable)Tj", b"(Non comparable)Tj"); m["data/report/data.json"] = m["data/report/data.json"].replace(b"dossier 0", b"dossier 9", 1)'
exits 3 "and nobody signs it" "$DOSSIER" sign e.asice --pdf e.pdf --key a.key.pem --cert a.cert.pem
forged "other libraries named, the annex in other bytes" 2 'annex(); put(b"/Info ", b"/Info  ")'
forged "a word of the annex forged" 1 'annex(); put(b"(Scope and method)Tj", b"(Scope and nethod)Tj")'
said 'report.pdf and annex.pdf: page ' "which is said"
forged "a word of the annex forged, in pages.txt too" 1 'annex(); put(b"(Scope and method)Tj", b"(Scope and nethod)Tj"); m["data/report/pages.txt"] = m["data/report/pages.txt"].replace(b"Scope and method", b"Scope and nethod", 1)'
forged "a letter of a map forged" 1 'put(b"<4e> <004e>\n", b""); put(b"<6f> <006f>\n", b"<6f> <006f>\n<4e> <0049>\n")'
forged "two words exchanged by their places alone" 1 'a, b = re.findall(rb"\n[^\n]* Tm\n", pdf)[6:8]; put(a, b"\n@\n"); put(b, a); put(b"\n@\n", b)'
said "stands elsewhere" "which is said"
forged "a word ten times as large" 1 'a = re.findall(rb"\n[^\n]* Tm\n", pdf)[5]; put(a, b"\n9" + a[1:])'
forged "a word drawn over by another colour's page" 1 'put(b"EMC\n", b"EMC\n/Artifact << /Type /Layout >> BDC BT /f-0-0 1 Tf 20 0 0 -20 60 99 Tm (approved)Tj ET EMC\n")'
forged "a picture on page one" 1 'put(b"EMC\n", b"EMC\nq 1 0 0 1 0 0 cm /x Do Q\n")'
forged "a note on the first page of the annex" 1 'annex(); put(b"/Annots [ ", b"/Annots [ << /Type /Annot /Subtype /FreeText /Rect [ 0 0 9 9 ] /Contents (approved) >> ")'
forged "content compressed" 1 'import zlib; n = re.search(rb"<< /Length (\d+) >>\nstream\n(/Artifact.*?)\nendstream", pdf, re.S); c = zlib.compress(n[2]); put(n[0], b"<< /Filter /FlateDecode /Length 1 >>\nstream\n" + c + b"\nendstream")'
forged "two pages exchanged" 1 'n = re.search(rb"/Kids \[ (\d+ 0 R) (\d+ 0 R) ", pdf); put(n[0], b"/Kids [ " + n[2] + b" " + n[1] + b" ")'
forged "the last page taken away" 1 'n = re.search(rb"(/Count )(\d+)( /Kids \[ .*?)\d+ 0 R \] /Type /Pages", pdf); put(n[0], b"%s%d%s] /Type /Pages" % (n[1], int(n[2]) - 1, n[3]))'
forged "pages of no PDF" 1 'pdf = b"%PDF-1.7\n"; places = lambda: None'
edited "other libraries named, the page forged in words" 1 'm["data/report/report.html"] += b"x"; m["data/report/libraries.txt"] += b"x"'
edited "another writer named, a fact forged" 2 'import json; d = json.loads(m["data/report/data.json"]); d["program"] = "dossier 9.9.9"; f = [f for f in d["facts"] if "source" in f and f["source"]["evidence"].endswith("lscpu.json")][0]; f["value"] = f["text"] = "17"; m["data/report/data.json"] = json.dumps(d, indent=2, ensure_ascii=False).encode()'
head -5 out >five
said "1 with another value, the first: F" "the fact is named"
cp five out
prints "not asked policy, later; not decided by deriving again: " "what was left out stands in the head"
for name in '""' '"dossier 0.2.0 "' '"dossier 9"' 17 None '"dossier 0.2.0\\u202e"'; do
    edited "the writer is $name" 2 "import json; d = json.loads(m['data/report/data.json']); d['program'] = $name; m['data/report/data.json'] = json.dumps(d, indent=2, ensure_ascii=False).encode()"
done
edited "another writer named, the report forged" 2 'm["data/report/data.json"] = m["data/report/data.json"].replace(b"dossier 0", b"dossier 9", 1); m["data/report/report.html"] += b"x"'

# Whoever rejects is heard without a policy, if trusted.
cp d.asice r.asice
exits 0 "a rejection" "$DOSSIER" sign r.asice --role procurement --decision rejected --key a.key.pem --cert a.cert.pem
exits 2 "a trusted rejection is no pass" verify r.asice --trust a.cert.pem
cp out told
ok "the head is five lines" [ "$(sed '/^$/,$d' told | wc -l)" = 5 ]
cp told out
said "rejects the dossier" "and said"
said "verdict B against A:" "the verdict stands before what holds"
cp out told
said "not asked policy, rebuild, later" "what was not asked"
ok "who decided what, and when, stands in the head" sh -c 'head -c 900 told | grep -q "002 CN=First signer, procurement: rejected, 2026-11-28T00:00:00Z (claimed)"'
ok "the head is of verdict, signers, content id and what was not asked" test "$(tr -s " " <told | grep -oE "TOTAL|INDETERMINATE| verdict | signed 001| content [0-9a-f]{64}| not asked | holds " | head -6 | tr -d "\n" | tr -s " " | sed "s/[0-9a-f]\{64\}/ID/")" = "INDETERMINATE verdict signed 001 content ID not asked holds "

# Five lines, whoever signs; then what does not hold.
cp d.asice many.asice
for i in 1 2 3 4 5 6 7 8; do
    ok "signer $i" "$DOSSIER" sign many.asice --role "role number $i of many in this house" --key a.key.pem --cert a.cert.pem
done
exits 2 "nine signatures, no anchor" verify many.asice --rebuild
cp out told
ok "the head is five lines still" [ "$(sed '/^$/,$d' told | wc -l)" = 5 ]
ok "each signer in one of them" [ "$(sed -n 3p told | grep -o 'role number [0-9]' | wc -l)" = 8 ]
ok "one line of that which holds" [ "$(grep -c '^  holds ' told)" = 1 ]
ok "and what does not" [ "$(grep -c '^  undecided ' told)" -gt 8 ]
exits 2 "with all of it" verify many.asice --rebuild --all
cp out told
ok "each is listed" [ "$(grep -c '^  holds ' told)" -gt 20 ]
finish
