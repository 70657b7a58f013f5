"""beside.py SAMPLE FOLDER - a case of ten runs a side made from one real run a side; and afterwards
beside.py --check FOLDER data.json: rank companion, outliers and the ratio without them, worked out here
from the logs alone (midranks, Brunner-Munzel by its textbook formula, t by numerical integration)."""
import argparse
import gzip
import json
import math
import os
import shutil
import sys

SIDES = {"A": "h100-unit6/llm-decode-bf16-cudagraph-long-r", "B": "h100-unit7/llm-decode-bf16-compile-cudagraph-long-r"}
RUNS, SPIKE_EVERY, SPIKE = 10, 150, 0.150  # A pauses for 150 ms in every 150th step, B is slower by as much


def factor(side, run):  # fixed; no two runs within 0.15 %, and B is slower by two and a half steps of 0.3 %
    step = ((run * 7 + (3 if side == "A" else 5)) % 11) - 5
    return 1 + 0.003 * (step + (2.5 if side == "B" else 0))


def make(sample, folder):
    shutil.copytree(sample, folder)
    for side, stem in SIDES.items():
        rows = [json.loads(line) for line in gzip.open(os.path.join(folder, stem + "1", "iterations.jsonl.gz"), "rt")]
        shutil.copytree(os.path.join(folder, stem + "1"), os.path.join(folder, "model-" + side))
        for run in range(1, RUNS + 1):
            to = os.path.join(folder, stem + str(run))
            shutil.rmtree(to, ignore_errors=True)
            shutil.copytree(os.path.join(folder, "model-" + side), to)
            # Equal files would count as one measurement: each run's telemetry ends a sample earlier.
            with open(os.path.join(to, "telemetry.csv"), encoding="utf-8") as log:
                samples = log.readlines()
            with open(os.path.join(to, "telemetry.csv"), "w", encoding="utf-8") as log:
                log.writelines(samples[: len(samples) - run])
            command = json.load(open(os.path.join(to, "command.json"), encoding="utf-8"))
            command["argv"][4] += f"-of-ten-{run}"
            json.dump(command, open(os.path.join(to, "command.json"), "w", encoding="utf-8"), indent=1)
            at, lines = 0.0, []
            for i, row in enumerate(rows):
                spike = SPIKE if side == "A" and i % SPIKE_EVERY == SPIKE_EVERY // 2 else 0
                row = dict(row, t_start_s=round(at, 9), duration_s=round((0.005 if side == "A" else 0.006) * factor(side, run) + spike, 9))
                row["duration_s"] += 1e-6 * ((i * 31 + run) % 17)
                row["duration_s"] = round(row["duration_s"], 9)
                at += row["duration_s"]
                lines.append(json.dumps(row))
                if at >= 78:
                    break
            with gzip.GzipFile(os.path.join(to, "iterations.jsonl.gz"), "wb", mtime=0) as out:
                out.write(("\n".join(lines) + "\n").encode())
            told = json.load(open(os.path.join(to, "summary.json"), encoding="utf-8"))
            took = json.loads(lines[-1])["t_start_s"] + json.loads(lines[-1])["duration_s"]
            told.update(iterations=len(lines), total_tokens=sum(json.loads(l)["tokens"] for l in lines), wall_s=round(took, 6))
            told["throughput_tokens_per_s"] = round(told["total_tokens"] / took, 3)
            del told["iteration_latency_s"]
            told["loop_start_unix"] += 0.01 * run  # loads of one microsecond on one accelerator would be one measurement, too
            json.dump(told, open(os.path.join(to, "summary.json"), "w", encoding="utf-8"), indent=1)
        shutil.rmtree(os.path.join(folder, "model-" + side))


def t_tail(t, df):  # two-sided, Simpson on the density
    density = lambda x: math.exp(math.lgamma((df + 1) / 2) - math.lgamma(df / 2)) / math.sqrt(df * math.pi) * (1 + x * x / df) ** (-(df + 1) / 2)
    n, step = 2000, abs(t) / 2000
    area = sum((4 if i % 2 else 2) * density(i * step) for i in range(1, n)) + density(0) + density(abs(t))
    return 1 - 2 * area * step / 3


def t_quantile(p, df):  # by halving, on the tail above
    low, high = 0.0, 100.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if 1 - t_tail(middle, df) / 2 < p else (low, middle)
    return low


MARGIN = 0.01


def reach(cv, n, chance):  # cv of A and of B, n runs a side: how far from a bound the truth has to lie, logs
    a, b = (x * x / n for x in cv)
    df = (a + b) ** 2 / ((a * a + b * b) / (n - 1)) * n / (n + 1)
    return (t_quantile(0.975, df) + t_quantile(chance, df)) * math.sqrt(a + b)


def detectable(cv, n):  # true change called faster, with the whole interval above the margin, in 80 %
    return (1 + MARGIN) * math.exp(reach(cv, n, 0.8)) - 1


