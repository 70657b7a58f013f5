#!/usr/bin/env python3
"""accuracy.py FOLDER REPORT CASE - holds what a report says of accuracy against the files of lm-evaluation-harness: each
score with its error, samples and version as written; the loss and its interval worked out here, to the printed digit;
and the standing against the loss that the case accepts."""
import glob, json, math, os, sys

folder, report, name = sys.argv[1:]
data, case = json.load(open(report + "/data.json")), json.load(open("%s/%s" % (folder, name)))
facts = {fact["number"]: fact for fact in data["facts"]}
most = float(case["policy"]["accuracy"].split()[0]) / 100
asked = case["policy"].get("accuracy_task")
rows, wrong = data["accuracy"], []


def hold(what, ours, theirs):
    if ours != theirs:
        wrong.append("%s: %r here, %r in the report" % (what, ours, theirs))


scores = {}
for system in case["systems"]:
    for capture in system["machines"][0]["captures"]:
        for path in glob.glob("%s/%s/results_*.json" % (folder, capture)):
            raw = json.load(open(path), parse_float=str, parse_int=str)
            limit, count = raw["config"]["limit"], raw["n-samples"]
            for task, figures in raw["results"].items():
                for key in figures:
                    if "_stderr" in key or key == "alias":
                        continue
                    metric, given = key.split(",")
                    scores[system["id"], "%s %s" % (task, key)] = {
                        "score": figures[key], "error": figures["%s_stderr,%s" % (metric, given)],
                        "samples": count[task]["effective"], "samples_all": count[task]["original"], "limit": limit,
                        "tool_version": raw["lm_eval_version"], "shots": raw["n-shot"][task],
                        "part": int(count[task]["effective"]) < int(count[task]["original"])}
hold("rows", sorted(scores), sorted((row["system"], row["task"]) for row in rows))
for row in rows:
    ours = scores[row["system"], row["task"]]
    for key in ("score", "error", "samples", "samples_all", "limit", "tool_version", "shots"):
        hold("%s of %s" % (key, row["task"]), ours[key], facts[row[key]]["value"] if key in row else None)
    hold("part", ours["part"], row["part_of_task"])
    hold("evidence", not ours["part"], row["evidence"])
    hold("asked", asked in (None, row["task"]), row["asked"])
    weights = facts[row["weights"]]["value"]
    hold("formats", {"A": "bf16", "B": "fp8_e4m3fn"}[row["system"]], weights)
    # A mean of zeros and ones has one standard error only: the file's own figures agree with each other.
    n, p = int(ours["samples"]), float(ours["score"])
    assert abs(math.sqrt(p * (1 - p) / (n - 1)) - float(ours["error"])) < 1e-12

losses = data["comparisons"][0].get("accuracy", [])
good = [task for system, task in scores if system == "A" and not scores["A", task]["part"] and not scores["B", task]["part"]]
licensed = "numbers" in data["comparisons"][0]
hold("losses", sorted(good) if licensed else [], sorted(one["task"] for one in losses))
for one in losses:
    a, b = (scores[side, one["task"]] for side in "AB")
    base = float(a["score"])
    loss = (base - float(b["score"])) / base
    half = 1.96 * math.hypot(float(a["error"]), float(b["error"])) / base
    for key, value in (("loss", loss), ("low", loss - half), ("high", loss + half)):
        text = ("%.2f" % (value * 100)).replace("-", "−")
        hold("%s of %s" % (key, one["task"]), text, facts[one[key]]["value"].replace("-", "−"))
    hold("standing", "holds" if loss + half <= most else "fails" if loss - half > most else "unknown", one["standing"])
print("%d scores, %d losses" % (len(rows), len(losses)))
for text in wrong:
    print("WRONG", text)
sys.exit(bool(wrong) or not rows)
