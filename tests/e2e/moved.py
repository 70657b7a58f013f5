"""moved.py SOURCE TARGET: copies of runs of bench.py whose every number was moved by up to 0.01 %, summaries made to fit; what a copy
keeps is when its load began, and on which accelerator."""
import gzip
import json
import os
import random
import shutil
import sys

from remeasured import summary

source, target = sys.argv[1:]
shutil.copytree(source, target)
draw = random.Random(1)
for folder in sorted(os.listdir(target)):
    path = lambda name: os.path.join(target, folder, name)
    if not os.path.exists(path("summary.json")):
        continue
    with gzip.open(path("iterations.jsonl.gz"), "rt") as f:
        rows = [json.loads(line) for line in f]
    for row in rows:
        row["duration_s"] = round(row["duration_s"] * (1 + draw.uniform(-1e-4, 1e-4)), 9)
        row["t_start_s"] = round(row["t_start_s"] + draw.uniform(0, 1e-7), 9)
    with open(path("iterations.jsonl.gz"), "wb") as raw, gzip.GzipFile("", "wb", 6, raw, 0) as f:
        f.write("".join(json.dumps(r, separators=(",", ":")) + "\n" for r in rows).encode())
    with open(path("telemetry.csv")) as f:
        head, *lines = f.read().splitlines()
    cells = [line.split(", ") for line in lines]
    for row in cells:
        row[4] = "%.2f W" % (float(row[4].split()[0]) * (1 + draw.uniform(-1e-4, 1e-4)))
    with open(path("telemetry.csv"), "w") as f:
        f.write("\n".join([head] + [", ".join(row) for row in cells]) + "\n")
    old = json.load(open(path("summary.json")))
    begins = old["loop_start_unix"], [p["start_unix"] for p in old["phases"]]
    made = summary(old, rows)
    made["loop_start_unix"] = begins[0]
    for phase, begin in zip(made["phases"], begins[1]):
        phase["start_unix"] = begin
    json.dump(made, open(path("summary.json"), "w"), indent=1)
