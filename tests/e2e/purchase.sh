#!/bin/sh
# ctest
# purchase.sh - money, capacity and requirements of the purchase sample, each sum done again by a script of other hands.
. "$(dirname "$0")/common.sh"
case="$SOURCE/samples/software-bottleneck/case-purchase.json"
r=$(drawn "$case")
ok "report" [ "$(cat "$r/status")" = 0 ]
python3 "$SOURCE/tests/e2e/purchase.py" "$case" "$r/report/data.json" >"$SCRATCH/out" || true
cat "$SCRATCH/out"
prints ", 0 failed" "sums against whole fractions"
# Options of its own, with lines, interest and hours of use; and with telemetry at rest of more than a minute, which is then summed.
s=$SOURCE/samples/software-bottleneck
r2=$(drawn "$s/case-options.json")
exits 0 "options, lines, interest and where the order turns" python3 "$SOURCE/tests/e2e/purchase.py" "$s/case-options.json" "$r2/report/data.json"
# The boxes are the units: 11 and 10, 13 and 11, 14 and 12, one of each dashed; what each picture shows stands above it.
ok "boxes" python3 - "$r2/report" <<'END'
import json, re, sys
svg, data = open(sys.argv[1] + "/figures/units.svg").read(), json.load(open(sys.argv[1] + "/data.json"))
rects = re.findall(r"<rect[^>]*>", svg)
bare = [r for r in rects if "f-none" in r or 'fill="none"' in r]
shown = lambda key: sum(int(f["value"]) for f in data["facts"] if f["key"] == key)
units = shown("units.at") + shown("capacity.units")
assert units == 11 + 10 + 13 + 11 + 14 + 12, units
assert len(bare) == units, (len(bare), units)
assert len([r for r in bare if "dash" in r]) == 6, len([r for r in bare if "dash" in r])
END
# Dots, intervals, lines: where their values are, from nought, told apart in grey.
for report in "$r" "$r2" "$(drawn "$SOURCE/samples/made/at-objective/case.json")" "$(drawn "$SOURCE/samples/launch-modes/case.json")"; do
    ok "marks of the charts" python3 "$SOURCE/tests/e2e/chart_marks.py" "$report/report"
done
# Each stretch of the steps is at what its units cost: 28,450 less 2,100 over 48 months a unit, as many as a unit's lower end less a fifth
# needs and one to spare; today's peak and the one planned for stand where they are.
ok "steps" python3 - "$r/report" <<'END'
import math, re, sys
svg = open(sys.argv[1] + "/figures/steps.svg").read()
ticks = [(float(x), float(y), float(text.replace(",", ""))) for x, y, text in re.findall(r'tick"[^>]*? x="([\d.]+)" y="([\d.]+)"[^>]*>([\d,]+)<', svg)]
money = [(y - 2.5, v) for x, y, v in ticks if x == ticks[0][0]]
demand = [(x, v) for x, y, v in ticks if x != ticks[0][0]]
along = lambda pairs, at: pairs[0][1] + (at - pairs[0][0]) * (pairs[-1][1] - pairs[0][1]) / (pairs[-1][0] - pairs[0][0])
lines = re.findall(r'class="f-none s-(a|b)"[^>]* x1="([\d.]+)" y1="([\d.]+)" x2="([\d.]+)" y2="([\d.]+)"', svg)
flat = 0
for side, x1, y1, x2, y2 in ((s, *map(float, rest)) for s, *rest in lines):
    if y1 == y2:
        units = math.ceil(along(demand, (x1 + x2) / 2) / (0.8 * {"a": 6628, "b": 8061}[side])) + 1
        assert abs(along(money, y1) - units * (28450 - 2100) / 48) < 20, (side, x1, x2, units, along(money, y1))
        flat += 1
