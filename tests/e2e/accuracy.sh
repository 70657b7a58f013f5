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

# The console of the tool, as real runs left it: scores, and no limit.
if [ -n "${DOSSIER_CORPUS:-}" ]; then
    rm -rf A/accuracy B/accuracy
    mkdir A/accuracy B/accuracy
    cp "$DOSSIER_CORPUS/lm-eval/minimax-m25-gsm-plus-logs/nvidia_h100_FP8_gsm_plus.log" A/accuracy/
    cp "$DOSSIER_CORPUS/lm-eval/minimax-m25-gsm-plus-logs/hygon_bw1000_W8A8_gsm_plus.log" B/accuracy/
    # 0.7307 against 0.7301 by one filter, 0.6863 against 0.6655 by the other: which one counts decides.
    try "real consoles" 0 holds holds
    edit case-accuracy.json '.policy.accuracy_task = "gsm_plus exact_match,flexible-extract"'
    try "real consoles, the other filter" 2 holds unknown
else
    echo "skipped: DOSSIER_CORPUS is not set"
fi
finish
