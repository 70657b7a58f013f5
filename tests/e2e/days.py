#!/usr/bin/env python3
"""days.py CASE REPORT: the pictures of time on page one and the decision page, worked out from the case and from data.json.

The line of what falls due has a dot for each date, as far along as its day, and its thick part reaches from the report to the
first of the ends; the bars of the options are as long as their months, the stroke stands at the month planned for. No word of
either page stands on another one."""
import datetime, json, re, subprocess, sys

case, report = json.load(open(sys.argv[1])), sys.argv[2]
facts = {f["number"]: f for f in json.load(open(report + "/data.json"))["facts"]}
html = open(report + "/report.html", encoding="utf-8").read()
wrong = []


def day(text):
    return datetime.date(int(text[:4]), int(text[5:7]), int(text[8:10] or 1)).toordinal()


def months(text):
    return 12 * int(text[:4]) + int(text[5:7])


svg = open(report + "/figures/due.svg", encoding="utf-8").read()
dots = [(facts[int(n)]["value"], float(x)) for n, x in re.findall(r'<circle [^>]*data-fact="(\d+)" cx="([\d.]+)"', svg)]
ends = [p["valid_until"] for p in case.get("prices", []) if "valid_until" in p]
ends += [v for v in (case.get("remeasure", {}).get("date"), case.get("decision", {}).get("review")) if v]
wanted = [v for v in [case["date"], min((p["valid_until"] for p in case.get("prices", []) if "valid_until" in p), default=None),
                      case.get("remeasure", {}).get("date"), case.get("decision", {}).get("review"),
                      case.get("decision", {}).get("claims_until")] + [e.get("as_of") for e in case.get("rates", [])] if v]
wanted += [case["remeasure"]["date"]] if case.get("remeasure", {}).get("every_months") else []
wanted += [f["value"] for f in facts.values() if f["key"] == "option.until" and not f.get("instance")]
if sorted(v for v, _ in dots) != sorted(wanted):
    wrong.append("dots at %s, not at %s" % (sorted(v for v, _ in dots), sorted(wanted)))
first, last = min(day(v) for v, _ in dots), max(day(v) for v, _ in dots)
left, right = min(x for _, x in dots), max(x for _, x in dots)


def at(value):
    return left + (right - left) * (day(value) - first) / (last - first)


for value, x in dots:
    if abs(x - at(value)) > 0.02:
        wrong.append("%s stands at %s, not at %.2f" % (value, x, at(value)))
thick = re.search(r'<rect class="f-ink"[^>]* x="([\d.]+)" y="[\d.]+" width="([\d.]+)"', svg)
if bool(thick) != bool(ends) or (thick and (abs(float(thick.group(1)) - at(case["date"])) > 0.02 or
                                            abs(float(thick.group(1)) + float(thick.group(2)) - at(min(ends))) > 0.02)):
    wrong.append("the thick part is %s" % (thick and thick.groups(),))

bars = [(months(facts[int(n)]["value"]) - months(case["date"]), float(w), float(x)) for n, w, x in re.findall(
    r'<svg class="span"[^>]*>(?:(?!</svg>).)*?<rect [^>]*data-fact="(\d+)"[^>]* width="([\d.]+)"(?:(?!</svg>).)*?data-fact="\d+" x1="([\d.]+)"', html)]
planned = 12 * case["demand"]["years"] if "years" in case.get("demand", {}) else 0
scale = 62 / max([planned] + [m for m, _, _ in bars]) if bars else 0
for month, width, x in bars:
    if abs(width - max(1, month * scale)) > 0.02 or abs(x - planned * scale) > 0.02:
        wrong.append("a bar of %d months is %s wide, its stroke at %s" % (month, width, x))
named = re.findall(r'plan: <span [^>]*data-fact="(\d+)"', html.split('id="decision"')[0])
if bars and [months(facts[int(n)]["value"]) - months(case["date"]) for n in named] != [planned]:
    wrong.append("the dashed stroke is named %s" % named)
if len(bars) < 2 and "demand" in case:
    wrong.append("%d bars" % len(bars))

words = subprocess.run(["pdftotext", "-bbox", "-l", "2", report + "/report.pdf", "-"], capture_output=True, text=True, check=True).stdout
for page in words.split("<page ")[1:]:
    boxes = [(float(a), float(b), float(c), float(d), w) for a, b, c, d, w in re.findall(
        r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)</word>', page)]
    for i, one in enumerate(boxes):
        for other in boxes[i + 1:]: # a box is higher than its letters: a third of it may lie over another
            across = min(one[2], other[2]) - max(one[0], other[0])
            down = min(one[3], other[3]) - max(one[1], other[1])
            if across > 1 and down > 0.45 * min(one[3] - one[1], other[3] - other[1]):
                wrong.append("%s stands on %s" % (one[4], other[4]))
print("%d dots, %d bars" % (len(dots), len(bars)))
print("\n".join(wrong))
sys.exit(1 if wrong else 0)
