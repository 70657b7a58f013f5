#!/usr/bin/env python3
"""reads.py SOURCE DOSSIER [--missing]: what `dossier formats --json` says of a format, against the golden facts.

Each key that a golden file of a format gives stands among the format's fields; each row of a reads_ROOM.def names a place from which
a golden file gives that key, so that no row can lie. --missing prints the rows that are wanted instead, to be looked at."""
import collections, json, os, re, subprocess, sys

source, dossier, missing = sys.argv[1], sys.argv[2], sys.argv[3:] == ["--missing"]
EVERYWHERE = {"record.contradiction", "record.unread"}  # what any format may give
golden = os.path.join(source, "tests", "golden", "ingest")
FACT = re.compile(r"^([a-z0-9_.]+) \[.*?\] (?:(?:captured|declared|measured) =|series of \d+,) .* @ (.*)$")
PLACE = re.compile(r"^(?:(.*?) ?)(\d+):(\d+)(?: \.\. .*)?$")


def label(before):
    """What stands before a value on its line: digits are any, signs at the end are none of its name."""
    return re.sub(r"\s+", " ", re.sub(r"\d+", "*", before)).strip(" :=\"'\t,|")


def lines_of(path):
    bytes_ = open(path, "rb").read()
    text = bytes_.decode("utf-16" if bytes_[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8", "replace")
    return text.split("\n")


def given():
    """By format and key: the places from which golden files give it, as rows write them."""
    out = collections.defaultdict(lambda: collections.defaultdict(set))
    for folder, _, names in os.walk(golden):
        for name in sorted(n for n in names if n.endswith(".facts")):
            facts = os.path.join(folder, name)
            rows = open(facts, encoding="utf-8", errors="replace").read().split("\n")
            format_, lines = rows[0].removeprefix("format "), None
            for row in rows[1:]:
                fact = FACT.match(row)
                place = fact and PLACE.match(fact[2])
                if not place:
                    continue
                path = re.sub(r"^(line|row) \d+ ", "", place[1].split(" .. ")[0])
                path = re.sub(r" \d+:\d+$", "", path).removeprefix("column ")
                path = re.sub(r" row \d+$", "", path)
                if path.startswith("/"):
                    path = "/".join("*" if re.fullmatch(r"\d+", s) else s for s in path.split("/"))
                if not path:
                    lines = lines or lines_of(facts.removesuffix(".facts"))
                    at = int(place[2]) - 1
                    path = label(lines[at][:int(place[3]) - 1]) if at < len(lines) else ""
                out[format_][fact[1]].add(path)
    return out


def matches(row, place):
    """Whether the row speaks of the place: a segment * is any; a label is the end of what stands before the value."""
    if row.startswith("/"):
        a, b = row.split("/"), place.split("/")
        return len(a) == len(b) and all(x == "*" or x == y for x, y in zip(a, b))
    return row == "*" or place == row or place.endswith(row)


def rows_for(places):
    """Few rows that speak of all the places."""
    by, out = collections.defaultdict(set), []
    for p in places:
        by[p.count("/") if p.startswith("/") else -1].add(p)
    for count, group in sorted(by.items()):
        if count >= 0:
            split = [p.split("/") for p in sorted(group)]
            out += sorted(group) if len(group) <= 3 else ["/".join(x[0] if len(set(x)) == 1 else "*" for x in zip(*split))]
            continue
        said = set()
        for p in group:
            word = re.search(r"([A-Za-z_][\w.-]*(?: [A-Za-z(][\w.()-]*){0,4})$", p)
            said.add(p if re.fullmatch(r"[A-Za-z_][\w .()/%-]{0,47}", p) else word[1] if word and len(word[1]) < 48 else "*")
        out += ["*"] if "*" in said or len(said) > 6 else sorted(said)
    return out


listed = json.loads(subprocess.run([dossier, "formats", "--json"], capture_output=True, check=True).stdout)
rooms = os.path.join(source, "ingest", "formats")
ids = dict(re.findall(r'^KEY\((\w+), "([^"]+)"', open(os.path.join(source, "model", "vocabulary.def"), encoding="utf-8").read(), re.M))
rows = []
for room in sorted(r for r in os.listdir(rooms) if os.path.exists(os.path.join(rooms, r, "reads_%s.def" % r))):
    of_room = open(os.path.join(rooms, room, "reads_%s.def" % room), encoding="utf-8").read()
    rows += [(f, p.replace('\\"', '"'), ids.get(k, k), room) for f, p, k in re.findall(r'^READS\("([^"]+)", "((?:[^"\\]|\\.)*)", (\w+)\)', of_room, re.M)]
seen, wrong = given(), []
for format_ in listed:
    name, keys = format_["name"], {f["key"] for f in format_["fields"]}
    for key in sorted(set(seen[name]) - keys - EVERYWHERE):
        wrong.append("%s gives %s, which `formats --json` does not list: a row in the reads_ROOM.def beside its adapter (--missing prints it)" % (name, key))
        if missing:
            back = {v: k for k, v in ids.items()}
            for place in rows_for(seen[name][key]):
                print('READS("%s", "%s", %s)' % (name, place.replace("\\", "\\\\").replace('"', '\\"'), back[key]))
    if not format_["fields"] and not format_.get("takes"):
        wrong.append("%s: neither fields nor what it takes: rows in the reads_ROOM.def beside its adapter (--missing prints them)" % name)
for name, place, key, _ in rows:
    if not any(matches(place, p) for p in seen[name][key]):
        wrong.append("%s: no golden file gives %s from \"%s\", but from %s" % (name, key, place, sorted(seen[name][key])[:4]))
order = {f["name"]: i for i, f in enumerate(listed)}
for room in sorted({r[3] for r in rows}):
    of_room, last = [r[0] for r in rows if r[3] == room], ""
    for name in of_room:
        if name not in order:
            wrong.append("reads_%s.def: no format is called %s" % (room, name))
        elif last and order[name] < order[last]:
            wrong.append("reads_%s.def: rows of %s stand behind those of %s, which comes later in adapters.def" % (room, name, last))
        last = name if name in order else last
if len(rows) != len(set(rows)):
    wrong += ["reads_%s.def: a row stands twice: %s from \"%s\"" % (r[3], r[0], r[1]) for r, n in collections.Counter(rows).items() if n > 1]
if not missing:
    for said in wrong[:40]:
        print("FAIL " + said)
    print("%d rows, %d formats, %d wrong" % (len(rows), len(listed), len(wrong)))
    sys.exit(1 if wrong or len(rows) < 500 else 0)
