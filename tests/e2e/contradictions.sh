#!/bin/sh
# ctest
# `dossier inspect` finds the contradictions that real files hold, and none in honest ones; values by hand from the files.
[ -n "$DOSSIER_CORPUS" ] && [ -d "$DOSSIER_CORPUS" ] || { echo "skipped: no corpus"; exit 77; }
[ -x "$DOSSIER" ] || { echo "skipped: no program"; exit 77; }
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
bad=0
said() { # FOLDER PATTERN...: every pattern stands in the part about contradictions
    folder=$1
    shift
    "$DOSSIER" inspect "$DOSSIER_CORPUS/$folder" 2>/dev/null |
        sed -n '/^Figures that contradict/,/^Not disclosed/p' | tr '\n' ' ' | tr -s ' ' >"$scratch/out"
    for pattern; do
        grep -qE "$pattern" "$scratch/out" || { echo "$folder: not said: $pattern"; bad=1; }
    done
}
silent() { # FOLDER WORD: not said
    "$DOSSIER" inspect "$DOSSIER_CORPUS/$1" 2>/dev/null | grep -q "^  *$2" && { echo "$1: $2 without a reason"; bad=1; }
}
said inference-perf/kubecon2025-vllm-batch 'run 3 client and server tell different times per output token.*0\.0120195.*0\.024781' \
    'run 3 client and server count different numbers of requests.*6715.*13234' 'run 6 the offered request rate was not met.*222\.83.*116\.3'
said vllm/minimax-h100-vs-bw1000-log 'more requests were in flight than the limit allows.*128 requests.*64'
said vllm 'answers of different length.*442|answers of different length.*1249' 'answers without a single token count as completed requests: 3' \
    'too few requests for this percentile'
for folder in sglang/h200-dec2024 inferencemax/token-position-glm5 inferencemax/kimik25-int4-mi355x genai-perf/aiperf-v0-run1 \
    vllm/inferencex-gptoss120b-disagg16 guidellm/v0.5-qwen3-4b-fp8-xpu guidellm/v0.2-stripped llmperf/llama2-70b-anyscale \
    vllm/lambda-llama31-8b-fp8-h100-2024 vllm/lambda-llama31-8b-fp8-a100-2024; do
    silent "$folder" contradiction
done
# a line of honest figures, then each figure changed by one part in a hundred: every identity must notice
cat >"$scratch/serve.json" <<'END'
{"backend": "vllm", "model_id": "m", "tokenizer_id": "m", "num_prompts": 100, "request_rate": "inf", "max_concurrency": 10, "duration": 50.0, "completed": 100, "total_input_tokens": 20000, "total_output_tokens": 10000, "request_throughput": 2.0, "output_throughput": 200.0, "total_token_throughput": 600.0, "mean_ttft_ms": 100.0, "mean_e2el_ms": 4990.0}
END
"$DOSSIER" inspect "$scratch/serve.json" 2>/dev/null | grep -q '^  *contradiction' && { echo "honest figures contradicted"; bad=1; }
for change in 's/"duration": 50.0/"duration": 50.5/' 's/"request_throughput": 2.0/"request_throughput": 2.2/' \
    's/"output_throughput": 200.0/"output_throughput": 202.0/' 's/"total_token_throughput": 600.0/"total_token_throughput": 606.0/' \
    's/"mean_e2el_ms": 4990.0/"mean_e2el_ms": 5200.0/' 's/"num_prompts": 100/"num_prompts": 99/'; do
    sed "$change" "$scratch/serve.json" >"$scratch/changed.json"
    "$DOSSIER" inspect "$scratch/changed.json" 2>/dev/null | grep -q '^  *contradiction' || { echo "not noticed: $change"; bad=1; }
