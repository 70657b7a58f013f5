#!/usr/bin/env python3
"""accelerators_energy.py CASE DATA COUNT - energy of each run in the common window over COUNT accelerators, by another way:
each one's power is interpolated on a fine grid and summed by rectangles, then all of them are added."""
import bisect, csv, datetime, json, sys

case, data, count = sys.argv[1], json.load(open(sys.argv[2])), int(sys.argv[3])
GRID = 20000


def stated(key, **more):
    return [f for f in data["facts"] if f["key"] == key and all(f.get(k, "") == v for k, v in more.items())]


begin, end = (float(stated("window." + k)[0]["value"]) for k in ("begin", "end"))
sums, wrong = stated("energy.window", instance=""), 0
assert len(sums) == 6, len(sums)
for k, folder in enumerate("%s/%s/r%d" % (case, side, r) for side in "AB" for r in (1, 2, 3)):
    zero = json.load(open(folder + "/run.json"))["facts"]["load.begin"]
    steps = [[float(v) for v in row] for row in list(csv.reader(open(folder + "/steps.csv")))[1:]]
    steps = [s for s in steps if s[0] >= begin - 0.005 and s[0] + s[1] <= end + 0.005]
    t0, t1 = steps[0][0], steps[-1][0] + steps[-1][1]
    joules, drawn = 0.0, {}
    for row in csv.DictReader(open(folder + "/telemetry.csv"), skipinitialspace=True):
        moment = datetime.datetime.strptime(row["timestamp"] + "000", "%Y/%m/%d %H:%M:%S.%f").replace(tzinfo=datetime.timezone.utc)
        drawn.setdefault(row["index"], []).append((moment.timestamp() - zero, float(row["power.draw [W]"].split()[0])))
    for series in sorted(drawn.values(), key=lambda s: -sum(w for _, w in s))[:count]:
        at = [t for t, _ in series]
        for i in range(GRID):
            t = t0 + (i + 0.5) * (t1 - t0) / GRID
            j = bisect.bisect(at, t)
            (a, p), (b, q) = series[j - 1], series[j]
            joules += (p + (q - p) * (t - a) / (b - a)) * (t1 - t0) / GRID
    there = float(sums[k]["value"])
    if abs(there - joules) > 0.0006 * joules:
        wrong += 1
        print("%s: %.6g J here, %s stated" % (folder, joules, there))
sys.exit(1 if wrong else 0)
