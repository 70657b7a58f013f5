#!/bin/sh
# ctest
# real_reports.sh - HTML, SVG and PDF of the samples, not only of fixtures, before checkers that are not ours; the claim is
# one with prices, so that amounts are held against their facts, too.
. "$(dirname "$0")/common.sh"
for kind in claim=software-bottleneck/case-purchase refusal=trap-zeros/case few=h100-or-h200/case-two-runs; do
    ln -s "$(drawn "$SOURCE/samples/${kind#*=}.json")" "$SCRATCH/${kind%%=*}"
done
for kind in claim refusal few; do
    pdf="$SCRATCH/$kind/report/report.pdf"
    ok "$kind: qpdf --check" qpdf --check "$pdf"
    ok "$kind: the lint of structure" python3 "$SOURCE/tests/e2e/pdf_lint.py" "$pdf"
    pdffonts "$pdf" >"$SCRATCH/fonts"
    ok "$kind: all fonts embedded" awk 'NR > 2 { n++; if ($(NF - 4) != "yes") bad = 1 } END { exit bad || n < 4 }' "$SCRATCH/fonts"
    pdftotext "$pdf" - >"$SCRATCH/text"
    ok "$kind: text can be selected" grep -q "Procurement report" "$SCRATCH/text"
    ok "$kind: the summary ends on page 1" sh -c "pdftotext -l 1 '$pdf' - | grep -qE 'How long it holds|Who must act'"
    ok "$kind: no hex digits in place of letters" sh -c "! pdftotext '$pdf' - | grep -q '�'"
done
ok "claim: the lint of the annex's structure" python3 "$SOURCE/tests/e2e/pdf_lint.py" "$SCRATCH/claim/report/annex.pdf"
status=0
sh "$SOURCE/tests/e2e/html_checks.sh" "$SCRATCH/claim/report" "$SCRATCH/refusal/report" >"$SCRATCH/html" 2>&1 ||
    status=$?
tail -40 "$SCRATCH/html"
case $status in
0) passed=$((passed + 1)) ;;
77) echo "skipped: HTML checkers are not installed" ;;
*) failed=$((failed + 1)) ;;
esac
finish
