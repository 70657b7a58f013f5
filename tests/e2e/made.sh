#!/bin/sh
# ctest
# made.sh - the made cases: what each verdict is, and to which layer a change is credited.
. "$(dirname "$0")/common.sh"
M="$SOURCE/samples/made"

# Every file is what the script writes.
cp "$M/make.py" "$SCRATCH/make.py"
(cd "$SCRATCH" && python3 make.py)
for case in "$M"/*/; do
    name=$(basename "$case")
    ok "$name: its files are those of make.py" diff -r "$case" "$SCRATCH/$name"
done

exits 0 "driver regression" "$DOSSIER" check "$M/driver-regression/case.json" --json
cp "$SCRATCH/out" "$SCRATCH/driver.json"
ok "minus 12 %, the driver's" jq -e '.comparisons[0] | .credited == "driver" and (.ratio.value | tonumber | . > 0.878 and . < 0.882)' "$SCRATCH/driver.json"
exits 0 "its report" "$DOSSIER" report "$M/driver-regression/case.json" -o "$SCRATCH/dr"
ok "the driver is ten in the first number apart" jq -e '. as $d | [.comparisons[0].stack[].differences[]]
    | length == 1 and .[0].key == "driver.version"
    and ($d.facts[.[0].distance - 1] | .value == "major +10" and .key == "version.distance")' "$SCRATCH/dr/report/data.json"
cp "$SCRATCH/dr/report/pages.txt" "$SCRATCH/out"
prints "major +10" "and the page says so"
prints "under test  Fleet team" "beside the team that the case names, not the usual one"
exits 0 "ladder" "$DOSSIER" check "$M/ladder/case.json" --json
cp "$SCRATCH/out" "$SCRATCH/ladder.json"
# The last step is 4,120 against 4,100: 0.5 %, within the margin, so there is no change to credit.
ok "one layer a step, none over several" jq -e '[.comparisons[] | [.a, .b, .step, .credited]] == [
    ["S1", "S2", false, "runtime"], ["S1", "S3", false, ""], ["S1", "S4", false, ""],
    ["S2", "S3", true, "compile"], ["S3", "S4", true, ""]]' "$SCRATCH/ladder.json"
# Holm by hand over the five probabilities is at least each of them and never less than the one before.
ok "five probabilities after Holm" jq -e '[.comparisons[].holm.value | tonumber] | length == 5 and all(. >= 0 and . < 0.05)' "$SCRATCH/ladder.json"
exits 2 "two vendors" "$DOSSIER" check "$M/two-vendors/case.json" --json
cp "$SCRATCH/out" "$SCRATCH/vendors.json"
ok "accuracy is missing; differences are classed" jq -e '.comparisons[0].findings
    | ([.[] | select(.rule == "E4" and .judgement == "unknown")] | length == 1)
    and ([.[] | select(.rule == "E9") | select(.said | test("cannot run this value"))] | length >= 4)
    and ([.[] | select(.rule == "E9") | select(.said | test("by choice"))] | length == 1)
    and ([.[] | select(.rule == "E9" and .judgement == "unknown")] | length == 0)
    and ([.[] | select(.rule == "D1" and .makes == "incomplete")] | length == 0)' "$SCRATCH/vendors.json"
exits 2 "its report" "$DOSSIER" report "$M/two-vendors/case.json" -o "$SCRATCH/tv"
ok "class and distance of each difference" jq -e '. as $d | [.comparisons[0].stack[].differences[]
    | [.key, .class, (if .distance then $d.facts[.distance - 1].value else "-" end)]] == [
    ["framework.architectures", "forced", "-"], ["driver.version", "forced", "not comparable as versions"],
    ["firmware.vbios", "forced", "not comparable as versions"], ["accelerator.name", "forced", "-"],
    ["accelerator.memory_total", "forced", "-"], ["power.limit", "chosen", "-"]]' "$SCRATCH/tv/report/data.json"
# The findings above: P6, D6 and E4 are of both sides, H3 of M alone.
sentence() { tr -s ' \n' ' ' <"$1" >"$SCRATCH/out"; }
sentence "$SCRATCH/tv/report/pages.txt"
prints "No answer yet: N (offer one) and M (offer two) have not shown the accuracy of the answers, the commands and settings of the runs, that both answer equally well; M has not shown counts of memory errors." "what is missing, and from whom"
lacks "These conditions cannot be decided" "rather than names of rules"
cp -r "$M/two-vendors" "$SCRATCH/tg"
jq '.language = "de"' "$M/two-vendors/case.json" >"$SCRATCH/tg/case.json"
exits 2 "in German" "$DOSSIER" report "$SCRATCH/tg/case.json" --edition summary -o "$SCRATCH/th"
pdftotext -layout -l 1 "$SCRATCH/th/summary.pdf" "$SCRATCH/page"
sentence "$SCRATCH/page"
prints "Noch keine Antwort: N (offer one) und M (offer two) haben nicht belegt: die Genauigkeit der Antworten, Befehle und Umgebung der Läufe, dass beide gleich richtig antworten; M hat nicht belegt: Zähler der Speicherfehler." "what is missing, in German"
cp "$SCRATCH/tv/report/pages.txt" "$SCRATCH/out"
prints "chosen: each board at the limit it" "the reason stands beside it"
prints ". Check run" "and the run that would remove it"
prints "Forced, since the other side cannot run the value: Framework and dependencies, Driver, Firmware, Accelerator" "what was forced stands in one line"
# A reason taken away leaves the difference unexplained.
cp -r "$M/two-vendors" "$SCRATCH/tw"
jq '.under_test.differences |= map(select(.of != "power"))' "$M/two-vendors/case.json" >"$SCRATCH/tw/case.json"
exits 2 "without its reason" "$DOSSIER" report "$SCRATCH/tw/case.json" -o "$SCRATCH/tx"
ok "it is unexplained" jq -e '[.comparisons[0].stack[].differences[] | select(.class == "unexplained") | .key] == ["power.limit"]' "$SCRATCH/tx/report/data.json"
exits 2 "precision without accuracy" "$DOSSIER" check --full "$M/precision/case.json"
prints "  P6 " "which rule is undecided"
exits 0 "attention kernel" "$DOSSIER" check --full "$M/attention/case.json"
prints "  D7 " "the slow path is stated"
prints "credited to layer runtime" "and the change credited"
exits 0 "two workloads" "$DOSSIER" check "$M/two-workloads/case.json" --json
cp "$SCRATCH/out" "$SCRATCH/both.json"
ok "both signs, no score" jq -e '[.comparisons[] | [.workload, (.ratio.value | tonumber > 1)]] == [["chat", true], ["documents", false]]' "$SCRATCH/both.json"
ok "each credited by its own bridge run" jq -e '[.comparisons[].credited] == ["runtime", "runtime"]' "$SCRATCH/both.json"
# Categories: each is judged against the same one of the other side; made at 3,600 and 4,000 as shipped, 5,100 and 8,200 tuned.
C="$SCRATCH/ca"
cp -r "$M/categories" "$C"
exits 1 "categories" "$DOSSIER" check "$M/categories/case.json" --json
cp "$SCRATCH/out" "$SCRATCH/categories.json"
ok "a ratio within a category alone" jq -e '[.comparisons[] | [.category, .verdict, ((.ratio.value // "0") | tonumber * 100 | round)]]
    == [["as-shipped", "comparable with stated differences", 111], ["tuned", "not comparable", 0]]' "$SCRATCH/categories.json"
ok "who was measured in which, and what is required" jq -e '[.categories[] | [.category, .required, .systems, .lacking]]
    == [["as-shipped", true, ["A", "B"], []], ["ported", true, ["B"], []], ["tuned", false, ["A", "B"], []]]' "$SCRATCH/categories.json"
exits 1 "as text" "$DOSSIER" check "$M/categories/case.json"
prints "  decoding (ported), required, one of these: B alone, which is set beside nothing" "what one side alone was measured in"
prints "  decoding (tuned), optional: A, B" "and what is optional"
exits 1 "as Markdown" "$DOSSIER" check "$M/categories/case.json" --markdown
prints "- decoding (tuned), optional: A, B" "there, too"
changed() { # jq program over the sample's case
    jq "$1" "$M/categories/case.json" >"$C/case.json"
}
# Runs of another category among those of one: what their own file says counts.
for run in "$C"/B/as-shipped/r*/run.json; do jq '.facts["stack.terms"] = "tuned"' "$run" >"$run.new" && mv "$run.new" "$run"; done
exits 1 "mixed" "$DOSSIER" check "$C/case.json" --json
ok "is refused" jq -e '.comparisons[0] | .verdict == "not comparable" and .ratio == null
    and ([.findings[] | select(.rule == "E2" and .judgement == "fails") | .said] == ["A side was set up on other terms: tuned against as-shipped"])' "$SCRATCH/out"
