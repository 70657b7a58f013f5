#!/bin/sh
# ctest
# verify_report.sh - HTML and pages that keep a verification, and its summary; integrity and trust apart.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
PYTHONPATH="$SOURCE/tests/attacks" PYTHONDONTWRITEBYTECODE=1 python3 - <<'P'
import cases
open("good.asice", "wb").write(cases.GOOD_DOSSIER)
open("bad.asice", "wb").write(cases.dossier({**cases.GOOD, "data/case.json": b"{}"}))
open("no.asice", "wb").write(b"<script>alert(1)</script>")
open("root.pem", "w").write(cases.TRUST["root"])
open("stranger.pem", "w").write(cases.TRUST["stranger"])
P
exits 0 "a good dossier" "$DOSSIER" verify good.asice --trust root.pem --at 2026-12-06 --report-file good.html --json
ok "both questions hold" jq -e '.at == "2026-12-06T00:00:00Z" and
    .summary == {integrity: "holds", trust: "holds", policy: "not asked", rebuild: "not asked", later: "not asked"}' "$SCRATCH/out"
ok "who signed, and by which certificate" jq -e --arg digest "$(unzip -p good.asice META-INF/signature001.p7s |
    openssl pkcs7 -inform DER -print_certs | openssl x509 -outform DER | sha256sum | cut -c1-64)" \
    '.signers | length == 1 and (.[0] | .number == 1 and .subject == "CN=Test Signer" and .certificate_sha256 == $digest and
    .signature == "holds" and .trust == "holds" and (.claimed | startswith("2026-11-26T")) and (has("stamped") or has("role") | not))' "$SCRATCH/out"
cp good.html "$SCRATCH/out"
prints "TOTAL-PASSED: good.asice" "the outcome"
prints "$(sha256sum good.asice | cut -c1-64)" "the file's digest"
prints "$(sha256sum root.pem | cut -c1-64)" "the anchors' digest"
prints "2026-12-06T00:00:00Z" "the time"
prints "CN=Test Signer" "the signer"
prints "$(unzip -p good.asice manifest-sha256.txt | sha256sum | cut -c1-64)" "the content id"
ok "well-formed" xmllint --html --noout good.html
exits 0 "again" "$DOSSIER" verify good.asice --trust root.pem --at 1796515200 --report-file again.html
ok "the same page" cmp good.html again.html
exits 2 "whole, signed by a stranger" "$DOSSIER" verify good.asice --trust stranger.pem --at 2026-12-06T12:00:00Z --json
ok "whole, and trust undecided" jq -e '.summary.integrity == "holds" and .summary.trust == "undecided"' "$SCRATCH/out"
exits 1 "changed" "$DOSSIER" verify bad.asice --trust root.pem --at 2026-12-06 --report-file bad.html --json
ok "not whole, though the signer is trusted" jq -e '.summary.integrity == "fails" and .summary.trust == "holds"' "$SCRATCH/out"
cp bad.html "$SCRATCH/out"
prints "TOTAL-FAILED: bad.asice" "a failure is kept too"
exits 1 "no dossier" "$DOSSIER" verify no.asice --report-file no.html
ok "nothing of the file is markup" sh -c "! grep -q '<script' no.html"

# As pages: the same content, the same bytes each time, and a file that PDF tools and our lint have nothing to say of.
cat >same.py <<'P'
import html.parser, subprocess, sys
class Cells(html.parser.HTMLParser):
    found, deep = [], 0
    def handle_starttag(self, tag, attrs): self.deep += tag in ("h1", "h2", "p", "td", "th")
    def handle_endtag(self, tag): self.deep -= tag in ("h1", "h2", "p", "td", "th")
    def handle_data(self, data):
        if self.deep and data.strip(): self.found.append("".join(data.split()))
parser = Cells()
parser.feed(open(sys.argv[1]).read())
text = subprocess.run(["pdftotext", "-raw", sys.argv[2], "-"], capture_output=True, text=True).stdout
text = "".join(text.replace("\f", "\n").split())
missing = [f for f in parser.found if f not in text]
sys.exit("%d texts, not on the pages: %s" % (len(parser.found), missing) if missing or len(parser.found) < 10 else 0)
P
for name in good bad no; do
    "$DOSSIER" verify $name.asice --trust root.pem --at 2026-12-06 --report-file $name.html >/dev/null || true
    "$DOSSIER" verify $name.asice --trust root.pem --at 2026-12-06 --report-file $name.pdf >/dev/null || true
    ok "$name: pages" qpdf --check $name.pdf
    ok "$name: tagged, with names and tables as our reports have them" python3 "$SOURCE/tests/e2e/pdf_lint.py" $name.pdf
    ok "$name: the same content as the HTML" python3 same.py $name.html $name.pdf
done
(TZ=Asia/Tokyo LC_ALL=tr_TR.UTF-8 "$DOSSIER" verify good.asice --trust root.pem --at 1796515200 --report-file again.pdf >/dev/null)
ok "the same pages elsewhere" cmp good.pdf again.pdf
pdftotext -layout bad.pdf "$SCRATCH/out"
prints "TOTAL-FAILED: bad.asice" "pages of a failure say so"
prints "HASH_FAILURE" "with the reason code"
ok "the font is embedded" sh -c '! pdffonts good.pdf | tail -n +3 | grep -v " yes yes yes "'
exits 3 "no such day" "$DOSSIER" verify good.asice --at 2026-13-06
exits 4 "a page that cannot be written" "$DOSSIER" verify good.asice --at 2026-12-06 --report-file absent/x.html
finish
