#!/bin/sh
# ctest
# accuracy.sh - accuracy evidence as lm-evaluation-harness writes it feeds P6, P7 and E4: the loss by interval (worked out
# again in accuracy.py), the part of a task that is no evidence, another model, a missing error, a tolerance too small.
. "$(dirname "$0")/common.sh"
cp -r "$SOURCE/samples/made/precision" "$SCRATCH/p"
chmod -R u+w "$SCRATCH/p"
cd "$SCRATCH/p" || exit 1
B=$(echo B/accuracy/results_*.json)

finding() { jq -r --arg rule "$1" '[.comparisons[0].findings[] | select(.rule == $rule) | .judgement] | unique | join(" ")' "$SCRATCH/out"; }
# try NAME EXIT "P6" "P7": what the two rules say
try() {
    exits "$2" "$1" "$DOSSIER" check "${5:-case-accuracy.json}" --json
    cp "$SCRATCH/out" "$SCRATCH/checked"
    ok "$1: P6 $3, P7 $4" [ "$(finding P6) $(finding P7)" = "$3 $4" ]
}
# edit FILE FILTER: changes one value with jq
edit() { jq "$2" "$1" >"$SCRATCH/new" && cp "$SCRATCH/new" "$1"; }
back() { cp -r "$SOURCE/samples/made/precision/." .; chmod -R u+w .; }

try "whole tests" 0 holds holds
try "a part of the task" 2 unknown unknown case-part.json
ok "and why it is no evidence" grep -q "part of the task alone" "$SCRATCH/checked"
try "no test" 2 unknown unknown case.json
edit "$B" '.config.limit = 100.0 | .["n-samples"].gsm_plus.effective = 100'
try "a limit" 2 unknown unknown
back
edit "$B" 'del(.["n-samples"]) | .config.limit = 0.1'
try "a limit without the count of samples" 2 unknown unknown
back
edit "$B" '.config.limit = 20000.0'
try "a limit above all samples of the task limits nothing" 0 holds holds
back
edit "$B" '.model_name = "made decoder, sixteen bits"'
try "another model was tested" 2 unknown unknown
ok "and it says so" grep -q "another model than was measured" "$SCRATCH/checked"
back
edit "$B" '.results.gsm_plus["exact_match_stderr,strict-match"] = "N/A"'
try "no standard error" 2 holds unknown
back
edit "$B" '.results.gsm_plus["exact_match,strict-match"] = 0.66 | .results.gsm_plus["exact_match_stderr,strict-match"] = 0.0046'
try "a loss beyond it" 1 holds fails
back
edit "$B" '.results.gsm_plus["exact_match_stderr,strict-match"] = 0.0001'
try "an error too small for so many samples" 2 holds unknown
back
jq '.results.gsm_plus["exact_match,strict-match"] = 0.60 | .results.gsm_plus["exact_match_stderr,strict-match"] = 0.00477' "$B" >B/accuracy/results_z.json
try "of two whole tests the worse one counts" 1 holds fails
rm B/accuracy/results_z.json
back
edit "$B" '.results.gsm_plus["exact_match,strict-match"] = 0.66 | .results.gsm_plus["exact_match_stderr,strict-match"] = 0.0046 | .higher_is_better.gsm_plus.exact_match = false'
edit "$(echo A/accuracy/results_*.json)" '.higher_is_better.gsm_plus.exact_match = false'
try "where lower is better, less is no loss" 0 holds holds
back
edit case-accuracy.json '.policy.accuracy = "1 %"'
try "an interval that holds the limit" 2 holds unknown
back
edit case-accuracy.json 'del(.policy.accuracy)'
try "no loss stated" 2 holds unknown
back
edit case-accuracy.json '.policy.accuracy_task = "gsm8k"'
try "a task that nobody tested" 2 unknown unknown
back
edit "$B" '.results.gsm_plus["exact_match,flexible-extract"] = 0.5 | .results.gsm_plus["exact_match_stderr,flexible-extract"] = 0.00487'
try "a filter that the case does not judge by" 0 holds holds
edit case-accuracy.json 'del(.policy.accuracy_task)'
try "no task named: every one counts" 1 holds fails
back

