#!/bin/sh
# ctest
# single.sh - a case of one system: its values, health and clauses, and nothing that relates it to another. Mean and interval by
# another program (Student's t over the runs' means in the window, by hand).
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
s=$SOURCE/samples/software-bottleneck
cp -r "$s" soft
of() { jq "$1" "$s/case-acceptance.json" >"soft/$2.json"; }

exits 0 "the sample" "$DOSSIER" check --full "$s/case-acceptance.json"
prints "A: valid with reservations" "its verdict"
prints "8194 tokens/s (95 % interval 8061 to 8327)" "mean and interval"
prints "NOT SHOWN 4.3" "a clause that nobody measured"
lacks "against" "nothing stands against it"
lacks " side" "and no sides are spoken of"
lacks " ratio" "nor a ratio"
cat >by_hand.py <<'P'
import glob, gzip, json, statistics, sys
# Whole cycles of 512 steps (prompt 512, decoded to 1024) of each run within 17.02 to 78.00 s; 32 sequences a step. No cycle is
# taken from the program: the first step of one is where the context falls back.
rates = []
for name in sorted(glob.glob(sys.argv[1] + "/llm-decode-bf16-compile-cudagraph-long-r*/iterations.jsonl.gz")):
    rows = [json.loads(l) for l in gzip.open(name, "rt")]
    zero = rows[0]["t_start_s"]
    starts = [i for i in range(1, len(rows)) if rows[i]["ctx"] < rows[i - 1]["ctx"] and 17.02 <= rows[i]["t_start_s"] - zero]
    first, last = starts[0], [i for i in starts if rows[i - 1]["t_start_s"] + rows[i - 1]["duration_s"] - zero <= 78.0][-1]
    took = rows[last - 1]["t_start_s"] + rows[last - 1]["duration_s"] - rows[first]["t_start_s"]
    rates.append(32 * (last - first) / took)
mean, half = statistics.mean(rates), 4.302653 * statistics.stdev(rates) / len(rates) ** 0.5
assert len(rates) == 3 and abs(mean - 8194) < 6 and abs(mean - half - 8061) < 12 and abs(mean + half - 8327) < 12, (mean, half, rates)
P
ok "by hand" python3 by_hand.py "$s/h100-unit7"
exits 0 "as JSON" "$DOSSIER" check --full "$s/case-acceptance.json" --json
cp out fit.json
ok "fits its schema" fits check --closed fit.json
ok "a finding has no second side" jq -e '[.comparisons[0].findings[] | select(.b != null)] == []' fit.json
ok "what two sides alone can tell does not apply" jq -e '[.comparisons[0].findings[] | select(.rule == "M12" or .rule == "D9" or .rule == "U2" or .rule == "H7") | .judgement] == ["not applicable", "not applicable", "not applicable", "not applicable"]' fit.json
ok "what is asked of both sides is asked of all runs" jq -e '.comparisons[0].findings[] | select(.rule == "W1") | .judgement == "holds" and (.said | startswith("All runs"))' fit.json

exits 0 "its report" "$DOSSIER" report "$s/case-acceptance.json" -o rep
data=rep/report/data.json
ok "no ratio, no change, no credit" jq -e '.comparisons[0] | .b == "" and .credited == "" and .numbers.ratio == null and .numbers.change == null and .shows == "nothing"' "$data"
ok "no fact relates two" jq -e '[.facts[] | select(.key | test("^(ratio|change|comparison)"))] == []' "$data"
"$DOSSIER" schema report >schema.json
ok "data.json fits its schema" fits report --closed "$data"
pdftotext -layout -l 1 rep/report/report.pdf page
for words in "Does the delivered unit meet the contract?" "Not yet. Nothing shows that A meets clauses 4.3, 5.1; met: 4.1, 4.2." "Valid, with 6 reservations" "nothing is compared" \
    "MET 8,194 tokens/s (8,061 to 8,327)" "NOT SHOWN" "The system as measured" "NVIDIA H100 80GB HBM3" "Before you accept" "One machine was tested"; do
    ok "page one: $words" grep -qF "$words" page
done
ok "page one has at most 500 words" test "$(wc -w <page)" -le 500
# The questions of any report, behind the third page, speak of sides.
pdftotext -layout -l 3 rep/report/report.pdf words
for words in " side" "against" "Comparable" "comparable" "not disclosed of" "faster than" "≈" "≠"; do
    ok "the report says nowhere: $words" test "$(grep -cF -- "$words" words)" = "$(grep -F -- "$words" words | grep -cF 'such as faster')"
done
of '.demand = {peak: "52000 tokens/s", mean: "21000 tokens/s", headroom: "20 %", growth: "15 %", years: 1, redundancy: 1} | .currency = "EUR" |
    .prices = [{system: "A", amount: "28450.00", currency: "EUR", per: "purchase", as_of: "2026-11-24", lifetime: "48 months", residual: "2100.00"}]' units
