#!/bin/sh
# ctest
# page_one.sh - the first page of every sample answers who reads nothing else: few words, the answer first, clauses in full words,
# what is owed and until when; and the decision and the parties' words of a case are printed.
. "$(dirname "$0")/common.sh"
look() { python3 "$SOURCE/tests/e2e/page_one.py" "$@"; }
find "$SOURCE/samples" -name 'case*.json' | LC_ALL=C sort >"$SCRATCH/cases"
while read -r case; do
    r=$(drawn "$case")
    pdftotext -layout -l 1 "$r/report/report.pdf" "$SCRATCH/page"
    pdftotext -layout "$r/report/report.pdf" "$SCRATCH/whole"
    ok "${case#"$SOURCE/"}: the running head begins where the text does" sh -c 'pdftotext -bbox "$1" - | awk -F"\"" "/<page /{ if (n++) check(); least = 999; first = \"\" }
        /<word /{ if (first == \"\") first = \$2; if (\$2 < least) least = \$2 } function check() { if (first - least > 0.5) bad++ } END { check(); exit bad > 0 }"' - "$r/report/report.pdf"
    ok "${case#"$SOURCE/"}: a day is said in words" sh -c '! grep -E "(^|[^0-9T-])20[0-9]{2}-[01][0-9]-[0-3][0-9]([^T0-9]|$)" "$1"' - "$SCRATCH/whole"
    ok "${case#"$SOURCE/"}: what a table comes to stands below rows of it" awk 'BEGIN { RS = "\f" }
        /of these (show|are unanswered)/ && !/differs across units/ && !/Who measures again/ { bad = 1 } END { exit bad }' "$SCRATCH/whole"
    ok "${case#"$SOURCE/"}" look "$case" "$r/report" "$SCRATCH/page"
    # At most twelve pages, however many systems; what is behind them is the annex.
    pages=$(pdfinfo "$r/report/report.pdf" | sed -n 's/^Pages: *//p')
    ok "${case#"$SOURCE/"}: $pages pages before the annex" test "$pages" -le 12
    ok "${case#"$SOURCE/"}: nothing behind page one is read twice" python3 "$SOURCE/tests/e2e/doubled.py" "$r/report/report.html"
    ok "${case#"$SOURCE/"}: no short last page where the one before has room" python3 "$SOURCE/tests/e2e/last_page.py" "$r/report/report.pdf"
    ok "${case#"$SOURCE/"}: no heading above nothing, no column without a word" python3 "$SOURCE/tests/e2e/empty.py" "$r/report/report.html"
    ok "${case#"$SOURCE/"}: no label of a chart lies on another" python3 "$SOURCE/tests/e2e/overlap.py" "$r"/report/figures/*.svg
    ok "${case#"$SOURCE/"}: the title of each chart says its finding" python3 "$SOURCE/tests/e2e/titles.py" "$r/report/report.html"
    "$DOSSIER" check --json "$case" >"$SCRATCH/asks" 2>/dev/null || :
    ok "${case#"$SOURCE/"}: no side is asked for what the case has to state, nor twice for its accuracy" jq -e '[.comparisons[].ask // [] | group_by(.system)[] |
        all(.[]; (.send // "") | test("policy[.]| in the case") | not) and ([.[] | select(.answers | index("Accuracy on the task"))] | length <= 1)] | all' "$SCRATCH/asks"
    pdftotext "$r/report/annex.pdf" "$SCRATCH/out"
    prints "Annex to the procurement report" "${case#"$SOURCE/"}: the annex names itself"
    prints "page 1 of " "and counts its pages"
done <"$SCRATCH/cases"
# Of a layer that one side alone discloses its value stands beside the other's silence; where both say something and one not all, so is said.
pdftotext -layout "$(drawn "$SOURCE/samples/software-bottleneck/case-quote.json")/report/report.pdf" "$SCRATCH/quote"
ok "what A alone discloses of a layer" grep -q "Operating system  *Ubuntu [a-z]*  *not disclosed  *Infrastructure" "$SCRATCH/quote"
ok "what nobody discloses" grep -q "Interconnect and network  *not disclosed  *not disclosed" "$SCRATCH/quote"
ok "what one side discloses in part" grep -q "24 layers,  *in part  *ML" "$SCRATCH/quote"
ok "objectives that a case states are not asked for" sh -c 'grep -q "none of them could be judged" "$1" && ! grep -q "State objectives in the case" "$1"' sh \
    "$(drawn "$SOURCE/samples/made/at-objective/case-short.json")/report/report.html"

# Two bidders, neither of whom is the baseline: one page with the answer, marks of equal weight, a bar and no arrow between their values.
cp -r "$SOURCE/samples/h100-or-h200" "$SCRATCH/b" && chmod -R u+w "$SCRATCH/b"
jq 'del(.systems[].baseline) | .decides = "choice" | .question = "Which of the two offers should carry the service?" | .currency = "EUR"
    | .demand = { peak: "52000 tokens/s", mean: "21000 tokens/s", headroom: "20 %", growth: "15 %", years: 1, redundancy: 1 }
    | .prices = [{ system: "A", amount: "28450.00" }, { system: "B", amount: "27900.00" } | . + { currency: "EUR", per: "purchase",
        as_of: "2026-11-24", valid_until: "2026-12-31", lifetime: "48 months", residual: "2100.00" }]
    | .requirements = [{ clause: "4.1", document: "contract", text: "Each unit delivers at least 7,000 tokens a second.",
        metric: "throughput.output_tokens", at_least: "7000 tokens/s" }]' "$SOURCE/samples/h100-or-h200/case.json" >"$SCRATCH/b/case.json"
ok "two bidders" "$DOSSIER" report "$SCRATCH/b/case.json" -o "$SCRATCH/bidders"
pdftotext -layout -l 1 "$SCRATCH/bidders/report/report.pdf" "$SCRATCH/page"
ok "two bidders: page one" look "$SCRATCH/b/case.json" "$SCRATCH/bidders/report" "$SCRATCH/page"
cp "$SCRATCH/page" "$SCRATCH/out"
prints "What differs between the two" "neither became the other"
ok "a bar, no arrow" sh -c 'test "$(grep -o "class=.line differs" "$1" | wc -l)" = 2 && ! grep -q "class=.line changed" "$1"' sh "$SCRATCH/bidders/report/report.html"
ok "filled marks, both" sh -c 'test "$(grep -o "<circle" "$1" | wc -l)" = 2 && ! grep -q "circle class=.f-paper" "$1"' sh "$(find "$SCRATCH/bidders/report/figures" -name "values*.svg")"

tr -s ' \n' ' ' <"$(drawn "$SOURCE/samples/made/at-objective/case-short.json")/report/pages.txt" >"$SCRATCH/out"
prints "A (engine of spring) and B (engine of autumn) have not shown the highest load that keeps the objective." "what both lack for one reason is said once"

# A profile that asks less than a purchase needs is named where the number stands, in both languages, and the page stays short.
cp -r "$SOURCE/samples/made/driver-regression" "$SCRATCH/e" && chmod -R u+w "$SCRATCH/e"
for language in en de; do
    # Six clauses to be proven, and five who owe something: what the page has no room for is counted and named.
    jq --arg l $language '.profile = "engineering" | .language = $l | .question = "Slower?" | .measured_by.name = "Team" | .owners += { network: "Network team", storage: "Storage team" }
        | .requirements = [range(1; 7) | { clause: "\(.)", document: "contract", text: "P\(.)." }]
        | .prices = [{ system: "A" }, { system: "B" } | . + { amount: "2.00", currency: "EUR", per: "hour", as_of: "2026-11-24" }]' "$SOURCE/samples/made/driver-regression/case.json" >"$SCRATCH/e/case.json"
    ok "engineering, $language" "$DOSSIER" report "$SCRATCH/e/case.json" -o "$SCRATCH/e-$language"
    pdftotext -layout -l 1 "$SCRATCH/e-$language/report/report.pdf" "$SCRATCH/page"
    ok "engineering, $language: at most 500 words" test "$(wc -w <"$SCRATCH/page")" -le 500
    sed '/page 1 of \|Seite 1 von /q' "$SCRATCH/e-$language/report/pages.txt" | tr -s '\n ' ' ' >"$SCRATCH/out"
    case $language in
    en) prints "Judged by the profile engineering, which a purchase does not accept." "the page names it"
        prints "Supplier: proof for clause 1, 2, 3, 4, 5; 1 more." "what one owes beyond five items is counted"
        prints "Others who owe something: Procurement." "who else owes something is named" ;;
    de) prints "Geurteilt nach dem Profil engineering, das für einen Kauf nicht genügt." "the German page names it"
        prints "Lieferant: Nachweis zu Klausel 1, 2, 3, 4, 5; 1 weitere." "and counts"
        prints "Außerdem zuständig: Procurement." "and names" ;;
    esac
done

# Where conditions are many, the first page of a refusal holds the letter: to whom, and as many items as `dossier letter` asks for.
Q=$SOURCE/samples/software-bottleneck/case-quote.json
r=$(drawn "$Q")
"$DOSSIER" letter "$Q" --to B >"$SCRATCH/letter"
"$DOSSIER" letter "$SOURCE/samples/software-bottleneck/case-purchase.json" --to B --supplier >"$SCRATCH/out"
prints "1. What these are in it: Interconnect and network; Storage" "a point of a letter begins with a capital, and layers, some of which have commas, are parted by more"
ok "each point of a letter begins with a capital" sh -c '! grep -hE "^[0-9]+\. [a-z]" "$@"' sh "$SCRATCH/letter" "$SCRATCH/out"
sed 's/^ *//' "$SCRATCH/letter" | tr '\n' ' ' >"$SCRATCH/out"
prints "Accelerator; Accelerator memory, total; Power limit in force" "so are titles where one has a comma"
# Statements stand grouped by what they are of there, each file or deed by itself.
items=$(python3 - "$SCRATCH/letter" <<'EOF'
import re, sys
state, send = re.search(r"\nPlease state.*?\n-+\n(.*?)\nPlease send.*?\n-+\n(.*?)\nWhat only", open(sys.argv[1]).read(), re.S).groups()
groups = re.split(r"(?m)^\d+\. ", state)[1:]
print(sum(group.split(":", 1)[1].count(",") + 1 for group in groups) + len(re.findall(r"(?m)^\d+\. ", send)))
EOF
)
pdftotext -layout -l 1 "$r/report/report.pdf" - | tr -s ' ' >"$SCRATCH/out"
prints "What would change that. $items items from Vendor (made up), which the letter below asks for." "how many items, of whom"
prints "To: Vendor (made up)" "the letter names whom it goes to"
prints "Further items: $((items - 9)). The whole letter: dossier letter CASE --to B" "and how many it leaves to the whole one: six statements and three files stand here"

# A page without its answer, its date, its block or with too many words is found.
P=$SOURCE/samples/software-bottleneck/case-purchase.json
r=$(drawn "$P")
cat >"$SCRATCH/limits.py" <<'EOF'
import re, sys
svg = open(sys.argv[1]).read()
at = {text: float(x) for x, text in re.findall(r'<text class="[^"]*tick"[^>]*? x="([\d.]+)"[^>]*>([\d,]+)</text>', svg)}
nought = at["8,000"] - (at["10,000"] - at["8,000"]) * 4
dashed = [float(x) for x in re.findall(r'<line class="[^"]*s-objective"[^>]*stroke-dasharray[^>]*? x1="([\d.]+)"', svg)]
named = {text: float(x) for x, text in re.findall(r'<text class="f-objective[^>]*? x="([\d.]+)"[^>]*>(clause [^<]+)</text>', svg)}
want = {"clause 4.1: \u22656,500": 6500, "clause 4.2: \u22658,000": 8000}  # by the case
assert named.keys() == want.keys(), named
for clause, value in want.items():
    x = nought + value * (at["10,000"] - nought) / 10000
    assert abs(named[clause] - x) < 0.1 and min(abs(d - x) for d in dashed) < 0.1, (clause, x, named, dashed)
EOF
ok "the limits of clauses stand on the axis of the chart, each where its number does" python3 "$SCRATCH/limits.py" "$r/report/figures/values.svg"
ok "of a single system, too" python3 "$SCRATCH/limits.py" "$(drawn "$SOURCE/samples/software-bottleneck/case-acceptance.json")/report/figures/values-A.svg"
pdftotext "$r/report/report.pdf" - | tr -s ' \n\302\240' ' ' >"$SCRATCH/out"
prints "from 27 Nov 2026, 23:27:22 UTC and from 27 Nov 2026, 23:34:34 UTC" "when a run began is told in words"
ok "and nowhere as a machine writes it" sh -c '! grep -Eq "[0-9]T[0-9]{2}:" "$1"' sh "$SCRATCH/out"
prints "Digest of the container image is not disclosed by A, B and check run 1." "a run that ties two sides has a name that is read"
ok "and nowhere that of the file" sh -c '! grep -q "bridge\.[0-9]" "$1"' sh "$r/report/report.html"
pdftotext -layout -l 1 "$r/report/report.pdf" "$SCRATCH/page"
# Of the reservations the three that weigh most stand there, first what other units would do, then whether the hosts were shared, then the order.
tr -s ' \n' '  ' <"$r/report/pages.txt" >"$SCRATCH/flat"
ok "the weightiest reservations, in their order" grep -q "One machine a side was tested; other units may differ\. [^.]*The hosts were shared with others\. [^.]*One side ran first" "$SCRATCH/flat"
# How a clause stands is in bold on paper, too: two systems, four clauses and two objectives.
pdftohtml -xml -i -f 1 -l 1 -stdout "$r/report/report.pdf" >"$SCRATCH/bold"
ok "in bold" test "$(grep -cE '<b>(NOT )?(MET|SHOWN)</b>' "$SCRATCH/bold")" = 12
tr -s ' ' <"$SCRATCH/page" >"$SCRATCH/out"
prints "NOT SHOWN NOT SHOWN not measured" "what is not shown of both sides for one reason has it once"
prints "2 more options." "options that page one leaves out are counted"
ok "layers of one owner that nobody disclosed are one row" grep -q 'Interconnect and network</span>; <span[^>]*>Storage<' "$r/report/report.html"
planted() { # what, sed script
    sed "$2" "$SCRATCH/page" >"$SCRATCH/changed"
    ok "planted: $1" sh -c "! cmp -s '$SCRATCH/page' '$SCRATCH/changed'"
    exits 1 "found: $1" look "$P" "$r/report" "$SCRATCH/changed"
}
planted "another number of units" 's/11 units/12 units/'
planted "another difference" 's/1,098/1,097/'
planted "another date" "s/31.*December 2026/15 February 2027/"
planted "a clause met that is not" 's/NOT MET/MET/'
planted "a mark of Markdown" 's/Before you sign/**Before** you sign/'

said() { # pattern of one line, description
    if grep -Eq -- "$1" "$SCRATCH/out"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1)) && echo "FAIL $2: nothing like \"$1\" in" && head -60 "$SCRATCH/out"
    fi
}
# decision and statements: printed, in data.json, traced to the case.
cp -r "$SOURCE/samples/software-bottleneck" "$SCRATCH/d"
chmod -R u+w "$SCRATCH/d"
printf '{ "format": "dossier-run/1", "container": { "image": "x" } }' >"$SCRATCH/d/h100-unit7/llm-decode-bf16-compile-cudagraph-long-r1/run.json"
jq '.decision = { text: "Turn the compiler on; buy nothing yet.", by: "R. Doe", role: "Procurement", date: "2026-11-28",
      conditions: ["The supplier proves clause 5.1."], review: "2026-12-01", claims_until: "2027-04-30",
      holds_while: ["driver.version == \"580.*\"", "demand.peak <= \"52000 tokens/s\"", "demand.peak < \"52000 tokens/s\"", "B: price.amount <= \"28449.99\"",
        "container.digest != \"sha256:00\"", "driver.version >= \"580.159.4\"", "B: compile.mode == \"compile-cudagraph\"", "compile.mode == \"compile-cudagraph\"",
        "power.limit >= \"700 W\"", "power.limit > \"700 W\"", "The building keeps its contract.", "container.image == \"x\""] }
    | .remeasure.every_months = 12
    | .statements = [ { party: "Supplier", text: "We hold *spare* parts, and no <others>.", date: "2026-11-27" } ]' \
    "$P" >"$SCRATCH/d/case.json"