for run in "$C"/B/as-shipped/r*/run.json; do jq 'del(.facts["stack.terms"])' "$run" >"$run.new" && mv "$run.new" "$run"; done
changed 'del(.systems[0].machines[1], .systems[1].machines[0, 1])'
exits 3 "as shipped against tuned" "$DOSSIER" check "$C/case.json"
ok "no ratio is made of them" grep -qF "no ratio is made across categories" "$SCRATCH/err"
changed 'del(.systems[0].machines[0], .systems[1].machines[0, 1])'
exits 1 "of the optional one alone" "$DOSSIER" check "$C/case.json"
prints "NOT SHOWN: A has no runs of decoding in a required category" "what is required of A"
prints "NOT SHOWN: B has no runs of decoding in a required category" "and of B"
prints "decoding (as-shipped), required, one of these: nobody was measured in it" "and in which nobody was measured"
for wrong in '.under_test.terms = "tuned"' 'del(.systems[0].machines[0].category)' 'del(.systems[0].machines[0].workload)' \
    '.under_test = { kind: "layers", layers: ["compile"] }' 'del(.systems[].machines[].category) | .under_test.terms = "tuned"'; do
    changed "$wrong"
    exits 3 "$wrong" "$DOSSIER" check "$C/case.json"
done
for language in en de; do
    changed ".language = \"$language\""
    exits 1 "its report, $language" "$DOSSIER" report "$C/case.json" -o "$SCRATCH/report-$language"
