#!/bin/sh
# ctest
# german.sh - the second language of the report: nothing of it is missing, no page of it is half English, figures and dates are
# written its way, and what machines read is the same in both.
. "$(dirname "$0")/common.sh"
command -v python3 >/dev/null || exit 77
ok "every string and every text of the program is there in German" python3 "$SOURCE/tests/e2e/german.py" "$SOURCE" tables

cp -r "$SOURCE/samples" "$SCRATCH/samples"
chmod -R u+w "$SCRATCH/samples"
pages() { pdfinfo "$1" | sed -n "s/^Pages: *//p"; }
lengths() { # German takes a seventh more room: one page more at most, and never more than twelve
    long=$(pages "$SCRATCH/$2/report/report.pdf") short=$(pages "$(drawn "$SOURCE/samples/$1")/report/report.pdf")
    ok "$1: $long pages, in English $short" sh -c '[ "$1" -le $(($2 + 1)) ] && [ "$1" -le 12 ]' - "$long" "$short"
}
german() { # case of the samples, folder for the report
    jq '.language = "de"' "$SOURCE/samples/$1" >"$SCRATCH/samples/${1%.json}-de.json"
    got=0
    "$DOSSIER" report "$SCRATCH/samples/${1%.json}-de.json" -o "$SCRATCH/$2" >"$SCRATCH/out" 2>"$SCRATCH/err" || got=$?
    ok "$1 in German" [ "$got" = "$(cat "$(drawn "$SOURCE/samples/$1")/status")" ]
    ok "no English sentence is left in it" python3 "$SOURCE/tests/e2e/german.py" "$SOURCE" report "$SOURCE/samples/$1" "$SCRATCH/$2/report"
    lengths "$1" "$2"
    ok "$1: no heading above nothing, no amount as English writes it" python3 "$SOURCE/tests/e2e/empty.py" "$SCRATCH/$2/report/report.html"
    ok "$1: no last page of a few lines" python3 "$SOURCE/tests/e2e/last_page.py" "$SCRATCH/$2/report/report.pdf"
    # What a machine reads says the same: values, verdicts, sentences of rules.
    same='[(.facts[] | select(.key != "case.id") | .key, .value, .unit, .title), (.comparisons | tostring | gsub("[0-9a-f]{64}"; ""))]'
    ok "data.json of $1 says the same" sh -c 'jq -S "$3" "$1" >"$4/a" && jq -S "$3" "$2" >"$4/b" && cmp "$4/a" "$4/b"' sh \
        "$(drawn "$SOURCE/samples/$1")/report/data.json" "$SCRATCH/$2/report/data.json" "$same" "$SCRATCH"
}
german software-bottleneck/case-purchase.json p
german trap-precision/case-tf32.json t
german launch-modes/case.json l
german software-bottleneck/case-options.json o
german software-bottleneck/case-acceptance.json alone
german made/ladder/case.json ladder
# Every other sample: its length, and its last page.
(cd "$SOURCE/samples" && find . -name 'case*.json' | sed 's|^\./||' | LC_ALL=C sort) | while read -r case; do
    place=$(printf '%s' "${case%.json}" | tr / .)
    [ ! -e "$SCRATCH/samples/${case%.json}-de.json" ] || continue
    jq '.language = "de"' "$SOURCE/samples/$case" >"$SCRATCH/samples/${case%.json}-de.json"
    "$DOSSIER" report "$SCRATCH/samples/${case%.json}-de.json" -o "$SCRATCH/$place" >/dev/null 2>&1 || :
    printf '%s %s\n' "$case" "$place"
done >"$SCRATCH/others"
while read -r case place; do
    lengths "$case" "$place"
    ok "$case: no last page of a few lines" python3 "$SOURCE/tests/e2e/last_page.py" "$SCRATCH/$place/report/report.pdf"
done <"$SCRATCH/others"
ok "some twenty others" test "$(wc -l <"$SCRATCH/others")" -ge 18
r=$SCRATCH/p/report
pdftotext -layout -l 1 "$r/report.pdf" "$SCRATCH/page"
python3 -c 'import sys; print(" ".join(open(sys.argv[1], encoding="utf-8").read().split()))' "$SCRATCH/page" >"$SCRATCH/out"
cp "$SCRATCH/out" "$SCRATCH/first"
ok "page one in at most 500 words" test "$(wc -w <"$SCRATCH/first")" -le 500
cp "$SCRATCH/first" "$SCRATCH/out"
prints "Beschaffungsbericht · Fall PR-2026-0146 28. November 2026" "the running head"
prints "Vergleichbar mit 7 Vorbehalten" "the verdict"
prints "Benötigte Einheiten: 11 mit B (compiler on), 13 mit A (as it runs today). 6.279 EUR statt 7.377 EUR im Monat, 1.098 EUR (15 %) weniger." "the answer, with amounts as German writes them"
prints "Klauseln und Zielvorgaben" "clauses"
prints "NICHT ERFÜLLT" "one of them unmet"
prints "ERFÜLLT 5,364 ms" "a comma before decimals"
prints "höchstens 8 ms bei 99 von 100" "an objective"
prints "Vor der Unterschrift" "what is owed"
prints "Gültig bis 31. Dezember 2026" "a date in words"
prints "Seite 1 von $(pages "$r/report.pdf")" "the page and how many there are"
prints "How many units does the service need, and at what cost?" "the question stands as it was asked"
pdftotext -layout "$r/report.pdf" "$SCRATCH/out"
for heading in "Risiken" "Systeme" "11 Einheiten von B statt 13 von A sparen" "Genannte Unterschiede" \
    "Fragen und was sie beantworten würde" "Grenzen und offene Fragen" "Was sich daraufhin sagen lässt" "28.450,00" "0,9187"; do
    prints "$heading" "printed: $heading"