assert flat == 22, flat  # of two sides, eleven bands behind the first
peaks = [along(demand, float(x)) for x in re.findall(r's-objective"[^>]* x1="([\d.]+)"', svg)]
assert len(peaks) == 2 and abs(peaks[0] - 52000) < 40 and abs(peaks[1] - 59800) < 40, peaks
END
sed 's/\xe2\x80\xaf/ /g' "$r2/report/pages.txt" | tr -s '\n ' '  ' >"$SCRATCH/out"
# The section's title has the answer's units and difference, the change as the reason, and whether an input turns the order: of this sample some do.
prints "11 units of B instead of 13 of A save EUR 1,217 a month, as each delivers 23 % more; several inputs could turn the order" "what is saved, and why"
prints "B never costs more than A at the demands shown" "the steps' finding"
prints "B needs fewer units than A at each of three demands" "the units' finding"
prints "Cost of work: 17 % less with B" "the cost's finding"
prints "Energy: no difference shown" "the energy's finding"
prints "Work for money: more with B" "the worth's finding"
cp -r "$s" "$SCRATCH/rest"
exits 0 "longer at rest" python3 "$SOURCE/tests/e2e/at_rest.py" "$SCRATCH"/rest/h100-unit*/captures/telemetry-idle.csv
# Where the order turns, drawn where data.json has it: an axis from half of the value less to half more, a stroke at each turn, throughput
# as far as its interval reaches; the heading says how many inputs turn it.
cat >"$SCRATCH/flips.py" <<'P'
import json, re, sys
svg, data = open(sys.argv[1] + "/figures/flips.svg").read(), json.load(open(sys.argv[1] + "/data.json"))
page = open(sys.argv[1] + "/report.html").read()
turns = [f for f in data["facts"] if f["key"] == "flip.by"]
left, right = 112.0, 212.0
at = lambda percent: left + (percent + 50) / 100 * (right - left)
strokes = [(int(n), float(x)) for n, x in re.findall(r's-objective"[^>]*data-fact="(\d+)" x1="([\d.]+)"', svg)]
assert len(turns) >= 1 and [n for n, _ in strokes] == [f["number"] for f in turns], (turns, strokes)
for f, (_, x) in zip(turns, strokes):
    assert abs(x - at(float(f["value"]))) < 0.06, (f["value"], x)
