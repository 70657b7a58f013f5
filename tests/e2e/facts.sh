#!/bin/sh
# ctest
# facts.sh - tables of many dossiers: what stands in them is what the reports say, by other people's readers (jq, python's
# csv and sqlite3, ajv); what does not hold gives no row; a second export touches only what is new.
. "$(dirname "$0")/common.sh"
command -v sqlite3 >/dev/null || { echo "skipped: needs sqlite3"; exit 77; }
cd "$SCRATCH"
python="python3 $SOURCE/tests/e2e/facts.py"
"$DOSSIER" keygen -o k --name 'Test, "signer"' >/dev/null
for one in software-bottleneck/case-purchase software-bottleneck/case-quote made/driver-regression/case trap-zeros/case made/two-workloads/case; do
    name=$(printf '%s' "$one" | tr / .)
    "$DOSSIER" build "$SOURCE/samples/$one.json" -o "all/$name.asice" --key k.key.pem --cert k.cert.pem >built 2>&1 ||
        { mkdir -p all; "$DOSSIER" build "$SOURCE/samples/$one.json" -o "all/$name.asice" --key k.key.pem --cert k.cert.pem >/dev/null 2>&1 || true; }
done
ok "five dossiers lie there" test "$(ls all/*.asice | wc -l)" = 5
for work in chat documents; do # the last one has two workloads
    ok "build tells $work by its name" grep -q "^B against A, $work: " built
    "$DOSSIER" verify all/made.two-workloads.case.asice --trust k.cert.pem >verified || true
    ok "and so does verify" grep -q "B against A, $work: comparable" verified
done

exits 0 "export as JSON Lines" "$DOSSIER" facts all -o jsonl
prints "5 dossiers read: 5 new, 0 as before" "says how many"
exits 0 "export as CSV" "$DOSSIER" facts all -o csv --format csv
exits 0 "export as SQLite" "$DOSSIER" facts all -o all.sqlite --format sqlite
ok "every cell of every table, against the reports" $python held all jsonl csv all.sqlite
exits 0 "twice the same bytes, however many threads" "$DOSSIER" facts all -o again --threads 1
ok "the same bytes" diff -r -x .export.jsonl jsonl again
ok "the file of SQLite is whole" test "$(sqlite3 all.sqlite 'PRAGMA integrity_check')" = ok

# The queries of the documentation, on SQLite, against answers computed from the reports alone.
ok "documented queries" $python queries "$SOURCE/docs/portfolio.md" all all.sqlite

# The schema, by a validator that is not ours.
if [ -d "$SOURCE/tests/web/node_modules/ajv" ] && command -v node >/dev/null; then
    "$DOSSIER" schema facts >facts.schema
    $python one-schema-a-table facts.schema jsonl schemas
    for table in dossier system run fact finding comparison claim signer; do
        ok "rows of $table fit the schema" node "$SOURCE/tests/web/schema.mjs" "schemas/$table.schema" schemas/"$table".*.json
    done
fi

# A second export reads only what is new.
exits 0 "nothing new" "$DOSSIER" facts all -o jsonl
prints "0 new, 5 as before" "nothing is read again"
exits 0 "nothing new in the one file" "$DOSSIER" facts all -o all.sqlite --format sqlite
prints "0 new, 5 as before" "nor for SQLite"
cp all/trap-zeros.case.asice twice.asice
"$DOSSIER" sign twice.asice --role engineer --key k.key.pem --cert k.cert.pem >/dev/null
cp twice.asice all/twice.asice
exits 0 "a copy that was signed once more" "$DOSSIER" facts all -o jsonl
prints "0 new, 5 as before, 1 the same as another" "is no other dossier"
exits 0 "and in the file" "$DOSSIER" facts all -o all.sqlite --format sqlite
ok "the copy with most signatures stands" test "$(sqlite3 all.sqlite "select count(*) from signer s join dossier d using (dossier) where case_id = 'TRAP-ZEROS'")" = 2
rm all/twice.asice
exits 0 "the copy is gone" "$DOSSIER" facts all -o all.sqlite --format sqlite
ok "the other one stands again" test "$(sqlite3 all.sqlite "select count(*) from signer s join dossier d using (dossier) where case_id = 'TRAP-ZEROS'")" = 1
"$DOSSIER" facts all -o jsonl >/dev/null
ok "as if it never lay there" diff -r -x .export.jsonl jsonl again
mv all/trap-zeros.case.asice .
exits 0 "a dossier is gone" "$DOSSIER" facts all -o jsonl
prints "rows of 1 no longer there taken out" "its rows go"
ok "four are left" test "$(ls -d jsonl/dossier=* | wc -l)" = 4
mv trap-zeros.case.asice all/
"$DOSSIER" facts all -o jsonl >/dev/null
ok "it is back, byte by byte" diff -r -x .export.jsonl jsonl again
exits 0 "a dossier from elsewhere" "$DOSSIER" facts twice.asice -o jsonl
ok "what others exported stays" test "$(ls -d jsonl/dossier=* | wc -l)" = 5

