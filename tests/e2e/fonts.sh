#!/bin/sh
# ctest
# fonts.sh - names in scripts that the built-in typefaces lack, set in fonts that were given: found by other readers of the PDF,
# the same bytes wherever the fonts lie, none of the system's fonts, and derived again by whoever has the same files.
. "$(dirname "$0")/common.sh"
faces=/usr/share/fonts
for file in truetype/motoya-l-cedar/MTLc3m.ttf opentype/fonts-hosny-amiri/Amiri-Regular.ttf \
    opentype/fonts-hosny-amiri/Amiri-Bold.ttf opentype/fonts-hosny-amiri/Amiri-Slanted.ttf \
    truetype/lohit-devanagari/Lohit-Devanagari.ttf; do
    [ -e "$faces/$file" ] || { echo "skipped: no $faces/$file (./dev deps --test)"; exit 77; }
    mkdir -p "$SCRATCH/fonts"
    cp "$faces/$file" "$SCRATCH/fonts"
done
cp -R "$SOURCE/samples/software-bottleneck" "$SCRATCH/case"
cd "$SCRATCH"
japanese='高速推論サーバー「富士」2号機'
arabic='نظام الاستدلال السريع'
hindi='तेज़ अनुमान प्रणाली कार्यालय क्षेत्र'
named() { # file, label of A, label of B
    python3 - "$@" <<'PYTHON'
import json, sys
with open("case/case.json", encoding="utf-8") as file:
    c = json.load(file)
c["systems"][0]["label"], c["systems"][1]["label"] = sys.argv[2:]
with open("case/" + sys.argv[1], "w", encoding="utf-8") as file:
    json.dump(c, file)
PYTHON
}
named east.json "$japanese" "$arabic"
named south.json "$hindi" "plain"

# Found by poppler, as written; the file is as any report's.
exits 0 "Japanese and Arabic" "$DOSSIER" report case/east.json -o east --fonts fonts
lacks "no typeface" "no character of it is missing"
exits 0 "Hindi" "$DOSSIER" report case/south.json -o south --fonts fonts
lacks "no typeface" "no character of it is missing"
found() { # folder, name
    pdftotext "$1/report/report.pdf" - | tr '\n' ' ' >page
    ok "$2: pdftotext finds it" python3 - page "$2" <<'PYTHON'
import sys, unicodedata
text = unicodedata.normalize("NFC", open(sys.argv[1], encoding="utf-8").read())
sys.exit(unicodedata.normalize("NFC", sys.argv[2]) not in text)
PYTHON
    ok "$2: pages.txt has it" grep -q "$2" "$1/report/pages.txt"
    ok "$2: the page of HTML has it" grep -q "$2" "$1/report/report.html"
    ok "$2: a picture has it" grep -rq "$2" "$1/report/figures"
}
found east "$japanese"
found east "$arabic"
found south "$(printf %s "$hindi" | python3 -c 'import sys, unicodedata; print(unicodedata.normalize("NFC", sys.stdin.read()), end="")')"
cat >isolated.py <<'PYTHON'
# Each text with letters from right to left stands in an element of its own direction: in HTML by dir, in SVG by unicode-bidi.
import html.parser, sys, unicodedata
class Reader(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.seen, self.bare = [], 0, []
    def handle_starttag(self, tag, attributes):
        if tag not in ("meta", "link", "br", "wbr", "hr", "img", "input", "col"):
            self.open.append((tag, dict(attributes)))
    def handle_endtag(self, tag):
        while self.open and self.open.pop()[0] != tag:
            pass
    def handle_data(self, data):
        if any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in data) and self.open[-1][0] not in ("title", "desc", "style", "script"):
            self.seen += 1
            last = self.open[-1][1]
            if last.get("dir") != "auto" and last.get("unicode-bidi") != "plaintext":
                self.bare.append((self.open[-1][0], data[:40]))
reader = Reader()
reader.feed(open(sys.argv[1], encoding="utf-8").read())
print(reader.seen, reader.bare[:5])
sys.exit(bool(reader.bare) or not reader.seen)
PYTHON
ok "what runs from right to left is set apart in HTML and SVG" python3 isolated.py east/report/report.html
for pdf in east/report/report.pdf east/report/annex.pdf south/report/report.pdf south/report/annex.pdf; do
    ok "$pdf: qpdf" qpdf --check "$pdf"
    case $pdf in
    *report.pdf) ok "$pdf: lint" python3 "$SOURCE/tests/e2e/pdf_lint.py" "$pdf" ;;
    esac
    ok "$pdf: fonts are embedded, subset and mapped" sh -c "pdffonts $pdf | awk 'NR > 2 && (\$(NF - 4) \$(NF - 3) \$(NF - 2) != \"yesyesyes\") { exit 1 }'"
