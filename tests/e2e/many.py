"""Three systems under two workloads, of the made two: C is B with another kernel, steps a tenth shorter for
chats and a twentieth longer for documents.  many.py TWO-WORKLOADS FOLDER makes them;  many.py --check
FOLDER holds a report against the steps themselves;  many.py --runs FOLDER looks for each run in it."""
import argparse
import csv
import glob
import json
import os
import shutil
from collections import Counter

FACTOR = {"chat": 0.9, "documents": 1.05}


def make(source, folder):
    shutil.copytree(source, folder)
    shutil.copytree(folder + "/B/captures", folder + "/C/captures")
    for workload, factor in FACTOR.items():
        for number, path in enumerate(sorted(glob.glob("%s/B/%s/r*" % (folder, workload)))):
            to = path.replace("/B/", "/C/")
            os.makedirs(to)
            run = json.load(open(path + "/run.json"))
            run["facts"]["runtime.attention"] = "flash-winter"
            run["facts"]["accelerator.serial"] = {"0": "made-0003"}
            json.dump(run, open(to + "/run.json", "w"), indent=2)
            at, state = 0.0, 77 + number + len(workload)
            with open(path + "/steps.csv") as rows, open(to + "/steps.csv", "w") as out:
                out.write("t_start_s,duration_s,tokens\n")
                for row in csv.DictReader(rows):
                    state = state * 1103515245 % 2**31
                    took = float(row["duration_s"]) * factor * (1 + (state / 2**31 - 0.5) / 500)
                    out.write("%.5f,%.5f,%s\n" % (at, took, row["tokens"]))
                    at += round(took, 5)
    case = json.load(open(folder + "/case.json"))
    case["systems"].append({"id": "C", "label": "kernel of winter", "machines": [
        {"workload": workload, "runs": ["C/%s/r*" % workload], "captures": ["C/captures"]} for workload in FACTOR]})
    case["bridge"] = []
    json.dump(case, open(folder + "/case.json", "w"), indent=2)


def check(folder):
    data = json.load(open(folder + "/out/report/data.json"))
    facts = data["facts"]
    seen = Counter()
    for one in data["comparisons"]:
        seen[one["workload"]] += 1
        value = lambda name: float(facts[one["numbers"][name] - 1]["value"])
        window = value("window_begin"), value("window_end")
        mean = []
        for side in (one["a"], one["b"]):
            rates = []
            begin, last = window
            for path in glob.glob("%s/%s/%s/r*/steps.csv" % (folder, side, one["workload"])):
                rows = [[float(x) for x in (r["t_start_s"], r["duration_s"], r["tokens"])] for r in csv.DictReader(open(path))]
                rows = [r for r in rows if r[0] >= begin - 1e-9 and r[0] + r[1] <= last + 1e-9]
                rates.append(sum(r[2] for r in rows) / (rows[-1][0] + rows[-1][1] - rows[0][0]))
            mean.append(sum(rates) / len(rates))
        ratio = value("ratio")
        assert abs(ratio / (mean[1] / mean[0]) - 1) < 2e-4, (one["a"], one["b"], one["workload"], ratio, mean)
        assert value("holm") < 0.05, one["numbers"]
        assert one["b"] != "C" or one["a"] != "A" or (ratio > 1) == (one["workload"] == "chat"), ratio
    assert set(seen) == {"chat", "documents"} and len(set(seen.values())) == 1 and seen["chat"] >= 2, seen
    print("%d comparisons" % sum(seen.values()))


def runs(folder):
    """The section on runs holds a row for each run of each comparison."""
    report = open(folder + "/out/report/report.html").read()
    section = report[report.index('<section class="body" id="runs"'):report.index('<section class="body" id="costs"')]
    wanted = {run["run"] for one in json.load(open(folder + "/out/report/data.json"))["comparisons"] for run in one["runs"]}
    lost = [run for run in sorted(wanted) if ">%s</span>" % run not in section]
    assert len(wanted) == 18 and not lost, (len(wanted), lost)


parser = argparse.ArgumentParser()
parser.add_argument("--check", action="store_true")
parser.add_argument("--runs", action="store_true")
parser.add_argument("paths", nargs="+")
given = parser.parse_args()
(check if given.check else runs if given.runs else make)(*given.paths)