done
cp "$SCRATCH/report-en/report/pages.txt" "$SCRATCH/out"
prints "Categories, each judged by itself; no ratio is made across them" "page one has a row a category"
prints "required, one of these" "what the case asks"
prints "nothing to set it beside" "and what has no other side"
ok "in the data, too" jq -e '[.case.categories[].category] == ["as-shipped", "ported", "tuned"] and [.comparisons[].category] == ["as-shipped", "tuned"]' "$SCRATCH/report-en/report/data.json"
cp "$SCRATCH/report-de/report/pages.txt" "$SCRATCH/out"
prints "erforderlich, eine davon" "in German"
# A bridge run speaks for its own workload alone, and must name one.
cp -r "$M/two-workloads" "$SCRATCH/tb"
jq 'del(.bridge[1])' "$M/two-workloads/case.json" >"$SCRATCH/tb/case.json"
exits 0 "one bridge run less" "$DOSSIER" check "$SCRATCH/tb/case.json" --json
ok "the other workload is credited to none" jq -e '[.comparisons[] | [.credited, .credited_why]] == [
    ["runtime", "one layer differs and the bridge run agrees"],
    ["", "different physical units and no bridge run"]]' "$SCRATCH/out"
jq 'del(.bridge[1].workload)' "$M/two-workloads/case.json" >"$SCRATCH/tb/case.json"
exits 3 "a bridge run of no workload" "$DOSSIER" check --full "$SCRATCH/tb/case.json"
jq '.bridge[1].workload = "other"' "$M/two-workloads/case.json" >"$SCRATCH/tb/case.json"
exits 3 "a bridge run of one that is not there" "$DOSSIER" check --full "$SCRATCH/tb/case.json"
# 1,000 tokens/s are met with the workload chat (means of 3,600 and 4,000) and missed with documents (900 and 800): a standing and
# the price of what meets it are of the workload that was judged, whichever the case names first.
for order in . '.systems[].machines |= reverse'; do
    jq "$order"' | .requirements = [{ clause: "4.1", metric: "throughput.output_tokens", at_least: "1000 tokens/s" }]
        | .objectives = [{ metric: "throughput.output_tokens", at_least: "1000 tokens/s" }] | .currency = "EUR"
        | .prices = [.systems[] | { system: .id, amount: "2.00", currency: "EUR", per: "hour", as_of: "2026-11-01" }]' \
        "$M/two-workloads/case.json" >"$SCRATCH/tb/case.json"
    exits 0 "requirements of two workloads" "$DOSSIER" report "$SCRATCH/tb/case.json" -o "$SCRATCH/tr"
    ok "each standing is of its workload ($order)" jq -e '[.facts[] | select(.key == "bound.result") | [(.instance | test("chat")), .value]]
        | length == 8 and all(.[]; .[1] == if .[0] then "met" else "not met" end)' "$SCRATCH/tr/report/data.json"
    ok "and so is its price ($order)" jq -e '[.facts[] | select(.key == "per_money.mean") | .instance | test("chat")] == [true, true]' \
        "$SCRATCH/tr/report/data.json"
    rm -rf "$SCRATCH/tr"
