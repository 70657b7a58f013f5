#!/bin/sh
# ctest
# Verdicts on figures that a tool printed: other work for the same requests, empty answers, figures that cannot be true
# together, a miscounted limit, two views, one word for two things, a percentile of too few. Every case is made here.
. "$SOURCE/tests/e2e/common.sh"
cd "$SCRATCH"
made() { # FOLDER OUTPUT_TOKENS: a result file of vLLM whose figures hold together
    mkdir -p "$1"
    python3 - "$2" >"$1/serve.json" <<'END'
import json, sys
tokens, duration, requests = int(sys.argv[1]), 64.0, 1000
print(json.dumps({"backend": "vllm", "model_id": "m", "tokenizer_id": "m", "num_prompts": requests, "request_rate": "inf",
    "max_concurrency": 64, "max_concurrent_requests": 64, "duration": duration, "completed": requests, "failed": 0,
    "total_input_tokens": 100000, "total_output_tokens": tokens, "request_throughput": requests / duration,
    "output_throughput": tokens / duration, "total_token_throughput": (100000 + tokens) / duration,
    "mean_ttft_ms": 50.0, "p90_ttft_ms": 60.0, "p99.9_ttft_ms": 70.0}))
END
}
case_of() { # METRIC [PERCENTILE]: a against b
    percentile=
    [ $# -lt 2 ] || percentile=", \"instance\": \"p$2\""
    cat >case.json <<END
{"format": "dossier-case/1", "id": "C", "date": "2026-11-28", "language": "en", "question": "Do they differ?", "asked_by": "P",
 "measured_by": {"party": "buyer", "name": "T", "paid_by": "buyer", "hosted_by": "buyer", "configured_by": "buyer"},
 "systems": [{"id": "A", "label": "a", "baseline": true, "machines": [{"captures": [], "runs": ["a"]}]},
             {"id": "B", "label": "b", "machines": [{"captures": [], "runs": ["b"]}]}],
 "metric": {"key": "$1", "kind": "per_run"$percentile}, "under_test": {"kind": "layers", "layers": ["engine"]}}
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
edit() { sed -i "$2" "$1/serve.json"; }

made a 100000; made b 100000; case_of throughput.output_tokens
silent "honest figures do not contradict each other" 'cannot be true together|miscount'
silent "one definition on both sides is a definition" 'M2 .{0,240}(not disclosed|different things)'
made b 44200
said "442 against 1,000 output tokens" 'W8 .{0,240}The work done differs: 100000 .{0,240} against 44200'
made b 100000; edit b 's/"request_throughput": 15.625/"request_throughput": 17.5/'
said "a rate that does not follow" 'X2 .{0,240}cannot be true together: requests completed / wall time is not the request throughput .17.5'
said "which figures, and where, is told" ' 17.5 requests.s b/serve.json at /request_throughput .{0,20} requests b/serve.json at /completed'
said "and what is to be done about which file" 'mend: Explain or withdraw these figures of b/serve.json'
silent "the other side is no part of it" 'A: 15.625'
made b 100000; edit b 's/"max_concurrent_requests": 64/"max_concurrent_requests": 128/'
said "a peak of 128 at a limit of 64 is stated, not fatal" 'X2 .{0,240}known to miscount: 128 .{0,240} against 64'
made b 100000
edit b 's/}$/, "output_lens": [100, 0], "ttfts": [0.05, 0.05], "errors": ["", ""]}/'
said "answers without a token" 'W8 .{0,240}without a single token'
made b 100000; case_of ttft.client 99.9
said "a percentile of too few requests" 'M3 .{0,240}Fewer than ten requests lie beyond the percentile'
case_of ttft.client 90
silent "enough requests for p90" 'Fewer than ten requests'
rm b/serve.json
cat >b/summary.json <<'END'
{"version": "2023-08-31", "model": "m", "num_concurrent_requests": 64, "results_ttft_s_mean": 0.05, "results_ttft_s_quantiles_p90": 0.06,
 "results_inter_token_latency_s_mean": 0.02, "results_num_completed_requests": 1000, "results_number_errors": 0}
END
silent "the same definition from two tools meets" 'mean different things'
rm b/summary.json
cat >b/benchmarks.json <<'END'
{"metadata": {"version": 1, "guidellm_version": "0.5.0"}, "args": {"model": "m"}, "benchmarks": [{"type_": "generative_benchmark",
 "metrics": {"request_totals": {"successful": 1000}, "time_to_first_token_ms": {"successful": {"mean": 50.0, "percentiles": {"p90": 60.0}}}}}]}
END
said "step percentiles against interpolated ones" 'M2 .{0,240}The tools mean different things by Time to first token'
said "the finding says which two" 'linear percentile, the other .{0,240}step percentile'
mkdir -p v; mv b/benchmarks.json v/
cat >b/stage_0_lifecycle_metrics.json <<'END'
{"load_summary": {"count": 1000}, "successes": {"count": 1000, "latency": {"time_per_output_token": {"mean": 0.0120, "p90": 0.0130}},
 "throughput": {"output_tokens_per_sec": 6955.7, "requests_per_sec": 110.7}}, "failures": {"count": 0}}
END
cat >b/stage_0_prometheus_metrics.json <<'END'
{"load_summary": {}, "successes": {"count": 1000, "rate": 110.0, "queue_len": {"mean": 5}, "time_per_output_token": {"mean": 0.0248}}, "failures": {}}
END
said "client and server tell different things" 'X2 .{0,240}Client and server tell different things of one run: 0.012.{0,240} against 0.0248'
finish
