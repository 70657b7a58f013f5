"""Two systems of 12 runs each with names that no label holds, of the made two.  crowd.py TWO-WORKLOADS FOLDER makes the case;
crowd.py --check PDF holds its pages to the page: no text below 6.9 pt (as poppler measures it), none beyond the margins."""
import csv
import json
import os
import re
import shutil
import subprocess
import sys

LONG = "a run of the service with the long prompt and the short answer, number %02d"


def make(source, folder):
    os.makedirs(folder)
    case = json.load(open(source + "/case.json"))
    case["bridge"] = []
    for side, system in zip("AB", case["systems"]):
        shutil.copytree("%s/%s/captures" % (source, side), "%s/%s/captures" % (folder, side))
        for number in range(12):
            to = "%s/%s/%s" % (folder, side, LONG % number)
            os.makedirs(to)
            path = "%s/%s/chat/r%d" % (source, side, number % 3 + 1)
            run = json.load(open(path + "/run.json"))
            run["facts"]["method.command"] = ["made", "--run", str(number)]
            if side == "B":  # a value longer than a page, in the ribbon
                run["facts"]["runtime.attention"] = "flash of autumn, with a patch, " * 130
            json.dump(run, open(to + "/run.json", "w"))
            at = 0.0
            with open(path + "/steps.csv") as rows, open(to + "/steps.csv", "w") as out:
                out.write("t_start_s,duration_s,tokens\n")
                for row in csv.DictReader(rows):
                    took = round(float(row["duration_s"]) * (1 + number * 0.0003), 5)
                    out.write("%.5f,%.5f,%s\n" % (at, took, row["tokens"]))
                    at += took
        system["id"] += "-as-it-has-been-run-on-the-nodes-of-the-second-hall"
        system["label"] += ", \u79cb\u306e\u30ab\u30fc\u30cd\u30eb, as it has been run since the spring of this year on all nodes"
        system["machines"] = [{"runs": [side + "/a run*"], "captures": [side + "/captures"]}]
    case["policy"] = {"least_window": {"value": "20 s", "reason": "The machine was lent for a day. " * 60}}
    json.dump(case, open(folder + "/case.json", "w"), indent=2)


def check(pdf):
    words = subprocess.run(["pdftotext", "-bbox", pdf, "-"], stdout=subprocess.PIPE, check=True).stdout.decode()
    box = re.findall(r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)</word>', words)
    assert len(box) > 3000, len(box)  # of report or annex
    for x0, y0, x1, y1, word in box:
        x0, y0, x1, y1 = (float(v) for v in (x0, y0, x1, y1))
        assert x0 > 56 and x1 < 539 and y0 > 30 and y1 < 812, (x0, y0, x1, y1, word)
    sizes = subprocess.run(["pdftohtml", "-xml", "-i", "-stdout", "-zoom", "3", pdf], stdout=subprocess.PIPE, check=True).stdout.decode()
    least = min(int(size) for size in re.findall(r'<fontspec id="\d+" size="(\d+)"', sizes))
    assert least >= 20, least  # 6.9 pt three times as large, cut to a whole number


if sys.argv[1] == "--check":
    check(sys.argv[2])
else:
    make(*sys.argv[1:])
