#!/usr/bin/env python3
"""at_objective.py FOLDER REPORT LIMIT_S - works out again, from the steps themselves, the highest load of each side within the
objective (99th percentile by nearest rank, mean over runs with its t interval), and the ratio at those loads."""
import csv, glob, json, math, sys

folder, report, limit = sys.argv[1], sys.argv[2], float(sys.argv[3])
data = json.load(open(report + "/data.json"))
facts = {fact["number"]: fact for fact in data["facts"]}
comparison = data["comparisons"][0]
numbers = comparison["numbers"]
T = {1: 12.706, 2: 4.302653}  # two-sided 95 % of Student's t by degrees of freedom
wrong = []


def hold(what, ours, theirs, share=1e-6):
    if abs(ours - theirs) > share * abs(ours):
        wrong.append("%s: %r here, %r in the report" % (what, ours, theirs))


def value(number):
    return float(facts[number]["value"].replace(",", "").replace("−", "-"))


def rows(path):
    return [(float(r["t_start_s"]), float(r["duration_s"]), int(r["tokens"])) for r in csv.DictReader(open(path))]


highest, rates = {}, {}
for side in "AB":
    points = {}
    for path in sorted(glob.glob("%s/%s/load-*" % (folder, side))):
        load = int(json.load(open(path + "/run.json"))["load"]["concurrency"])
        steps = sorted(d for _, d, _ in rows(path + "/steps.csv"))
        points.setdefault(load, []).append((steps[(99 * len(steps) + 99) // 100 - 1], path))
    for load in sorted(points):
        values = [v for v, _ in points[load]]
        mean = sum(values) / len(values)
        spread = math.sqrt(sum((v - mean) ** 2 for v in values) / (len(values) - 1))
        half = T[len(values) - 1] * spread / math.sqrt(len(values))
        bounds = {f["key"]: f for f in facts.values() if f.get("system") == side and f["key"].startswith("point.bound")
                  and f["instance"].split()[0] == str(load)}
        for key, ours in (("point.bound", mean), ("point.bound_low", mean - half), ("point.bound_high", mean + half)):
            assert bounds[key]["unit"] == "ms", bounds[key]  # as the limit beside it
            hold("%s at %d of %s" % (key, load, side), ours, float(bounds[key]["value"].replace(",", "")) / 1000, 5e-4)
        if mean + half > limit:
            next_load = load
            break
        highest[side] = load
    hold("highest load of " + side, highest[side], value(numbers["load_%s" % side.lower()]))
    hold("next load of " + side, next_load, value(numbers["load_%s_next" % side.lower()]))
    begin, end = value(numbers["window_begin"]), value(numbers["window_end"])
    for _, path in points[highest[side]]:
        inside = [(s, d, w) for s, d, w in rows(path + "/steps.csv") if s >= begin - 0.005 and s + d <= end + 0.005]
        rates.setdefault(side, []).append(sum(w for _, _, w in inside) / (inside[-1][0] + inside[-1][1] - inside[0][0]))
    hold("mean of " + side, sum(rates[side]) / len(rates[side]), value(numbers["mean_%s" % side.lower()]), 5e-4)
ratio = (sum(rates["B"]) / len(rates["B"])) / (sum(rates["A"]) / len(rates["A"]))
hold("ratio", ratio, value(numbers["ratio"]), 1e-4)
compared = sorted(run["run"] for run in comparison["runs"])
hold("runs compared", 6, len(compared))
for run in compared:
    assert run.split("load-")[1][:3] in ("%03d" % highest["A"], "%03d" % highest["B"]), run
pages = " ".join(open(report + "/pages.txt", encoding="utf-8").read().split())
html = open(report + "/report.html", encoding="utf-8").read()
for text in (pages, html):
    assert "At which load" in text
print("A at %d, B at %d, ratio %.4f" % (highest["A"], highest["B"], ratio))
for text in wrong:
    print("WRONG", text)
sys.exit(bool(wrong))
