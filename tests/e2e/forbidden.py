#!/usr/bin/env python3
"""forbidden.py REPORT [CASE DOSSIER] - looks for numbers that relate systems whose comparison is not licensed.

By structure: no derived fact, claim or chart spans two systems, other than to count, unless one licensed comparison holds
both; this pair by pair, whatever else of the case is licensed. By value: the ratios and changes that the runs' own figures
would give are worked out here, of means and of single runs, and looked for in HTML, pictures, pages and data.json, and, with
CASE and DOSSIER, in what `check`, `trace`, `diff`, `inspect` and `steady` print of the same files."""
import glob, html, itertools, json, os, re, subprocess, sys

report, case_path, dossier = sys.argv[1], *(sys.argv[2:] or [None, None])
data = json.load(open(report + "/data.json"))
facts = {fact["number"]: fact for fact in data["facts"]}
ids = [system["id"] for system in data["case"]["systems"]]
LICENSED = ("comparable", "comparable with stated differences", "valid", "valid with reservations")


def pair_of(c):
    """Of a case of one system, it alone."""
    return frozenset(i for i in (c["a"], c["b"]) if i)


allowed = [c for c in data["comparisons"] if c["verdict"] in LICENSED]
together = {pair_of(c) for c in allowed}
refused = sorted({p for p in map(pair_of, data["comparisons"]) if len(p) > 1} - together, key=sorted)
wrong = []
of_run = {run: system["id"] for system in data["case"]["systems"] for machine in system["machines"] for run in machine["runs"]}
bridges = {run["run"] for c in data["comparisons"] for run in c["runs"] if run["bridge"]}

# ---- structure ----
COUNTS = {"conditions-failed", "conditions-unknown", "differences-stated", "layers-changed", "window-found", "version-distance"}
RELATES = re.compile(r"^(ratio|change|window|mean|bridge|holm|rank|effect|completion|accuracy_loss|cost|money|per_money|"
                     r"energy_per_work|work_per_energy\.(window|ratio)|energy\.window|capacity|month|swing|band)\.|^work_per_energy\.ratio")
known = {}


def spans(number):
    """Systems that a fact speaks of, its inputs' included."""
    if number not in known:
        known[number] = set()
        fact = facts[number]
        out = {of_run.get(fact.get("run"), fact.get("system"))} & set(ids)
        for source in fact.get("derivation", {}).get("inputs", []):
            out |= spans(source)
        known[number] = out
    return known[number]


def licensed(systems):
    return len(systems) < 2 or any(systems <= pair for pair in together)


for number, fact in facts.items():
    if fact["kind"] != "derived":
        continue
    name = fact["derivation"]["name"]
    if name not in COUNTS and not licensed(spans(number)) and not name.startswith("holm"):
        wrong.append("fact F%d, %s, spans %s" % (number, fact["key"], sorted(spans(number))))
    if not allowed and RELATES.match(fact["key"]) and name not in COUNTS:
        wrong.append("fact F%d, %s, where nothing is licensed" % (number, fact["key"]))
for claim in data["claims"]:
    rests = [n for slot in claim["facts"].values() for n in (slot if isinstance(slot, list) else [slot]) if n]
    pair = frozenset(claim.get("comparison", []))
    for number in rests:
        relates = RELATES.match(facts[number]["key"]) and facts[number]["derivation"]["name"] not in COUNTS
        if relates and (pair and pair not in together or not licensed(spans(number))):
            wrong.append("claim %s rests on F%d, %s" % (claim["id"], number, facts[number]["key"]))
for c in data["comparisons"]:
    if c["verdict"] not in LICENSED and (c.get("numbers") or c.get("accuracy") or c.get("decision")):
        wrong.append("numbers of %s and %s" % (c["a"], c["b"]))
    for run in c["runs"]:
        if c["verdict"] not in LICENSED and run.get("value"):
            wrong.append("a value in a common window of %s and %s" % (c["a"], c["b"]))
# A picture shows one system, or two that one comparison licenses: its title names them.
for path in sorted(glob.glob(report + "/figures/*.svg")):
    title = html.unescape(re.search(r"<title[^>]*>(.*?)</title>", open(path, encoding="utf-8").read(), re.S)[1])
    named = {i for i in ids if re.search(r"(?<![\w-])%s(?![\w-])" % re.escape(i), title)}
    if not licensed(named) or (not allowed and len(named) != 1):
        wrong.append("picture %s shows %s" % (os.path.basename(path), sorted(named) or "no system by name"))


# ---- values ----
def words(path):
    text = open(path, encoding="utf-8").read()
    if path.endswith((".html", ".svg")):
        text = re.sub(r"<(script|style)\b.*?</\1>", " ", text, flags=re.S)
        text = re.sub(r"<[^>]*>", "", text.replace("><", "> <"))
    return html.unescape(text)


def number_of(fact):
    try:
        return float(fact["value"].replace(",", "").replace("−", "-"))
    except (KeyError, ValueError):
        return None


