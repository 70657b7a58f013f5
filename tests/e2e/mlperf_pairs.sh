#!/bin/sh
# ctest
# Two submissions of MLPerf Inference: the benchmark's name fixes the work and nobody is asked for it; servers that kept the
# round's limits stand beside one another at the rates they chose; what the suite does not set side by side is refused.
. "$SOURCE/tests/e2e/common.sh"
cd "$SCRATCH"
golden=$SOURCE/tests/golden/ingest/mlperf
seed51=1780908523862526354 seed60=2465351861681999779 seed61=2085463073848966840

# made FOLDER SUBMITTER BENCHMARK [SCENARIO] [DIVISION]: a submission with one result
made() {
    rm -rf "$1"
    at=$1/${5:-closed}/$2
    run=$at/results/$2_box/$3/${4:-Server}/performance/run_1
    beside=$at/measurements/$2_box/$3/${4:-Server}
    mkdir -p "$run" "$beside" "$at/systems" "$at/results/$2_box/$3/${4:-Server}/accuracy"
    own= # ACME's measurements are of its own
    [ "$2" = AMD ] || own='s/3180[.]42/3175.18/; s/5333[.]33/5340.01/'
    kind=server
    [ "${4:-Server}" != Offline ] || kind=offline
    for log in summary detail; do
        sed "s/11223344556677889900/$seed51/; $own" "$golden/$log-$kind.txt" >"$run/mlperf_log_$log.txt"
    done
    sed "s/\"submitter\": \"Example\"/\"submitter\": \"$2\"/; s/\"closed\"/\"${5:-closed}\"/; s/EXAMPLE-40GB/$2 accelerator/" \
        "$golden/system.json" >"$at/systems/$2_box.json"
    sed 's/"weight_data_types": "[^,]*"/"weight_data_types": "fp8"/; s/"weight_data_types": .*/"weight_data_types": "fp8",/' \
        "$golden/measurements.json" >"$beside/$2_box.json"
}
edit() { find "$1" -name 'mlperf_log_*' -exec sed -i "$2" {} +; }
judged() { # exit status, description, pattern in the findings of two folders
    exits "$1" "$2" "$DOSSIER" compare a b --full
    tr '\n' ' ' <out | tr -s ' ' >flat
    [ -z "${3:-}" ] || ok "$2: it says so" grep -qE "$3" flat
}
invalid='s/Result is : VALID/Result is : INVALID/; s/Early stopping satisfied: Yes/Early stopping satisfied: NO/; s/"value": "VALID"/"value": "INVALID"/; s/\("early_stopping_met", "value": \)true/\1false/'
slower='s/^target_qps : 25/target_qps : 24/; s/_target_qps", "value": 25,/_target_qps", "value": 24,/'

made a AMD llama2-70b-99
made b ACME llama2-70b-99
edit b "$slower"
exits 0 "two servers within the limits of the round" "$DOSSIER" compare a b
prints "Judged by the profile mlperf" "by the rules of the suite"
lacks "nothing stands side by side" "the rate is left to each side"
judged 0 "each at its own rate" 'W5 Same load Each side was loaded at a rate of its own, 25 requests/s against 24 requests/s, and its tool found equal limits on latency kept'
for word in model.name model.revision dataset.name input.length output.length decoding.sampling method.warmup method.stop_rule \
    work.unit method.optimisation; do
    ok "nobody is asked for $word" sh -c "! grep -q '\`$word\`' flat"
done
exits 0 "a case to go on from" "$DOSSIER" new a b -o case
ok "is judged by the suite's profile, at the rate each side chose" jq -e '.profile == "mlperf" and .metric.kind == "at_objective"' case/case.json
ok "with the descriptions of system and weights" jq -e '[.systems[].machines[].captures | length] == [2, 2]' case/case.json
ok "and asks for no model" sh -c "! cat case/*/run.json | grep -qE '\"(model|dataset|input|output|decoding)\"'"
exits 0 "the case is judged" "$DOSSIER" check --full case/case.json
exits 0 "and so it is without a profile asked of what the name fixes" sh -c 'jq "del(.profile)" case/case.json >case/own.json; "$DOSSIER" check case/own.json --json >own; jq -e "[.comparisons[0].findings[] | select((.rule | IN(\"W1\", \"W2\", \"W3\", \"W4\", \"W5\", \"W6\", \"W10\", \"M4\", \"M7\", \"M17\")) and .makes != \"comparable\" and (.makes | contains(\"stated\") | not))] == []" own'

