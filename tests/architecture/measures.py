#!/usr/bin/env python3
"""measures.py SOURCE BUILD: how easily a reader finds what he looks for, in numbers.

Prints each measure with what it is meant to be. What holds fails when it no longer does; what does not hold yet stands in
TO_COME with the value that it has come down to, and fails above that: whoever brings it down further writes it there.

Which file calls which is read from the objects (nm), so that a header that is merely included counts for nothing."""
import collections, json, os, re, subprocess, sys

source, build = sys.argv[1], sys.argv[2]
FILES_MOST, FLOORS_MOST = 40, 7
TO_COME = {}
# Rooms of a folder, lowest first: a file calls none of a room that stands behind its own.
ROOMS = {"comparability": ["steady", "contradiction", "judge", "judge/predicates", "judge/rules", "decide"], "sign": ["container", "keys", "verify", "make"],
         "cli": ["line", "held", "own", "bundles", "answers", "compare", "after", "verbs"]}
failures = []


def measure(said, value, meant, of=""):
    print("%-58s %5s%-8s %s" % (said, value, of, "holds" if value <= meant else "to come: at most %s" % meant))
    if value > TO_COME.get(said, meant):
        failures.append("%s: %s, at most %s" % (said, value, TO_COME.get(said, meant)))
    if said in TO_COME and value < TO_COME[said]:
        failures.append("%s came down to %s: write it in TO_COME" % (said, value))


def folders():
    """Folder of each library, by its name."""
    text = open(os.path.join(source, "CMakeLists.txt"), encoding="utf-8").read()
    return {f.split("/")[-1]: f for f in re.search(r"foreach\(folder ([^)]*)\)", text).group(1).split()}


FOLDERS = folders()

# ---- files a folder ----
for name, path in FOLDERS.items():
    for room, below, names in os.walk(os.path.join(source, path)):
        below[:] = sorted(b for b in below if os.path.relpath(os.path.join(room, b), source) not in FOLDERS.values())
        code = [f for f in names if f.endswith((".c", ".h"))]
        where = os.path.relpath(room, source)
        if len(code) > FILES_MOST * 3 // 4:
            measure("files of code in %s" % where, len(code), FILES_MOST)

# ---- who calls whom ----
defined, wanted, objects = {}, collections.defaultdict(set), {}
for name, path in FOLDERS.items():
    top = os.path.join(build, path, "CMakeFiles", name + ".dir")
    for room, _, names in os.walk(top):
        for f in sorted(n for n in names if n.endswith(".c.o")):
            file = os.path.normpath(os.path.join(path, os.path.relpath(os.path.join(room, f[:-2]), top)))
            if os.path.exists(os.path.join(source, file)):  # else left behind by an older build
                objects[os.path.join(room, f)] = file
for line in subprocess.run(["nm", "-A", *sorted(objects)], capture_output=True, text=True).stdout.splitlines():
    object, row = line.split(":", 1)
    kind, symbol = row[17:].split(" ", 1)
    if kind == "U":
        wanted[objects[object]].add(symbol)
    elif kind.isupper():
        defined[symbol] = objects[object]
files = sorted(set(defined.values()) | set(wanted))
calls = {f: {defined[s] for s in wanted[f] if s in defined} - {f} for f in files}
if not files:
    failures.append("no objects under %s: built?" % build)


def circles(nodes):
    """Sets of files that reach one another (Tarjan 1972), each but for those of one file; callees come first."""
    number, low, stack, out = {}, {}, [], []

    def visit(v):
        number[v] = low[v] = len(number)
        stack.append(v)
        for w in sorted(calls[v] & nodes):
            if w not in number:
                visit(w)
            if w in stack:
                low[v] = min(low[v], low[w])
        if low[v] == number[v]:
            out.append(stack[stack.index(v):])
            del stack[stack.index(v):]

    for v in sorted(nodes):
        if v not in number:
            visit(v)
    return out