def ranks(values):
    order = sorted(values)
    return [(order.index(v) + 1 + len(order) - order[::-1].index(v)) / 2 for v in values]


def brunner_munzel_p(a, b):
    together, own = ranks(a + b), (ranks(a), ranks(b))
    sides = (together[: len(a)], together[len(a) :])
    means = [sum(s) / len(s) for s in sides]
    var = [sum((r - o - means[k] + (len(own[k]) + 1) / 2) ** 2 for r, o in zip(sides[k], own[k])) / (len(own[k]) - 1) for k in (0, 1)]
    na, nb = len(a), len(b)
    if var[0] + var[1] == 0:
        return 2 / math.comb(na + nb, na)
    stat = na * nb * (means[1] - means[0]) / (na + nb) / math.sqrt(na * var[0] + nb * var[1])
    df = (na * var[0] + nb * var[1]) ** 2 / ((na * var[0]) ** 2 / (na - 1) + (nb * var[1]) ** 2 / (nb - 1))
    return t_tail(stat, df)


def check(folder, file):
    data = json.load(open(file, encoding="utf-8"))
    by_key = {}
    for f in data["facts"]:
        by_key.setdefault(f["key"], []).append(f)
    value, without, spikes = {}, {}, {}
    begin, end = (float(by_key[k][0]["value"]) for k in ("window.begin", "window.end"))
    for side, stem in SIDES.items():
        for run in range(1, RUNS + 1):
            rows = [json.loads(line) for line in gzip.open(os.path.join(folder, stem + str(run), "iterations.jsonl.gz"), "rt")]
            rows = [r for r in rows if r["t_start_s"] >= begin - 0.005 and r["t_start_s"] + r["duration_s"] <= end + 0.005]
            sound = [r for r in rows if r["duration_s"] < 0.1]
            speed = lambda part: sum(r["tokens"] for r in part) / sum(r["duration_s"] for r in part)
            value.setdefault(side, []).append(speed(rows))
            without.setdefault(side, []).append(speed(sound))
            spikes[side] = spikes.get(side, 0) + len(rows) - len(sound)
    bad = 0

    def near(what, key, want, tolerance):
        nonlocal bad
        got = float(by_key[key][0]["value"].replace("−", "-")) if key in by_key else math.nan
        good = abs(got - want) <= tolerance
        bad += not good
        print(f"{'ok' if good else 'FAIL'} {what}: {got} against {want:.6g}")

    # Ranks of the runs' values over whole cycles, as printed; the ratios below hold those against the logs.
    printed = {side: [float(f["value"]) for f in by_key["window.value"] if (("compile" in f["run"]) == (side == "B"))] for side in SIDES}
    assert all(len(set(v)) == RUNS for v in printed.values())
    pairs = [(y > x) - (y < x) for x in printed["A"] for y in printed["B"]]
    near("Cliff's delta", "rank.cliffs_delta", sum(pairs) / len(pairs), 0.005)
    want = brunner_munzel_p(printed["A"], printed["B"])
    near("Brunner-Munzel p", "rank.p", want, 0.06 * want)
    mean = lambda v: sum(v) / len(v)
    cv = [math.sqrt(sum((x - mean(v)) ** 2 for x in v) / (len(v) - 1)) / mean(v) for v in printed.values()]
    near("detectable change, %", "change.detectable", 100 * detectable(cv, RUNS), 0.006 * 100 * detectable(cv, RUNS) + 0.05)
    equal = next(n for n in range(3, 400) if reach(cv, n, 0.9) <= math.log(1 + MARGIN))
    near("runs needed to call equal sides equivalent", "change.runs_needed", equal, 0)
    near("named change, %", "change.named", 200 * MARGIN, 0)
    near("runs needed for that change", "change.runs_to_show", next(n for n in range(3, 400) if detectable(cv, n) <= 2 * MARGIN), 0)
    near("ratio", "ratio.value", mean(value["B"]) / mean(value["A"]), 0.003)
    near("ratio without outliers", "ratio.without_outliers", mean(without["B"]) / mean(without["A"]), 0.003)
    # The window's edges may cut a whole cycle off, so a run may count a few spikes fewer.
    counted = sum(int(f["value"]) for f in by_key.get("outliers.counted", []))
    good = spikes["B"] == 0 and 0 <= spikes["A"] - counted <= 0.06 * spikes["A"]
    bad += not good
    print(f"{'ok' if good else 'FAIL'} outliers: {counted} of {spikes['A']} pauses in the window")
    print(f"{bad} failed")
    return bad


parser = argparse.ArgumentParser()
parser.add_argument("--check", action="store_true")
parser.add_argument("paths", nargs=2)
given = parser.parse_args()
if given.check:
    sys.exit(1 if check(*given.paths) else 0)
make(*given.paths)
