#!/bin/sh
# ctest
# Verdicts on runs of MLPerf: no figure of an INVALID or aborted run is compared, nor one under another limit on latency,
# in another scenario or another division; an accuracy run has no figure. Cases are made of the golden files.
. "$SOURCE/tests/e2e/common.sh"
cd "$SCRATCH"
golden=$SOURCE/tests/golden/ingest/mlperf
made() { # FOLDER: a server's run
    rm -rf "$1"
    mkdir -p "$1"
    cp "$golden/summary-server.txt" "$1/mlperf_log_summary.txt"
    cp "$golden/detail-server.txt" "$1/mlperf_log_detail.txt"
}
case_of() { # METRIC KIND
    cat >case.json <<END
{"format": "dossier-case/1", "id": "C", "date": "2026-11-28", "language": "en", "question": "Do they differ?", "asked_by": "P",
 "measured_by": {"party": "buyer", "name": "T", "paid_by": "buyer", "hosted_by": "buyer", "configured_by": "buyer"},
 "systems": [{"id": "A", "label": "a", "baseline": true, "machines": [{"captures": [], "runs": ["a"]}]},
             {"id": "B", "label": "b", "machines": [{"captures": [], "runs": ["b"]}]}],
 "metric": {"key": "$1", "kind": "$2"}, "under_test": {"kind": "layers", "layers": ["engine"]}}
END
}
said() { # DESCRIPTION PATTERN
    "$DOSSIER" check --full case.json >out 2>err || :
    tr '\n' ' ' <out | tr -s ' ' >flat
    ok "$1" grep -qE "$2" flat
}
silent() { # DESCRIPTION PATTERN
    "$DOSSIER" check --full case.json >out 2>err || :
    tr '\n' ' ' <out | tr -s ' ' >flat
    ok "$1" sh -c "! grep -qE '$2' flat"
}
edit() { sed -i "$2" "$1/mlperf_log_summary.txt" "$1/mlperf_log_detail.txt"; }

