#!/bin/sh
# statistics_held.sh - what a file states of its samples follows from them; each statistic edited alone is told, and no
# honest file is accused.
# ctest
. "$SOURCE/tests/e2e/common.sh"
cd "$SCRATCH"
cat >make.py <<'P'
"""Result files with samples, statistics by Python's own: make.py KIND EDIT FACTOR > FILE."""
import json, math, random, statistics, sys
kind, edit, factor = sys.argv[1], sys.argv[2], float(sys.argv[3])
random.seed(7)
def linear(values, q):
    values, at = sorted(values), (len(values) - 1) * q / 100
    low = int(at)
    return values[low] + (at - low) * (values[min(low + 1, len(values) - 1)] - values[low])
if kind == "serve":
    n = 1000
    ttft = [0.02 + random.expovariate(50) for _ in range(n)]
    itl = [[0.01 + random.random() / 1000 for _ in range(31)] for _ in range(n)]
    e2el = [t + sum(g) for t, g in zip(ttft, itl)]
    tpot = [sum(g) / 31 for g in itl]
    starts, free = [], [0.0] * 8          # eight at a time, each begun when another ended
    for latency in e2el:
        k = free.index(min(free))
        starts.append(free[k])
        free[k] += latency
    out = {"date": "20260302-100000", "endpoint_type": "vllm", "backend": "vllm", "model_id": "m", "tokenizer_id": "m", "num_prompts": n,
           "request_rate": "inf", "burstiness": 1.0, "max_concurrency": 8, "duration": max(free), "completed": n, "failed": 0,
           "total_input_tokens": n * 100, "total_output_tokens": n * 32, "request_throughput": n / max(free),
           "output_throughput": n * 32 / max(free), "total_token_throughput": n * 132 / max(free), "input_lens": [100] * n, "output_lens": [32] * n,
           "ttfts": ttft, "itls": itl, "start_times": starts, "generated_texts": [""] * n, "errors": [""] * n}
    for name, values in (("ttft", ttft), ("tpot", tpot), ("e2el", e2el), ("itl", [gap for gaps in itl for gap in gaps])):
        out["mean_%s_ms" % name] = statistics.fmean(values) * 1e3
        out["median_%s_ms" % name] = linear(values, 50) * 1e3
        out["std_%s_ms" % name] = statistics.pstdev(values) * 1e3
        for q in (90, 99):
            out["p%d_%s_ms" % (q, name)] = linear(values, q) * 1e3
elif kind == "gbench":
    times = [100 + random.random() * 10 for _ in range(9)]
    out = {"mean": statistics.fmean(times), "median": statistics.median(times), "stddev": statistics.stdev(times),
           "cv": statistics.stdev(times) / statistics.fmean(times)}
elif kind == "hyperfine":
    times = [1 + random.random() / 10 for _ in range(20)]
    out = {"command": "x", "mean": statistics.fmean(times), "stddev": statistics.stdev(times), "median": statistics.median(times), "user": 1.0,
           "system": 0.1, "min": min(times), "max": max(times), "times": times, "exit_codes": [0] * 20}
