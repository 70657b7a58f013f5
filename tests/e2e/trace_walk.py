#!/usr/bin/env python3
"""trace_walk.py REPORT TRACE: opens the place of every fact in the evidence and looks whether the value stands there.

REPORT is a folder as `dossier report -o` writes it, TRACE the output of `dossier trace --all`. Also walks every figure
of the HTML and of pages.txt: each must carry the number of a fact that exists."""
import csv, gzip, hashlib, html.parser, io, json, os, re, sys
import xml.etree.ElementTree as tree

top, trace = sys.argv[1:]
data = json.load(open(os.path.join(top, "report/data.json")))
facts = {f["number"]: f for f in data["facts"]}
good, bad = 0, []
cache = {}


def note(holds, said):
    global good
    if holds:
        good += 1
    else:
        bad.append(said)


def text_of(packed):
    if packed not in cache:
        raw = open(os.path.join(top, packed.removeprefix("data/")), "rb").read()
        cache[packed] = (hashlib.sha256(raw).hexdigest(), gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw)
    return cache[packed]


def pointer(value, path):
    for part in path.split("/")[1:]:
        part = part.replace("~1", "/").replace("~0", "~")
        value = value[int(part)] if isinstance(value, list) else value[part]
    return value


class Number(float):  # keeps how the number was written
    def __new__(cls, text):
        self = float.__new__(cls, text)
        self.text = text
        return self


def parse(text):
    return json.loads(text, parse_int=Number, parse_float=Number)


def written(value):
    if isinstance(value, Number): return value.text
    if value is True: return "true"
    if value is False: return "false"
    if value is None: return "null"
    if isinstance(value, list):  # a list is shown joined, as its key is usually written
        return [join.join(written(v) for v in value) for join in (", ", " ", ".")]
    return value if isinstance(value, str) else json.dumps(value)


def xml_at(root, path):
    at = root
    steps = [re.fullmatch(r"([\w.:-]+)(?:\[(\d+)\])?", s) for s in path.strip("/").split("/")]
    assert all(steps) and steps[0][1] == root.tag, path
    for step in steps[1:]:
        at = at.findall(step[1])[int(step[2] or 1) - 1]
    return at.text


def at_place(fact):
    source = fact["source"]
    digest, raw = text_of(source["evidence"])
    note(digest == source["sha256"], "F%d: digest of %s" % (fact["number"], source["evidence"]))
    place, lines = source["from"], raw.decode("utf-8", "replace")
    path = place.get("path", "")
    if "to" in source and source["to"] != place:  # a range: a list, or columns of a series
        return ("range", lines, place, source["to"])
    m = re.fullmatch(r"row (\d+) column (.*)", path)
    if m:
        table = re.sub(r"\A(?:==[A-Z]+== .*\n)+", "", lines)  # rows count from the header, below what the profiler says first
        rows = list(csv.reader(io.StringIO(table), skipinitialspace=True))
        return rows[int(m[1]) - 1][[h.strip() for h in rows[0]].index(m[2])].strip()
    if path.startswith("/") and raw.lstrip()[:1] in (b"{", b"["):
        try:
            return written(pointer(parse(lines), path))
        except json.JSONDecodeError:  # JSON Lines
            return written(pointer(parse(lines.split("\n")[place["line"] - 1]), path))
    if path.startswith("/"):
        return xml_at(tree.fromstring(lines), path) if "@" not in path else ("attribute",)
    if path:
        raise ValueError("path not understood: " + path)
    line = lines.split("\n")[place["line"] - 1]
    note(raw[place["offset"]:place["offset"] + 8] == line.encode()[place["column"] - 1:].ljust(8)[:8] or
         raw[place["offset"]:].split(b"\n")[0] == line.encode()[place["column"] - 1:], "F%d: offset and column disagree" % fact["number"])
    return ("at", line, place["column"] - 1)


for fact in facts.values():
    if fact["kind"] == "derived":
        inputs = fact["derivation"]["inputs"]
        note(bool(inputs) or fact["derivation"].get("series") is not None, "F%d %s: derived from nothing" % (fact["number"], fact["key"]))
        note(all(n in facts for n in inputs), "F%d: an input that is no fact" % fact["number"])
        continue
    try:
        found = at_place(fact)
    except Exception as error:
        note(False, "F%d %s: %s at %s: %r" % (fact["number"], fact["key"], fact["source"]["evidence"], fact["source"]["from"], error))
        continue
    value = fact.get("text", fact["value"])  # as the file writes it
    if isinstance(found, tuple):
        if found[0] == "attribute":
            note(value in text_of(fact["source"]["evidence"])[1].decode(), "F%d: attribute" % fact["number"])
        elif found[0] == "range":
            note(all(word in found[1] for word in value.replace(",", " ").split()), "F%d: range" % fact["number"])
        else:
            line = found[1].encode()[found[2]:].decode("utf-8", "replace")
            note(line.startswith(value) or line.strip('"').startswith(value), "F%d %s: %r is not at the place, which holds %r" % (fact["number"], fact["key"], value, line[:60]))
    elif isinstance(found, list):
        note(value in found, "F%d %s: says %r, the place holds the list %r" % (fact["number"], fact["key"], value, found[0]))
    else:
        a, b = " ".join(str(found).split()), " ".join(str(value).split())
        note(a == b or b in a, "F%d %s: says %r, the place holds %r" % (fact["number"], fact["key"], value, found))


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.numbers, self.links = [], []

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name == "data-fact": self.numbers.append(value)
            if name == "href": self.links.append(value)


page = Page()
page.feed(open(os.path.join(top, "report/report.html"), encoding="utf-8").read())
note(len(page.numbers) > 50, "the HTML marks hardly any figure")
for n in " ".join(page.numbers).split():
    note(n.isdigit() and int(n) in facts, "HTML: data-fact %r" % n)
for link in page.links:
    if link.startswith("../"):
        note(os.path.exists(os.path.join(top, "report", link.split("#")[0])), "HTML: link to nowhere %s" % link)
traced = set(int(n) for n in re.findall(r"^ *F(\d+) ", open(trace, encoding="utf-8").read(), re.M))
for n in facts:
    note(n in traced, "trace --all leaves out F%d" % n)
for said in bad[:40]:
    print("FAIL " + said)
print("%d passed, %d failed" % (good, len(bad)))
sys.exit(1 if bad else 0)