# In parts, as docs/scale.md shows it: the same rows.
mkdir -p shard/0 "shard/1" bin && ln -s "$DOSSIER" bin/dossier
cp all/made.* all/trap* shard/0/ && cp all/software* shard/1/
rows() { cat "$@" | LC_ALL=C sort | sha256sum; }
one=$(rows again/dossier=*/fact.jsonl)
grep '^    ls shard' "$SOURCE/docs/scale.md" >xargs.sh
ok "the documented line of xargs" env PATH="$PWD/bin:$PATH" sh xargs.sh
ok "all rows" test "$(rows export/*/dossier=*/fact.jsonl)" = "$one"
rm -r export
if command -v make >/dev/null; then
    sed -n '/^```make/,/^```/p' "$SOURCE/docs/scale.md" | grep -v '^```' >Makefile
    ok "the documented rule of make" env PATH="$PWD/bin:$PATH" make -j2
    ok "all rows once more" test "$(rows export/*/dossier=*/fact.jsonl)" = "$one"
    env PATH="$PWD/bin:$PATH" make >out
    prints "Nothing to be done" "nothing is read twice"
fi

# What does not hold gives no row, and the rest is exported.
mkdir bad
cp all/made.driver-regression.case.asice bad/good.asice
$python flip all/trap-zeros.case.asice bad/flipped.asice
cp "$SOURCE/samples/trap-zeros/case.json" bad/called.asice
ln -s ../all/trap-zeros.case.asice bad/link.asice
$python inner bad/flipped.asice bad/carries.asice
mkfifo bad/pipe.asice
exits 3 "broken ones among them" "$DOSSIER" facts bad -o bad.out
prints "5 REFUSED" "each is named"
ok "as rows, too" test "$(jq -r .file bad.out/refused.jsonl | tr '\n' ' ')" = "bad/called.asice bad/carries.asice bad/flipped.asice bad/link.asice bad/pipe.asice "
ok "each says why" jq -e '.why | length > 10' bad.out/refused.jsonl
ok "the good one is there, alone" test "$(ls -d bad.out/dossier=* | wc -l)" = 1
exits 3 "in the file" "$DOSSIER" facts bad -o bad.sqlite --format sqlite
ok "five refused, one dossier" test "$(sqlite3 bad.sqlite 'select (select count(*) from refused), (select count(*) from dossier)')" = "5|1"
exits 3 "they stay refused" "$DOSSIER" facts bad -o bad.sqlite --format sqlite
ok "once each" test "$(sqlite3 bad.sqlite 'select count(*) from refused')" = 5
cp bad/flipped.asice bad/good.asice
exits 3 "a good one that was broken since" "$DOSSIER" facts bad -o bad.out
ok "has no rows any more" test "$(ls -d bad.out/dossier=* 2>/dev/null | wc -l)" = 0

# Places that are not for us to write.
mkdir other && touch other/precious.txt
exits 3 "a folder with other things" "$DOSSIER" facts all -o other
sqlite3 other.sqlite 'create table mine(a)'
exits 3 "somebody's database" "$DOSSIER" facts all -o other.sqlite --format sqlite
ok "is left as it was" test "$(sqlite3 other.sqlite .tables)" = mine
printf 'no database at all, but a text that is long enough to be one\n' >text.sqlite
exits 4 "a text" "$DOSSIER" facts all -o text.sqlite --format sqlite
ok "is left, too" grep -q '^no database' text.sqlite
exits 3 "an input" "$DOSSIER" facts all/trap-zeros.case.asice -o all/trap-zeros.case.asice --format sqlite
exits 3 "another format" "$DOSSIER" facts all -o x --format parquet
exits 3 "nowhere" "$DOSSIER" facts all
exits 3 "absent" "$DOSSIER" facts absent -o x

# Five hundred: processor time, since a machine that is busy otherwise says nothing by its clock.
python3 "$SOURCE/tests/e2e/dossiers.py" all/made.driver-regression.case.asice many 500
ok "500 dossiers under 40 s of processor time (20 s on two)" $python under 40 "$DOSSIER" facts many -o many.out --seen seen
ok "500 partitions" test "$(ls -d many.out/dossier=* | wc -l)" = 500
ok "again under 1 s" $python under 1 "$DOSSIER" facts many -o many.out
ok "a page over what was verified there under 2 s" $python under 2 "$DOSSIER" index many -o many.html --seen seen
ok "all are in it" grep -q '500 dossiers: 500 permit numbers' many.html
ok "under 2 MB" test "$(wc -c <many.html)" -lt 2000000
exits 0 "in one file" "$DOSSIER" facts many -o many.sqlite --format sqlite
ok "every question is there" test "$(sqlite3 many.sqlite "select count(distinct question) from dossier where case_id = 'PF-' || substr(case_id, 4)")" = 500
ok "rows a dossier are those of the base" test "$(sqlite3 many.sqlite 'select count(*) from fact')" = $((500 * $(jq -s length jsonl/dossier="$(sqlite3 all.sqlite "select dossier from dossier where case_id = 'MADE-DRIVER-REGRESSION'")"/fact.jsonl)))
ok "again under 1 s" $python under 1 "$DOSSIER" facts many -o many.sqlite --format sqlite
finish