done
jars=/usr/share/java
if command -v javac >/dev/null && [ -e $jars/preflight.jar ]; then
    path=$jars/preflight.jar:$jars/pdfbox2.jar:$jars/fontbox2.jar:$jars/xmpbox.jar:$jars/commons-logging.jar
    path=$path:$jars/commons-io.jar:$jars/javax.activation.jar:$jars/jaxb-api.jar
    javac -cp "$path" -d . "$SOURCE/tests/e2e/Preflight.java"
    java -cp "$path:." Preflight east/report/report.pdf south/report/report.pdf 2>/dev/null | grep -vE ': (7\.11\.2|3\.1\.11) ' >flaws || :
    ok "preflight objects to nothing else than in any report" test ! -s flaws
fi

# Which files: those that were needed, as sha256sum knows them; in the colophon, too.
(cd fonts && sha256sum Amiri-Bold.ttf Amiri-Regular.ttf MTLc3m.ttf) >want
ok "the digests of what was used are packed" sh -c 'grep -Fxf want east/report/fonts.txt >both && cmp both east/report/fonts.txt'
ok "the face for Arabic among them" grep -q "Amiri-Regular.ttf" east/report/fonts.txt
ok "no other face" sh -c '! grep -qE "Lohit|Slanted" east/report/fonts.txt'
digest=$(sha256sum <fonts/MTLc3m.ttf | cut -c1-64)
ok "the colophon has the digest" sh -c "tr -d ' \n' <east/report/pages.txt | grep -q $digest"
ok "and the HTML's" grep -q "$digest" east/report/report.html
ok "what set them is named" grep -q "harfbuzz .*fribidi .*freetype" east/report/libraries.txt

# The same bytes in another folder, time, language, with a system's fonts turned off; the order of files is that of their names.
mkdir elsewhere
for file in $(cd fonts && ls -r); do cp "fonts/$file" elsewhere; done
ok "the same again" env TZ=Asia/Tokyo LC_ALL=ar_EG.UTF-8 HOME=/nonexistent FONTCONFIG_FILE=/nonexistent PANGO_LANGUAGE=hi \
    "$DOSSIER" report case/east.json -o again --fonts elsewhere
ok "the same bytes" diff -r east/report again/report

# Nothing of the system's: what no given file has is an escape and a warning, whatever is installed beside.
mkdir japanese
cp fonts/MTLc3m.ttf japanese
exits 0 "a folder without Arabic" "$DOSSIER" report case/east.json -o half --fonts japanese
ok "the warning names the text and the way out" grep -qF "characters; the PDF shows their numbers: $arabic; give a folder with fonts that have them, --fonts DIR" err
ok "once, for both files and every place" test "$(grep -c 'no typeface' err)" = 1
ok "escapes stand there" grep -qF "‹U+0646›‹U+0638›" half/report/pages.txt
ok "the other name is whole" grep -q "$japanese" half/report/pages.txt
ok "one font is named" test "$(wc -l <half/report/fonts.txt)" = 1
# Where no text needs them, given fonts leave no trace.
exits 0 "a case in Latin letters" "$DOSSIER" report case/case.json -o latin --fonts fonts
ok "the same report as without fonts" diff -r "$(drawn "$SOURCE/samples/software-bottleneck/case.json")/report" latin/report

