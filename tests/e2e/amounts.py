#!/usr/bin/env python3
"""amounts.py DATA SAMPLE [DONE]: every derived figure of energy of a report, worked out again from telemetry and samples to the
printed digit; and no derived figure of money or energy is left that neither this nor the script that wrote DONE did again.

Shares nothing with the program. Where a stretch begins is read as the report prints it, to a hundredth of a second: each row
that it can mean is tried."""
import csv, datetime, functools, gzip, json, math, os, re, sys
from decimal import Decimal

data, sample = json.load(open(sys.argv[1])), sys.argv[2]
done = set(json.load(open(sys.argv[3]))) if len(sys.argv) > 3 else set()
facts = {f["number"]: f for f in data["facts"]}
failed = 0


def stated(key, run=None):
    return [f for f in facts.values() if f["key"] == key and (run is None or f.get("run") == run)]


def printed(value, text):
    places = len(text.partition(".")[2])
    return format(Decimal(repr(value)).quantize(Decimal(1).scaleb(-places)), "f")


def settle(fact, values):
    """One of the values is the printed one."""
    global failed
    done.add(fact["number"])
    if fact["value"] not in [printed(v, fact["value"]) for v in values]:
        failed += 1
        print("FAIL %s of %s: report %s, here %s" % (fact["key"], fact.get("run"), fact["value"], sorted(set(values))[:3]))


def opened(path):
    return open(path) if os.path.exists(path) else gzip.open(path + ".gz", "rt")


logs = {}


def log_of(folder):
    if folder not in logs:
        zero = json.load(opened(os.path.join(folder, "summary.json")))["loop_start_unix"]
        rows = [json.loads(line) for line in opened(os.path.join(folder, "iterations.jsonl"))]
        power = []
        for row in csv.DictReader(opened(os.path.join(folder, "telemetry.csv")), skipinitialspace=True):
            at = datetime.datetime.strptime(row["timestamp"] + "000", "%Y/%m/%d %H:%M:%S.%f").replace(tzinfo=datetime.timezone.utc)
            power.append((at.timestamp() - zero, float(row["power.draw [W]"].split()[0])))
        # Samples of the load alone: what was drawn before it began is not its own.
        last = rows[-1]["t_start_s"] + rows[-1]["duration_s"]
        logs[folder] = rows, [(at, watts) for at, watts in power if 0 <= at <= last]
    return logs[folder]