# The report: each side's own figure, named as the suite asks, no ratio of two single runs, and one page of few words.
page_of() { # folder of a report
    pdftotext -layout -l 1 "$1/report/report.pdf" page
    words=$(wc -w <page)
    ok "$1: $words words of at most 500" test "$words" -le 500
    pdftotext -layout "$1/report/report.pdf" out
    tr '\n' ' ' <out | tr -s ' ' >flat
    prints "Quoting these results" "$1: how it may be quoted"
    for words in 'B: MLPerf® Inference v5.1 [a-z]+, closed [a-z]+, llama2-70b-99' 'unverified' 'Results not verified by MLCommons Association' \
        'Energy per unit of work may be quoted as MLPerf only from power that the same submission measured' 'No score is made of several results' \
        'registered and unregistered trademarks of MLCommons Association' 'result ID, source and date of retrieval' \
        'why it would not qualify as closed' 'Results are set beside results of MLPerf alone'; do
        ok "$1: $words" grep -qE "$words" flat
    done
}
ok "a report" "$DOSSIER" report case/case.json -o drawn
page_of drawn
# Rules that the suite's profile makes looser stand once, with their reasons, beside the verdict, and count as no reservation.
"$DOSSIER" check case/case.json >short && "$DOSSIER" check --full case/case.json >full
ok "the verdict's line counts what was found" python3 "$SOURCE/tests/e2e/shown.py" drawn/report 0.01 short full
ok "no row of the report says again that a rule is looser" sh -c '! grep -q "This rule was made looser" flat && grep -q "Rules made looser than the built-in ones" flat'
ok "the figures are those of the logs" jq -e '. as $all | [.comparisons[0].runs[] | .told as $n | $all.facts[] | select(.number == $n) | .value] == ["3180.42", "3175.18"]' drawn/report/data.json
ok "how sure: one figure, as its tool tells it" grep -q 'how much it varies is not measured' flat
ok "nothing is said of a window that no run has" sh -c '! grep -q "window of not disclosed" flat'
ok "no ratio, no interval" jq -e '.comparisons[0] | (.numbers.ratio // null) == null' drawn/report/data.json

# From the submitter's folder on the case is the same: the folders above it, which say what it is, are copied with it. Several
# benchmarks are called by their names.
made b ACME llama2-70b-99
edit b "$slower"
exits 0 "a case of two submitters' folders" "$DOSSIER" new a/closed/AMD b/closed/ACME -o part
ok "keeps what lies above them" test -d part/AMD/closed/AMD/results
exits 0 "it is judged as the whole" "$DOSSIER" check part/case.json
exits 0 "in full" "$DOSSIER" check part/case.json --json
ok "and nobody is asked for its model" jq -e '[.comparisons[0].findings[] | select(.rule == "W2" and .makes == "incomplete")] == []' out
for side in a b; do
    name=AMD
    [ $side = a ] || name=ACME
    mv $side kept
    made $side $name llama2-70b-99 Offline
    cp -r kept/closed/$name/results $side/closed/$name/ && cp -r kept/closed/$name/measurements $side/closed/$name/
    rm -rf kept
done
exits 0 "a case of two scenarios" "$DOSSIER" new a b -o both
ok "names both" jq -e '[.. | .workload? | strings] | unique == ["llama2-70b-99, Offline", "llama2-70b-99, Server"]' both/case.json
made a AMD llama2-70b-99
made b ACME llama2-70b-99

# Another's log under one's own name is no measurement.
made b AMD llama2-70b-99
judged 2 "the same log on both sides" 'X4 .*one side has none of its own'
made b ACME llama2-70b-99

