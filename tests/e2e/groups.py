"""A case of more runs than a report tells one by one.  groups.py MADE FOLDER A B makes A and B runs of samples/made/driver-regression;
of A run 5 is a hundredth slower than the others, run 9 slows down as it goes, run 12 is a hundredth quicker.
groups.py --check FOLDER holds its report: what is told of a group against the runs in data.json, and each number against its row."""
import glob
import html
import json
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "bench"))
import inputs


def slowed(path, factor):
    """Row by row: the duration as many times as long, what follows begins later."""
    lines = open(path).read().splitlines()
    at, out = 0.0, lines[:1]
    for number, line in enumerate(lines[1:]):
        _, took, work = line.split(",")
        took = round(float(took) * factor(number / (len(lines) - 1)), 5)
        out.append("%.5f,%.5f,%s" % (at, took, work))
        at += took
    with open(path, "w") as file:
        file.write("\n".join(out) + "\n")


def make(source, folder, a, b):
    inputs.runs(source, folder, 2 * max(int(a), int(b)))
    for side, count in zip("AB", (int(a), int(b))):
        for number in range(count, max(int(a), int(b))):
            for name in "run.json", "steps.csv":
                os.remove("%s/%s/r%04d/%s" % (folder, side, number + 1, name))
            os.rmdir("%s/%s/r%04d" % (folder, side, number + 1))
    slowed(folder + "/A/r0005/steps.csv", lambda share: 1.01)
    slowed(folder + "/A/r0009/steps.csv", lambda share: 1 + share / 10)
    slowed(folder + "/A/r0012/steps.csv", lambda share: 1 / 1.01)


def whole(path):
    """Work by time of all rows: the whole run's throughput."""
    rows = [[float(x) for x in line.split(",")] for line in open(path).read().splitlines()[1:]]
    return sum(r[2] for r in rows) / (rows[-1][0] + rows[-1][1] - rows[0][0])


def plain(markup):
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<.*?>", " ", markup)))


def cells(row):
    """Text of each cell, without the raised numbers."""
    bare = re.sub(r"<sup.*?</sup>|<a [^>]*href=\"#f\d+\".*?</a>", "", row)
    return [plain(c).strip() for c in re.findall(r"<t[hd].*?>(.*?)</t[hd]>", bare, re.S)]


def check(folder):
    data = json.load(open(folder + "/out/report/data.json"))
    page = open(folder + "/out/report/report.html").read()
    facts = data["facts"]
    ids = set(re.findall(r' id="([^"]*)"', page))
    shown = set(re.findall(r'data-fact="(\d+)"', page))
    assert len(shown) > 200 and not [n for n in shown if "f" + n not in ids], "a number leads to no row"
    assert not set(re.findall(r'href="#([^"]*)"', page)) - ids, "a link leads nowhere"
    told = re.search(r"rows stand here for ([\d,]+) of ([\d,]+) facts", plain(page)).groups()
    assert [int(x.replace(",", "")) for x in told] == [len(re.findall(r'<tr id="f\d+"', page)), len(facts)], told
    listed = re.search(r"SHA-256: ([\d,]+) of ([\d,]+) ?, those", plain(page)).groups()
    assert int(listed[1].replace(",", "")) == len(data["evidence"]) > int(listed[0]) > 8, listed
    section = page[page.index('<section class="body" id="runs"'):page.index('<section class="body" id="costs"')]
    wanted = {"A": ("31 runs, 30 of them steady", {"r0005", "r0009", "r0012"}), "B": ("30 runs, 30 of them steady", set())}
    for part, side in zip(re.split(r"<h3", section)[1:], "AB"):
        values = {path.split("/")[-2]: whole(path) for path in glob.glob("%s/%s/r*/steps.csv" % (folder, side))}
        order = sorted(values, key=values.get)
        least, middle, greatest = order[0], order[(len(order) - 1) // 2], order[-1]
        assert wanted[side][0] in plain(part), plain(part)[:300]
        rows = [cells(row) for row in re.findall(r"<tr.*?</tr>", part, re.S)]
        row = next(r for r in rows if r[0] == "whole run")
        assert row[1] == str(len(values)), row
        for text, run in zip(row[2:], (least, middle, greatest)):
            assert abs(float(text.replace(",", "")) / values[run] - 1) < 1e-4, (side, text, run, values[run])
        named = {r[0].split("/")[-1] for r in rows if re.fullmatch(r"(./)?r\d{4}", r[0])}
        assert wanted[side][1] <= named and {least, greatest} <= named and len(named) <= 8, (side, named)
        assert len(re.findall(r"Runs named below: (\d+)", plain(part))) == 1
        assert int(re.search(r"Runs named below: (\d+)", plain(part))[1]) == len(named), named
    every = {run["run"] for run in data["comparisons"][0]["runs"]}
    assert len(every) == 61, len(every)
    print("%d of %d facts, %d bytes" % (len(shown), len(facts), len(page)))


if sys.argv[1] == "--check":
    check(sys.argv[2])
else:
    make(*sys.argv[1:])
