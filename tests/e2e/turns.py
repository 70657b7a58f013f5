"""turns.py SAMPLE data.json - runs in turns, worked out here from logs and ledger alone: whole cycles of each run in the common
window, blocks by the ledger's slots (swapped in the next one), ratio a block, geometric mean and Student's t on the logarithms
(by numerical integration), and beside it Welch's t on the runs taken for themselves."""
import csv
import gzip
import itertools
import json
import math
import os
import sys

sample, file = sys.argv[1:]
data = json.load(open(file, encoding="utf-8"))
numbers, fact = data["comparisons"][0]["numbers"], {f["number"]: f for f in data["facts"]}
bad = 0


def printed(number):
    return float(fact[number]["value"].replace("\u2212", "-").split()[0])


def digits(number):  # half a unit in the last printed place
    text = fact[number]["value"].split()[0]
    return 0.5 * 10.0 ** -(len(text.split(".")[1]) if "." in text else 0)


def near(what, number, want, more=0.0):
    global bad
    got = printed(number)
    good = abs(got - want) <= digits(number) * 1.0001 + more
    bad += not good
    print(f"{'ok' if good else 'FAIL'} {what}: printed {got}, here {want:.7g}")


def t_tail(t, df):
    density = lambda x: math.exp(math.lgamma((df + 1) / 2) - math.lgamma(df / 2)) / math.sqrt(df * math.pi) * (1 + x * x / df) ** (-(df + 1) / 2)
    n, step = 2000, abs(t) / 2000
    area = sum((4 if i % 2 else 2) * density(i * step) for i in range(1, n)) + density(0) + density(abs(t))
    return 1 - 2 * area * step / 3


def t_975(df):
    low, high = 0.0, 50.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if t_tail(middle, df) > 0.05 else (low, middle)
    return low


def value(run, begin, end):  # tokens over time, whole cycles of the context's length, from the first iteration in the window
    rows = [json.loads(line) for line in gzip.open(os.path.join(run, "iterations.jsonl.gz"), "rt")]
    inside = [r for r in rows if r["t_start_s"] >= begin and r["t_start_s"] + r["duration_s"] <= end]
    length = len({r["ctx"] for r in rows})
    inside = inside[: len(inside) // length * length]
    took = inside[-1]["t_start_s"] + inside[-1]["duration_s"] - inside[0]["t_start_s"]
    return sum(r["tokens"] for r in inside) / took


mean = lambda v: sum(v) / len(v)
sd = lambda v: math.sqrt(sum((x - mean(v)) ** 2 for x in v) / (len(v) - 1))
begin, end = printed(numbers["window_begin"]), printed(numbers["window_end"])
ledger = list(csv.DictReader(open(os.path.join(sample, "ledger.csv"), encoding="utf-8")))
runs = {}
for line in ledger:
    path = os.path.join(line["host"], line["unit"], line["run"])
    runs[path] = (line["side"], (int(line["slot"]) - 1) // 2, value(os.path.join(sample, path), begin - 0.005, end + 0.005))
values = {f["run"]: f for f in data["facts"] if f["key"] == "window.value"}
for path, (_, _, here) in runs.items():
    name = next(v for k, v in values.items() if k.endswith(path) or path.endswith(k))
    got = float(name["value"].split()[0])
    if abs(got / here - 1) > 2e-4:
        bad += 1
        print(f"FAIL {path}: printed {got}, here {here:.6g}")
blocks = sorted({block for _, block, _ in runs.values()})
ratio = [mean([v for s, b, v in runs.values() if b == k and s == "B"]) / mean([v for s, b, v in runs.values() if b == k and s == "A"]) for k in blocks]
assert len(numbers["blocks"]) == len(blocks) == 4, (numbers["blocks"], blocks)
for k, number in enumerate(numbers["blocks"]):
    near(f"block {k + 1}", number, ratio[k], 2e-4)
logs = [math.log(r) for r in ratio]
half = t_975(len(logs) - 1) * sd(logs) / math.sqrt(len(logs))
near("ratio by blocks", numbers["ratio"], math.exp(mean(logs)), 2e-4)
near("its lower end", numbers["ratio_low"], math.exp(mean(logs) - half), 5e-4)
near("its upper end", numbers["ratio_high"], math.exp(mean(logs) + half), 5e-4)
near("degrees of freedom", numbers["degrees_of_freedom"], len(blocks) - 1)
a, b = ([v for s, _, v in runs.values() if s == side] for side in "AB")
va, vb = ((sd(x) / mean(x)) ** 2 / len(x) for x in (a, b))
half = t_975((va + vb) ** 2 / (va**2 / (len(a) - 1) + vb**2 / (len(b) - 1))) * math.sqrt(va + vb)
near("ratio of the runs for themselves", numbers["ratio_unpaired"], mean(b) / mean(a), 2e-4)
near("its lower end", numbers["ratio_unpaired_low"], mean(b) / mean(a) * math.exp(-half), 5e-4)
near("its upper end", numbers["ratio_unpaired_high"], mean(b) / mean(a) * math.exp(half), 5e-4)


def reach(df, error, q):  # q: of t
    low, high = 0.0, 50.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if t_tail(middle, df) > 2 * (1 - q) else (low, middle)
    return (t_975(df) + low) * error


found = 100 * (1.01 * math.exp(reach(len(logs) - 1, sd(logs) / math.sqrt(len(logs)), 0.8)) - 1)
near("detectable, %", numbers["detectable"], found, 0.02 * found)
need = lambda good: next(n for n in range(3, 500) if good(n))
error = lambda n: sd(logs) / math.sqrt(n)
near("blocks to call equal sides equivalent", numbers["runs_needed"], need(lambda n: reach(n - 1, error(n), 0.9) <= math.log(1.01)), 2)
near("blocks to call 2 % faster", numbers["runs_to_show"], need(lambda n: 1.01 * math.exp(reach(n - 1, error(n), 0.8)) - 1 <= 0.02), 2)
pairs = sorted(y / x for x in a for y in b)  # by medians: every way to deal sixteen runs to two sides, one by one
counts = {}
for first in itertools.combinations(range(len(a) + len(b)), len(a)):
    u = sum(place - at for at, place in enumerate(first))  # pairs in which a run of the other side is below
    counts[u] = counts.get(u, 0) + 1
cut = below = 0
while below + counts.get(cut, 0) <= 0.025 * sum(counts.values()):
    below += counts.get(cut, 0)
    cut += 1
near("ratio by medians", numbers["medians_ratio"], (pairs[len(pairs) // 2 - 1] + pairs[len(pairs) // 2]) / 2, 2e-4)
near("its lower end", numbers["medians_low"], pairs[cut - 1], 5e-4)
near("its upper end", numbers["medians_high"], pairs[-cut], 5e-4)
assert numbers.get("one_run") is None, "two of eight stray, not one"
fast = sorted(a)[-2:]
print(f"two fastest A runs {100 * (mean(fast) / mean(sorted(a)[:-2]) - 1):.1f} % above the other six")
print(f"{bad} failed")
sys.exit(1 if bad else 0)