sys.setrecursionlimit(10000)
for name, path in FOLDERS.items():
    nodes = {f for f in files if f.startswith(path + "/") and (name != "model" or not f.startswith("model/base/"))}
    found = [c for c in circles(nodes) if len(c) > 1]
    measure("circles of files in %s" % name, len(found), 0)
    for c in found:
        print("    %s" % " ".join(sorted(os.path.basename(f) for f in c)))

# ---- comparability: floors, and rooms that call upwards ----
nodes = {f for f in files if f.startswith("comparability/")}
floor = {}
for c in circles(nodes):
    level = 1 + max([floor[w] for v in c for w in calls[v] & nodes if w not in c], default=0)
    floor.update({v: level for v in c})
measure("floors of comparability as a whole", max(floor.values(), default=0), FLOORS_MOST)
for room in ROOMS["comparability"]:
    within = {f for f in nodes if os.path.dirname(f) == "comparability/" + room}
    depth = {}
    for c in circles(within):
        level = 1 + max([depth[w] for v in c for w in calls[v] & within if w not in c], default=0)
        depth.update({v: level for v in c})
    measure("floors of comparability/%s by itself" % room, max(depth.values(), default=0), FLOORS_MOST, " of %d" % len(within))
for folder, rooms in ROOMS.items():
    of = [f for f in files if f.startswith(folder + "/")]
    room_of = lambda f: os.path.dirname(f)[len(folder) + 1:]
    rank = {f: rooms.index(room_of(f)) if room_of(f) in rooms else -1 for f in of}
    upwards = ["%s stands in no room" % v for v in of if rank[v] < 0]
    upwards += ["%s calls %s" % (v, w) for v in of for w in sorted(calls[v] & set(of)) if rank[w] > rank[v]]
    measure("calls from a room of %s to one above it" % folder, len(upwards), 0)
    failures += upwards
steady = ["%s calls %s" % (v, w) for v in sorted(nodes) if v.startswith("comparability/steady/") for w in calls[v] if w == "model/facts.c"]
measure("files of comparability/steady that look up a fact", len(steady), 0)

# ---- formats ----
shown = json.loads(subprocess.run([os.path.join(build, "cli", "dossier"), "formats", "--json"], capture_output=True, text=True, check=True).stdout)
formats = {f["name"] for f in shown} - {"gguf"}  # there a word of people, who call a backend so
named = []
for room, _, names in os.walk(os.path.join(source, "comparability")):
    for f in names:
        text = re.sub(r"/\*.*?\*/", "", open(os.path.join(room, f), encoding="utf-8").read(), flags=re.S)
        named += ["%s names %s" % (f, n) for n in sorted(set(re.findall(r'"([^"\n]*)"', text)) & formats)]
measure("files of comparability that name a format", len({n.split()[0] for n in named}), 0)
for said in named:
    print("    " + said)
empty = [f["name"] for f in shown if not f["fields"] and not f.get("takes")]
measure("formats without fields in `formats --json`", len(empty), 0, " of %d" % len(shown))

# ---- predicates ----
# A rule names a test, a row of the table says of which predicates (C functions) the test is made: these are counted, not the names.
rules = json.load(open(os.path.join(source, "templates", "rules.json"), encoding="utf-8"))["rules"]
table = open(os.path.join(source, "comparability/judge/predicates/predicates.def"), encoding="utf-8").read()
made_of = {row.split('"', 1)[0]: set(re.findall(r"\.(?:test|judge) = (\w+)", row)) for row in table.split('.name = "')[1:]}
failures += ["no row for the test %s of rule %s" % (r["predicate"], r["id"]) for r in rules if not made_of.get(r["predicate"])]
served = collections.Counter(f for r in rules for f in made_of[r["predicate"]])
alone = sorted(f for f, n in served.items() if n == 1)
own = sum(1 for r in rules if made_of[r["predicate"]] & set(alone))
measure("share of predicates that serve one rule", round(len(alone) / len(served), 2), 0.49, " of %d" % len(served))
print("    rules made of shared predicates alone: %d of %d" % (len(rules) - own, len(rules)))
# What the predicates are told by name: signs, measures, what answers for a key. Not counted against the limit, and not hidden.
told_of = {row.split('"', 1)[0]: set(re.findall(r"\.(?:sign|then_sign|lacks|limit|reached|of|known|against) = ([a-z]\w+)", row)) for row in table.split('.name = "')[1:]}
told = collections.Counter(f for r in rules for f in told_of[r["predicate"]])
print("    signs, measures and the like that they are told by name: %d, of which %d serve one rule" % (len(told), sum(1 for n in told.values() if n == 1)))

