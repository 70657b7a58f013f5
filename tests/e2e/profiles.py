#!/usr/bin/env python3
"""profiles.py DATA.json TRACE...: the parts of each trace's window worked out again, by another way than the program's: a
list of moments between neighbouring begins and ends, each asked what covers it. Decimal arithmetic, whole nanoseconds.
DATA.json is a report's, whose facts time.window and time.part must say the same to the nanosecond."""
import bisect, gzip, json, os, sys
from decimal import Decimal

ORDER = ["kernels", "communication", "transfers", "launches", "framework and host", "not attributed"]


def ns(number):
    return int(Decimal(number) * 1000)


def moment(event, member):  # nanoseconds; None: no number, or none that a clock shows
    value = event.get(member)
    try:
        value = ns(value) if isinstance(value, str) else None
    except ArithmeticError:
        return None
    return value if value is not None and 0 <= value < 2 ** 61 else None


def load(path):
    text = (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8").read()
    root = json.loads(text, parse_float=str, parse_int=str)
    return joined(root if isinstance(root, list) else root["traceEvents"])


def joined(events):  # a begin and the end that follows it in its thread are one event
    out, waiting = [], {}
    for event in events:
        phase = event.get("ph") if isinstance(event, dict) else None
        stack = waiting.setdefault((event["pid"], event["tid"]), []) if phase in ("B", "E") else None
        if phase == "B": stack.append(event)
        elif phase == "E" and stack:
            begin = stack.pop()
            out.append({**begin, "ph": "X", "dur": str(Decimal(event["ts"]) - Decimal(begin["ts"]))})
        elif phase != "E": out.append(event)
    return out


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

    def length(self, start, end):
        return sum(max(0, min(b, end) - max(a, start)) for a, b in zip(self.begin, self.end))


def word(event, name):  # a scalar as text; other values are none
    return event[name] if isinstance(event.get(name), str) else ""


DEVICE = ["kernels", "communication", "to device", "from device", "between devices", "copies within", "fills"]
PART = dict(zip(DEVICE, [0, 1, 2, 2, 1, 0, 0]))


def device_lane(event, kind, low):  # what it did on an accelerator; None: nothing
    alone = event.get("pid") == "CUDA functions"
    if "memcpy" in kind or (alone and "memcpy" in low):
        ways = [("htod", 2), ("dtoh", 3), ("hosttodevice", 2), ("devicetohost", 3), ("host -> device", 2), ("device -> host", 3), ("ptop", 4),
                ("copy_host_to_device", 2), ("copy_device_to_host", 3), ("memcpy m2d", 2), ("memcpy d2m", 3)]
        return DEVICE[next((at for way, at in ways if way in low), 5)]
    if "memset" in kind or (alone and "memset" in low): return "fills"
    if kind == "kernel" or alone:
        args = event.get("args")
        told = isinstance(args, dict) and "Collective name" in args
        return "communication" if low.startswith(("nccl", "rccl")) or told else "kernels"
    return None


def parts(path):
    devices, host, threads, launching, profiler = {}, [], {}, set(), []
    for event in load(path):
        if not isinstance(event, dict) or not (word(event, "dur") or event.get("ph") == "X"): continue
        a, length = moment(event, "ts"), moment(event, "dur")
        if a is None or length is None: continue
        b = a + length
        kind, name = word(event, "cat").lower(), word(event, "name")
        if kind != word(event, "cat") and kind not in ("kernel", "operator", "runtime", "memcpy", "memset"): continue
        low = name.lower()
        lane = device_lane(event, kind, low)
        if lane:
            args = event.get("args") if isinstance(event.get("args"), dict) else {}
            on = word(args, "device") or word(event, "pid")
            devices.setdefault(on, []).append((lane, a, b))
        elif kind == "overhead": profiler.append((a, b))
        elif kind in ("cuda_runtime", "cuda_driver", "xpu_runtime", "runtime", "cpu_op", "operator", "user_annotation", "python_function") or (
                not kind and event.get("pid") == "CPU functions"):
            thread = (word(event, "pid"), word(event, "tid"))
            threads.setdefault(thread, []).append((a, b))
            call = kind in ("cuda_runtime", "cuda_driver", "xpu_runtime", "runtime")
            waits = "synchronize" in low or low == "urqueuefinish"
            if call and not waits and any(w in low for w in ("launch", "memcpy", "memset", "enqueue")): launching.add(thread)
            if call: host.append((thread, "wait" if waits else "launch", a, b))
            elif kind not in ("user_annotation", "python_function"): host.append((thread, "framework", a, b))
    if not devices:  # of the processor alone: its operators are the kernels
        devices = {"processor": [("kernels", a, b) for _, lane, a, b in host if lane == "framework"]}
        launching = set(threads)
    beside = {"profiler": profiler, "launch": [], "framework": [], "wait": [],
              "active": [(min(a for a, _ in threads[t]), max(b for _, b in threads[t])) for t in launching]}
    for thread, lane, a, b in host:
        if thread in launching: beside[lane].append((a, b))
    beside = {lane: Cover(pairs) for lane, pairs in beside.items()}
    ask = [(lane, PART[lane]) for lane in DEVICE] + [("profiler", 5), ("launch", 3), ("framework", 4), ("wait", 5), ("active", 4)]
    window, sums, seen = 0, [0] * len(ORDER), {}
    for events in devices.values():
        start, end = min(a for _, a, _ in events), max(b for _, _, b in events)
        cover = {lane: Cover((a, b) for on, a, b in events if on == lane) for lane in DEVICE} | beside
        moments = sorted({t for c in cover.values() for t in c.begin + c.end if start <= t <= end} | {start, end})
        for a, b in zip(moments, moments[1:]):
            sums[next((part for lane, part in ask if cover[lane].holds(a)), 5)] += b - a
        window += end - start
        for lane in DEVICE: seen[lane] = seen.get(lane, 0) + cover[lane].length(start, end)
        seen["busy"] = seen.get("busy", 0) + Cover((a, b) for _, a, b in events).length(start, end)
    assert sum(sums) == window, path
    return window, sums, seen


data, bad = json.load(open(sys.argv[1])), 0
told = {}
for fact in data["facts"]:
    if fact["key"] in ("time.window", "time.part", "time.under_way"):
        told[("lane " if fact["key"] == "time.under_way" else "") + fact.get("instance", "")] = Decimal(str(fact["text"] if "text" in fact else fact["value"]).split()[0])
for path in sys.argv[2:]:
    window, sums, seen = parts(path)
    name = os.path.basename(path)
    got = [told.get(name)] + [told.get(f"{name}: {part}") for part in ORDER]
    want = [Decimal(n) / 1_000_000 for n in [window] + sums]
    if got != want or sum(got[1:]) != got[0]:
        print(f"FAIL {path}: {got}, expected {want}")
        bad = 1
    lanes = {lane: told.get(f"lane {name}: {lane}", 0) for lane in ["anything"] + DEVICE}
    if lanes != {lane: Decimal(seen["busy" if lane == "anything" else lane]) / 1_000_000 for lane in lanes}:
        print(f"FAIL {path}: under way {lanes}, expected {seen}")
        bad = 1
    # what the format's notes say of the public samples, to the microsecond: window, busy, kernels, NCCL, DtoD
    for mark, figures in {"nccl_data": (660551, 157500, 115656, 46876, 2263), "sampled_rank-0": (1222847, 547656, 210320, 396199, 404)}.items():
        rounded = tuple((n + 500) // 1000 for n in [window] + [seen[lane] for lane in ("busy", "kernels", "communication", "copies within")])
        if mark in name and rounded != figures:
            print(f"FAIL {path}: {rounded}, expected {figures}")
            bad = 1
print(f"{len(sys.argv) - 2} traces")
sys.exit(bad)
