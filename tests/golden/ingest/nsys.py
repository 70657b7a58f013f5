#!/usr/bin/env python3
"""nsys.py FILE: what summaries of `nsys stats` say, read by another way than the program's: key|instance|text. A table is
any block of lines (or list of objects) with a name, a count and a total; columns are found by cutting at commas, at bars, or
at two blanks."""
import csv, json, re, sys

NAMES, COUNTS = {"Name", "Operation", "Range"}, {"Instances", "Num Calls", "Calls", "Operations", "Count"}


def cut(line):
    if "|" in line:
        return [c.strip() for c in line.strip().strip("|").split("|")]
    if re.search(r",", line) and not line.startswith(" "):
        return next(csv.reader([line]))
    return re.split(r"\s{2,}", line.strip())


def tables(text):
    if text.lstrip().startswith("[") or "\n[\n" in text:
        rest, decoder = text[text.index("[\n"):], json.JSONDecoder(parse_float=str, parse_int=str)
        while rest.strip():
            rows, end = decoder.raw_decode(rest.lstrip())
            rest = rest.lstrip()[end:]
            yield rows
        return
    header, rows = None, []
    for line in text.split("\n") + [""]:
        cells = cut(line)
        if NAMES & set(cells) and COUNTS & set(cells):
            header, rows = cells, []
        elif header and re.match(r"[|\s]*\d", line):
            rows.append(dict(zip(header, cells)))
        elif header and not re.match(r"[\s+|-]*-", line):
            yield rows
            header = None


for rows in tables(open(sys.argv[1]).read()):
    first = rows[0]
    word = ("size " if any(c.startswith("Total (MB") or c == "Total" for c in first) else "copy " if "Operation" in first else
            "range " if "Range" in first else "" if "Instances" in first else "call " if first["Name"].startswith("cu") else "OS call ")
    for i, row in enumerate(rows, 1):
        for column, text in row.items():
            key = ("profile.name" if column in NAMES else "profile.calls" if column in COUNTS else
                   "profile.share" if column.replace(" ", "") == "Time(%)" else "profile.time" if column.startswith("Total Time") else
                   "profile.bytes" if column.startswith("Total") else
                   "latency.compute" if column.startswith(("Avg", "Average")) and not word else None)
            if key:
                print("%s|%s%d|%s" % (key, word, i, text))