ok "a case with a decision" "$DOSSIER" report "$SCRATCH/d/case.json" -o "$SCRATCH/r"
ok "a decision with conditions leaves it at twelve pages" test "$(pdfinfo "$SCRATCH/r/report/report.pdf" | sed -n 's/^Pages: *//p')" -le 12
pdftotext -layout -f 2 -l 3 "$SCRATCH/r/report/report.pdf" "$SCRATCH/out"
prints "Turn the compiler on; buy nothing yet." "the decision is printed"
prints "Decided by R. Doe, Procurement." "and who took it"
prints "The supplier proves clause 5.1." "and its conditions"
prints 'Accelerator driver is “580.*”' "and what it holds under"
said "The building keeps its contract.*for people to check" "and what no program can look at"
said "One machine a side was tested.*what other units do.*Platform team.*a second machine a side.*15.Feb 2027" "a risk, whose it is and what closes it"
said "Clause 5.1 is not shown to be met.*Supplier.*proof for it" "of another party, too"
prints "first price runs out" "and what falls due"
prints "then every 12 months" "how often from then on"
prints "last day of claims" "and until when a claim may be made"
prints "We hold *spare* parts, and no <others>." "the statement is unedited"
days() { python3 "$SOURCE/tests/e2e/days.py" "$@"; }
ok "each date stands where its day does, each bar ends where its month does" days "$SCRATCH/d/case.json" "$SCRATCH/r/report"
ok "of the sample, too" days "$P" "$r/report"
mkdir "$SCRATCH/moved" && cp -r "$r/report" "$SCRATCH/moved" && chmod -R u+w "$SCRATCH/moved"
sed -i 's/cx="8.69"/cx="12.69"/' "$SCRATCH/moved/report/figures/due.svg"
exits 1 "found: a date beside its day" days "$P" "$SCRATCH/moved/report"
jq -r '.facts[] | select(.key == "decision.text" or .key == "statement.text") | .value, .source.from.path' \
    "$SCRATCH/r/report/data.json" >"$SCRATCH/out"
