#!/usr/bin/env python3
"""at_rest.py FILE...: telemetry of an accelerator at rest, four times as long: the same readings again, at later times."""
import datetime, sys

for path in sys.argv[1:]:
    head, *rows = open(path).read().rstrip("\n").split("\n")
    when = lambda row: datetime.datetime.strptime(row.split(",")[0] + "000", "%Y/%m/%d %H:%M:%S.%f")
    length = when(rows[-1]) - when(rows[0]) + datetime.timedelta(milliseconds=200)
    out = [head]
    for n in range(4):
        out += [(when(row) + n * length).strftime("%Y/%m/%d %H:%M:%S.%f")[:-3] + row[row.index(",") :] for row in rows]
    with open(path, "w") as file:
        file.write("\n".join(out) + "\n")