# Whole executors: the same by E4, on both sides, and both ways.
edit case-accuracy.json '.under_test = { "kind": "executor", "terms": "as-shipped", "release_rule": "latest", "unit": "accelerator" }'
exits 1 "whole executors, formats of two classes" "$DOSSIER" check case-accuracy.json --json
ok "E4 holds" [ "$(finding E4)" = holds ]
edit "$B" '.results.gsm_plus["exact_match,strict-match"] = 0.80 | .results.gsm_plus["exact_match_stderr,strict-match"] = 0.0039'
exits 1 "more right answers are other answers" "$DOSSIER" check case-accuracy.json --json
ok "E4 fails" [ "$(finding E4)" = fails ]
back
edit case-part.json '.under_test = { "kind": "executor", "terms": "as-shipped", "release_rule": "latest", "unit": "accelerator" }'
exits 1 "whole executors, a part of the task" "$DOSSIER" check case-part.json --json
ok "E4 is not known" [ "$(finding E4)" = unknown ]
back

for case in case-accuracy.json case-part.json; do
    rm -rf "$SCRATCH/r"
    "$DOSSIER" report $case -o "$SCRATCH/r" >/dev/null 2>&1 || true
    ok "$case: figures of the report" python3 "$SOURCE/tests/e2e/accuracy.py" . "$SCRATCH/r/report" $case
    ok "$case: on the page" grep -q "How right are the answers" "$SCRATCH/r/report/pages.txt"
    ok "$case: in HTML" grep -q 'id="accuracy"' "$SCRATCH/r/report/report.html"
done
ok "the part of a task is named no evidence" sh -c "tr '\n' ' ' <'$SCRATCH/r/report/pages.txt' | grep -q 'no evidence of acceptance'"