# The page tells the same numbers.
page = open(os.path.join(source, "docs/architecture.md"), encoding="utf-8").read()
for said in ("not the names: %d, of which %d serve one rule" % (len(served), len(alone)),
             "So %d of %d rules have no predicate of their own" % (len(rules) - own, len(rules)),
             "the %d signs, measures and answers of `signs.h`" % len(told)):
    if said not in page:
        failures.append("docs/architecture.md, \"Rules, tests, predicates\", has other numbers than \"%s\"" % said)

# ---- derived numbers ----
rows = "".join(open(os.path.join(source, "comparability/judge", f), encoding="utf-8").read() for f in ("derivations.def", "derivations_money.def"))
makers = "".join(open(os.path.join(source, f), encoding="utf-8").read() for f in files if f.startswith("comparability/"))
unmade = [d for d in re.findall(r"^DERIVATION\((\w+)", rows, re.M) if not re.search(r"\bDERIVE_%s\b" % d, makers)]
measure("derived numbers that nothing makes", len(unmade), 0)
for d in unmade:
    print("    " + d)

# ---- charts, verbs ----
within = {f: open(os.path.join(source, f), encoding="utf-8").read() for f in files if f.startswith("render/") and f != "render/charts/charts.c"}
listed = re.search(r"enum chart \{(.*?)\}", open(os.path.join(source, "render/charts/chart.h"), encoding="utf-8").read(), re.S)[1]
undrawn = [c for c in re.findall(r"CHART_\w+", listed) if c != "CHART_COUNT" and not any(re.search(r"\b%s\b" % c, text) for text in within.values())]
measure("charts that no section draws", len(undrawn), 0)
failures += ["no section draws %s: `chart_add` in the one that shows it" % c for c in undrawn]
in_table = re.findall(r"^\s*\[(CHART_\w+)\] =", open(os.path.join(source, "render/charts/charts.c"), encoding="utf-8").read(), re.M)
rowless = [c for c in re.findall(r"CHART_\w+", listed) if c != "CHART_COUNT" and c not in in_table]
measure("charts without a row in charts.c", len(rowless), 0)
failures += ["render/charts/charts.c has no row [%s]: a report that draws it would divide by zero" % c for c in rowless]
called = open(os.path.join(source, "tests/e2e/no_network.sh"), encoding="utf-8").read()
overview = subprocess.run([os.path.join(build, "cli", "dossier"), "--help"], capture_output=True, text=True).stdout
verbs = re.findall(r"^  ([a-z][a-z-]*)  ", overview, re.M)
unseen = [v for v in verbs if not re.search(r"^\d %s\b" % v, called, re.M)]
measure("verbs that tests/e2e/no_network.sh does not call", len(unseen), 0)
failures += ["tests/e2e/no_network.sh does not call %s: a line with the status that it must end with" % v for v in unseen]
forged = open(os.path.join(source, "tests/e2e/forged.sh"), encoding="utf-8").read()
untried = [v for v in verbs if not re.search(r"^%s( |$)" % v, forged, re.M)]
measure("verbs that tests/e2e/forged.sh does not name", len(untried), 0)
failures += ["tests/e2e/forged.sh does not name %s: a line with a forged dossier, or below `without` if it reads none" % v for v in untried]
table = open(os.path.join(source, "README.md"), encoding="utf-8").read().split("## Verbs")[1].split("\n## ")[0]
untold = [v for v in verbs if not re.search(r"^\|.*`%s[ `].*\|" % v, table, re.M)]
measure("verbs that the table of README.md does not tell", len(untold), 0)
failures += ["README.md, \"Verbs\", does not tell %s" % v for v in untold]

for said in failures:
    print("FAIL " + said)
sys.exit(1 if failures else 0)
