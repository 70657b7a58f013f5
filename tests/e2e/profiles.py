#!/usr/bin/env python3
"""profiles.py DATA.json TRACE...: the parts of each trace's window worked out again, by another way than the program's: a
list of moments between neighbouring begins and ends, each asked what covers it. Decimal arithmetic, whole nanoseconds.
DATA.json is a report's, whose facts time.window and time.part must say the same to the nanosecond."""
import bisect, gzip, json, os, sys
from decimal import Decimal

ORDER = ["kernels", "communication", "transfers", "launches", "framework and host", "not attributed"]


def ns(number):
    return int(Decimal(number) * 1000)


def load(path):
    text = (gzip.open if path.endswith(".gz") else open)(path, "rt").read()
    root = json.loads(text, parse_float=str, parse_int=str)
    return root if isinstance(root, list) else root["traceEvents"]


class Cover:  # of joined stretches
    def __init__(self, pairs):
        self.begin, self.end = [], []
        for a, b in sorted(pairs):
            if self.begin and a <= self.end[-1]:
                self.end[-1] = max(self.end[-1], b)
            else:
                self.begin.append(a), self.end.append(b)

    def holds(self, at):
        i = bisect.bisect_right(self.begin, at) - 1
        return i >= 0 and at < self.end[i]

    def length(self):
        return sum(b - a for a, b in zip(self.begin, self.end))


def parts(path):
    lanes = {name: [] for name in "kernel comm memory between transfer profiler launch framework wait".split()}
    threads, launching, host = {}, set(), []
    for event in load(path):
        if event.get("ph") != "X" or "dur" not in event: continue
        a = ns(event["ts"]); b = a + ns(event["dur"])
        kind, name, low = event.get("cat", ""), event["name"], event["name"].lower()
        if kind == "kernel":
            lanes["comm" if low.startswith(("nccl", "rccl")) or "Collective name" in event.get("args", {}) else "kernel"].append((a, b))
        elif kind == "gpu_memset": lanes["memory"].append((a, b))
        elif kind == "gpu_memcpy":
            lanes["transfer" if "htod" in low or "dtoh" in low else "between" if "ptop" in low else "memory"].append((a, b))
        elif kind == "overhead": lanes["profiler"].append((a, b))
        elif kind in ("cuda_runtime", "cuda_driver", "cpu_op", "user_annotation", "python_function"):
            thread = (event["pid"], event["tid"])
            threads.setdefault(thread, []).append((a, b))
            waits = "synchronize" in low
            if kind.startswith("cuda") and not waits and any(w in low for w in ("launch", "memcpy", "memset", "enqueue")):
                launching.add(thread)
            if kind.startswith("cuda"): host.append((thread, "wait" if waits else "launch", a, b))
            elif kind == "cpu_op": host.append((thread, "framework", a, b))
    for thread, lane, a, b in host:
        if thread in launching: lanes[lane].append((a, b))
    active = [(min(a for a, _ in threads[t]), max(b for _, b in threads[t])) for t in launching]
    device = [p for lane in ("kernel", "comm", "memory", "between", "transfer") for p in lanes[lane]]
    start, end = min(a for a, _ in device), max(b for _, b in device)
    cover = {lane: Cover(pairs) for lane, pairs in lanes.items()}
    cover["active"] = Cover(active)
    ask = [("kernel", 0), ("comm", 1), ("transfer", 2), ("between", 1), ("memory", 0), ("profiler", 5), ("launch", 3),
           ("framework", 4), ("wait", 5), ("active", 4)]
    moments = sorted({t for c in cover.values() for t in c.begin + c.end if start <= t <= end} | {start, end})
    sums = [0] * len(ORDER)
    for a, b in zip(moments, moments[1:]):
        sums[next((part for lane, part in ask if cover[lane].holds(a)), 5)] += b - a
    assert sum(sums) == end - start, path
    return end - start, sums, {"busy": Cover(device).length(), "kernels": cover["kernel"].length(), "nccl": cover["comm"].length(),
                               "memory": cover["memory"].length()}


data, bad = json.load(open(sys.argv[1])), 0
told = {}
for fact in data["facts"]:
    if fact["key"] in ("time.window", "time.part"):
        told[fact.get("instance", "")] = Decimal(str(fact["text"] if "text" in fact else fact["value"]).split()[0])
for path in sys.argv[2:]:
    window, sums, seen = parts(path)
    name = os.path.basename(path)
    got = [told.get(name)] + [told.get(f"{name}: {part}") for part in ORDER]
    want = [Decimal(n) / 1_000_000 for n in [window] + sums]
    if got != want or sum(got[1:]) != got[0]:
        print(f"FAIL {path}: {got}, expected {want}")
        bad = 1
    # what the format's notes say of the public samples, to the microsecond
    for mark, figures in {"nccl_data": (660551, 157500, 115656, 46876), "sampled_rank-0": (1222847, 547656, 210320, 396199)}.items():
        rounded = tuple((n + 500) // 1000 for n in (window, seen["busy"], seen["kernels"], seen["nccl"]))
        if mark in name and rounded != figures:
            print(f"FAIL {path}: {rounded}, expected {figures}")
            bad = 1
print(f"{len(sys.argv) - 2} traces")
sys.exit(bad)
