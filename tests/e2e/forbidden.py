#!/usr/bin/env python3
"""forbidden.py REPORT - looks for numbers that relate systems whose comparison is not licensed.

Two ways: by structure (no fact of a kind that relates systems, no claim resting on one, unless some comparison of the
report is licensed), and by value: the ratios that the runs' own figures would give are computed here and looked for in
the text of HTML, pictures and pages, as ratios and as percentages."""
import glob, html, json, os, re, sys

report = sys.argv[1]
data = json.load(open(report + "/data.json"))
facts = {fact["number"]: fact for fact in data["facts"]}
LICENSED = ("comparable", "comparable with stated differences")
forbidden = [c for c in data["comparisons"] if c["verdict"] not in LICENSED]
allowed = [c for c in data["comparisons"] if c["verdict"] in LICENSED]
wrong = []

RELATES = re.compile(r"^(ratio|change|window|mean|bridge|holm|work_per_energy\.ratio)\.|^work_per_energy\.ratio")
if not allowed:
    wrong += ["fact %s F%d" % (f["key"], f["number"]) for f in facts.values()
              if f["kind"] == "derived" and RELATES.match(f["key"])]
    for claim in data.get("claims", []):
        rests = [n for slot in claim["facts"].values() for n in (slot if isinstance(slot, list) else [slot])]
        for number in rests:
            if RELATES.match(facts[number]["key"]):
                wrong.append("claim %s rests on F%d" % (claim.get("id"), number))


def words(path):
    text = open(path, encoding="utf-8").read()
    if path.endswith((".html", ".svg")):
        text = re.sub(r"<(script|style)\b.*?</\1>", " ", text, flags=re.S)
        text = re.sub(r"<[^>]*>", " ", text)
    return html.unescape(text)


def values(system):
    """Own and whole-run figures of a system's runs, by kind."""
    out = {}
    for fact in facts.values():
        if fact["kind"] == "derived" and fact["key"] in ("value.own_window", "value.whole_run") and \
                fact.get("run", "").split("/")[0] == system:
            out.setdefault(fact["key"], []).append(float(fact["value"]))
    return out


def shown(ratio):
    change = (ratio - 1) * 100
    out = {"%.3f" % ratio, "%.4f" % ratio, "%.2fx" % ratio, "%.2f times" % ratio, "%.1f times" % ratio}
    out |= {"%.1f %%" % abs(change), "%.2f %%" % abs(change), "%+.0f %%" % change, "−%.0f %%" % abs(change)}
    return {text for text in out if abs(change) > 1.5}


if not allowed:
    files = [report + "/report.html", report + "/pages.txt"] + sorted(glob.glob(report + "/figures/*.svg"))
    texts = {os.path.basename(path): words(path) for path in files if os.path.exists(path)}
    assert len(texts) >= 2
    tried = 0
    for c in forbidden:
        a, b = values(c["a"]), values(c["b"])
        for kind in set(a) & set(b):
            ratio = (sum(b[kind]) / len(b[kind])) / (sum(a[kind]) / len(a[kind]))
            for text in shown(ratio) | shown(1 / ratio):
                tried += 1
                pattern = r"(?<![\d.])" + re.escape(text) + r"(?!\d)"
                wrong += ["%s in %s" % (text, name) for name, all_of in texts.items() if re.search(pattern, all_of)]
    if any(values(c["a"]) and values(c["b"]) for c in forbidden):
        assert tried > 0
    print("%d numbers looked for in %d files" % (tried, len(texts)))
print("%d comparisons forbidden, %d licensed" % (len(forbidden), len(allowed)))
for text in wrong:
    print("FORBIDDEN", text)
sys.exit(bool(wrong))
