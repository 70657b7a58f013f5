#!/bin/sh
# ctest
# request.sh - what a party is asked for, and what comes back: as spreadsheets save it, and as somebody hostile sends it.
. "$(dirname "$0")/common.sh"
command -v jq >/dev/null && command -v python3 >/dev/null || { echo "skipped: needs jq and python3"; exit 77; }
cd "$SCRATCH"
cp -r "$SOURCE/samples/software-bottleneck" sb
form() { python3 "$SOURCE/tests/e2e/request.py" "$@"; } # folder, key=value ...: fills the form in
# Each command of the documentation, as it stands there.
sed -n '/^## What a party owes/,/^## /p' "$SOURCE/docs/after.md" | sed -n 's/^    \$ dossier //p' >commands
ok "the documentation shows both verbs" test "$(grep -c '^request \|^receive ' commands)" = 2
mkdir bin && ln -s "$DOSSIER" bin/dossier
ok "request as documented" sh -c "cd sb && PATH='$PWD/bin:$PATH' && dossier $(grep '^request ' commands)"
mv sb/to-vendor sent
exits 0 "once more" "$DOSSIER" request sb/case-quote.json --to B -o again
prints "asked of Vendor (made up), for B of PR-2026-0150" "who is asked"
id=$(sed -n 's/^request id  //p' out)
ok "the same bytes" diff -r sent again
ok "the id is the digest of request.json" test "$id" = "$(sha256sum <sent/request.json | cut -d' ' -f1)"
exits 0 "as JSON" "$DOSSIER" request sb/case-quote.json --to B -o json --json
cp out made.json && ok "fits its schema" fits request --closed made.json
# What is asked is what the verdict leaves open, by its own list.
"$DOSSIER" check sb/case-quote.json --json >check.json || true
silent() { jq -r "$1"' | .said | select(test("(?i)is not disclosed by (A and )?B$")) | sub(" is not disclosed.*"; "") | ltrimstr("The ")' check.json | sort -u | grep -xF -f titles; }
"$DOSSIER" vocabulary --json | jq -r '.[].title' >titles
silent '.comparisons[0].findings[] | select(.judgement == "unknown")' >open
ok "B leaves much open" test "$(wc -l <open)" -ge 30
jq -r '.statements[].key, (.files[].answers | split("; ")[])' made.json >asked.txt
"$DOSSIER" vocabulary --json | jq -r --rawfile asked asked.txt '.[] | select(.name as $n | $asked | split("\n") | index($n)) | .title' >>asked.txt
ok "each open key of B is asked for" sh -c 'while read -r t; do grep -qixF -- "$t" asked.txt || echo "$t"; done <open >not; cat not; test ! -s not'
ok "what blocks comes first" jq -e '[.statements[].blocks] as $b | $b == ($b | sort | reverse)' made.json
ok "form and list are tables as python reads them" form check sent
ok "in English and German" sh -c "grep -q 'Leave empty what' sent/README.txt && grep -q 'Lassen Sie leer' sent/README.txt && grep -q '  8  Batchgröße' sent/README.txt"
ok "the script is the one of capture-script" sh -c "'$DOSSIER' capture-script | cmp - sent/capture.sh"
exits 3 "not into a folder that holds something" "$DOSSIER" request sb/case-quote.json --to B -o sent
exits 3 "no such system" "$DOSSIER" request sb/case-quote.json --to C -o x
exits 3 "no system" "$DOSSIER" request sb/case-quote.json -o x
exits 0 "nothing is left open" "$DOSSIER" request "$SOURCE/samples/made/driver-regression/case.json" --to A -o nothing
prints "0 of which keep it open" "what then is asked does not block"

rm -rf case && cp -r sb case && cp -r sent case/from-vendor
ok "receive as documented" sh -c "cd case && PATH='$PWD/bin:$PATH' && dossier $(grep '^receive ' commands)"

# What comes back as it went: nothing is said, nothing is written.
cp -r sent empty
exits 0 "left empty" "$DOSSIER" receive empty sb/case-quote.json
prints "0 answers, 30 left open" "empty cells stay empty"
ok "the case is as it was" cmp sb/case-quote.json "$SOURCE/samples/software-bottleneck/case-quote.json"
ok "nothing was written" test ! -e sb/received