# What the suite does not set side by side.
edit b "$invalid"
exits 0 "a case of two that may not be compared" "$DOSSIER" new a b -o refused
exits 1 "its report" "$DOSSIER" report refused/case.json -o refusal
page_of refusal
ok "says so" grep -q 'Not comparable' flat
judged 1 "an INVALID run" 'V1 The tool.s acceptance'
made b ACME llama2-70b-99
edit b 's/2000000000/450000000/'
judged 1 "another limit on latency" 'W5 Same load Limit on latency that the load must keep .ttft. differs'
made b ACME llama2-70b-99.9
exits 1 "another tier of accuracy is other work" "$DOSSIER" compare a b
prints "W1 Workload differs: llama2-70b-99 against llama2-70b-99.9" "it is named"
made b ACME llama2-70b-99 Interactive
exits 1 "interactive is other work, though its log says Server" "$DOSSIER" compare a b
prints "W1 Workload differs: llama2-70b-99 against llama2-70b-99, interactive" "so it is called"
made b ACME llama2-70b-99 Server open
judged 1 "open against closed" 'M7 Same bound of optimisation Division of the suite.s rules differs: closed against open'
ok "and its rounds stand by themselves, said so" grep -qE "Rounds of the suite that may be compared differs: 4.0 to 6.0 against 5.1, open division" flat
# No table of rounds has this benchmark: its round stands by itself, and open beside closed does not there either.
made a AMD resnet50 Offline
made b ACME resnet50 Offline open
judged 1 "open against closed, of a benchmark of one round" 'Rounds of the suite that may be compared differs: 5.1 against 5.1, open division'
ok "in whose words the readers tell it: nobody is asked whether they are the same" sh -c '! grep -q "are these the same" flat'
exits 0 "a case of it" "$DOSSIER" new a b -o apart
ok "asks nothing, since no statement changes the division" sh -c '! find apart -name run.json | grep . && grep -q "^Nothing is asked: .* M17 Rounds" "$1"' - "$SCRATCH/out"
# Of a round that is not known it stays open: what the one side's rules fix and no file tells a value of is hidden by nobody.
edit b "s/$seed51/42/"
exits 2 "open, of an unknown round, against closed" "$DOSSIER" compare a b --json
hidden() { jq -c '[.checks[0].comparisons[0].findings[] | select(.judgement == "unknown" and .makes == "incomplete" and (.said | contains("not disclosed by B"))) | .said]' out; }
hidden >said.json
ok "needs model and data set" jq -e 'any(.[]; startswith("Model is ")) and any(.[]; startswith("Data set "))' said.json
ok "and not what need not be told and nobody tells" jq -e 'any(.[]; test("Tokenizer|Optimiser|unit of work")) | not' said.json
made a AMD llama2-70b-99
made b ACME llama2-70b-99
edit b "s/$seed51/$seed60/"
judged 0 "rounds that the suite sets side by side" 'M16 .*Round of the suite differs: 5.1 against 6.0'
edit b "s/$seed60/$seed61/"
judged 1 "rounds that it does not" 'M17 .*Rounds of the suite that may be compared differs: 4.0 to 6.0 against 6.1'
made b ACME llama2-70b-99
find b -name '*_box.json' -path '*measurements*' -exec sed -i 's/"fp8"/"fp4"/' {} +
judged 1 "another format of weights" 'P1 Same format of weights'
made b ACME llama2-70b-99
cp "$golden/spl.txt" b/closed/ACME/results/ACME_box/llama2-70b-99/Server/performance/run_1
judged 2 "power measured on one side alone" 'M17 .*Power measured by the suite.s rules is told of one side alone'
made a AMD llama2-70b-99 Offline
made b ACME llama2-70b-99 Offline
judged 0 "all at once leaves no load to choose" 'comparable with stated differences'
made b ACME mystery-7b Offline
exits 1 "a benchmark that no round has" "$DOSSIER" compare a b
prints "W1 Workload differs: llama2-70b-99 against mystery-7b" "is told by its own name"