done
# Runs that nothing is compared with are refused, and not left out.
jq '.systems[1].machines |= .[:1] | del(.bridge)' "$M/two-workloads/case.json" >"$SCRATCH/tb/case.json"
exits 3 "a workload of one system alone" "$DOSSIER" check --full "$SCRATCH/tb/case.json"
jq '.systems[1].machines[0].workload = "Chat" | del(.bridge)' "$M/two-workloads/case.json" >"$SCRATCH/tb/case.json"
exits 3 "a workload in other letters" "$DOSSIER" check --full "$SCRATCH/tb/case.json"

# Processors alone: its ratio is that of the means of the samples, and no page speaks of what is not there.
exits 0 "processors alone" "$DOSSIER" check "$M/processors/case.json" --json
cp "$SCRATCH/out" "$SCRATCH/processors.json"
ok "comparable, with its ratio worked out again from the samples" python3 -c '
import glob, json, sys
told = json.load(open(sys.argv[1]))["comparisons"][0]
def rates(side):
    for path in sorted(glob.glob(sys.argv[2] + "/" + side + "/node-*/r*/llama-bench.json")):
        ns, at, work = json.load(open(path))[0]["samples_ns"], 0, 0
        end = float(told["window"]) if "window" in told else 77.97
        for one in ns:
            if at + one / 1e9 > end:
                break
            at, work = at + one / 1e9, work + 16
        yield work / at
a, b = list(rates("A")), list(rates("B"))
want = sum(b) / len(b) / (sum(a) / len(a))
assert told["verdict"] == "comparable with stated differences" and told["credited"] == "compile", told["verdict"]
assert len(a) == len(b) == 4 and abs(float(told["ratio"]["value"]) - want) < 2e-4, (told["ratio"], want)' \
    "$SCRATCH/processors.json" "$M/processors"
ok "rules on accelerators do not apply, and what is left open is said of the host" jq -e '[.comparisons[0].findings[]
    | select(.judgement == "unknown" or .judgement == "fails") | .rule] == ["M13", "H1", "H3", "X6"]' "$SCRATCH/processors.json"
exits 0 "its report" "$DOSSIER" report "$M/processors/case.json" -o "$SCRATCH/pr"
ok "the first two pages end where they should" grep -q "page 2 of" "$SCRATCH/pr/report/pages.txt"
ok "and speak of nothing that is not there" sh -c '! sed "/page 2 of/q" "$1" | grep -i "accelerator\|gpu\|driver\|nvidia\|cuda"' sh "$SCRATCH/pr/report/pages.txt"
ok "nor is a layer shown that is not there" sh -c '! grep -i "^driver, \|^accelerator, \|^CUDA " "$1"' sh "$SCRATCH/pr/report/pages.txt"
# The opponent: the same runs without the tool's record, as if left by a machine whose captures were kept back.
cp -r "$M/processors" "$SCRATCH/po"
chmod -R u+w "$SCRATCH/po"
for file in "$SCRATCH"/po/*/node-*/r*/llama-bench.json; do
    jq 'map(del(.backends))' "$file" >"$SCRATCH/bare.json" && cp "$SCRATCH/bare.json" "$file"
done
exits 2 "what computed is not recorded" "$DOSSIER" check "$SCRATCH/po/case.json" --json
ok "undecided by what is asked of accelerators, and no ratio" jq -e '.comparisons[0] | .ratio == null and ([.findings[]
    | select(.makes == "incomplete") | .rule] | unique == ["D1", "H3", "W9"])' "$SCRATCH/out"
