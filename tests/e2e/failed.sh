#!/bin/sh
# failed.sh - rule V2 where the tool counts no failures: offered less completed where each request is sent once, else what
# is missing in the file that is there.
# ctest
. "$SOURCE/tests/e2e/common.sh"
cd "$SCRATCH"
cat >case.json <<'END'
{ "format": "dossier-case/1", "id": "few", "date": "2026-11-28", "question": "Which of the two shall we use?",
  "measured_by": { "party": "buyer", "name": "We", "paid_by": "buyer" },
  "systems": [ { "id": "A", "label": "one", "baseline": true, "machines": [ { "runs": ["a"] } ] },
               { "id": "B", "label": "other", "machines": [ { "runs": ["b"] } ] } ],
  "metric": { "key": "throughput.output_tokens", "kind": "per_run" }, "under_test": { "kind": "layers", "layers": ["engine"] } }
END
judged() { # what V2 says of the pair: judgement, sentence, mend
    "$DOSSIER" check case.json --json >check.json 2>told || true
    jq -r '.comparisons[0].findings[] | select(.rule == "V2") | "\(.judgement): \(.said) \(.mend)"' check.json >v2
}
mkdir a b
result=$SOURCE/tests/golden/ingest/vllm-2024/serve.json
jq -e 'has("failed") | not' "$result" >/dev/null
jq '.completed = .num_prompts' "$result" >a/serve.json
cp a/serve.json b/serve.json
judged
ok "all that were sent completed" grep -q '^holds: ' v2
sent=$(jq .num_prompts "$result")
jq ".completed = $sent - 3" "$result" >b/serve.json
judged
ok "three did not" grep -q "^fails: Too many requests failed: 3 .*, $((sent - 3)) " v2
jq 'del(.num_prompts)' "$result" >b/serve.json
jq ".completed = $sent - 3 | .failed = 0" "$result" >b/serve.json
judged
ok "what the tool counts goes before" grep -q '^holds: ' v2
rm a/* b/*
for side in a b; do cp "$SOURCE/tests/golden/ingest/mlperf/detail-offline.txt" $side/mlperf_log_detail.txt; done
sed -i 's/"throughput.output_tokens"/"throughput.samples"/' case.json
judged
ok "a file that is there is not asked for again" sh -c "! grep -q \"the tool's own result file\" v2"
ok "but what it does not tell" grep -q "keep a file of the tool that tells .requests.failed., such as its log; mlperf_log_detail.txt is there and does not" v2
finish