# Filled in, and saved as spreadsheets do it: each value with file, row and column.
for way in comma semicolon tab utf8-mark utf16; do
    rm -rf case "back-$way" && cp -r sb case && cp -r sent "back-$way"
    form "back-$way" "$way" precision.weights=bf16 load.batch=32 'compile.mode=compile-cudagraph' 'container.digest=-' 'workload.seed=N/A' \
        'method.command=bench.py llm --batch 32, "long"' 'statement=Measured in our lab, in "May"; Grüße.'
    exits 0 "$way" "$DOSSIER" receive "back-$way" case/case-quote.json --request "$id" --json
    cp out said.json
    ok "$way: fits its schema" fits receive --closed said.json
    ok "$way: five answers, each with its row" jq -e --argjson rows "$(form rows "back-$way")" '.written and ([.cells[] | {(.key): .row}] | add) == ($rows | with_entries(select(.key | IN("precision.weights", "load.batch", "compile.mode", "method.command", "statement"))))' said.json
done
folder=$(jq -r .folder said.json)
ok "the folder lies there as it came" diff -r back-utf16 "case/$folder"
ok "of the case only what was added is new" form grown "$SOURCE/samples/software-bottleneck/case-quote.json" case/case-quote.json
"$DOSSIER" check case/case-quote.json --json >check.json || true
ok "the rules see it, with its source" jq -e --arg f "$folder/statements.csv at row 11 column value" '[.. | .source? // empty | select(. == $f)] | length > 0' check.json
ok "fewer conditions are open" test "$(jq '[.comparisons[0].findings[] | select(.judgement == "unknown")] | length' check.json)" -lt "$("$DOSSIER" check sb/case-quote.json --json | jq '[.comparisons[0].findings[] | select(.judgement == "unknown")] | length')"
exits 2 "the report" "$DOSSIER" report case/case-quote.json -o drawn
ok "the party's words stand in it" grep -q 'Measured in our lab' drawn/report/report.html
ok "a fact with file, row and column, declared" jq -e --arg f "$folder/statements.csv" '[.facts[] | select(.key == "precision.weights" and .machine == "B.1")] | length == 1 and .[0].kind == "declared" and .[0].source.from.file == $f and .[0].source.from.path == "row 11 column value"' drawn/report/data.json
exits 0 "the same folder again" "$DOSSIER" receive back-utf16 case/case-quote.json
prints "is this folder, byte for byte" "is told"
ok "and is written once" test "$(grep -c 'received/' case/case-quote.json)" = 1
cp -r sent same && form same comma precision.weights=bf16
exits 0 "another folder that says what is known" "$DOSSIER" receive same case/case-quote.json
prints "it says nothing that the case does not say" "writes nothing"

# What the case says stands.
cp case/case-quote.json before
cp -r sent other && form other comma precision.weights=fp8 load.batch=64 decoding.sampling=greedy
exits 1 "in conflict" "$DOSSIER" receive other case/case-quote.json
prints "row 11  precision.weights  fp8" "which cell"
prints "the case says  bf16  ($folder/statements.csv at row 11 column value)" "and what stands, from where"
prints "row 10  decoding.sampling  greedy" "what is new is told, too"
prints "nothing written" "and not taken"
exits 1 "as JSON" "$DOSSIER" receive other case/case-quote.json --json
cp out said.json && ok "fits its schema" fits receive --closed said.json
ok "two in conflict, one new" jq -e '[.cells[].state] | sort == ["conflict", "conflict", "new"]' said.json
ok "the case is as it was" cmp case/case-quote.json before
cp -r sent unit && form unit comma 'load.batch=32'
exits 0 "the same number in other words" "$DOSSIER" receive unit case/case-quote.json

