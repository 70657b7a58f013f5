"""overlap.py FIGURE.svg ... - whether a label of a chart lies on another label, on a dot, or on the chart's upper or lower edge of
the grid: boxes of the texts by the widths of the shipped fonts' letters, read here from their tables."""
import os, re, struct, sys
import xml.etree.ElementTree as tree

FONTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "templates", "fonts")
FILES = {"sans": "SourceSans3-Regular.ttf", "bold": "SourceSans3-Semibold.ttf"}


def advances(name):
    """Character to width in em: cmap of format 4 or 12, hmtx."""
    data = open(os.path.join(FONTS, name), "rb").read()
    tables = {}
    for i in range(struct.unpack(">H", data[4:6])[0]):
        tag, _, at, length = struct.unpack(">4sIII", data[12 + 16 * i:28 + 16 * i])
        tables[tag.decode()] = data[at:at + length]
    em = struct.unpack(">H", tables["head"][18:20])[0]
    metrics = struct.unpack(">H", tables["hhea"][34:36])[0]
    width = [struct.unpack(">H", tables["hmtx"][4 * i:4 * i + 2])[0] / em for i in range(metrics)]
    cmap, out = tables["cmap"], {}
    for i in range(struct.unpack(">H", cmap[2:4])[0]):
        at = struct.unpack(">I", cmap[8 + 8 * i:12 + 8 * i])[0]
        if struct.unpack(">H", cmap[at:at + 2])[0] != 12:
            continue
        for k in range(struct.unpack(">I", cmap[at + 12:at + 16])[0]):
            first, last, glyph = struct.unpack(">III", cmap[at + 16 + 12 * k:at + 28 + 12 * k])
            for c in range(first, last + 1):
                out[chr(c)] = width[min(glyph + c - first, metrics - 1)]
    return out


def named(element):
    return element.tag.rsplit("}", 1)[-1]


def boxes(svg, widths):
    """Texts as (x0, y0, x1, y1, what), and what they must not touch."""
    texts, dots = [], []
    for e in svg.iter():
        if named(e) == "text":
            said, size = "".join(e.itertext()), float(e.get("font-size"))
            face = widths["bold" if "bold" in (e.get("class") or "").split() else "sans"]
            wide = sum(face.get(c, 0.5) for c in said) * size
            x, y = float(e.get("x")), float(e.get("y"))
            x -= {"middle": wide / 2, "end": wide}.get(e.get("text-anchor"), 0)
            texts.append((x, y - 0.66 * size, x + wide, y + 0.02 * size, said))  # capitals and figures; tails may touch
        elif named(e) == "circle":
            r = float(e.get("r"))
            x, y = float(e.get("cx")), float(e.get("cy"))
            dots.append((x - r, y - r, x + r, y + r, "a dot"))
    return texts, dots


def meets(a, b, least=0.3):
    return min(a[2], b[2]) - max(a[0], b[0]) > least and min(a[3], b[3]) - max(a[1], b[1]) > least


def edges(svg, texts):
    """Labels through which the grid's first or last line across goes."""
    across = [e for e in svg.iter() if named(e) == "line" and e.get("y1") == e.get("y2") and "s-hair" in (e.get("class") or "")]
    if not across or not any("saturation" in (e.get("id") or "") for e in svg.iter()):
        return []
    ends = {min(float(e.get("y1")) for e in across), max(float(e.get("y1")) for e in across)}
    left, right = min(float(e.get("x1")) for e in across), max(float(e.get("x2")) for e in across)
    return [(t, y) for t in texts for y in ends if t[1] < y < t[3] and t[0] > left and t[2] <= right + 0.5]


faults, seen = [], 0
widths = {face: advances(name) for face, name in FILES.items()}
for path in sys.argv[1:]:
    svg = tree.parse(path).getroot()
    texts, dots = boxes(svg, widths)
    seen += len(texts)
    for i, a in enumerate(texts):
        faults += [f"{path}: “{a[4]}” lies on “{b[4]}”" for b in texts[i + 1:] + dots if meets(a, b)]
    faults += [f"{path}: the grid's edge at {y:g} goes through “{t[4]}”" for t, y in edges(svg, texts)]
print("\n".join(faults))
print(f"{seen} labels of {len(sys.argv) - 1} figures")
sys.exit(1 if faults or not seen else 0)