rows = re.findall(r's-[ab]" [^>]*stroke-width="1.6" x1="([\d.]+)" y1="[\d.]+" x2="([\d.]+)"', svg)
table = re.search(r'<section class="row" id="flips">.*?</section>', page, re.S).group(0)
assert len(rows) == len(re.findall(r"<tr>", table)) - 1 == len(re.findall(r'class="[^"]*bold[^"]*"[^>]*x="0"|x="0"[^>]*class="[^"]*bold', svg)), rows
assert [float(a) for a, _ in rows].count(left) == len(rows) - len(turns) - 2, rows
heading = re.sub("<[^>]*>", "", re.search(r"<h3.*?</h3>", table).group(0))
assert heading.startswith({0: "Tune in summer stays the cheapest", 1: "Only one input could"}.get(len(turns), "Several inputs could")), heading
P
ok "the turns are drawn where they are" python3 "$SCRATCH/flips.py" "$r2/report"
# Two of its lines, one a unit and one for all, are shown by a document.
jq '.options[1].lines[0,2] |= (.document = "offer-2026-11.txt" | del(.assumed))' "$s/case-options.json" >"$SCRATCH/rest/case-options.json"
exits 0 "at rest for a minute and more" "$DOSSIER" report "$SCRATCH/rest/case-options.json" -o "$SCRATCH/rr"
exits 0 "is summed" python3 "$SOURCE/tests/e2e/purchase.py" "$SCRATCH/rest/case-options.json" "$SCRATCH/rr/report/data.json"
cp "$SCRATCH/rr/report/pages.txt" "$SCRATCH/out"
prints "not at work, which is counted" "and the page says so"
cp "$r/report/pages.txt" "$SCRATCH/out"
prints "not counted, under a minute was" "seventeen seconds of it are not"
cp -r "$s" "$SCRATCH/turns"
# B's unit dearer by an eighth of A's and more: 13 of A against 11 of B turn with either price, and with growth below 12.17 %, where A needs 12.
jq '.prices |= map(if .system == "B" and .per == "purchase" then .amount = "32400.00" else . end)' "$case" >"$SCRATCH/turns/case.json"
exits 0 "a dearer B" "$DOSSIER" report "$SCRATCH/turns/case.json" -o "$SCRATCH/rt"
exits 0 "turns with prices and growth where a walk of others finds it" python3 "$SOURCE/tests/e2e/purchase.py" "$SCRATCH/turns/case.json" "$SCRATCH/rt/report/data.json"
ok "of growth, among others" jq -e '[.facts[] | select(.key == "flip.at") | .instance] == ["price of A, purchase", "price of B, purchase", "growth"]' "$SCRATCH/rt/report/data.json"
# One reading at work, and it is no telemetry at rest.
sed -i '20s/, 0 %, 0 %,/, 3 %, 0 %,/' "$SCRATCH"/rest/h100-unit6/captures/telemetry-idle.csv
jq '.options[1].lines[0].what = "=HYPERLINK(\"http://a\"), b"' "$s/case-options.json" >"$SCRATCH/rest/case-options.json"
exits 0 "once at work" "$DOSSIER" report "$SCRATCH/rest/case-options.json" -o "$SCRATCH/rw"
ok "is not at rest" jq -e '[.facts[] | select(.key == "idle.power" and .system == "A")] | length == 0' "$SCRATCH/rw/report/data.json"
ok "a line whose name is a formula is a text to a spreadsheet" python3 - "$SCRATCH/rw/report/cost-lines.csv" <<'END'
import csv, sys
lines = [r["line"] for r in csv.DictReader(open(sys.argv[1], newline=""))]
assert "'=HYPERLINK(\"http://a\"), b" in lines and not [l for l in lines if l[:1] in "=+-@"], lines
END
cp "$r/report/pages.txt" "$SCRATCH/out"
prints "knee at 26.3" "the knee of the sweep"
prints "the sweep stops before it saturates" "a sweep that stops early"
prints "Three or more of these are unanswered" "a sweep of something else answers nothing"
sed -n '/^Five questions/,/^Three or more/p' "$r/report/pages.txt" >"$SCRATCH/five"
ok "three of the five are unanswered" test "$(grep -c '^unanswered' "$SCRATCH/five")" = 3
ok "and one is answered in part" test "$(grep -c '^in part' "$SCRATCH/five")" = 1
ok "and the decision is without a diagnosis" grep -q "without a diagnosis" "$r/report/pages.txt"
# Energy is that of the accelerators wherever a figure of it stands: among the sides, by run, and in the chart.
ok "each table and chart of energy says of what it is" test "$(tr -s ' \n' ' ' <"$r/report/pages.txt" | grep -o 'accelerators alone' | wc -l)" -ge 3
cp -r "$SOURCE/samples/software-bottleneck" "$SCRATCH/s"
jq 'del(.remeasure) | .expected += [{ metric: "throughput.output_tokens", projected_for: "B on the next generation", value: "30000 tokens/s", by: "Vendor",
    document: "road map of 2026" }]' "$case" >"$SCRATCH/s/case.json"
exits 0 "nobody is to measure again" "$DOSSIER" report "$SCRATCH/s/case.json" -o "$SCRATCH/three"
tr -s ' \n' ' ' <"$SCRATCH/three/report/pages.txt" >"$SCRATCH/out"
prints "Projections Estimates for what does not exist yet" "a projection stands apart"
prints "Projection, not measured. Output throughput of B on the next generation: 30,000 tokens/s" "and is marked"
prints "road map of 2026" "with where it stands"
ok "no other figure rests on it" jq -e '[.facts[] | select(.key == "expected.value" and .value == "30000") | .number] as $p |
    ($p | length == 1) and ([.facts[] | select(.kind == "derived") | .derivation.inputs[]?] | any(. == $p[0]) | not)' "$SCRATCH/three/report/data.json"
ok "and the derived ones are what they were" sh -c 'for d in "$1" "$2"; do jq -c "[.facts[] | select(.kind == \"derived\") | [.key, .instance, .system, .value]] | sort" "$d" | md5sum; done |
    uniq | wc -l | grep -qx 1' sh "$r/report/data.json" "$SCRATCH/three/report/data.json"