def values(system):
    """A system's figures of performance, by key: of each run, of each load, of each task."""
    out = {}
    for number, fact in facts.items():
        if fact["key"] not in (data["case"]["metric"], "value.own_window", "value.whole_run", "point.rate", "accuracy.score", "power.mean",
                               "work_per_energy.own_window", "steady.level"):
            continue
        if fact.get("run") in bridges or spans(number) != {system} or number_of(fact) in (None, 0):
            continue
        name = fact["key"] + ("" if fact["key"] == "point.rate" else " " + fact.get("instance", ""))
        out.setdefault(name, []).append(number_of(fact))
    return out


def shown(ratio):
    change = (ratio - 1) * 100
    out = {"%.3f" % ratio, "%.4f" % ratio}
    for digits in (0, 1, 2):
        for sign in ("+", "-", "−", ""):
            figure = "%.*f" % (digits, abs(change))
            whole = digits == 0
            for unit in ((" % more", " % less", " % faster", " % slower", " % higher", " % lower", " percent", " % against") if whole and not sign
                         else (" %", "%")):
                out.add(sign + figure + unit)
    for digits in (1, 2):
        for unit in (" times", "x", " x", "×", " ×", "-fold"):
            out.add("%.*f%s" % (digits, ratio, unit))
    return out if abs(change) > 1.5 else set()


def single(ratio):
    return {"%.4f" % ratio, "%.2fx" % ratio, "%.2f×" % ratio, "%.2f times" % ratio} if abs(ratio - 1) > 0.015 else set()


texts = {}
for path in [report + "/report.html", report + "/pages.txt"] + sorted(glob.glob(report + "/figures/*.svg")):
    texts[os.path.basename(path)] = words(path)
texts["data.json"] = "\n".join(json.dumps(v, ensure_ascii=False) for v in (data["claims"], data["comparisons"], data["case"]))
assert len(texts) >= 3
if case_path and refused:
    folder, case = os.path.dirname(case_path), json.load(open(case_path))
    first = {}
    for system in case["systems"]:
        for pattern in (p for machine in system["machines"] for p in machine["runs"]):
            plain = pattern.split("#")[0].split("!")[0]
            first.setdefault(system["id"], []).extend(sorted(glob.glob(os.path.join(folder, plain)))[:1])
    for pair in refused:
        a, b = (first[system][0] for system in sorted(pair))
        series = [path for run in (a, b) for path in sorted(glob.glob(run + "/*.csv") + glob.glob(run + "/iterations.jsonl*"))[:1]]
        verbs = [["check", case_path], ["check", case_path, "--full"], ["check", case_path, "--json"], ["diff", a, b], ["diff", a, b, "--json"],
                 ["inspect", a, b], ["inspect", a, b, "--json"]]
        verbs += [["trace", case_path, c["id"], "--full"] for c in data["claims"] if frozenset(c.get("comparison", [])) == pair][:1]
        verbs += [["steady", *series], ["steady", *series, "--json"]] if len(series) == 2 else []
        for verb in verbs:
            done = subprocess.run([dossier, *verb], capture_output=True, text=True, timeout=300)
            assert done.returncode in (0, 1, 2) or verb[0] == "steady", (verb, done.stderr[-500:])
            texts[" ".join(verb[:1] + verb[-1:])] = done.stdout
# What a licensed pair may say can look like what a refused one may not.
free = {f["value"] for n, f in facts.items() if f["kind"] != "derived" or len(spans(n)) < 2 or licensed(spans(n))}
tried = 0
for pair in refused:
    a, b = (values(system) for system in sorted(pair))
    looked = set()
    for kind in set(a) & set(b):
        means = (sum(b[kind]) / len(b[kind])) / (sum(a[kind]) / len(a[kind]))
        looked |= shown(means) | shown(1 / means)
        if kind.startswith("value.own") and len(a[kind]) * len(b[kind]) <= 25:
            for x, y in itertools.product(a[kind], b[kind]):
                looked |= single(y / x) | single(x / y)
    assert looked or not set(a) & set(b) or all(abs(sum(a[k]) / len(a[k]) / (sum(b[k]) / len(b[k])) - 1) < 0.03 for k in set(a) & set(b))
    for text in sorted(looked):
        tried += 1
        if re.sub(r"[^\d.]", "", text) in free and not re.search(r"[a-z×]", text):
            continue
        pattern = r"(?<![\d.,])" + re.escape(text) + r"(?![\d\w])"
        wrong += ["%s, of %s, in %s" % (text, " and ".join(sorted(pair)), name) for name, body in texts.items()
                  if text in body and re.search(pattern, body)]
print("%d numbers looked for in %d texts; %d pairs refused, %d comparisons licensed" % (tried, len(texts), len(refused), len(allowed)))
for text in wrong:
    print("FORBIDDEN", text)
sys.exit(bool(wrong))