for side in A B; do
    jq '.facts = { "accelerator.count": 0 }' "$SCRATCH/po/$side/run.json" >"$SCRATCH/bare.json" && cp "$SCRATCH/bare.json" "$SCRATCH/po/$side/run.json"
done
exits 0 "zero declared" "$DOSSIER" report "$SCRATCH/po/case.json" -o "$SCRATCH/pq"
cp "$SCRATCH/pq/report/pages.txt" "$SCRATCH/out"
prints "is declared for A and B" "and stated as declared"
for file in "$SCRATCH"/po/B/node-*/r*/llama-bench.json; do
    jq 'map(.backends = "CUDA")' "$file" >"$SCRATCH/bare.json" && cp "$SCRATCH/bare.json" "$file"
done
exits 1 "declared against the tool's record" "$DOSSIER" check --full "$SCRATCH/po/case.json"

# A run offered twice: both places are named, as files where the bytes are equal, with rows where only the measurement is.
cp -r "$M/driver-regression" "$SCRATCH/copied"
cp "$M/driver-regression/A/r1/steps.csv" "$SCRATCH/copied/B/r2/steps.csv"
exits 0 "a copied run" "$DOSSIER" check "$SCRATCH/copied/case.json" --json
cp "$SCRATCH/out" "$SCRATCH/copied.json"
ok "both files are named" jq -e '[.comparisons[0].findings[] | select(.rule == "X4").said] == [
    "The same evidence is offered twice: A/r1/steps.csv and B/r2/steps.csv"]' "$SCRATCH/copied.json"
echo >>"$SCRATCH/copied/B/r2/steps.csv"
exits 0 "a copy with a byte more" "$DOSSIER" check "$SCRATCH/copied/case.json" --json
cp "$SCRATCH/out" "$SCRATCH/copied.json"
last=$(wc -l <"$M/driver-regression/A/r1/steps.csv")
ok "both with their rows" jq -e --arg last "$last" '[.comparisons[0].findings[] | select(.rule == "X4").said] == [
    "The same evidence is offered twice: A/r1/steps.csv, rows 2 to \($last) and B/r2/steps.csv, rows 2 to \($last)"]' "$SCRATCH/copied.json"

# A measurement appended twice to one file, and offered as two runs of it: every sample, or the summary alone, is the same.
mkdir "$SCRATCH/appended"
jq '.systems[0].machines[0] = {"runs": ["A.json#0", "A.json#1"]} | .systems[1].machines[0] = {"runs": ["B.json#0", "B.json#1"]}' \
    "$M/driver-regression/case.json" >"$SCRATCH/appended/case.json"
runs() { # file, filter over the two measurements
    jq "[.[1], .[3]] | $2" "$SOURCE/tests/golden/ingest/llama-selected/llama-bench.json" >"$SCRATCH/appended/$1"
}
appended() { # exit status, description, JSON expected of X4
    exits "$1" "$2" "$DOSSIER" check "$SCRATCH/appended/case.json" --json
    cp "$SCRATCH/out" "$SCRATCH/appended.json"
    ok "$2: X4" jq -e --argjson want "$3" '[.comparisons[0].findings[] | select(.rule == "X4") | [.judgement, .said]] == $want' \
        "$SCRATCH/appended.json"
}
later='.samples_ns |= map(. + 70001) | .samples_ts = [.samples_ns[] | 128e9 / .] | .avg_ns = (.samples_ns | add / length | floor)
    | .avg_ts = (.samples_ts | add / length) | .stddev_ns += 17 | .stddev_ts += 0.0417'
runs A.json .
runs B.json "map($later)"
appended 1 "two runs in one file" '[["holds", "No measurement is offered twice"]]'
runs B.json "map($later) | [.[1], .[1]]"
appended 1 "one run twice in one file" '[["fails", "The same evidence is offered twice: B.json#0, rows 1 to 10 and B.json#1, rows 1 to 10"]]'
runs B.json "map($later | .samples_ns |= .[:1] | .samples_ts |= .[:1]) | [.[1], .[1]]"
appended 1 "one summary twice in one file" '[["fails", "The same evidence is offered twice: B.json#0 and B.json#1"]]'
finish