prints "/decision/text" "and traced to the case"
prints "/statements/0/text" "as is the statement"
# One run of seven says what its container is; captures say 580.159.04 and 700 W of every run, the case 52,000 tokens/s and 28,450 for a unit, the runs their mode; no file holds a digest of a container.
jq -r '[.facts[] | select(.key == "decision.holds")] | sort_by(.instance | tonumber) | map(.value) | join(", ")' "$SCRATCH/r/report/data.json" >"$SCRATCH/out"
said "^holds, holds, fails, fails, not shown, holds, holds, fails, holds, fails, not shown$" "each condition is held against the evidence"
condition() { # what is wrong with it, condition
    jq --arg text "$2" '.decision.holds_while = [$text]' "$SCRATCH/d/case.json" >"$SCRATCH/d/wrong.json"
    exits 3 "refused: $1" "$DOSSIER" check --full "$SCRATCH/d/wrong.json"
    mv "$SCRATCH/err" "$SCRATCH/out"
    prints "/decision/holds_while/0" "and says where: $1"
}
condition "a key that is none" 'driver.versoin == "580.*"'
prints 'expected "driver.version"' "and which may be meant"
condition "what is measured" 'throughput.output_tokens >= "5 tokens/s"'
condition "a system that is none" 'C: driver.version == "580.*"'
condition "another kind of unit" 'power.limit <= "5 MHz"'
condition "no number" 'power.limit <= "lots"'
condition "no value" 'driver.version == ""'
pdftotext -layout -l 1 "$SCRATCH/r/report/report.pdf" "$SCRATCH/page"
ok "the review comes first" look "$SCRATCH/d/case.json" "$SCRATCH/r/report" "$SCRATCH/page"
sed 's/\xc2\xa0/ /g' "$SCRATCH/page" >"$SCRATCH/out" # a day and its month stay on one line
prints "Valid until 1 December 2026" "and is the date on page one"
# A rate of exchange that runs out first ends it, and is a day on the line.
jq '.rates[0].valid_until = "2026-11-30"' "$SCRATCH/d/case.json" >"$SCRATCH/d/rate.json"
ok "a rate that runs out" "$DOSSIER" report "$SCRATCH/d/rate.json" -o "$SCRATCH/rate" --edition summary
pdftotext "$SCRATCH/rate/summary.pdf" - | sed 's/\xc2\xa0/ /g' | tr -s ' \n' ' ' >"$SCRATCH/out"
prints "Valid until 30 November 2026, when the exchange rate runs out" "ends it"
ok "and stands on the line of days" test "$(grep -o "exchange rate runs out" "$SCRATCH/out" | wc -l)" = 2
# Many clauses, options, conditions and statements of two systems on twelve pages; the clauses are all in the annex.
jq '.decision = { text: "Turn the compiler on; buy nothing yet.", by: "R. Doe", role: "Procurement", date: "2026-11-28",
      conditions: [range(0; 8) | "The supplier proves clause \(.) in writing, with a stamped copy of the acceptance test, before the order is placed."],
      holds_while: ["driver.version == \"580.*\"", "demand.peak <= \"52000 tokens/s\"", "power.limit >= \"700 W\"", "The building keeps its contract."] }
    | .requirements += [range(0; 20) | { clause: "9.\(.)", text: "Each unit delivers at least \(6000 + . * 150) tokens a second over the whole of the working day",
        metric: "throughput.output_tokens", at_least: "\(6000 + . * 150) tokens/s" }]
    | .options += [.options[1] | range(0; 6) as $i | .id = "o\($i)" | .label = "Another way \($i)"]
    | .statements = [range(0; 4) | { party: "Supplier \(.)", date: "2026-11-27", text: "We hold spare parts, and find that what was measured does not tell of our product as it will be delivered in spring." }]' \
    "$SOURCE/samples/software-bottleneck/case-options.json" >"$SCRATCH/d/many.json"