# Captures: into the case with the form; what is no capture is refused.
rm -rf case && cp -r sb case && cp -r sent with && mkdir with/captures with/runs && cp sb/h100-unit7/captures/* with/captures/ && echo '{}' >with/runs/x.json
exits 0 "captures alone" "$DOSSIER" receive with case/case-quote.json
prints "1 file of runs: measurements are no statements" "runs are told"
"$DOSSIER" check case/case-quote.json --json >after.json || true
ok "they are read" jq -e '[.. | .source? // empty | select(test("received/.*/captures/nvidia-smi"))] | length > 0' after.json
rm -rf several && mkdir several && cp -r "$SOURCE/samples/made/processors" several/p && exits 0 "a system of several machines" "$DOSSIER" request several/p/case.json --to B -o several/sent
if [ -d several/sent ]; then
    form several/sent comma "$(sed -n '2s/^[0-9]*,\([a-z_.]*\),.*/\1/p' several/sent/statements.csv)=made up"
    exits 0 "its answer" "$DOSSIER" receive several/sent several/p/case.json
    ok "stands at each machine" test "$(grep -o 'received/B-[0-9a-f]*/statements.csv' several/p/case.json | wc -l)" = 2
    "$DOSSIER" check several/p/case.json >out 2>err || true
    ok "and the case is read" test ! -s err
fi

# As somebody hostile returns it: refused, with the place, and nothing is written.
rm -rf case && cp -r sb case
hostile() { # description, text that must be told, change of the folder "bad"
    rm -rf bad && cp -r sent bad && form bad comma load.batch=32 && sh -c "$3"
    exits 3 "$1" "$DOSSIER" receive bad case/case-quote.json
    ok "$1: told" grep -qF -- "$2" "$SCRATCH/err"
    ok "$1: nothing written" sh -c "cmp -s case/case-quote.json sb/case-quote.json && test ! -e case/received"
}
export SOURCE
f="python3 $SOURCE/tests/e2e/request.py"
hostile "an edited question" "the question was edited" "sed -i 's/the comparison stays open without it/never mind/' bad/statements.csv"
hostile "another question for a key" "the question is not the one that was asked" "sed -i 's/Batch size/Largest batch size/' bad/statements.csv"
hostile "a row that was not asked" "it was not asked" "$f bad add accelerator.name 'Accelerator'"
hostile "a result" "a key that a party may state" "$f bad add throughput.output_tokens 'Output tokens per second'"
hostile "a key that nobody knows" "a key that a party may state" "$f bad add no.such 'No such'"
hostile "a row twice" "each key once" "sed -n 9p bad/statements.csv >>bad/statements.csv"
hostile "a formula" "no formula of a spreadsheet" "$f bad comma 'load.batch==1+1'"
hostile "another" "no formula of a spreadsheet" "$f bad comma 'decoding.sampling=@SUM(1)'"
hostile "and a command" "no formula of a spreadsheet" "$f bad comma 'decoding.sampling=+x|calc!A0'"
hostile "a formula in a remark" "no formula of a spreadsheet" "$f bad remark load.batch '=HYPERLINK(1)'"
hostile "no number where one is asked for" 'a value of "Batch size"' "$f bad comma 'load.batch=many'"
hostile "another encoding" "CSV UTF-8" "$f bad latin1 'statement=Grüße'"
hostile "a line break in a cell" "one line of text" "$f bad comma \"\$(printf 'statement=a\nb')\""
hostile "a long cell" "at most 1000 bytes" "$f bad comma statement=\$(head -c 2000 /dev/zero | tr '\0' x)"
hostile "a cell too many" "as many cells as the header has" "sed -i '5s/\$/,x/' bad/statements.csv"
hostile "a quote that never ends" "a closing quote" "printf '99,\"x' >>bad/statements.csv"
hostile "a link" "links, devices" "ln -s /etc/passwd bad/link"
hostile "a pipe" "links, devices" "mkfifo bad/pipe"
hostile "a folder that leads away" "links, devices" "mkdir bad/captures && ln -s /etc bad/captures/etc"
hostile "a statement among the captures" "a statement among the captures" "mkdir bad/captures && printf '{\"format\": \"dossier-run/1\", \"load\": {\"batch\": 64}}' >bad/captures/run.json"
hostile "a second form among them" "a statement among the captures" "mkdir bad/captures && cp sent/statements.csv bad/captures/more.csv"
hostile "results among them" "results of a benchmark among the captures" "mkdir bad/captures && cp sb/h100-unit7/llm-decode-bf16-compile-cudagraph-long-r1/summary.json bad/captures/"
hostile "no form" "statements.csv" "rm bad/statements.csv"
hostile "no request" "request.json" "rm bad/request.json"
hostile "another request" "of another case" "sed -i 's/\"system\": \"B\"/\"system\": \"A\"/' bad/request.json"
hostile "half a seal" "seal" "printf 'x' >bad/seal.p7s"
"$DOSSIER" keygen -o v --name Vendor >/dev/null
hostile "a form changed since it was sealed" "sealed bundle has been changed" "'$DOSSIER' seal bad --key v.key.pem --cert v.cert.pem >/dev/null && $f bad comma load.batch=64"
rm -rf bad && cp -r sent bad && form bad comma load.batch=32 && form bad add-sent accelerator.name Accelerator "NVIDIA H100"
exits 3 "a question of his own, with his own request" "$DOSSIER" receive bad case/case-quote.json --request "$id"
ok "is told by the id" grep -qF "another request" err
exits 3 "an archive" "$DOSSIER" receive case/case-quote.json case/case-quote.json
jq '.question = "Another question?"' sb/case-quote.json >case/asks-else.json
exits 3 "a case that asks something else" "$DOSSIER" receive sent case/asks-else.json
rm -rf bad && cp -r sent bad && form bad comma load.batch=32 && "$DOSSIER" seal bad --key v.key.pem --cert v.cert.pem >/dev/null
exits 0 "sealed by the party" "$DOSSIER" receive bad case/case-quote.json
"$DOSSIER" check case/case-quote.json >out 2>err || true
ok "and the seal holds there" test ! -s err
# By whatever way such a file gets into a case, it is read by the same rules.
mkdir -p case/raw && sed 's/Batch size/Largest batch size/' bad/statements.csv >case/raw/statements.csv
exits 0 "inspect" "$DOSSIER" inspect case/raw
lacks "load.batch" "nothing of an edited form is read"

