#!/usr/bin/env python3
"""steady_files.py FOLDER: series for steady.sh, each with one property. Fixed seed."""
import argparse, json, os, random

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("folder")
where = parser.parse_args().folder
rng = random.Random(3)


def put(name, text):
    with open(os.path.join(where, name), "w") as f:
        f.write(text)


def table(name, rows, head="t_s,value"):
    put(name, head + "\n" + "".join(",".join(str(c) for c in r) + "\n" for r in rows))


def noisy(level, n):
    return [round(level * (1 + rng.gauss(0, 0.004)), 4) for _ in range(n)]


flat = list(enumerate(noisy(100, 600)))
table("flat.csv", flat)
table("drift.csv", [(i, round(v * (1 + 0.03 * i / 600), 4)) for i, v in flat])
table("short.csv", flat[:20])
table("odd.csv", flat, "second,speed")
table("word.csv", [(i, "fast" if i == 2 else v) for i, v in flat])
table("hex.csv", [(i, "0x1p3" if i == 2 else v) for i, v in flat])
table("comma.csv", [(i, '"1,234"' if i == 2 else v) for i, v in flat])
table("inf.csv", [(i, "inf" if i == 2 else v) for i, v in flat])
table("nan.csv", [(i, "nan" if i % 20 == 2 else v) for i, v in flat])
table("gap.csv", [(i if i < 300 else i + 100, v) for i, v in flat])
table("back.csv", [(i if i != 300 else 299, v) for i, v in flat])
table("counter.csv", [(i, 250 * i + 0.5 * (i % 2)) for i in range(600)], "t_s,energy_j")
table("fell.csv", [(i, 250 * (i if i < 300 else i - 300)) for i in range(600)], "t_s,energy_j")

# a sawtooth of 32 steps: step k takes 5 + k * 0.3125 ms and back to back; 20.5 cycles of 32 x 32 tokens
at, lines = 0.0, []
steps = [0.005 + 0.0003125 * k for k in range(32)]
for i in range(656):
    lines.append({"i": i, "t_start_s": round(at, 9), "duration_s": steps[i % 32], "tokens": 31.5, "ctx": 512 + i % 32})
    at += steps[i % 32]
# 32 x 31.5 tokens in sum(steps) = 0.315 s: 3200 tokens/s
put("saw.jsonl", "".join(json.dumps(line) + "\n" for line in lines))

rows = []
for i in range(400):
    stamp = "2026/07/18 %02d:%02d:%02d.%03d" % (16, i // 240, i // 4 % 60, i % 4 * 250)
    rows.append((stamp, " 0", " %d MHz" % (1980 if i % 50 else 1965), " 0x%016x" % (4 if i % 5 == 0 else 0)))
    rows.append((stamp, " 1", " %d MHz" % (1980 - i // 2), " 0x%016x" % 0))
table("telemetry.csv", rows, "timestamp, index, clocks.sm [MHz], clocks_event_reasons.active")

# iterations without starts, as llama-bench and hyperfine write them: 400 of 0.2 s, which are 80 s and no 400
times = [round(v / 500, 6) for v in noisy(100, 400)]
put("times.jsonl", "".join(json.dumps({"duration_s": t, "tokens": 128}) + "\n" for t in times))
put("times.csv", "duration_s,tokens\n" + "".join("%s,128\n" % t for t in times))
put("levels.jsonl", "".join(json.dumps({"value": t}) + "\n" for t in times))
put("llama.json", json.dumps([{
    "build_commit": "0123456", "build_number": 1, "cpu_info": "x", "gpu_info": "", "backends": "CPU",
    "model_filename": "m.gguf", "model_type": "m", "model_size": 1, "model_n_params": 1, "n_batch": 1, "n_ubatch": 1,
    "n_threads": 1, "type_k": "f16", "type_v": "f16", "n_gpu_layers": 0, "n_prompt": 0, "n_gen": 128, "n_depth": 0,
    "test_time": "2026-11-27T23:17:38Z", "avg_ns": 200000000, "stddev_ns": 1, "avg_ts": 640.0, "stddev_ts": 1.0,
    "samples_ns": [round(t * 1e9) for t in times], "samples_ts": [128 / t for t in times]}], indent=2))
put("hyperfine.json", json.dumps({"results": [{
    "command": "true", "mean": sum(times) / 400, "stddev": 0.001, "median": 0.2, "user": 0.1, "system": 0.1, "min": min(times),
    "max": max(times), "times": times, "exit_codes": [0] * 400}]}, indent=2))
put("summary.json", json.dumps({"results": [{"command": "true", "mean": 0.2, "stddev": 0.001, "median": 0.2, "user": 0.1,
                                             "system": 0.1, "min": 0.2, "max": 0.2}]}, indent=2))
put("times.sum", "%.6f" % sum(times))

# a machine of 64 accelerators: five such files are more series than one picture holds
rows = [("2026/07/18 16:%02d:%02d.000" % divmod(i, 60), " %d" % k, " %d MHz" % (1980 - i % 2), " 0x%016x" % 0)
        for i in range(20) for k in range(64)]
table("rack.csv", rows, "timestamp, index, clocks.sm [MHz], clocks_event_reasons.active")

# eight clients, each request 0.5 s and 10 tokens, 50 s: 160 tokens a second
requests = [(0.5 * k + c * 0.0625, 0.5, 10) for k in range(100) for c in range(8)]
serve = {"backend": "vllm", "tokenizer_id": "t", "num_prompts": 800, "completed": 800, "request_throughput": 16.0,
         "duration": 50.5, "max_concurrency": 8, "ttfts": [0.1] * 800, "output_lens": [r[2] for r in requests],
         "latencies": [r[1] for r in requests], "start_times": [r[0] + 7000 for r in requests], "errors": [""] * 800}
put("serve.json", json.dumps(serve))
del serve["start_times"]
put("nostart.json", json.dumps(serve))