ok "a case of many clauses" "$DOSSIER" report "$SCRATCH/d/many.json" -o "$SCRATCH/many"
ok "has twelve pages before the annex" test "$(pdfinfo "$SCRATCH/many/report/report.pdf" | sed -n 's/^Pages: *//p')" -le 12
# Page one holds it all: what B misses or does not show has rows as far as there is room, the rest is named and counted; of 12 options three. By
# hand: B's interval is 8,061 to 8,327, so 9.14 (8,100) on is not met or not shown, A's 6,628 to 6,693, so 9.5 (6,750) on is not met.
jq '.language = "de"' "$SCRATCH/d/many.json" >"$SCRATCH/d/many-de.json"
ok "the same in German" "$DOSSIER" report "$SCRATCH/d/many-de.json" -o "$SCRATCH/many-de"
for first in "many|The decision, and how long it holds|Valid until 31 December 2026" "many-de|Die Entscheidung, und wie lange sie gilt|Gültig bis 31. Dezember 2026"; do
    r=$SCRATCH/${first%%|*}/report first=${first#*|}
    pdftotext -f 1 -l 1 "$r/report.pdf" - | sed 's/\xc2\xa0/ /g' >"$SCRATCH/out"
    prints "${first#*|}" "page one holds it until when it is valid"
    pdftotext -f 2 -l 2 "$r/report.pdf" "$SCRATCH/out"
    prints "${first%|*}" "and the second begins with the decision"
    ok "twelve pages at most" test "$(pdfinfo "$r/report.pdf" | sed -n 's/^Pages: *//p')" -le 12
done
sed '/page 1 of /q' "$SCRATCH/many/report/pages.txt" | tr -s ' \n' ' ' >"$SCRATCH/out"
prints "Not met or not shown by a side, too: 4.2, 9.5, 9.6, 9.7, 9.8, 9.9, 9.10, 9.11, 9.12; 3 more. All: Requirements." "clauses without a row are named and counted"
prints "9.17 Each unit delivers at least 8550" "those that B misses come first"
prints "Met on every side: 4.1, 9.0, 9.1, 9.2, 9.3, 9.4, Iteration latency, Output throughput." "those that all meet are named"
prints "misses 4.2, 9.5, 9.6, 9.7, 12 more" "of an option, too"
prints "9 more options." "options without a row are counted"
prints "clause 9.0: ≥6,000 clause 9.19: ≥8,850" "the chart draws the lowest limit and the highest"
pdftotext -layout "$SCRATCH/many/report/annex.pdf" "$SCRATCH/out"
ok "each clause is a row of the annex" test "$(grep -cE '^ *9\.[0-9]+ .* (A|B) ' "$SCRATCH/out")" = 40
finish