# One test on both sides, or of something else than was measured, proves nothing: ten ways to bring it.
A=$(echo A/accuracy/results_*.json)
x4() { jq -r '[.comparisons[0].findings[] | select(.rule == "X4") | .judgement] | unique | join(" ")' "$SCRATCH/checked"; }
cp "$A" "$B"
try "A's result copied to B" 1 fails unknown
ok "X4 tells of the copy" [ "$(x4)" = fails ]
ok "and P6 of what it says" sh -c "jq -r '.comparisons[0].findings[] | select(.rule == \"P6\") | .said' '$SCRATCH/checked' | grep -q 'something else than was measured'"
jq -c . "$A" >"$B"
try "a copy with other blanks" 1 fails unknown
ok "X4 tells of it" [ "$(x4)" = fails ]
rm "$B" && cp "$A" B/accuracy/other-name.json
try "a copy by another name" 1 fails unknown
ok "X4 tells of it by name" [ "$(x4)" = fails ]
rm B/accuracy/other-name.json && gzip -c "$A" >"$B.gz"
try "a copy in gzip" 1 fails unknown
ok "X4 tells of it in gzip" [ "$(x4)" = fails ]
rm "$B.gz"
jq 'del(.date, .start_time, .end_time, .total_evaluation_time_seconds, .transformers_version)' "$A" >"$B"
try "a copy without its times" 1 fails unknown
ok "X4 tells of it without times" [ "$(x4)" = fails ]
back
later='.date = 1795783600.5 | .start_time = 54834.25 | .end_time = 55600 | .total_evaluation_time_seconds = "765.75"'
jq "$later" "$A" >"$B"
try "a copy at another time, which says what A ran" 1 fails unknown
jq "$later | .config.model_args = \"pretrained=made decoder,quantization=fp8,kv_cache_dtype=fp8\"" "$A" >"$B"
try "a copy at another time, in B's words" 0 holds holds
ok "X4 tells of equal scores" [ "$(x4)" = unknown ]
edit "$B" '.results.gsm_plus |= with_entries(.value |= if type == "number" then (. * 10000 | round) / 10000 else . end)'
try "the same rounded" 0 holds holds
ok "X4 tells of them rounded" [ "$(x4)" = unknown ]
edit "$B" '.results.gsm_plus["exact_match,strict-match"] = 0.7308'
try "one of them another in its last digit" 0 holds holds
ok "X4 has nothing to tell" [ "$(x4)" = holds ]
jq 'del(.config.model_args)' "$A" >"$B"
try "a copy without arguments" 2 unknown unknown
ok "X4 tells of it without arguments" [ "$(x4)" = fails ]
back
edit "$B" '.config.model_args = "pretrained=made decoder"'
try "nothing tells the format" 2 unknown unknown
ok "no copy" [ "$(x4)" = holds ]
back
edit "$B" '.config.model_args = { pretrained: "made decoder", dtype: "bfloat16", quantization: "fp8", kv_cache_dtype: "fp8" }'
try "arguments as an object" 0 holds holds
edit "$B" '.config.model_args.quantization = "awq"'
try "another quantisation" 1 fails unknown
back
edit "$B" '.config.model_args = "pretrained=made decoder,quantization=fp8,kv_cache_dtype=auto"'
try "a KV cache that nobody tells" 2 unknown unknown
back
for run in A/r1 A/r2 A/r3 B/r1 B/r2 B/r3; do edit $run/run.json '.facts["engine.name"] = "SGLang"'; done
try "another engine" 1 fails unknown
back
edit "$B" '.pretty_env_info = "PyTorch version: 2.9.1\nGPU models and configuration: GPU 0: NVIDIA A100-SXM4-80GB\nNvidia driver version: 580.82.07"'
try "another accelerator" 1 fails unknown
edit "$B" '.pretty_env_info |= sub("A100-SXM4-80GB"; "H100 80GB HBM3")'
try "the accelerator that was measured" 0 holds holds
back
edit "$B" '.config.model_args += ",revision=0123456789abcdef"'
for run in B/r1 B/r2 B/r3; do edit $run/run.json '.model.revision = "fedcba9876543210"'; done
exits 1 "another revision" "$DOSSIER" check case-accuracy.json --json
ok "another revision: P6" [ "$(finding P6)" = fails ]
back
cp "$B" "$A"
try "B's result copied to A" 1 fails unknown
back
edit "$A" '.config.model_args = "pretrained=made decoder-FP8,dtype=bfloat16" | .model_name = "made decoder-FP8"'
for run in A/r1 A/r2 A/r3 B/r1 B/r2 B/r3; do
    edit $run/run.json '.model.name = "made decoder-FP8" | .facts["precision.weights"] = "fp8_e4m3fn" | .precision.kv_cache = "bf16"'
done
edit "$B" '.config.model_args = "pretrained=made decoder-FP8,dtype=bfloat16" | .model_name = "made decoder-FP8"'
try "a checkpoint whose name tells its format" 2 holds unknown
back
# A log to which a second test was written: two tests, each by its own words.
console() { # name of the file, settings, limit, two scores with their errors
    printf '%s\n' "vllm (pretrained=made decoder,$2), gen_kwargs: (None), limit: $3, num_fewshot: 5, batch_size: auto" \
        '| Tasks  |Version|     Filter     |n-shot|  Metric   |   |Value |   |Stderr|' \
        '|--------|------:|----------------|-----:|-----------|---|-----:|---|-----:|' \
        "|gsm_plus|      1|flexible-extract|     5|exact_match|↑  |$4|±  |$5|" \
        "|        |       |strict-match    |     5|exact_match|↑  |$6|±  |$7|" >>"$1"
}
fp8=quantization=fp8,kv_cache_dtype=fp8
rm "$B" && console B/accuracy/two.txt $fp8 None 0.6833 0.0045 0.7270 0.0043
console B/accuracy/two.txt $fp8 100.0 0.6900 0.0465 0.7200 0.0451
exits 0 "two tests in one log" "$DOSSIER" inspect B/accuracy
lacks contradict "are no contradiction"
try "a whole test, and a part behind it" 0 holds holds
rm B/accuracy/two.txt && console B/accuracy/two.txt $fp8 None 0.6833 0.0045 0.6600 0.0046
console B/accuracy/two.txt dtype=bfloat16 None 0.6863 0.0045 0.7307 0.0043
try "what the other side's test says behind it is not B's" 1 holds fails
sed -i '6d' B/accuracy/two.txt
exits 0 "two tables of one test" "$DOSSIER" inspect B/accuracy
prints contradict "contradict each other"
back && rm -f B/accuracy/two.txt
# A capture of A's machine offered as one of B's.
printf '%s\n' '<?xml version="1.0" ?>' '<nvidia_smi_log>' '<timestamp>Fri Nov 27 12:00:01 2026</timestamp>' \
    '<driver_version>580.82.07</driver_version><attached_gpus>1</attached_gpus><gpu id="00000000:00:00.0">' \
    '<product_name>NVIDIA H100 80GB HBM3</product_name><temperature><gpu_temp>41 C</gpu_temp></temperature>' \
    '<gpu_power_readings><power_draw>72.31 W</power_draw></gpu_power_readings>' \
    '<clocks><sm_clock>345 MHz</sm_clock></clocks></gpu></nvidia_smi_log>' >A/captures/look.xml