exits 0 "how many units" "$DOSSIER" report soft/units.json -o units
pdftotext -layout -l 1 units/report/report.pdf page
# 52000 x 1.15 / (8061 x 0.8) = 9.27, so 10 and one spare; (28450 - 2100) / 48 x 11 = 6038.54.
ok "units and price, as for the same system among two" grep -qF "11 units of A carry the peak, at EUR 6,038.54 a month." page

of '.systems[0].machines[0].runs += ["h100-unit7/llm-decode-bf16-cudagraph-long-r1"]' mixed
exits 1 "runs that are not alike" "$DOSSIER" check --full soft/mixed.json
prints "A: not valid" "give no value"
prints "differs between runs: compile-cudagraph and" "and what is not alike is named"
exits 1 "and has a report" "$DOSSIER" report soft/mixed.json -o mixed
ok "what holds all the same is said of the one system" [ "$(sed 's/<[^>]*>//g' mixed/report/report.html | grep -o 'kept and judged by' | wc -l)" = 1 ]
of '.systems[0].machines[0].runs = ["h100-unit7/llm-decode-bf16-compile-cudagraph-long-r1"]' one
exits 0 "one run" "$DOSSIER" check --full soft/one.json
prints "no interval" "has no interval"
prints "NOT SHOWN 4.1" "and meets no clause"
exits 0 "and has a report" "$DOSSIER" report soft/one.json -o one
of '.systems[0].machines = [{workload: "chat", captures: .systems[0].machines[0].captures, runs: .systems[0].machines[0].runs},
    {workload: "batch", captures: ["h100-unit6/captures"], runs: ["h100-unit6/llm-decode-bf16-cudagraph-long-r*"]}]' workloads
exits 0 "two workloads" "$DOSSIER" report soft/workloads.json -o two
pdftotext -layout -l 1 two/report/report.pdf page
ok "each by itself" grep -qF "By workload. chat: 8,194 tokens/s" page
lacks "against" "not against each other"

# What speaks of another system is refused where it stands.
of '.under_test = {kind: "layers", layers: ["compile"]} | .bridge = [{like: "A", captures: [], runs: ["x"]}] | .systems[0].baseline = true |
    .decides = "choice" | .same = [{of: "engine.name", values: ["a b c", "b a c"], reason: "x"}]' bad
exits 3 "members that relate systems" "$DOSSIER" check --full soft/bad.json
for place in /under_test /bridge /same /systems/0/baseline; do
    ok "told: $place" grep -q "in a case of one system at $place; expected no" "$SCRATCH/err"
done
ok "told: /decides" grep -qF '"choice" in a case of one system at /decides; expected "acceptance" or "units"' "$SCRATCH/err"
jq 'del(.under_test)' "$s/case-purchase.json" >soft/untested.json
exits 3 "two systems need what is under test" "$DOSSIER" check --full soft/untested.json
ok "told" grep -qF '"under_test" is missing' "$SCRATCH/err"
of '.systems = []' none
exits 3 "no system" "$DOSSIER" check --full soft/none.json

# As a dossier.
"$DOSSIER" keygen -o k >/dev/null
exits 0 "built" "$DOSSIER" build "$s/case-acceptance.json" -o d.asice --key k.key.pem --cert k.cert.pem
prints "A: valid with reservations" "what build says"
exits 0 "verified and rebuilt" "$DOSSIER" verify d.asice --rebuild --trust k.cert.pem
prints "verdict   A: valid with reservations; asked: Does the delivered unit" "the head"
exits 0 "index" "$DOSSIER" index d.asice -o index.html
ok "in the index" grep -qF "unit as delivered, compiler on: 8194 tokens/s (8061 to 8327)" index.html
ok "its verdict there" grep -qF "valid, with reservations" index.html
exits 0 "tables" "$DOSSIER" facts d.asice -o facts --format sqlite
exits 2 "beside itself, with a layer that nobody tells" "$DOSSIER" diff d.asice d.asice
prints "system A" "as one system"
exits 0 "history" "$DOSSIER" history d.asice
prints "8194 tokens/s (8061 to 8327)" "its value"
exits 0 "a clause" "$DOSSIER" clause d.asice -o clause.txt
cp "$s/run.json" run.json
python3 "$SOURCE/tests/e2e/remeasured.py" "$s/h100-unit7" again 1.0 a
rm -r again/llm-decode-bf16-cudagraph-long-r1
exits 2 "a delivery that leaves clauses unshown" "$DOSSIER" accept d.asice again --clause clause.txt
prints "2 MET   0 NOT MET   2 NOT SHOWN" "the count"
exits 2 "measured again" "$DOSSIER" contest d.asice again
prints "undecided" "three runs that vary so are too few"
prints "0.0 % (95 % interval -1.4 to 1.4); margin 1 %" "and why"
finish