cp "$SCRATCH/three/report/pages.txt" "$SCRATCH/out"
prints "Three or more of these are unanswered: the decision is being made without a diagnosis" "three unanswered, and money is spent"
jq 'del(.remeasure, .prices, .rates, .energy, .demand, .worth, .sensitivity, .currency, .utilisation)' "$case" >"$SCRATCH/s/case.json"
exits 0 "nothing is bought" "$DOSSIER" report "$SCRATCH/s/case.json" -o "$SCRATCH/none"
cp "$SCRATCH/none/report/pages.txt" "$SCRATCH/out"
prints "Five questions" "the questions stay"
ok "but nothing is said of a decision" sh -c '! grep -q "of these are unanswered\|without a diagnosis" "$1"' sh "$SCRATCH/none/report/pages.txt"
# Without a dated rate there is no second price, and without a verdict there is no cost at all.
jq 'del(.rates) | .currency = "USD"' "$case" >"$SCRATCH/s/case.json"
exits 0 "no rate" "$DOSSIER" report "$SCRATCH/s/case.json" -o "$SCRATCH/n"
cp "$SCRATCH/n/report/pages.txt" "$SCRATCH/out"
prints "no dated exchange rate stated" "currencies are not mixed"
ok "no amount without a rate" jq -e '[.facts[] | select(.key == "cost.mean")] | length == 0' "$SCRATCH/n/report/data.json"
# Prices: one that was over, an offer of other bytes, two rates for one pair, values that are quoted as they stand.
priced() { jq "$1" "$case" >"$SCRATCH/s/case.json"; }
flat() { tr '\n' ' ' <"$SCRATCH/out" | tr -s ' ' >"$SCRATCH/flat" && mv "$SCRATCH/flat" "$SCRATCH/out"; }
priced '.prices[2].valid_until = "2026-11-26"'
exits 0 "an offer that was over before the day of the case" "$DOSSIER" check --full "$SCRATCH/s/case.json"
flat
prints "A price is not in force on the date of the case: 2026-11-26 against 2026-11-28" "is told"
priced '.prices[0].sha256 = "00"'
exits 0 "an offer of other bytes" "$DOSSIER" check --full "$SCRATCH/s/case.json"
flat
prints "The digest stated of an offer, 00, is not that of the document" "is told"
cp "$case" "$SCRATCH/s/case.json"
exits 0 "the sample" "$DOSSIER" check --full "$SCRATCH/s/case.json"
lacks "of money" "has nothing to tell of money"
refused() { # jq filter, what is said; once
    priced "$1"
    exits 3 "$1" "$DOSSIER" check --full "$SCRATCH/s/case.json"
    ok "$2" sh -c 'test "$(wc -l <"$1")" = 1 && grep -qF -- "$2" "$1"' sh "$SCRATCH/err.kept" "$2"
}
exits() { # as of common.sh, but standard error is kept
    want=$1 said=$2
    shift 2
    got=0
    "$@" >"$SCRATCH/out" 2>"$SCRATCH/err.kept" || got=$?
    if [ "$got" = "$want" ]; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAIL $said: exit $got"; fi
}
refused '.rates += [{"from": "EUR", "to": "USD", "rate": "1.09", "as_of": "2026-11-24"}]' \
    '"EUR" at /rates/1/from; expected one rate for each two currencies, either way;'
refused '.prices[0].valid_until = "2026-11-01"' '"2026-11-01" at /prices/0/valid_until; expected the day of "as_of", or later;'
refused '.demand.years = 1.5' 'value not allowed: 1.5 at /demand/years; expected a whole number up to 20;'
refused '.prices[0].amount = "28,450.00"' '"28,450.00" at /prices/0/amount; expected a decimal amount'
refused '.demand.peak = "52000"' '"52000" at /demand/peak; expected a number above zero in tokens/s'
refused 'del(.demand) | .utilisation = "120 %"' '"120 %" at /utilisation; expected 0 % to 100 %'
refused '.prices[0].amount = "0"' '"2100.00" at /prices/0/residual; expected at most the amount;'
finish
