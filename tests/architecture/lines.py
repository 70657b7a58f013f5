#!/usr/bin/env python3
"""lines.py TREE [EARLIER]: lines of code and of tests, per folder; with an earlier tree (git archive COMMIT | tar -x) also its own and the difference.

Lines as they stand, blank ones and comments too: .c, .h and .def of the program; .c, .h, .py, .sh, .mjs, .java, .cmake of tests. Golden files,
samples, documents and what npm installs are none."""
import collections, os, sys

CODE, TESTS = (".c", ".h", ".def"), (".c", ".h", ".py", ".sh", ".mjs", ".java", ".cmake", ".def")
NONE = {"build", "node_modules", "docs", "samples", ".git", "__pycache__"}
WHOLE = {"model/base"}  # a library of its own below another


def lines(tree):
    out = collections.Counter()
    for room, below, names in os.walk(tree):
        below[:] = sorted(b for b in below if b not in NONE)
        where = os.path.relpath(room, tree)
        part = where.split(os.sep)
        tests = part[0] == "tests"
        folder = "/".join(part[:2]) if tests or "/".join(part[:2]) in WHOLE else part[0]
        for name in names:
            if where != "." and name.endswith(TESTS if tests else CODE):
                out[folder] += sum(1 for _ in open(os.path.join(room, name), encoding="utf-8", errors="replace"))
    for of, said in ((False, "code"), (True, "tests")):
        out["all " + said] = sum(n for f, n in out.items() if not f.startswith("all ") and f.startswith("tests") == of)
    return out


now, then = lines(sys.argv[1]), lines(sys.argv[2]) if len(sys.argv) > 2 else None
for folder in sorted(set(now) | set(then or ()), key=lambda f: (f.startswith("all "), f.startswith("tests"), f)):
    if then is None:
        print("%-24s %7d" % (folder, now[folder]))
    else:
        print("%-24s %7d %7d %+7d" % (folder, then[folder], now[folder], now[folder] - then[folder]))