done
pdftotext -layout "$r/annex.pdf" "$SCRATCH/out"
prints "Anhang zum Beschaffungsbericht" "the annex names itself"
prints "Angaben und ihre Herkunft" "and its facts"
prints "Umfang und Methode" "and the method"
prints "strings.de.json" "the words are named with their digest"
prints "words.de.json" "both files of them"
cat "$r"/figures/*.svg >"$SCRATCH/out"
prints ">0,0919<" "a chart says amounts the same way"
prints "Sekunden ab Lastbeginn" "and its axis"
ok "the PDF says its language" sh -c 'qpdf --qdf --object-streams=disable "$1" - | grep -aq "/Lang (de)"' sh "$r/report.pdf"
ok "the values of evidence stand to the letter among the facts" sh -c 'grep -q "<strong class=\"v[^\"]*\" data-fact=\"[0-9]*\">28450.00<" "$1"' sh "$r/report.html"

# A single system: nothing of it speaks of a comparison.
pdftotext -layout "$SCRATCH/alone/report/report.pdf" "$SCRATCH/page"
python3 -c 'import sys; print(" ".join(open(sys.argv[1], encoding="utf-8").read().split()))' "$SCRATCH/page" >"$SCRATCH/out"
prints "Gültig mit 6 Vorbehalten Ein System steht für sich: Verglichen wird nichts." "its verdict"
prints "Noch nicht. Nicht belegt für A: Klauseln 4.3, 5.1; erfüllt: 4.1, 4.2." "its answer"
prints "ERFÜLLT 4,525 ms (4,486 bis 4,564)" "an interval behind a value"
prints "Vor der Abnahme" "what is owed"
prints "Eine physische Einheit: 1" "a rule of two sides, said of one system"
lacks "Verhältnis von" "nothing stands against it"
lacks "beiden Seiten" "and no sides are spoken of"

# Ceilings of an accelerator: a copy at a round rate, the products of another sample, and a copy on another accelerator.
s=$SCRATCH/samples/software-bottleneck
mkdir "$s/copy" "$s/product" "$s/other"
cp "$SOURCE/samples/trap-zeros/h100/gemm-sustained-bf16/summary.json" "$s/product/"
jq '.workload = "memory-copy" | .throughput_bytes_per_s = 2900000000000 | del(.throughput_matmuls_per_s, .m_n_k, .precision)' \
    "$s/product/summary.json" >"$s/copy/summary.json"
jq '.gpu.name = "NVIDIA H200"' "$s/copy/summary.json" >"$s/other/summary.json"
jq '.language = "de" | .systems[0].profiles += ["copy", "product", "other"]' "$SOURCE/samples/software-bottleneck/case.json" >"$s/ceilings.json"
"$DOSSIER" report "$s/ceilings.json" -o "$SCRATCH/c" >"$SCRATCH/out" 2>&1 || :
sed 's/<[^>]*>/ /g; s/\xe2\x80\xaf/ /g' "$SCRATCH/c/report/report.html" | tr -s ' \n' ' ' >"$SCRATCH/out"
prints "bewegte 2 900,0 GB/s" "a ceiling, as German writes it"
prints "Schon die Gewichte des Modells, in jeder Iteration einmal gelesen, sind" "what a run uses of it at least"
prints "Matrixprodukte im selben Zahlenformat erreichten" "the ceiling of the processors"
prints "wie er benutzt wurde ( Beschleuniger : NVIDIA H200" "a ceiling of another accelerator, its ground in German"

# The same bytes when derived again from what is packed.
cd "$SCRATCH"
exits 0 "a key" "$DOSSIER" keygen -o k --name "Anna Beispiel"
exits 0 "packed" "$DOSSIER" build "$SCRATCH/samples/software-bottleneck/case-purchase-de.json" -o g.asice --key k.key.pem --cert k.cert.pem
exits 0 "derived again byte by byte" "$DOSSIER" verify g.asice --trust k.cert.pem --rebuild --all --at "$SOURCE_DATE_EPOCH"
prints "data/report/cost-lines.csv" "the lines of the options, too"
cd - >/dev/null

# A language that is none of the two is refused, and says which are.
jq '.language = "fr"' "$SOURCE/samples/software-bottleneck/case-purchase.json" >"$SCRATCH/samples/software-bottleneck/fr.json"
exits 3 "another language" "$DOSSIER" check "$SCRATCH/samples/software-bottleneck/fr.json"
mv "$SCRATCH/err" "$SCRATCH/out"
prints "expected one of en, de" "which would be taken"

web=$SOURCE/tests/web
if [ -d "$web/node_modules/html-validate" ] && command -v node >/dev/null; then
    set --
    for page in t l alone; do # p: with html_checks.sh, below
        set -- "$@" "$SCRATCH/$page/report/report.html"
    done
    ok "html-validate finds nothing" sh -c 'cd "$1" && shift && node --import ./linear.mjs ./node_modules/html-validate/bin/html-validate.mjs --config .htmlvalidate.json "$@"' \
        sh "$web" "$@"
fi
status=0 # in light and dark, at three widths and on paper
sh "$SOURCE/tests/e2e/html_checks.sh" "$r" >"$SCRATCH/html" 2>&1 || status=$?
tail -40 "$SCRATCH/html"
case $status in
0 | 77) passed=$((passed + 1)) ;;
*) failed=$((failed + 1)) ;;
esac
finish
