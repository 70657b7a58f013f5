"""chart_marks.py REPORT_FOLDER: dots, bars and lines of the charts stand where their facts' values do, on axes that begin at nought
where a length is read; what belongs to A is told from what belongs to B without a colour; the objective of a sweep is drawn."""
import json, math, os, re, sys

report = sys.argv[1]
facts = {f["number"]: f for f in json.load(open(report + "/data.json", encoding="utf-8"))["facts"]}
wrong, seen = [], 0


def elements(svg, name):
    for tag in re.findall(r"<%s\b([^>]*)>" % name, svg):
        yield dict(re.findall(r'([\w-]+)="([^"]*)"', tag))


def ticks(svg):
    """(x, y, value) of the numbers along the axes."""
    found = re.findall(r'<text class="[^"]*\btick\b[^"]*"([^>]*)>([^<]*)</text>', svg)
    where = [(dict(re.findall(r'([\w-]+)="([^"]*)"', tag)), text) for tag, text in found]
    return [(float(a["x"]), float(a["y"]), float(text.replace(",", "")), a.get("text-anchor")) for a, text in where]


def number(fact):
    return float(re.search(r"-?[\d.]+", facts[int(fact)]["value"].replace("\u2212", "-")).group())


def row_of(marks):
    """The ticks of the axis across: those of the lowest line."""
    low = max(y for _, y, _, _ in marks)
    return [(x, v) for x, y, v, _ in marks if y == low]


def scale(name, pairs):
    """From a value to its place, by nought and the last tick; each other tick lies between as its value says."""
    pairs = sorted(pairs, key=lambda p: p[1])
    if not pairs or pairs[0][1] != 0:
        wrong.append("%s: the axis does not begin at nought but at %s" % (name, pairs[:1]))
        return None
    (x0, _), (x1, v1) = pairs[0], pairs[-1]
    at = lambda v: x0 + v * (x1 - x0) / v1
    wrong.extend("%s: the tick %g stands at %g, not %.2f" % (name, v, x, at(v)) for x, v in pairs if abs(at(v) - x) > 0.06)
    return at


for file in sorted(os.listdir(report + "/figures")):
    kind = re.match(r"(values|money|saturation)\b", file)
    if not kind:
        continue
    svg = open(report + "/figures/" + file, encoding="utf-8").read()
    at = scale(file, row_of(ticks(svg)))
    dots = [c for c in elements(svg, "circle") if "data-fact" in c and ("f-paper" in c["class"] or "f-none" not in c["class"])]
    if not at or not dots:
        wrong.append(file + ": no dots on an axis")
        continue
    for c in dots:
        seen += 1
        if abs(at(number(c["data-fact"])) - float(c["cx"])) > 0.15:
            wrong.append("%s: %s stands at %s, not %.2f" % (file, facts[int(c["data-fact"])]["value"], c["cx"], at(number(c["data-fact"]))))
    for bar in elements(svg, "rect"):
        if "-pale" in bar.get("class", ""):
            x, wide = float(bar["x"]), float(bar["width"])
            if wide > 1.7 and abs(at(number(bar["data-fact"])) - x) > 0.15:
                wrong.append("%s: an interval begins at %g, not %.2f" % (file, x, at(number(bar["data-fact"]))))
    # Hollow and full: of two systems one has this and one that.
    fills = {s: {("f-paper" in c["class"].split()) for c in dots if "s-" + s in c["class"].split()} for s in "ab"}
    if fills["a"] and fills["b"] and fills["a"] == fills["b"]:
        wrong.append(file + ": the dots of A and B are alike in grey")
    if kind.group(1) == "saturation":
        if not re.search(r">[^<,]+, [^<]+ \u2192<", svg) or re.search(r">knee at [\d.,]+<", svg):
            wrong.append(file + ": an axis or a knee without its unit")
        up = [(y - 2.3, v) for x, y, v, anchor in ticks(svg) if anchor == "end"]
        (y0, v0), (y1, v1) = up[0], up[-1]
        dashed = [l for l in elements(svg, "line") if "stroke-dasharray" in l and "data-fact" in l]
        if len(dashed) != 1:
            wrong.append("%s: %d lines of an objective" % (file, len(dashed)))
        for l in dashed:
            limit = facts[int(l["data-fact"])]
            ms = number(limit["number"]) * (1 if "ms" in limit["value"] + limit.get("unit", "") else 1000)
            y = y0 + (math.log(ms) - math.log(v0)) * (y1 - y0) / (math.log(v1) - math.log(v0))
            if abs(y - float(l["y1"])) > 0.3:
                wrong.append("%s: the objective of %g ms stands at %s, not %.2f" % (file, ms, l["y1"], y))
if os.path.exists(report + "/figures/steps.svg"):
    svg = open(report + "/figures/steps.svg", encoding="utf-8").read()
    dashes = {s: {"stroke-dasharray" in l for l in elements(svg, "line") if "s-" + s in l["class"].split()} for s in "ab"}
    if dashes["a"] == dashes["b"]:
        wrong.append("steps.svg: the lines of A and B are alike in grey")
# Parts of a bar of time lie side by side: each is told from the next by how dark it is, or by its strokes.
def dark(rect):
    """How dark it is, 0 to 1, and whether strokes stand in it."""
    parts = [int(rect["fill"][i:i + 2], 16) / 255 for i in (1, 3, 5)]
    x, y, wide = float(rect["x"]), float(rect["y"]), float(rect["width"])
    strokes = any(l["x1"] == l["x2"] and x < float(l["x1"]) < x + wide and abs(float(l["y1"]) - y) < 0.1 for l in lines)
    return 1 - (0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]), strokes


for file in sorted(os.listdir(report + "/figures")):
    if not re.match(r"(spent|time)\b", file):
        continue
    svg = open(report + "/figures/" + file, encoding="utf-8").read()
    lines, bars = list(elements(svg, "line")), [r for r in elements(svg, "rect") if r.get("x") and r.get("fill", "").startswith("#")]
    for left, right in zip(bars, bars[1:]):
        if left["y"] != right["y"] or abs(float(left["x"]) + float(left["width"]) - float(right["x"])) > 0.05 or float(right["width"]) < 2.4:
            continue
        (one, strokes), (other, others) = dark(left), dark(right)
        if abs(one - other) < 0.15 and strokes == others:
            wrong.append("%s: parts at %s and %s are alike in grey" % (file, left["x"], right["x"]))
print("%d dots" % seen)
print("\n".join(wrong))
sys.exit(1 if wrong or not seen else 0)