# A letter in words: to who measured it, of what that side leaves open, and of nobody else's.
cd "$SCRATCH"
letter() { # status, description, case, system, options
    want=$1 said=$2 from=$3 to=$4 && shift 4
    exits "$want" "$said" "$DOSSIER" letter "$from" --to "$to" "$@"
}
letter 0 "a letter" sb/case-quote.json B
cp out letter
prints "To: Vendor (made up)" "to whom"
prints "From: Procurement" "from whom"
prints "Dear Vendor (made up)," "by name, where it is known"
lacks "Dear Sir or Madam" "and not as nobody"
prints "Compiler, graphs and fusion: Launch and compile mode" "what a statement answers stands by who knows it"
ok "two pages of a mail at most" test "$(wc -l <letter)" -le 80
"$DOSSIER" check sb/case-quote.json --json >check.json || true
silent '.comparisons[0].findings[] | select(.makes == "incomplete")' >open
ok "what of B blocks are many things" test "$(wc -l <open)" -ge 30
tr '\n' ' ' <letter | tr -s ' ' >flat
ok "each is in it" sh -c 'while read -r t; do grep -qiF -- "$t" flat || echo "$t"; done <open >not; cat not; test ! -s not'
ok "of A nothing is told" sh -c '! grep -E "as it runs today|H100|6,?66[0-9]|cudagraph" letter'
ok "no line is longer than a mail takes" sh -c '! grep -E "^.{73}" letter'
exits 2 "a dossier of it" "$DOSSIER" build sb/case-quote.json -o quote.asice
letter 0 "of the dossier" quote.asice B
ok "the same letter" cmp out letter
letter 0 "as a page" sb/case-quote.json B --format html -o letter.html
ok "of the same words" python3 -c 'import html,re; t=re.sub(r"<(style|title)>.*?</\1>|<[^>]*>", " ", open("letter.html").read()); w=lambda s: re.sub(r"\s+|\d+\. |[=-]{8,}", "", s); a,b=w(html.unescape(t)),w(open("letter").read()); assert a==b,(a,b)'
ok "a page that html-validate takes" sh -c 'cd "$SOURCE/tests/web" && { test ! -d node_modules/html-validate || node --import ./linear.mjs ./node_modules/html-validate/bin/html-validate.mjs --config .htmlvalidate.json "$0/letter.html"; }' "$SCRATCH"
letter 0 "as JSON" sb/case-quote.json B --json
cp out said.json && ok "fits its schema" fits letter --closed said.json
ok "its points are those of the lists" test "$(jq .items said.json)" = "$(grep -cE '^[0-9]+\. ' letter)"
jq '.language = "de" | .systems[1].label = "**x** <b>[a](http://b)</b> `c`"' sb/case-quote.json >sb/odd.json
letter 0 "in German, of a label that marks up" sb/odd.json B --format markdown
prints "Guten Tag, Vendor (made up)," "in the language of the case"
prints 'Was zu „\*\*x\*\* \<b\>\[a\](http://b)\</b\> \`c\`“ noch offen ist' "a label marks nothing up"
letter 0 "the same as a page" sb/odd.json B --format html
prints '&lt;b&gt;[a](http://b)&lt;/b&gt;' "nor there"
# What only a supplier can show is asked of the supplier: clauses in words, layers, until when a price holds.
letter 0 "to who measured a delivery" sb/case-acceptance.json A
cp out mine && prints "Clause 4.3" "a clause to be measured" && lacks "Clause 5.1" "not one in words"
letter 0 "to its supplier" sb/case-acceptance.json A --supplier
prints "To: Supplier" "another addressee"
prints "Clause 5.1: Spare parts are kept in stock for four years; please send" "the clause in words"
lacks "Clause 4.3" "not what is to be measured"
jq '.prices |= map(del(.valid_until))' sb/case-options.json >sb/endless.json
letter 0 "prices without an end" sb/endless.json A --supplier
ok "are asked about by their dates alone" test "$(grep -c 'the price of 2026-11-24 holds' out)" = "$(jq '[.prices[] | select(.system == "A")] | length' sb/endless.json)"
lacks "28450" "no amount" && lacks "EUR" "in no currency"
# Nobody writes to himself, and nobody is sent a letter that asks for nothing.
jq '.asked_by = "Platform team"' sb/case-options.json >sb/self.json
letter 3 "to oneself" sb/self.json A
ok "is told" grep -qF "a letter to oneself" err
letter 0 "but to the supplier" sb/self.json A --supplier
for name in "platform team" "$(printf 'Platform \342\200\213 Te\302\255am')"; do
    jq --arg name "$name" '.asked_by = $name' sb/case-options.json >sb/self.json
    letter 3 "to oneself in other letters" sb/self.json A
    ok "is told" grep -qF "a letter to oneself" err