done
# one figure that its samples contradict is told as one, not as two against each other
cat >"$scratch/serve.json" <<'END'
{"backend": "vllm", "model_id": "m", "tokenizer_id": "m", "num_prompts": 2, "request_rate": "inf", "duration": 2.0, "completed": 2, "request_throughput": 1.0, "mean_ttft_ms": 150.0, "ttfts": [0.1, 0.3], "itls": [[0.05], [0.05]], "output_lens": [2, 2], "errors": ["", ""]}
END
cat >"$scratch/case.json" <<'END'
{"format": "dossier-case/1", "id": "C", "date": "2026-11-28", "question": "Do they differ?",
 "systems": [{"id": "A", "label": "a", "baseline": true, "machines": [{"runs": ["serve.json"]}]},
             {"id": "B", "label": "b", "machines": [{"runs": ["other.json"]}]}],
 "metric": {"key": "ttft.client", "kind": "per_run"}, "under_test": {"kind": "layers", "layers": ["engine"]}}
END
sed 's/150.0/200.0/' "$scratch/serve.json" >"$scratch/other.json" # (0.1 + 0.3) / 2 s
"$DOSSIER" check --full "$scratch/case.json" 2>/dev/null | tr '\n' ' ' | tr -s ' ' >"$scratch/out"
grep -q "X2 A summary that agrees with its samples The tool's summary does not agree with its samples: Time to first token (mean), 150.0 ms" "$scratch/out" ||
    { echo "a mean that is not that of its samples: not told as such"; bad=1; }
grep -q '150.0 ms, 150.0 ms' "$scratch/out" && { echo "one figure told twice"; bad=1; }
# peaks, counted here by another hand, and what lies one below
python3 - "$scratch" <<'END'
import json, math, random, sys
random.seed(11)
start = [7000 + random.uniform(0, 20) for _ in range(80)]
first = [random.uniform(.05, .4) for _ in start]
gaps = [[random.uniform(.01, .05) for _ in range(random.randrange(1, 60))] for _ in start]
end = [s + f + sum(g) for s, f, g in zip(start, first, gaps)]
came = [s + f + sum(g[:i]) - min(start) for s, f, g in zip(start, first, gaps) for i in range(len(g) + 1)]
busiest = max(sum(math.floor(t) == second for t in came) for second in range(30))
touched = max(sum(math.floor(s - min(start)) <= second <= math.floor(e - min(start)) for s, e in zip(start, end)) for second in range(30))
at_once = max(sum(s <= moment < e for s, e in zip(start, end)) for moment in start)
wall, tokens = max(end) - min(start), sum(len(g) + 1 for g in gaps)
honest = {'backend': 'vllm', 'model_id': 'm', 'tokenizer_id': 'm', 'num_prompts': 80, 'request_rate': 'inf', 'duration': wall,
          'completed': 80, 'failed': 0, 'total_input_tokens': 800, 'total_output_tokens': tokens, 'request_throughput': 80 / wall,
          'output_throughput': tokens / wall, 'max_output_tokens_per_s': float(busiest), 'max_concurrent_requests': touched,
          'input_lens': [10] * 80, 'output_lens': [len(g) + 1 for g in gaps], 'ttfts': first, 'itls': gaps, 'start_times': start,
          'generated_texts': [''] * 80, 'errors': [''] * 80}
for name, change in (('honest', {}), ('tokens', {'max_output_tokens_per_s': busiest - 1.0}), ('flight', {'max_concurrent_requests': at_once - 1})):
    json.dump({**honest, **change}, open('%s/peak-%s.json' % (sys.argv[1], name), 'w'))
rounded = {**honest, 'start_times': [round(x, 3) for x in start], 'ttfts': [round(x, 3) for x in first], 'itls': [[round(x, 4) for x in g] for g in gaps]}
json.dump(rounded, open(sys.argv[1] + '/peak-rounded.json', 'w'))
END
peak() { "$DOSSIER" inspect "$scratch/peak-$1.json" 2>&1 | tr '\n' ' ' | tr -s ' '; }
for name in honest rounded; do
    peak $name | grep -qE 'contradict(ion |s itself)|in one second of the samples' && { echo "peaks of $name samples contradicted"; bad=1; }
done
peak tokens | grep -q 'in one second of the samples in the same file there came' || { echo "a peak below the busiest second: not told"; bad=1; }
peak flight | grep -q 'by the samples more requests were in flight than the peak stated' || { echo "a peak below the requests in flight: not told"; bad=1; }
exit $bad
