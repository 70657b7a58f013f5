"""history.py again SOURCE TARGET DAYS ID [SYSTEM=DRIVER=FACTOR...]: the made measurement of samples/made/driver-regression some days
later, each step drawn anew and, of a system named, FACTOR times as long under another driver.
history.py step JSON OLD NEW SYSTEM: whether what `history --json` says of a step is what the runs give: Welch's interval on the logarithms
of the means of runs, by this script alone."""
import csv
import glob
import json
import math
import os
import random
import shutil
import statistics
import sys

T975 = {2: 4.303, 3: 3.182, 4: 2.776}


def again(source, target, days, name, changes):
    shutil.copytree(source, target)
    how = {c.split("=")[0]: c.split("=")[1:] for c in changes}
    for run in sorted(glob.glob(target + "/*/r*/run.json")):
        system = os.path.relpath(run, target).split("/")[0]
        draw = random.Random(name + run[len(target):])
        driver, factor = how.get(system, [None, "1"])
        said = json.load(open(run))
        for key in ("run.start", "run.end", "load.begin"):
            said["facts"][key] += days * 86400
        if driver:
            said["facts"]["driver.version"] = driver
        steps = os.path.join(os.path.dirname(run), "steps.csv")
        rows, at = list(csv.reader(open(steps))), 0.0
        speed = float(factor) * (1 + draw.uniform(-0.0015, 0.0015))
        out = [rows[0]]
        for row in rows[1:]:
            length = round(float(draw.choice(rows[1:])[1]) * speed, 5)
            out.append(["%.5f" % at, "%.5f" % length, row[2]])
            at += length
        said["facts"]["run.end"] = said["facts"]["run.start"] + math.ceil(at) + 1
        csv.writer(open(steps, "w"), lineterminator="\n").writerows(out)
        json.dump(said, open(run, "w"), indent=1)
    for system, (driver, _) in how.items():
        for capture in glob.glob("%s/%s/captures/*.xml" % (target, system)):
            text = open(capture).read()
            old = text.split("<driver_version>")[1].split("<")[0]
            open(capture, "w").write(text.replace(old, driver))
    case = json.load(open(target + "/case.json"))
    case["id"] = name
    json.dump(case, open(target + "/case.json", "w"), indent=1)


def rates(folder):
    out = []
    for steps in sorted(glob.glob(folder + "/r*/steps.csv")):
        rows = list(csv.DictReader(open(steps)))
        out.append(math.log(sum(float(r["tokens"]) for r in rows) / sum(float(r["duration_s"]) for r in rows)))
    return out


def step(said, old, new, system):
    one = next(s for s in said["systems"] if s["system"] == system)["answers"][0]
    a, b = rates(old + "/" + system), rates(new + "/" + system)
    va, vb = statistics.variance(a) / len(a), statistics.variance(b) / len(b)
    degrees = (va + vb) ** 2 / (va ** 2 / (len(a) - 1) + vb ** 2 / (len(b) - 1))
    half = T975[max(2, min(4, math.floor(degrees)))] * math.sqrt(va + vb)
    middle = statistics.mean(b) - statistics.mean(a)
    low, mid, high = (100 * (math.exp(x) - 1) for x in (middle - half, middle, middle + half))
    got = [float(one[k]) for k in ("change_low", "change", "change_high")]
    assert abs(got[1] - mid) < 0.1 and abs(got[0] - low) < 0.25 and abs(got[2] - high) < 0.25, (got, low, mid, high)


if __name__ == "__main__":
    if sys.argv[1] == "again":
        again(sys.argv[2], sys.argv[3], int(sys.argv[4]), sys.argv[5], sys.argv[6:])
    else:
        step(json.load(open(sys.argv[2]))["steps"][-1], sys.argv[3], sys.argv[4], sys.argv[5])