made a
made b
case_of throughput.samples per_run
silent "two VALID runs under one limit pass V1 and W5" '(V1|W5) (The tool|Same load)'
edit b 's/Result is : VALID/Result is : INVALID/; s/Early stopping satisfied: Yes/Early stopping satisfied: NO/; s/"value": "VALID"/"value": "INVALID"/; s/\("early_stopping_met", "value": \)true/\1false/'
said "an INVALID run is refused" 'V1 The tool.s acceptance.*marked a run as failed or invalid: INVALID'
silent "and no ratio is told" 'B / A = '
made b
edit b 's/^target_qps : 25/target_qps : 24/; s/_target_qps", "value": 25,/_target_qps", "value": 24,/'
said "rates of their own under one limit are no equal load" 'W5 Same load Each side was loaded at a rate of its own under equal limits on latency, 25 requests/s against 24 requests/s: whether either could bear more is not known .*mend: Measure both sides at one rate.*metric kind .at_objective'
made b
edit b 's/2000000000/450000000/'
said "another limit on latency is another load" 'W5 Same load.*Limit on latency that the load must keep .ttft. differs'
made b
printf '%s\n' ':::MLLOG {"key": "error_runtime", "value": "a worker died", "time_ms": 1.0, "namespace": "mlperf::logging", "event_type": "POINT_IN_TIME", "metadata": {"is_error": true, "is_warning": false, "file": "x.cc", "line_no": 1, "pid": 1, "tid": 1}}' >>b/mlperf_log_detail.txt
said "a line marked as an error is a failed run" 'V1 .*marked a run as failed or invalid: a worker died'
made b
sed -i 's/^Completed samples per second    : 24.85/Completed samples per second    : 24.95/' b/mlperf_log_summary.txt
said "summary and detailed log must tell the same" 'X2 .*Two files of one run cannot be true together: .*.24.95 samples.s, 24.8471.* mend: [a-z/]*b/mlperf_log_summary.txt and [a-z/]*b/mlperf_log_detail.txt stand together as one run'
rm -rf b
mkdir b
cp "$golden/summary-offline.txt" b/mlperf_log_summary.txt
cp "$golden/detail-offline.txt" b/mlperf_log_detail.txt
said "another scenario is another load" 'W5 Same load.*Load scenario differs: Server against Offline'
said "and its rate has another definition" 'M2 .*rate.completed.*rate.at-once'
cp "$golden/system.json" a/system.json
sed 's/"closed"/"open"/' "$golden/system.json" >b/system.json
said "divisions are not mixed" "M7 .*Division of the suite.s rules differs: closed against open"
rm -rf b
mkdir b
cp "$golden/detail-accuracy.txt" b/mlperf_log_detail.txt
"$DOSSIER" inspect --json b >inspected.json
ok "an accuracy run has no figure" sh -c "! jq -r '.files[].facts[].key' inspected.json | grep -E '^(throughput|latency|ttft|tpot|run.valid|requests)'"
# A submitter's own name of its system is no unit of the case: nothing says that another one was measured.
for side in a b; do sed 's/"number_of_nodes": 18/"number_of_nodes": 1/' "$golden/system.json" >$side/system.json && sed "s/\"weight_data_types\": *\"[^\"]*\"/\"weight_data_types\": \"fp4\"/" "$golden/measurements.json" >$side/measurements.json; done
jq '.under_test = {"kind": "executor", "terms": "tuned", "release_rule": "as submitted", "unit": "node"}' case.json >unit.json
"$DOSSIER" check --full unit.json 2>err | tr '\n' ' ' | tr -s ' ' >flat
ok "what the case leaves open is said" grep -q 'P7 Accuracy kept Whether accuracy is within what the case accepts cannot be told mend: State the largest loss' flat
ok "and asked of no submitter" sh -c "! grep -q 'to ask for.*State the largest loss of accuracy' flat"
ok "a system's name is no other unit" sh -c "! grep -q 'E6 The unit compared, whole' flat"
cp "$golden/system.json" a # 18 nodes of 4
"$DOSSIER" check --full unit.json 2>err | tr '\n' ' ' | tr -s ' ' >flat
ok "many nodes are more than the one of the case" grep -q 'E6 The unit compared, whole Another unit was measured, or not the whole of it: 4 x 18 against node' flat
# Whose accelerators they are says which program is to be run.
for side in a b; do sed 's/EXAMPLE-40GB/AMD Instinct MI300X/' "$golden/system.json" >$side/system.json; done
"$DOSSIER" check --full case.json 2>err | tr '\n' ' ' | tr -s ' ' >flat
driver() { # what is asked for the driver: as text it may stand at another rule that the same mends
    "$DOSSIER" check case.json --json 2>err | jq -e --arg asked "^For A and B: $1" '[.comparisons[0].findings[] |
        select(.said == "Accelerator driver is not disclosed by A and B").mend] | length > 0 and all(test($asked))'
}
ok "AMD's are asked for by AMD's program" driver 'keep the output of `amd-smi static --json`'
ok "and never by another's" sh -c "! grep -q 'nvidia-smi' flat"
sed 's/EXAMPLE-40GB/NVIDIA B200/' "$golden/system.json" >b/system.json
"$DOSSIER" check --full case.json 2>err | tr '\n' ' ' | tr -s ' ' >flat
ok "of both vendors, by each one's" grep -q 'keep the output of `nvidia-smi -q -x` (of AMD `amd-smi static --json`)' flat
asked() { # name of the accelerators of both sides, what is asked for the driver
    for side in a b; do sed "s/EXAMPLE-40GB/$1/" "$golden/system.json" >$side/system.json; done
    "$DOSSIER" check --full case.json 2>err | tr '\n' ' ' | tr -s ' ' >flat
    ok "$1: its own program" driver "$2"
    ok "$1: and no other" sh -c "! grep -qE 'nvidia-smi|amd-smi|[{]name[}]' flat"
}
asked "Intel Gaudi 3" 'state `driver.version` in run.json, and keep the output of `hl-smi -q` that shows it.'
asked "Intel(R) Data Center GPU Max 1550" 'keep the output of `xpu-smi discovery -d 0 -j`.'
asked "Google TPU v5e" 'state `driver.version` in run.json.'
sed 's/EXAMPLE-40GB/NVIDIA B200/' "$golden/system.json" >b/system.json
sed 's/EXAMPLE-40GB/Intel Gaudi 3/' "$golden/system.json" >a/system.json
"$DOSSIER" check --full case.json 2>err | tr '\n' ' ' | tr -s ' ' >flat
ok "of both vendors, by what is known of each" grep -qF 'keep the output of `nvidia-smi -q -x` (of Intel Gaudi state `driver.version` in run.json, and keep the output of `hl-smi -q` that shows it)' flat
rm -rf a b
mkdir a b
cp "$golden/result_0.txt" a
cp "$golden/result_aborted.txt" b
case_of time.to_target to_completion
said "an aborted training run is refused" 'V1 .*marked a run as failed or invalid: aborted'
ok "and has no time to its target" sh -c "\"$DOSSIER\" inspect --json b | jq -e '[.files[].facts[] | select(.key == \"time.to_target\")] | length == 0'"
finish