done
letter 0 "nothing is silent" "$SOURCE/samples/trap-zeros/case.json" B
prints "nothing to ask of Platform team about B: no letter was written" "so that nothing is asked"
letter 3 "no such system" sb/case-quote.json C
letter 3 "another form" sb/case-quote.json B --format pdf
# A letter holds neither a name nor an amount of another party, whoever wrote it into the case.
told() { # description, what jq makes of the case, where it is told to be
    jq '.systems[1].label = "Bolt Systems" | (.prices[] | select(.system == "B" and .per == "purchase") | .amount) = "7331.17"' sb/case-options.json |
        jq ".requirements = [{clause: \"5.1\", document: \"Work\", text: \"Spare parts are kept.\"}] | $2" >sb/tells.json
    letter "${4:-3}" "$1" sb/tells.json A --supplier -o told.txt
    test -z "$3" || ok "is told with its place" grep -qF "$3" err
    test -z "$3" || ok "and nothing written" test ! -e told.txt
    rm -f told.txt
}
told "a requirement with the rival's name" '.requirements[0].text = "Parts as bolt systems offers them."' "requirements"
told "with its id" '.requirements[0].text = "Parts as B offers them, in spring."' "requirements"
told "with its amount" '.requirements[0].text = "Parts at 7,331.17 EUR."' "requirements"
told "the number of a clause" '.requirements[0].clause = "5.1 per Bolt Systems offer"' "requirements"
told "or with an amount" '.requirements[0].clause = "5.1 at 7 331.17"' "requirements"
told "the id of the case" '.id = "PR-Bolt-Systems"' "id of the case"
told "the id with an amount" '.id = "PR-7331.17"' "id of the case"
told "who asks" '.asked_by = "Bolt Systems, purchasing"' "asked_by"
told "its own amount" '.requirements[0].text = "A unit of as it runs today costs 28,450.00 EUR."' "" 0
told "the number of a clause that is like an amount" '(.prices[] | select(.system == "B" and .per == "hour") | .amount) = "5.10"' "" 0
told "who asks measured it, and is named" '.asked_by = "Platform team" | .requirements[0].text = "Delivered to the Platform team."' "" 0
told "a clause that another letter holds" '.requirements += [{clause: "4.1", document: "Work", text: "Bolt Systems delivers.", system: "B"}]' "" 0
finish