# Derived again: by whoever has the files, under any name, among others.
verify() { "$DOSSIER" verify "$@" --at "$SOURCE_DATE_EPOCH" --rebuild; }
ok "a key" "$DOSSIER" keygen -o k --name T
exits 0 "built" "$DOSSIER" build case/east.json -o d.asice --fonts fonts --key k.key.pem --cert k.cert.pem
exits 0 "derived again with the fonts" verify d.asice --trust k.cert.pem --fonts fonts
mkdir renamed
cp fonts/MTLc3m.ttf renamed/zz.ttf
cp fonts/Amiri-Regular.ttf renamed/b.ttf
cp fonts/Amiri-Bold.ttf renamed/c.otf
cp fonts/Amiri-Slanted.ttf fonts/Lohit-Devanagari.ttf renamed
exits 0 "under other names, among other fonts" verify d.asice --trust k.cert.pem --fonts renamed
exits 2 "without the fonts it is undecided" verify d.asice --trust k.cert.pem
tr -s ' \n' ' ' <out >one && mv one out
prints "MTLc3m.ttf (SHA-256 $digest)" "the font is named"
prints "give a folder that holds them, --fonts DIR" "and what to do"
printf 'x' >>renamed/zz.ttf
exits 2 "with another file of that name, too" verify d.asice --trust k.cert.pem --fonts renamed --all
tr -s ' \n' ' ' <out >one && mv one out
prints "not here: MTLc3m.ttf" "the one that is not the same is named"
lacks "FAILS" "nothing is called forged"
prints "the pages say what pages.txt says" "the pages are read"
exits 3 "a PDF is signed only with pages that follow" "$DOSSIER" sign d.asice --pdf s.pdf --key k.key.pem --cert k.cert.pem --fonts none
exits 0 "with the fonts they do" "$DOSSIER" sign d.asice --pdf s.pdf --key k.key.pem --cert k.cert.pem --fonts fonts
lacks "not here" "and nothing is left open"

# Forged: what glyphs are said to stand for, what the report says, fonts that never were.
sed -n '/^cat >edit.py/,/^P$/p' "$SOURCE/tests/e2e/rebuild.sh" | sed '1d;$d' >edit.py
exits 0 "built" "$DOSSIER" build case/south.json -o h.asice --fonts fonts
forged() { # description, expected status, code, options of verify
    said=$1 want=$2
    python3 edit.py h.asice e.asice "$3"
    shift 3
    exits "$want" "$said" verify e.asice --all "$@"
}
forged "unchanged" 2 ''
lacks "FAILS" "nothing fails"
forged "letters said to be figures" 1 'import re; r = "data/report/report.pdf"; m[r], n = re.subn(rb"<feff0930094d(092f093e)>", rb"<feff00390037\1>", m[r], count=1); assert n'
tr -s ' \n' ' ' <out >one && mv one out
prints "letters that are said to stand for others" "which is named"
forged "a report that says more, and the fonts are here" 1 'm["data/report/report.html"] += b"x"' --fonts fonts
forged "a font that never was excuses nothing" 2 'm["data/report/fonts.txt"] += b"0" * 64 + b"  none.ttf\n"' --fonts fonts
tr -s ' \n' ' ' <out >one && mv one out
prints "not here: none.ttf (SHA-256 000000" "it is named"

# Font files come from anybody.
mkdir bad empty
exits 3 "an empty folder" "$DOSSIER" report case/east.json -o never --fonts empty
ok "it is named" grep -q '^empty: .*no font file' err
exits 3 "no folder" "$DOSSIER" report case/east.json -o never --fonts case/east.json
ok "it is named" grep -q '^case/east.json: .*not a folder' err
truncate -s 65M bad/large.ttf
exits 3 "a file beyond the limit" "$DOSSIER" report case/east.json -o never --fonts bad
ok "it is named" grep -q 'bad/large.ttf' err
rm bad/large.ttf
head -c 20000 fonts/MTLc3m.ttf >bad/cut.ttf
head -c 9000 /dev/zero >bad/zeros.ttf
python3 - fonts/Lohit-Devanagari.ttf bad/licence.ttf <<'PYTHON'
import struct, sys
font = bytearray(open(sys.argv[1], "rb").read())
for i in range(struct.unpack_from(">H", font, 4)[0]):
    tag, _, at, _ = struct.unpack_from(">4sIII", font, 12 + 16 * i)
    if tag == b"OS/2":
        struct.pack_into(">H", font, at + 8, 2)  # fsType: restricted licence embedding
open(sys.argv[2], "wb").write(font)
PYTHON
exits 0 "fonts that cannot be used" "$DOSSIER" report case/south.json -o never --fonts bad
ok "what is no font is told" grep -q '^zeros.ttf: warning: font file left out.*FreeType' err
ok "what may not be embedded is told" grep -q '^licence.ttf: warning: font file left out.*licence bits' err
ok "no face of it is used" test ! -e never/report/fonts.txt
finish
