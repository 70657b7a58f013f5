#!/bin/sh
# ctest
# pades.sh - a signed copy of the report: judged by pdfsig, qpdf and openssl, alone and with its dossier, and attacked.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
day=$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%d)
faketime -f "@$day 00:00:00" openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ca.key -subj "/CN=Test CA" -days 3650 -out ca.pem 2>/dev/null
printf 'keyUsage=critical,digitalSignature,nonRepudiation\nbasicConstraints=CA:FALSE\n' >ext
openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout a.key -subj /CN=Anna -out a.csr 2>/dev/null
faketime -f "@$day 00:00:00" openssl x509 -req -in a.csr -CA ca.pem -CAkey ca.key -days 400 -extfile ext -out a.pem 2>/dev/null
ok "build" "$DOSSIER" build "$SOURCE/samples/software-bottleneck/case.json" -o d.asice --key a.key --cert a.pem
cp d.asice before.asice
exits 3 "a decision that no copy of the report can carry" "$DOSSIER" sign d.asice --pdf no.pdf --role procurement --decision rejected \
    --key a.key --cert a.pem
cp err refused
ok "is not dropped in silence" sh -c 'grep -q -- "--pdf beside --role" refused && test ! -e no.pdf'
ok "sign --pdf" "$DOSSIER" sign d.asice --pdf signed.pdf --key a.key --cert a.pem
ok "the dossier is not touched" cmp d.asice before.asice
unzip -p d.asice data/report/report.pdf >report.pdf
ok "the first bytes are the packed file" cmp -n "$(stat -c %s report.pdf)" report.pdf signed.pdf
verify() { "$DOSSIER" verify "$@" --at "$SOURCE_DATE_EPOCH"; }
exits 0 "with its root" verify signed.pdf --trust ca.pem
tr -s ' \n' ' ' <out >one && mv one out
prints "this is the PDF only" "what a lone PDF proves"
exits 2 "without a root" verify signed.pdf
exits 0 "with its dossier" verify signed.pdf d.asice --trust ca.pem --all
prints "the first bytes are the packed report.pdf" "the prefix is the packed file"
ok "qpdf finds nothing" qpdf --check signed.pdf
ok "the annex has a signed copy of its own" "$DOSSIER" sign d.asice --pdf annex.pdf --annex --key a.key --cert a.pem
exits 0 "which verifies alone" verify annex.pdf --trust ca.pem
exits 0 "and with its dossier" verify annex.pdf d.asice --trust ca.pem --all
prints "the first bytes are the packed annex.pdf" "as the annex, not as the report"
ok "qpdf finds nothing there" qpdf --check annex.pdf
unzip -p d.asice data/report/annex.pdf >packed-annex.pdf
ok "its first bytes are the packed annex" cmp -n "$(stat -c %s packed-annex.pdf)" packed-annex.pdf annex.pdf
exits 3 "a choice of pages without a copy" "$DOSSIER" sign d.asice --annex --key a.key --cert a.pem
# pdfsig ends with 0 whatever it finds, so its words count.
HOME="$SCRATCH/nobody" pdfsig signed.pdf >out 2>/dev/null || true
prints "Signature is Valid" "pdfsig"
prints "Total document signed" "pdfsig: the whole"
prints "ETSI.CAdES.detached" "pdfsig: PAdES"
python3 - <<'P'
import re
pdf = open("signed.pdf", "rb").read()
a, b, c = map(int, re.search(rb"/ByteRange \[ 0 (\d+) (\d+) (\d+) \]", pdf).groups())
open("range.bin", "wb").write(pdf[:a] + pdf[b:b + c])
der = bytes.fromhex(pdf[a + 1:b - 1].decode())
open("range.p7s", "wb").write(der[:4 + int.from_bytes(der[2:4], "big")])
P
ok "openssl judges the ranges" openssl cms -verify -cades -binary -purpose any -inform DER -in range.p7s -content range.bin -CAfile ca.pem -no-CApath -no-CAstore -attime "$SOURCE_DATE_EPOCH" -out /dev/null
openssl asn1parse -inform DER -in range.p7s >"$SCRATCH/out"
prints messageDigest "its attributes are listed"
lacks signingTime "no signing time, as PAdES wants it"
pdftoppm -r 40 -f 1 -l 1 report.pdf r && pdftoppm -r 40 -f 1 -l 1 signed.pdf s
ok "nothing shows" sh -c 'cmp r-*.ppm s-*.ppm'
ok "the same text" sh -c 'pdftotext report.pdf r.txt && pdftotext signed.pdf s.txt && cmp r.txt s.txt'