exits 0 "a look at A's machine" "$DOSSIER" check case-accuracy.json --json
cp "$SCRATCH/out" "$SCRATCH/checked"
ok "is no copy" [ "$(x4)" = holds ]
cp A/captures/look.xml B/captures/look-b.xml
exits 0 "the same look at B's machine" "$DOSSIER" check case-accuracy.json --json
cp "$SCRATCH/out" "$SCRATCH/checked"
ok "is a copy" [ "$(x4)" = fails ]
tr '\n' ' ' <A/captures/look.xml >B/captures/look-b.xml
exits 0 "the same look with other blanks" "$DOSSIER" check case-accuracy.json --json
cp "$SCRATCH/out" "$SCRATCH/checked"
ok "is a copy, too" [ "$(x4)" = fails ]
rm B/captures/look-b.xml
edit case-accuracy.json '.systems[1].machines[0].captures += ["A/captures"]'
exits 0 "one machine's captures named by both sides" "$DOSSIER" check case-accuracy.json --json
cp "$SCRATCH/out" "$SCRATCH/checked"
ok "are no copy" [ "$(x4)" = holds ]
back
rm -f A/captures/look.xml

# The console of the tool, as real runs left it: scores, and no limit.
if [ -n "${DOSSIER_CORPUS:-}" ]; then
    rm -rf A/accuracy B/accuracy
    mkdir A/accuracy B/accuracy
    cp "$DOSSIER_CORPUS/lm-eval/minimax-m25-gsm-plus-logs/nvidia_h100_FP8_gsm_plus.log" A/accuracy/
    cp "$DOSSIER_CORPUS/lm-eval/minimax-m25-gsm-plus-logs/hygon_bw1000_W8A8_gsm_plus.log" B/accuracy/
    try "real consoles of another model" 2 unknown unknown
    for run in A/r1 A/r2 A/r3 B/r1 B/r2 B/r3; do edit $run/run.json '.model.name = "MiniMaxAI/MiniMax-M2.5"'; done
    try "real consoles: a server was asked, and nothing tells what it ran" 2 unknown unknown
    ok "and it says so" grep -q "tells that they are its own" "$SCRATCH/checked"
    for run in A/r1 A/r2 A/r3; do edit $run/run.json '.facts["accuracy.arguments"] = "dtype=bfloat16"'; done
    for run in B/r1 B/r2 B/r3; do
        edit $run/run.json '.facts["accuracy.arguments"] = "quantization=fp8,kv_cache_dtype=fp8"'
    done
    # 0.7307 against 0.7301 by one filter, 0.6863 against 0.6655 by the other: which one counts decides.
    try "real consoles, what the server ran declared" 0 holds holds
    edit case-accuracy.json '.policy.accuracy_task = "gsm_plus exact_match,flexible-extract"'
    try "real consoles, the other filter" 2 holds unknown
else
    echo "skipped: DOSSIER_CORPUS is not set"
fi
finish
