"""remeasured.py SOURCE TARGET FACTOR [SEED]: runs of bench.py made up from real ones, each step FACTOR times as long.

Nothing of a run is a copy: steps are drawn anew by a permutation within their phase (so that their noise stays what it was), the
summary is computed from them, telemetry is drawn anew by its neighbours, and all of it happens a day later."""
import csv
import datetime
import gzip
import io
import json
import os
import random
import shutil
import sys

DAY = 86400


def steps(lines, factor, draw):
    rows = [json.loads(line) for line in lines]
    by_ctx = {}
    for row in rows[200:]:
        by_ctx.setdefault(row["ctx"], []).append(row["duration_s"])
    gaps = [b["t_start_s"] - a["t_start_s"] - a["duration_s"] for a, b in zip(rows, rows[1:])]
    out, at = [], rows[0]["t_start_s"]
    for i, row in enumerate(rows):
        length = row["duration_s"] if i < 200 else draw.choice(by_ctx[row["ctx"]])
        length = round(length * factor, 6)
        out.append({"i": i, "t_start_s": round(at, 6), "duration_s": length, "tokens": row["tokens"], "ctx": row["ctx"]})
        at += length + (gaps[i] * factor if i < len(gaps) else 0)
        if at > 78.0:
            break
    return out


def summary(old, rows):
    lengths = sorted(r["duration_s"] for r in rows)
    wall = rows[-1]["t_start_s"] + rows[-1]["duration_s"]
    tokens = sum(r["tokens"] for r in rows)
    pick = lambda p: lengths[min(len(lengths) - 1, int(p / 100 * len(lengths)))]
    old.update(iterations=len(rows), total_tokens=tokens, wall_s=round(wall, 6), throughput_tokens_per_s=round(tokens / wall, 3))
    old["iteration_latency_s"] = {"p50": pick(50), "p90": pick(90), "p95": pick(95), "p99": pick(99), "min": lengths[0], "max": lengths[-1],
                                  "mean": round(sum(lengths) / len(lengths), 6)}
    old["loop_start_unix"] += DAY
    for phase in old["phases"]:
        phase["start_unix"] += DAY
    return old


def telemetry(text, draw):
    rows = list(csv.reader(io.StringIO(text), skipinitialspace=True))
    out = [", ".join(rows[0])]
    for i, row in enumerate(rows[1:]):
        near = rows[1 + max(0, min(len(rows) - 2, i + draw.randint(-3, 3)))]
        when = datetime.datetime.strptime(row[0], "%Y/%m/%d %H:%M:%S.%f") + datetime.timedelta(days=1, milliseconds=7)
        watts = "%.2f W" % (float(near[4].split()[0]) + draw.uniform(-0.4, 0.4))
        out.append(", ".join([when.strftime("%Y/%m/%d %H:%M:%S.") + "%03d" % (when.microsecond // 1000)] + row[1:4] + [watts] + near[5:]))
    return "\n".join(out) + "\n"


def run(folder, factor, draw):
    path = lambda name: os.path.join(folder, name)
    with gzip.open(path("iterations.jsonl.gz"), "rt") as f:
        rows = steps(f.read().splitlines(), factor, draw)
    with open(path("iterations.jsonl.gz"), "wb") as raw, gzip.GzipFile("", "wb", 6, raw, 0) as f:
        f.write("".join(json.dumps(r, separators=(",", ":")) + "\n" for r in rows).encode())
    made = summary(json.load(open(path("summary.json"))), rows)
    json.dump(made, open(path("summary.json"), "w"), indent=1)
    command = json.load(open(path("command.json")))
    command["start_unix"] += DAY
    command["end_unix"] += DAY
    json.dump(command, open(path("command.json"), "w"), indent=1)
    open(path("stdout.log"), "w").write("SUMMARY %s tokens/s=%s n=%d\n" % (command["name"], made["throughput_tokens_per_s"], len(rows)))
    text = telemetry(open(path("telemetry.csv")).read(), draw)
    open(path("telemetry.csv"), "w").write(text)


if __name__ == "__main__":
    source, target, factor = sys.argv[1], sys.argv[2], float(sys.argv[3])
    shutil.copytree(source, target)
    for number, name in enumerate(sorted(os.listdir(target))):
        if os.path.exists(os.path.join(target, name, "summary.json")):
            run(os.path.join(target, name), factor, random.Random("%s %d" % (sys.argv[4] if len(sys.argv) > 4 else "", number)))
