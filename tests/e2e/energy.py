#!/usr/bin/env python3
"""energy.py DATA SAMPLE: energy and tokens per joule in the common window, worked out from the telemetry by another way.

Shares nothing with the program: power is interpolated at a fine grid and summed by rectangles, cycles are counted by
where the context falls back, the interval is the one the program states for any ratio of three and three runs."""
import bisect, csv, datetime, gzip, json, os, sys

data, sample = json.load(open(sys.argv[1])), sys.argv[2]
facts = data["facts"]


def opened(path):
    return open(path) if os.path.exists(path) else gzip.open(path + ".gz", "rt")


def stated(key):
    return [float(f["value"]) for f in facts if f["key"] == key]


begin, end = stated("window.begin")[0], stated("window.end")[0]
runs = ["h100-unit6/llm-decode-bf16-cudagraph-long-r%d" % i for i in (1, 2, 3)]
runs += ["h100-unit7/llm-decode-bf16-compile-cudagraph-long-r%d" % i for i in (1, 2, 3)]
runs += ["h100-unit7/llm-decode-bf16-cudagraph-long-r1"]
failed, per_joule = 0, []
for k, name in enumerate(runs):
    folder = os.path.join(sample, name)
    zero = json.load(opened(os.path.join(folder, "summary.json")))["loop_start_unix"]
    log = [json.loads(line) for line in opened(os.path.join(folder, "iterations.jsonl"))]
    log = [r for r in log if r["t_start_s"] >= begin - 0.005 and r["t_start_s"] + r["duration_s"] <= end + 0.005]
    first = log[0]["ctx"]
    starts = [i for i, r in enumerate(log) if r["ctx"] == first]
    cycle = log[:starts[-1]] if len(log) - starts[-1] < starts[1] - starts[0] else log[:starts[-1] + starts[1] - starts[0]]
    t0, t1 = cycle[0]["t_start_s"], cycle[-1]["t_start_s"] + cycle[-1]["duration_s"]
    at, watts = [], []
    for row in csv.DictReader(opened(os.path.join(folder, "telemetry.csv")), skipinitialspace=True):
        moment = datetime.datetime.strptime(row["timestamp"] + "000", "%Y/%m/%d %H:%M:%S.%f").replace(tzinfo=datetime.timezone.utc)
        at.append(moment.timestamp() - zero)
        watts.append(float(row["power.draw [W]"].split()[0]))
    apart = sorted(b - a for a, b in zip(at, at[1:]))[(len(at) - 1) // 2]
    told = [float(f["value"]) for f in facts if f["key"] == "power.interval" and (f["run"] == name or f["run"] == os.path.basename(name))]
    if not told or abs(told[0] - apart) > 0.006:
        failed += 1
        print("WRONG time between readings of", name, apart, told)
    joules, steps = 0.0, 200000
    for i in range(steps):
        t = t0 + (i + 0.5) * (t1 - t0) / steps
        j = bisect.bisect(at, t)
        joules += watts[j - 1] + (watts[j] - watts[j - 1]) * (t - at[j - 1]) / (at[j] - at[j - 1])
    joules *= (t1 - t0) / steps
    tokens = sum(r["tokens"] for r in cycle)
    per_joule.append(tokens / joules)
    for what, mine, theirs in (("J", joules, stated("energy.window")[k]), ("tokens/J", tokens / joules, stated("work_per_energy.window")[k])):
        if abs(mine - theirs) > 0.0006 * mine:
            failed += 1
            print("%s: %s %.5g here, %.5g stated" % (name, what, mine, theirs))
ratio = sum(per_joule[3:6]) / sum(per_joule[:3])
low, high = stated("work_per_energy.ratio_low")[0], stated("work_per_energy.ratio_high")[0]
print("tokens per joule: B / A %.4f, stated %s (%s to %s)" % (ratio, stated("work_per_energy.ratio")[0], low, high))
failed += abs(ratio - stated("work_per_energy.ratio")[0]) > 0.0006 or not low < ratio < high
sys.exit(1 if failed else 0)