def joules(power, begin, end):
    """Straight lines between samples, none across five steps; two steps are held at either end; gaps are filled in the mean."""
    apart = sorted(b[0] - a[0] for a, b in zip(power, power[1:]))
    step = apart[len(apart) // 2] if len(apart) % 2 else (apart[len(apart) // 2 - 1] + apart[len(apart) // 2]) / 2
    power = [(power[0][0] - 2 * step, power[0][1])] + power + [(power[-1][0] + 2 * step, power[-1][1])]
    area = length = 0.0
    for (t0, w0), (t1, w1) in zip(power, power[1:]):
        a, b = max(t0, begin), min(t1, end)
        if t1 - t0 > 5 * step or a >= b:
            continue
        at = lambda t: w0 + (w1 - w0) * (t - t0) / (t1 - t0)
        area += (at(a) + at(b)) / 2 * (b - a)
        length += b - a
    return area / length * (end - begin)


def stretches(rows, begin, end):
    """Rows between two printed moments, cut to whole cycles of the context."""
    near = 0.005  # the moment lies this near to what is printed; the first row at or behind it begins the stretch
    row = lambda at: next(i for i, r in enumerate(rows) if r["t_start_s"] >= at)
    stop = lambda at: max(i for i, r in enumerate(rows) if r["t_start_s"] + r["duration_s"] <= at)
    starts = range(row(begin - near), row(begin + near) + 1)
    ends = range(stop(end - near), stop(end + near) + 1)
    for first in starts:
        for last in ends:
            part = rows[first : last + 1]
            if "ctx" in part[0]:
                cycle = next(i for i in range(1, len(part)) if part[i]["ctx"] == part[0]["ctx"])
                part = part[: len(part) // cycle * cycle]
            yield part


def spent(run, begin, end, folder):
    rows, power = log_of(folder)
    for part in stretches(rows, begin, end):
        last = part[-1]
        yield joules(power, part[0]["t_start_s"], last["t_start_s"] + last["duration_s"]), sum(r.get("tokens", 0) for r in part)


def folder_of(fact):
    """Of the energy's own telemetry; the source names it below the case."""
    return os.path.join(sample, os.path.dirname(fact["derivation"]["series"]["from"]["file"]))


per_joule = {}
for kind, begins, ends, of_run in (("own_window", "steady.start", "steady.end", True), ("window", "window.begin", "window.end", False)):
    for fact in stated("energy." + kind):
        run = fact["run"]
        begin = float(stated(begins, run if of_run else None)[0]["value"])
        end = float(stated(ends, run if of_run else None)[0]["value"])
        found = list(spent(run, begin, end, folder_of(fact)))
        settle(fact, [j for j, _ in found])
        for other in stated("work_per_energy." + kind, run):
            settle(other, [t / j for j, t in found])
        if kind == "window":
            for other in stated("energy_per_work.window", run):
                settle(other, [j / t for j, t in found])
            per_joule[run] = found[0][1] / found[0][0]


@functools.cache
def t_quantile(p, df):
    least = math.exp(math.lgamma((df + 1) / 2) - math.lgamma(df / 2)) / math.sqrt(df * math.pi)
    density = lambda x: least * (1 + x * x / df) ** (-(df + 1) / 2)
    low, high, n = 0.0, 60.0, 4000
    for _ in range(60):
        t = (low + high) / 2
        h = t / n
        area = 0.5 + h / 3 * sum((1 if i in (0, n) else 4 if i % 2 else 2) * density(i * h) for i in range(n + 1))
        low, high = (t, high) if area < p else (low, t)
    return low


def moments(values):
    mean = sum(values) / len(values)
    return mean, sum((v - mean) ** 2 for v in values) / (len(values) - 1) / len(values)


def side(fact):
    """Figures of the runs that a derived fact rests on, as the report prints them."""
    return [facts[i] for i in fact["derivation"]["inputs"]]


for end in ("mean", "low", "high"):
    for fact in stated("energy_per_work." + end):
        mean, variance = moments([float(f["value"]) for f in side(fact)])
        half = float("%.6g" % t_quantile(0.975, len(side(fact)) - 1)) * math.sqrt(variance)
        settle(fact, [mean + {"mean": 0, "low": -half, "high": half}[end]])
for end in ("", "_low", "_high"):
    for fact in stated("work_per_energy.ratio" + end):
        systems = [s["id"] for s in data["case"]["systems"]] if "systems" in data["case"] else ["A", "B"]
        runs = [f["run"] for f in side(fact)]
        half = len(runs) // 2
        (a, va), (b, vb) = (moments([per_joule[r] for r in part]) for part in (runs[:half], runs[half:]))
        ea, eb = va / a**2, vb / b**2
        df = (ea + eb) ** 2 / (ea**2 / (half - 1) + eb**2 / (half - 1))
        off = t_quantile(0.975, df) * math.sqrt(ea + eb)
        settle(fact, [b / a * math.exp({"": 0, "_low": -off, "_high": off}[end])])

# What counts: money by its currency, energy by its unit or its name.
MONEY, ENERGY = re.compile(r"^[A-Z]{3}\s"), re.compile(r"\bJ\b|J/|/J|Wh")
NAMES = ("energy", "work_per_energy", "cost.", "money.", "month.", "swing.", "band.month", "per_money", "worth")
left = [f for f in facts.values() if f["kind"] == "derived" and f["number"] not in done and
        (MONEY.match(f["value"]) or ENERGY.search(f.get("unit", "")) or f["key"].startswith(NAMES))]
for fact in left:
    failed += 1
    print("FAIL nobody did F%d %s again: %s" % (fact["number"], fact["key"], fact["value"]))
print("%d figures done again, %d failed" % (len(done), failed))
sys.exit(1 if failed else 0)