# v6 layout: descriptions and audits lie beside the result, and an audit is none.
made a AMD llama2-70b-99
made b ACME llama2-70b-99
for side in a/closed/AMD b/closed/ACME; do
    who=${side##*/}
    mkdir -p "$side/results/${who}_box/llama2-70b-99/Server/TEST06"
    mv "$side/measurements/${who}_box/llama2-70b-99/Server/${who}_box.json" "$side/results/${who}_box/llama2-70b-99/Server/measurements.json"
    rm -r "$side/measurements"
    cp -r "$side/results/${who}_box/llama2-70b-99/Server/performance" "$side/results/${who}_box/llama2-70b-99/Server/TEST06"
done
exits 0 "the layout of round 6" "$DOSSIER" compare a b --json
ok "one result a side, its weights known" jq -e '[.sides[].results] == [1, 1]' out

# The profile is MLPerf's alone, and a name that a person writes fixes nothing.
cp -r case other
jq '.systems |= map(.machines |= map(del(.captures)))' case/case.json >other/case.json
run=$(jq -r '.systems[0].machines[0].runs[0]' case/case.json)
cp "$SOURCE/samples/trap-zeros/h100/$(ls "$SOURCE/samples/trap-zeros/h100" | grep -v captures | head -1)"/*.json "other/$run" 2>/dev/null || :
exits 3 "the profile over another tool's results" "$DOSSIER" check --full other/case.json
cp -r "$SOURCE/samples/trap-zeros" zeros
chmod -R u+w zeros
jq '.profile = "mlperf"' zeros/case.json >c && mv c zeros/case.json
exits 3 "and over no log of MLPerf at all" "$DOSSIER" check --full zeros/case.json
rm -rf said
cp -r "$SOURCE/samples/software-bottleneck" said
chmod -R u+w said
each() { find said -name run.json -exec sh -c 'jq "$1" "$2" >r && mv r "$2"' _ "$1" {} \; ; }
unknown() { "$DOSSIER" check said/case.json --json 2>err | jq -c '[.comparisons[0].findings[] | select(.judgement == "unknown") | .rule] | unique - ["D1"]'; }
each 'del(.model, .dataset, .input, .output, .method.warmup)'
ok "what is asked where nothing is told" test "$(unknown)" = '["M4","W2","W3","W4"]'
each '.facts["suite.benchmark"] = "llama2-70b-99"'
ok "is asked still beside a declared name" test "$(unknown)" = '["M4","W2","W3","W4"]'

# The list of benchmarks is that of the rule sets of the rounds.
ok "names, models and data sets are those of the rounds" python3 - "$SOURCE" <<'END'
import json, re, sys, glob
source = sys.argv[1]
text = open(source + '/ingest/formats/mlperf/benchmarks.def').read()
mine = {m[0]: m[1:3] for m in re.findall(r'^BENCHMARK\("(.*?)", "(.*?)", "(.*?)"', text, re.M)}
seeds = dict(re.findall(r'^ROUND\("(.*?)", "(.*?)"\)', text, re.M))
theirs, wanted = {}, {}
for path in glob.glob(source + '/templates/rounds/mlperf-inference-*.json'):
    rules = json.load(open(path))
    wanted[rules['round']] = rules['seeds']['qsl']
    for row in rules['benchmarks']:
        theirs[row['name']] = (row['model'], row['dataset'])
assert mine == theirs, set(mine.items()) ^ set(theirs.items())
assert seeds == wanted
END

# Results of SPEC CPU2017 are named as SPEC asks; what its own file calls an estimate is one on page one, and nothing else is.
spec=$SOURCE/tests/golden/ingest/spec
mkdir -p "$SCRATCH/spec" && cd "$SCRATCH/spec" || exit 1
quoted() { # what, file of both sides, other figure, estimates on page one
    rm -rf a b c drawn && mkdir a b
    cp "$spec/$2" a/ && sed "$3" "$spec/$2" >"b/$2"
    exits 0 "$1: a case" "$DOSSIER" new a b -o c
    "$DOSSIER" report c/case.json -o drawn >"$SCRATCH/log" 2>&1 || :
    pdftotext -layout -l 1 drawn/report/report.pdf page
    ok "$1: $4 estimates on page one" test "$(grep -c 'calls this result of SPEC CPU®2017 an estimate' page)" = "$4"
    pdftotext -layout drawn/report/report.pdf out
    tr '\n' ' ' <out | tr -s ' ' >flat
    for words in 'Quoting these results' 'the day on which it was retrieved' 'Est. stands beside each estimate' 'no SPEC metrics and bear no such name' \
        'registered trademarks of the Standard Performance Evaluation Corporation'; do
        ok "$1: $words" grep -qF "$words" flat
    done
    ok "$1: nothing of MLPerf" sh -c '! grep -q MLPerf flat'
}
quoted "not reportable" invalid.txt 's/2\.81/2.95/' 2
quoted "reportable" intrate.txt 's/777/778/' 0
finish
