#!/bin/sh
# pdf_checks.sh PDF_MAKE - writes the made-up reports as PDF and lets other programs judge them: qpdf,
# poppler, our lint, PDFBox preflight and pdf.js (the last two where they are installed).
set -eu

make=$1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
say() { # what went wrong
    echo "pdf_checks: $*" >&2
    failed=1
}

# One report in this environment; nothing may be printed but, of the hostile one, what no typeface has.
write() { # folder kind
    mkdir -p "$1"
    "$make" "$1" "$2" >"$work/said" 2>&1 || say "$2: not written"
    if [ "$2" = hostile ]; then
        grep -q "^report.pdf: warning: no typeface has these characters" "$work/said" || say "hostile: unseen letters are not told"
        sed -i '/^report.pdf: warning: no typeface has these characters/d' "$work/said"
    fi
    [ ! -s "$work/said" ] || say "$2: printed: $(head -c 300 "$work/said")"
}

kinds="claim refusal few stated not hostile crowded"
for kind in $kinds; do
    out=$work/$kind
    write "$out" "$kind"
    pdf=$out/report.pdf
    qpdf --check "$pdf" >"$work/qpdf" 2>&1 || say "$kind: qpdf: $(cat "$work/qpdf")"
    # Another writer's objects, their order, numbers and ID: the same bytes.
    qpdf --object-streams=disable --stream-data=uncompress --decode-level=generalized --newline-before-endstream \
        --no-original-object-ids --deterministic-id "$pdf" "$work/again.pdf" && cmp "$pdf" "$work/again.pdf" || say "$kind: qpdf writes it otherwise"
    pdffonts "$pdf" | awk 'NR > 2 { if ($(NF - 4) != "yes" || $(NF - 3) != "yes" || $(NF - 2) != "yes") exit 1 }' ||
        say "$kind: a font is not embedded, subset and mapped to Unicode"
    pdfinfo "$pdf" | grep -q '^Tagged: *yes' || say "$kind: not tagged"
    pdfinfo -struct-text "$pdf" >"$out/structure" 2>"$work/said"
    [ ! -s "$work/said" ] || say "$kind: structure: $(head -c 300 "$work/said")"
    for tag in H1 H2 Table TR TH TD Figure L LI Link; do
        grep -Eq "^ *$tag\b" "$out/structure" || say "$kind: no $tag in the structure"
    done
    python3 "$here/pdf_lint.py" "$pdf" || say "$kind: lint"
    pdftotext "$pdf" - | grep -q 'page 1 of' || say "$kind: no page number in the text"
    grep -q 'page 1 of' "$out/pages.txt" || say "$kind: no page number in pages.txt"
done
python3 "$here/pdf_lint.py" --self-test "$work/stated/report.pdf" >/dev/null || say "lint misses what it should see"

# pages.txt and the PDF's own text hold the same words; squares and signs are words in pages.txt only.
for kind in claim refusal hostile; do
    pdftotext "$work/$kind/report.pdf" "$work/text"
    python3 - "$work/text" "$work/$kind/pages.txt" >"$work/said" <<'END'
import re
import sys

pdf, pages = (open(name, encoding="utf-8").read() for name in sys.argv[1:])
words = lambda text: set(re.findall(r"\w{3,}", text))
joined = words(pages.replace("-\n", ""))  # poppler joins some words broken behind a hyphen
drawn = words("not disclosed declared measured captured sources disagree between them")
missing = words(pdf) - words(pages) - joined
extra = {word for word in words(pages) - drawn if word not in pdf}
for word in sorted(missing | extra):
    print(word)
END
    [ ! -s "$work/said" ] || say "$kind: words only in one of PDF and pages.txt: $(head -n 8 "$work/said" | tr '\n' ' ')"
done

# The same bytes wherever it is made.
sum() { cat "$1/report.pdf" "$1/pages.txt" | sha256sum; }
want=$(sum "$work/stated")
for place in UTC:C Asia/Tokyo:de_DE.UTF-8 America/New_York:tr_TR.UTF-8 Asia/Kolkata:ar_EG.UTF-8; do
    (cd / && TZ=${place%:*} LC_ALL=${place#*:} HOME=/nonexistent write "$work/other" stated)
    [ "$(sum "$work/other")" = "$want" ] || say "other bytes in $place"
done
(cd "$work" && env -i FONTCONFIG_FILE=/nonexistent FONTCONFIG_PATH=/nonexistent PANGO_LANGUAGE=tr \
    "$make" "$work/other" stated >"$work/said" 2>&1) || say "clean environment: not written"
[ ! -s "$work/said" ] || say "clean environment: printed: $(head -c 300 "$work/said")"
[ "$(sum "$work/other")" = "$want" ] || say "other bytes in a clean environment"

# No path, user, or library version in the file.
if grep -aEq "/home/|/root/|/tmp/|cairo 1|qpdf [0-9]" "$work/stated/report.pdf"; then
    say "the file tells where or with what it was made"
fi

# PDFBox knows PDF/A-1b only; of a part-2 file it may object to the part and to missing CIDSets, no more.
jars=/usr/share/java
if command -v javac >/dev/null && [ -e $jars/preflight.jar ]; then
    path=$jars/preflight.jar:$jars/pdfbox2.jar:$jars/fontbox2.jar:$jars/xmpbox.jar:$jars/commons-logging.jar
    path=$path:$jars/commons-io.jar:$jars/javax.activation.jar:$jars/jaxb-api.jar
    javac -cp "$path" -d "$work" "$here/Preflight.java"
    java -cp "$path:$work" Preflight "$work/claim/report.pdf" "$work/hostile/report.pdf" 2>/dev/null |
        grep -vE ': (7\.11\.2|3\.1\.11) ' >"$work/said" || :
    [ ! -s "$work/said" ] || say "preflight: $(head -n 5 "$work/said")"
else
    echo "pdf_checks: PDFBox preflight is not installed; skipped" >&2
fi

# pdf.js reads roles with their alternative texts.
modules=${PDFJS_DIST:-$here/../web/node_modules/pdfjs-dist}
if [ -d "$modules" ]; then
    node "$here/pdf_structure.mjs" "$modules" "$work/claim/report.pdf" || say "pdf.js"
else
    echo "pdf_checks: pdf.js is not installed; skipped" >&2
fi
exit $failed