# PDF/A: the copy is objected to exactly as far as the report is (PDFBox knows part 1 only), and so are kept outcomes.
exits 0 "the outcome, as pages" verify signed.pdf d.asice --trust ca.pem --report-file outcome.pdf
jars=/usr/share/java
if command -v javac >/dev/null && [ -e $jars/preflight.jar ]; then
    path=$jars/preflight.jar:$jars/pdfbox2.jar:$jars/fontbox2.jar:$jars/xmpbox.jar:$jars/commons-logging.jar
    path=$path:$jars/commons-io.jar:$jars/javax.activation.jar:$jars/jaxb-api.jar
    javac -cp "$path" -d . "$SOURCE/tests/e2e/Preflight.java"
    java -cp "$path:." Preflight report.pdf signed.pdf outcome.pdf >said 2>/dev/null || true
    ok "preflight has read them" grep -q '^signed.pdf: 7.11.2 ' said
    ok "PDF/A preflight: part number and CIDSets alone" sh -c '! grep -vE ": (7\.11\.2|3\.1\.11) " said'
    ok "the same of report and signed copy" sh -c 'test "$(grep -c "^report.pdf" said)" = "$(grep -c "^signed.pdf" said)"'
else
    echo "skipped: PDFBox preflight is not installed"
fi

# Attacks.
change() {
    python3 - "$1" <<'P'
import sys
pdf = open("signed.pdf", "rb").read()
exec(sys.argv[1])
open("x.pdf", "wb").write(pdf)
P
}
change 'pdf = pdf[:5000] + bytes([pdf[5000] ^ 1]) + pdf[5001:]'
exits 1 "a byte of the report" verify x.pdf --trust ca.pem
change 'pdf += b"\n"'
exits 1 "a byte behind it" verify x.pdf --trust ca.pem
change 'pdf += pdf[pdf.index(b"%%EOF") + 6:]'
exits 1 "the update twice" verify x.pdf --trust ca.pem
change 'i = pdf.index(b" ] /Contents <") + 14; pdf = pdf[:i + 16380] + b"1" + pdf[i + 16381:]'
exits 1 "the padding" verify x.pdf --trust ca.pem
change 'pdf = pdf.replace(b"/ByteRange [ 0 00", b"/ByteRange [ 0 01", 1)'
exits 1 "the ranges" verify x.pdf --trust ca.pem
change 'pdf = pdf.replace(b"/M (D:2026", b"/M (D:2025", 1)'
exits 1 "the date" verify x.pdf --trust ca.pem
change 'pdf = pdf[:pdf.index(b"%%EOF") + 6]'
exits 1 "the update cut off" verify x.pdf --trust ca.pem
exits 1 "a dossier of another report, refused to compare" "$DOSSIER" build "$SOURCE/samples/trap-zeros/case.json" -o other.asice --key a.key --cert a.pem
ok "it is there all the same" test -e other.asice
exits 1 "the dossier of another report" verify signed.pdf other.asice --trust ca.pem
tr -s ' \n' ' ' <out >one && mv one out
prints "the dossier packs another report.pdf" "and why"
printf x >>d.asice
exits 3 "with its dossier, which is none any more" verify signed.pdf d.asice --trust ca.pem
cp before.asice d.asice
exits 3 "a signed PDF is not signed again" sh -c 'cd "$1" && python3 - <<P
import zipfile
old = zipfile.ZipFile("d.asice"); new = zipfile.ZipFile("again.asice", "w")
for i in old.infolist(): new.writestr(i, open("signed.pdf", "rb").read() if i.filename.endswith("report.pdf") else old.read(i.filename))
P
"$DOSSIER" sign again.asice --pdf x2.pdf --key a.key --cert a.pem' sh "$SCRATCH"
finish
