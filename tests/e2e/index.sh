#!/bin/sh
# ctest
# index.sh - one page over many dossiers, by checkers that are not ours; what does not hold stands above it.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
"$DOSSIER" keygen -o k --name 'Signer <b>' >/dev/null
mkdir -p all/deep
build() { "$DOSSIER" build "$SOURCE/samples/$1.json" -o "$2" --key k.key.pem --cert k.cert.pem >/dev/null 2>&1 || true; }
build software-bottleneck/case-purchase "all/deep/a b#1.asice"
build software-bottleneck/case-quote all/quote.asice
build made/driver-regression/case all/driver.asice
build trap-zeros/case all/zeros.asice
exits 0 "a page" "$DOSSIER" index all -o pages.html
prints "4 dossiers in pages.html" "says how many"
cp pages.html out
prints "4 dossiers: 2 permit numbers, 2 do not" "what it counts"
prints 'href="./all/deep/a%20b%231.asice"' "the way to a file, escaped"
prints "compiler on against as it runs today: faster; change 23 % (21 to 25)" "an answer that its verdict permits"
prints "compiler on: 11 units, EUR 6279.14 a month" "an amount"
prints "no number: the verdict permits none" "none without"
prints "2026-12-31" "end of a price"
prints "CN=Signer \\&lt;b\\&gt;" "names are no markup"
lacks "<b>" "nor anything else"
# What took its place is named in its row, and only there.
mkdir chain && cp all/zeros.asice chain/old.asice
"$DOSSIER" build "$SOURCE/samples/made/driver-regression/case.json" -o chain/new.asice --supersedes chain/old.asice --key k.key.pem --cert k.cert.pem >/dev/null 2>&1 || true
exits 0 "a chain" "$DOSSIER" index chain -o chain.html --seen chain.seen
cp chain.html out
prints 'superseded by <a href="./chain/new.asice">MADE-DRIVER-REGRESSION</a>' "by which, with the way to it"
ok "once" test "$(grep -o 'superseded by' chain.html | wc -l)" = 1
exits 0 "a chain from what was kept" "$DOSSIER" index chain -o kept.html --seen chain.seen
ok "says the same" cmp chain.html kept.html
exits 0 "from elsewhere" "$DOSSIER" index all -o all/deep/index.html
cp all/deep/index.html out
prints 'href="../quote.asice"' "the way up"
exits 0 "twice" "$DOSSIER" index all -o again.html
ok "the same bytes" cmp pages.html again.html
exits 0 "by a date" "$DOSSIER" index all -o late.html --at 2027-01-01
cp late.html out
prints "<strong>2026-12-31, over</strong>" "what is over is marked"
lacks "2027-02-15, over" "what is not is not"
# What several hold alike is unpacked once: not what only seems to be alike. The sound one is read first.
mkdir alike && cp all/quote.asice alike/a.asice && cp all/quote.asice alike/b.asice
exits 0 "two copies" "$DOSSIER" index alike -o two.html
python3 "$SOURCE/tests/e2e/alike.py" alike/a.asice alike
exits 3 "and four that are not" "$DOSSIER" index alike -o alike.html
prints "2 dossiers in alike.html; 4 REFUSED" "are refused"
sed 's/^[^:]*: //' err >alike.said
for word in swapped crc size longer; do
    exits 3 "$word: alone" "$DOSSIER" index alike/z-$word.asice -o alone.html
    sed 's/^[^:]*: //' err >alone.said
    ok "$word: for the same reason" grep -qxFf alone.said alike.said
done
exits 3 "no date" "$DOSSIER" index all -o late.html --at 2027-02-30
exits 3 "nowhere" "$DOSSIER" index all
exits 3 "an input" "$DOSSIER" index all/quote.asice -o all/quote.asice
# What was verified is kept, and what lies unchanged is not read again; all else is verified as before.
exits 0 "keeping what held" "$DOSSIER" index all -o kept.html --seen seen
ok "the same page" cmp pages.html kept.html
(sed -n 1p seen && sed 1d seen | jq -c 'if .file == "all/quote.asice" then .own[4] = "A mark that tells who wrote this row" else . end') >marked && cp marked seen
exits 0 "from what was kept" "$DOSSIER" index all -o kept.html --seen seen
ok "the row is that of the file" grep -q "A mark that tells who wrote this row" kept.html
touch all/quote.asice
exits 0 "a file touched since" "$DOSSIER" index all -o kept.html --seen seen
ok "is verified again" cmp pages.html kept.html
sed 's/"program": "dossier [^"]*"/"program": "dossier 0.0.1"/' marked >seen
exits 0 "kept by another version" "$DOSSIER" index all -o kept.html --seen seen
ok "counts for nothing" cmp pages.html kept.html
printf '%s\n{"file": "all/quote.asice", "stamp"\n[]\n{"file": 1}\n' "$(sed -n 1p seen)" >damaged
exits 0 "damaged lines" "$DOSSIER" index all -o kept.html --seen damaged
ok "are files not seen" cmp pages.html kept.html
printf 'my notes\n' >notes
exits 3 "somebody's file" "$DOSSIER" index all -o kept.html --seen notes
ok "is left as it was" grep -qx 'my notes' notes
exits 3 "an input" "$DOSSIER" index all/quote.asice -o kept.html --seen all/quote.asice
cp all/quote.asice all/quote-again.asice
"$DOSSIER" index all -o kept.html --seen seen >/dev/null
printf 'x' >>all/driver.asice
exits 3 "one that held, broken since" "$DOSSIER" index all -o kept.html --seen seen
prints "1 REFUSED" "is told"
exits 3 "again" "$DOSSIER" index all -o kept.html --seen seen
prints "1 REFUSED" "what does not hold is never kept as such"
exits 3 "one does not hold" "$DOSSIER" index all -o bad.html
prints "4 dossiers in bad.html; 1 REFUSED, named there" "is told"
cp bad.html out
prints "1 not read, since it does not hold" "stands above the table"
prints "same evidence in another dossier" "a copy is told"
lacks "driver update" "nothing of it is read"
if [ -d "$SOURCE/tests/web/node_modules/axe-core" ] && command -v node >/dev/null && command -v chromium >/dev/null; then
    python3 "$SOURCE/tests/e2e/dossiers.py" all/zeros.asice many 60
    exits 0 "sixty" "$DOSSIER" index all/zeros.asice all/quote.asice many -o many.html
    ok "html-validate finds nothing" sh -c "cd '$SOURCE/tests/web' && node --import ./linear.mjs ./node_modules/html-validate/bin/html-validate.mjs --config .htmlvalidate.json \
        '$SCRATCH/pages.html' '$SCRATCH/bad.html' '$SCRATCH/many.html'"
    for page in pages bad many; do
        ok "$page: axe, filter, nothing fetched" node "$SOURCE/tests/web/check.js" --page "$page.html"
    done
    ok "a row is under 2 kB, so that 500 are under 2 MB" test $(($(wc -c <many.html) - $(wc -c <pages.html))) -lt 116000
fi
finish