elif kind == "llama":
    ns = [2140000300, 2308000100, 2225000900, 2154000300, 1909000400]
    ts = [128e9 / v for v in ns]
    mean = sum(ns) // 5                   # whole numbers, as the tool takes them
    out = {"build_commit": "247e5c6e", "build_number": 5606, "model_type": "llama 8B Q4_K - Medium", "n_prompt": 0, "n_gen": 128,
           "test_time": "2026-03-02T10:00:00Z", "avg_ns": mean,
           "stddev_ns": int(math.sqrt(sum(v * v for v in ns) // 4 - mean * mean * 5 // 4)),
           "avg_ts": round(statistics.fmean(ts), 6), "stddev_ts": round(statistics.stdev(ts), 6), "samples_ns": ns, "samples_ts": ts}
if edit == "failed" or edit == "errors":
    out[edit] = 7 if edit == "failed" else ["refused"] + out[edit][1:]
elif edit != "-":
    out[edit] = type(out[edit])(out[edit] * factor)
if kind == "gbench":
    row = lambda name, kind, t: {"name": "BM_X" + name, "run_name": "BM_X", "run_type": kind, "repetitions": 9, "iterations": 100,
                                 "real_time": t, "cpu_time": t, "time_unit": "ns", **({"aggregate_name": name[1:], "aggregate_unit": "percentage" if name == "_cv" else "time"} if name else {})}
    out = {"context": {"date": "2026-03-02T10:00:00+00:00", "num_cpus": 8},
           "benchmarks": [row("", "iteration", t) for t in times] + [row("_" + name, "aggregate", t) for name, t in out.items()]}
json.dump({"results": [out]} if kind == "hyperfine" else [out] if kind == "llama" else out, sys.stdout)
P
says() { # description, kind, member, factor, words
    python3 make.py "$2" "$3" "$4" >"$2.json"
    "$DOSSIER" inspect --all "$2.json" >got 2>&1 || :
    tr -s '\n ' ' ' <got >flat
    ok "$1" grep -qF -- "$5" flat
}
silent() { # description, kind
    python3 make.py "$2" - 1 >"$2.json"
    "$DOSSIER" inspect --all "$2.json" >got 2>&1
    ok "$1" sh -c "! grep -qE 'contradict|cannot all' got"
    ok "$1: its statistics are read" grep -qE "$3" got
}
silent "an honest serving result" serve 'ttft.client\[p99\]'
silent "an honest hyperfine result" hyperfine 'latency.iteration\[std\]|latency.iteration\[0 std\]'
silent "honest repetitions of Google Benchmark" gbench 'latency.iteration\[0 mean\]'
silent "an honest llama-bench result" llama 'throughput.output_tokens\[0 std\]'
follow="does not follow from the samples"
for member in median_ttft_ms p90_ttft_ms p99_ttft_ms std_ttft_ms median_tpot_ms p99_tpot_ms median_e2el_ms p99_e2el_ms; do
    says "$member two per cent too small" serve $member 0.98 "$follow"
done
says "a mean" serve mean_ttft_ms 0.98 "the mean printed is not the mean of the samples"
says "a TTFT p99 by a thousandth" serve p99_ttft_ms 1.001 "$follow"
says "eight in flight, a limit of seven" serve max_concurrency 0.875 "by the samples more requests were in flight than the limit"
for member in mean median std p90 p99; do
    says "$member of the gaps" serve ${member}_itl_ms 0.98 "of the gaps in the same file is"
done
says "output tokens" serve total_output_tokens 0.9 "of the requests in the same file add up to 32000"
says "input tokens" serve total_input_tokens 0.9 "of the requests in the same file add up to 100000"
says "an error among requests that all completed" serve errors 1 "requests without an error in the same file are 999"
says "failures beside requests that all completed" serve failed 7 "of the requests sent this many did not complete: 0"
for member in mean median stddev cv; do says "an aggregate's $member" gbench $member 1.05 "the $member of its 9 repetitions is"; done
for member in stddev median min max; do says "hyperfine's $member" hyperfine $member 1.05 "$follow"; done
says "a deviation 25 times too large" llama stddev_ns 25 "the deviation of the samples is 1489519"
says "a deviation of rates" llama stddev_ts 1.1 "the deviation of the samples is"
says "a mean of times" llama avg_ns 1.01 "the mean of the samples is"
says "a mean of rates" llama avg_ts 1.01 "the mean of the samples is"

# Without samples: a higher percentile, the least and the greatest value keep their order, whatever the tool.
cat >fall.py <<'P'
import json, sys
stats = {"mean": 2.5, "min": 1.0, "p50": 2.0, "p90": 3.0, "p99": 4.0, "max": 5.0}
stats[sys.argv[1]] = float(sys.argv[2])
print(json.dumps({"engine": {"model": "m", "backend": "b"}, "request_info": {"num_requests": 5000}, "world_info": {"world_size": 1},
                  "performance": {"request_throughput_req_s": 1.0, "system_output_throughput_tok_s": 10.0, "request_latency_percentiles_ms": stats}}))
P
for pair in "p99 2.5" "max 3.5" "min 2.5" "p50 9"; do
    # shellcheck disable=SC2086 # two words
    python3 fall.py $pair >fall.json
    "$DOSSIER" inspect fall.json >got 2>&1
    ok "trtllm-bench: $pair" grep -q "a higher percentile is below a lower one" got
done
for mean in 0.5 5.5; do
    python3 fall.py mean $mean >fall.json
    "$DOSSIER" inspect fall.json >got 2>&1
    ok "a mean of $mean" sh -c "tr -s '\n ' ' ' <got | grep -q 'a mean does not lie between the least and the greatest value'"
done
python3 fall.py p99 4 >fall.json
"$DOSSIER" inspect fall.json >got 2>&1
ok "in order" sh -c "! grep -qE 'below a lower one|a mean does' got"
finish
