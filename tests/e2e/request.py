"""request.py: fills in the form of `dossier request`, by python's own reader and writer of CSV, and damages it.

FOLDER WAY KEY=VALUE...    fills in and saves: comma, semicolon, tab, utf8-mark, utf16, latin1
FOLDER remark KEY TEXT     FOLDER add KEY QUESTION    FOLDER add-sent KEY QUESTION VALUE (with a request that asks it)
rows FOLDER                {key: row}                 check FOLDER: both tables are whole
grown OLD NEW              of NEW only paths below received/ and statements are more than in OLD"""
import csv
import hashlib
import io
import json
import os
import sys

WAYS = {"comma": (",", "utf-8"), "semicolon": (";", "utf-8"), "tab": ("\t", "utf-8"), "utf8-mark": (",", "utf-8-sig"), "utf16": ("\t", "utf-16"),
        "latin1": (",", "latin-1")}
FIXED = [0, 1, 2, 3, 4, 7, 8]


def read(folder):
    raw = open(os.path.join(folder, "statements.csv"), "rb").read()
    text = raw.decode("utf-16" if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    mark = text[len("dossier-statements/1")]
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=mark))


def write(folder, rows, way="comma"):
    mark, encoding = WAYS[way]
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=mark).writerows(rows)
    with open(os.path.join(folder, "statements.csv"), "wb") as file:
        file.write(out.getvalue().encode(encoding))


def digest(row):
    return hashlib.sha256("".join("%d:%s\n" % (len(row[i].encode()), row[i]) for i in FIXED).encode()).hexdigest()


def check(folder):
    rows = read(folder)
    sent = json.load(open(os.path.join(folder, "request.json")))["asked"]
    assert {len(r) for r in rows} == {9} and all(r[5] == r[6] == "" for r in rows[1:])
    assert [(r[1], digest(r)) for r in rows[1:]] == [(s["key"], s["sha256"]) for s in sent]
    assert all(r[7] and r[8] for r in rows[1:-1]), "a row without rule or reason"
    files = list(csv.reader(open(os.path.join(folder, "files.csv"), newline="")))
    assert {len(r) for r in files} == {5} and all(all(r) for r in files)


def bare(case):
    case.pop("statements", None)
    for system in case["systems"]:
        for machine in system["machines"]:
            machine["captures"] = [c for c in machine.get("captures", []) if not c.startswith("received/")]
    return case


def main(folder, what, *rest):
    if folder == "rows":
        print(json.dumps({r[1]: n for n, r in enumerate(read(what), 1)}))
    elif folder == "check":
        check(what)
    elif folder == "grown":
        sys.exit(bare(json.load(open(what))) != bare(json.load(open(rest[0]))) or "received/" not in open(rest[0]).read())
    else:
        rows = read(folder)
        if what == "remark":
            for row in rows:
                row[6] = rest[1] if row[1] == rest[0] else row[6]
        elif what in ("add", "add-sent"):
            rows.append([str(len(rows)), rest[0], rest[1], "", "", rest[2] if len(rest) > 2 else "x", "", "W1", "because"])
            if what == "add-sent":
                path = os.path.join(folder, "request.json")
                request = json.load(open(path))
                request["asked"].append({"key": rest[0], "sha256": digest(rows[-1])})
                json.dump(request, open(path, "w"))
        else:
            said = dict(r.split("=", 1) for r in rest)
            for row in rows[1:]:
                row[5] = said.pop(row[1], row[5])
            assert not said, said
        write(folder, rows, what if what in WAYS else "comma")


main(*sys.argv[1:])
