#!/usr/bin/env python3
"""shown.py REPORT MARGIN [CHECK FULL] - no sentence of a report claims what its own interval denies; nor of what `check` and
`check --full` print of the same case, or `compare` (in place of both).

What each interval shows is worked out here from its printed ends and the margin; conclusion, licence, credit, claims and the
sentences of the page are held against that."""
import html, json, re, sys

report, margin, printed = sys.argv[1], float(sys.argv[2]), sys.argv[3:]
data = json.load(open(report + "/data.json", encoding="utf-8"))
facts = {fact["number"]: fact for fact in data["facts"]}
source = open(report + "/report.html", encoding="utf-8").read()
text = re.sub(r"<(script|style)\b.*?</\1>", " ", source, flags=re.S)
text = re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", "", text.replace("><", "> <"))))
number = lambda n: float(facts[n]["value"].replace("−", "-").replace(",", ""))
# Sentences by what they claim of a pair: who may stand on a page with which result.
SAYS = {
    "change": [r"That \S+, as a whole, differs from \S+ by the change", r"That the change comes from one layer"],
    "credit": [r"The change may be credited to one layer", r"That the change comes from one layer", r"one layer gets the credit"],
    "equality": [r"are equal within the margin", r"equals \S+ within the margin"],
    "higher": [r"as a whole, above \S+ by"],
    "lower": [r"as a whole, below \S+ by "],
    "one run": [r"Inconclusive: one run decides", r"That means and medians of these runs of"],
    "neither": [r"These runs show no difference between", r"That these runs show no difference"],
}
# Sentences of the first page that rest on what one rule found: what the finding has to say.
RESTS = [
    (r"The method was not fixed before the first run", "M13", r"No plan was fixed|not before the first run"),
    (r"The method was not fixed in a plan before", "M13", r"No plan was fixed|not before|not among its documents|nothing shows|cannot be told"),
    (r"What was done differs from the plan", "M13", r"Plan and what was done differ"),
    (r"The hosts were shared with others", "M11", r"shared with others"),
    (r"One machine a side was tested", "U1", r"One physical unit a side"),
    (r"All of one side ran before the other|One side ran before the other", "M12", r"not interleaved"),
    (r"A setting known to be slow was in use|runs without the known slow path", "D7", r"A known slow path was used"),
    (r"held back by its limit of power or heat", "H1", r"steady limit"),
    (r"Other programs ran on the accelerator", "H5", r"Another process was"),
    (r"state was recorded while idle|records of the machine’s state under load", "X5", r"while the accelerator was idle"),
    (r"Clocks and power were not recorded|clocks and power recorded during", "S7 S9 H1 H2 V5", r"not known|no telemetry|does not cover"),
    (r"a list of the processes on the accelerator", "H5", r"not disclosed"),
    (r"The sides were measured by different parties", "M8", r"different parties"),
]
wrong, seen = [], {"change": 0, "credit": 0, "equality": 0, "higher": 0, "lower": 0, "neither": 0, "one run": 0, "nothing": 0}
for c in data["comparisons"]:
    pair = "%s against %s" % (c["b"], c["a"])
    numbers = c.get("numbers") or {}
    want = "nothing"
    if numbers.get("ratio"):
        low, high = number(numbers["ratio_low"]), number(numbers["ratio_high"])
        want = ("change" if low > 1 + margin or high < 1 - margin else "equality" if low >= 1 - margin and high <= 1 + margin
                else "higher" if low > 1 else "lower" if high < 1 else "neither")
    if c["shows"] == "one run": # what medians say is not worked out here; what follows is that nothing is claimed
        want = "one run"
    if c["shows"] != want:
        wrong.append("%s shows %s, said %s" % (pair, want, c["shows"]))
    decision = {"change": ("faster", "slower"), "equality": ("equivalent",), "nothing": (None,)}.get(want, ("inconclusive",))
    if c.get("decision") not in decision:
        wrong.append("%s: %s, concluded %s" % (pair, want, c.get("decision")))
    if c["credited"] and want != "change":
        wrong.append("%s: %s, credited to %s" % (pair, want, c["credited"]))
    seen[want] += 1
    seen["credit"] += bool(c["credited"])
    name = "%s-%s" % (c["a"], c["b"]) + ("." + c["workload"] if c.get("workload") else "")
    claims = {claim["id"]: claim["sentence"] for claim in data["claims"]}
    if ("credit." + name in claims) != bool(c["credited"]):
        wrong.append("%s: a claim of credit against credited %s" % (pair, c["credited"]))
    moved = re.match(r"answer\.(higher|lower|other)\.", claims.get("answer." + name, ""))
    if bool(moved) != (want == "change"):
        wrong.append("%s: %s, answered %s" % (pair, want, claims.get("answer." + name)))
for what, sentences in SAYS.items():
    for sentence in sentences:
        if not seen[what] and re.search(sentence, text):
            wrong.append("the page says “%s”, and no pair shows %s" % (sentence, what))
# The one licence that each pair has is on the page as often as pairs show it.
for what in ("equality", "higher", "lower", "neither", "change"):
    if len(data["comparisons"]) == 1 and seen[what] and not any(re.search(s, text) for s in SAYS[what]):
        wrong.append("the page does not license %s" % what)
stated = [f for c in data["comparisons"] for f in c["findings"] if f["makes"] in ("comparable with stated differences", "valid with reservations")]
for sentence, rules, found in RESTS:
    if re.search(sentence, text) and not any(f["rule"] in rules.split() and re.search(found, f["said"]) for f in stated):
        wrong.append("the page says “%s”, and no finding of %s does" % (sentence, rules))
# Every sentence of a reservation or risk, by the table that it is taken from: one that states a failure needs a finding that
# fails, one that says that nothing shows it, a finding that is not known; a rule that was merely made looser found neither.
LOOSENED = "This rule was made looser"
found = [f for f in stated if not f["said"].startswith(LOOSENED)]
words = json.load(open(sys.path[0] + "/../../templates/strings.en.json", encoding="utf-8"))
may = {}
for key, sentence in words.items():
    if re.match(r"plain\.[A-Z]", key):
        rule, when = (key.split(".") + [""])[1:3]
        judged = {"": "fails", "single": "fails", "bridge": "fails", "unknown": "unknown"}.get(when, "")
        may.setdefault(sentence, []).append((rule, judged))
for sentence, rules in may.items():
    if sentence in text and not any(f["rule"] == rule and judged in f["judgement"] for f in found for rule, judged in rules):
        wrong.append("the page says “%s”, and no finding of %s does" % (sentence, " ".join(rule for rule, _ in rules)))
for f in stated:
    for head, judged in ((words["plain.not_met"], "fails"), (words["plain.not_known"], "unknown")):
        if head + f["title"] in text and not any(o["title"] == f["title"] and o["judgement"] == judged for o in found):
            wrong.append("the page says “%s%s”, and no finding does" % (head, f["title"]))
if any(f["said"].startswith(LOOSENED) for f in stated) and words["risk.heading"] in text and words["risk.loosened"] not in text:
    wrong.append("rules were made looser, and the risks do not say so")
# Of what nobody disclosed, nothing says that it does not differ; and no test shows a probability of zero.
silent = [c for c in data["comparisons"] if c["b"] and any(layer["state"] == "not disclosed" for layer in c["stack"])]
if len(silent) == len(data["comparisons"]) and words["groups.no_layer"] in text:
    wrong.append("the page says “%s”, and layers of every pair are not disclosed" % words["groups.no_layer"])
for c in data["comparisons"] if len(data["comparisons"]) > 1 else ():
    if c["credit_why"] == "no layer differs" and c in silent:
        wrong.append("no layer differs, and layers are not disclosed")
holm = words["limits.row.holm"]
if holm in text and re.search(r"(?<![\d.,])0\.000000+(?!\d)", text.split(holm)[1][:800]):
    wrong.append("a probability of zero")
# Where the answer states an interval of the mean, nothing on the page says that too few runs left none.
for c in data["comparisons"]:
    low = (c.get("numbers") or {}).get("mean_a_low")
    for words_of in ("figure.no_interval",) if low and not c["b"] else ():
        if words[words_of].split(":")[0] in text:
            wrong.append("%s: an interval is stated, and the page says “%s”" % (c["a"], words[words_of].split(":")[0]))
# The verdict's line counts what data.json lists, on the page and in the PDF alike, and no other verdict stands there.
pages = re.sub(r"\s+", " ", open(report + "/pages.txt", encoding="utf-8").read())
COUNTS = [
    (r"Comparable, with (\d+) reservations?", "comparable with stated differences"),
    (r"Not comparable (\d+) conditions? fails?", "not comparable"),
    (r"Valid, with (\d+) reservations?", "valid with reservations"),
]
for sentence, verdict in COUNTS if len(data["comparisons"]) == 1 else ():
    c = data["comparisons"][0]
    found = [f for f in c["findings"] if f["makes"] == verdict]
    made = [f["rule"] for f in found if not f["said"].startswith("This rule was made looser")] or [f["rule"] for f in found]
    # Conditions fail once; of reservations what is seen counts once a rule, what nobody recorded once a key.
    gaps = [f for f in found if f["judgement"] == "unknown" and not (f.get("a") and f.get("b") and (not f.get("silent") or " and " in f["silent"]))]
    once = {(f in gaps, f.get("key") if f in gaps and f.get("key") else f["rule"]) for f in found if f["rule"] in made and
            (not f["said"].startswith("This rule was made looser") or all(g["said"].startswith("This rule was made looser") for g in found))}
    listed = len(set(made) if verdict == "not comparable" else once)
    for where, said in (("page", text), ("PDF", pages)):
        for number in re.findall(sentence, said):
            if c["verdict"] != verdict or int(number) != listed:
                wrong.append("the %s says %s of “%s”; the verdict is %s, and %d are listed" % (where, number, verdict, c["verdict"], listed))
        if where == "page" and c["verdict"] == "comparable with stated differences" == verdict and not re.search(sentence, said):
            wrong.append("the page does not count the reservations")
# A title says what must be so; by itself it is no reservation.
for item in re.findall(r"<li>([^<]*)</li>", source):
    if any(html.unescape(item) == f["title"] for f in stated):
        wrong.append("“%s” stands as a reservation and claims that it holds" % item)
# What the program prints of the same case. A system by itself is compared with nothing.
PRINTED = {
    "change": [r"(delivers|takes) [\d.,]+ % (more|less)", r"the change is credited to none", r"(rate|time) [+-]?[\d.]+ %"],
    "credit": [r"The change may be credited to one layer"],
    "equality": [r"equal within the margin"],
    "open": [r"open: the change", r"\bopen [+-]?[\d.]+ %"],
}
OPENING = {"comparable": "comparable", "comparable with stated differences": "comparable, with", "not comparable": "not comparable", "incomplete": "incomplete",
           "valid": "valid", "valid with reservations": "valid, with", "not valid": "not valid"}
STANDINGS = ("MET", "NOT MET", "NOT SHOWN")
clauses = {}
for which, name in zip(("short", "full"), printed):
    lines = open(name, encoding="utf-8").read()
    flat = re.sub(r"\s+", " ", lines)
    single, licensed = not data["comparisons"][0]["b"], [c["exit"] == 0 for c in data["comparisons"]]
    for what, sentences in PRINTED.items():
        shown = seen["higher"] + seen["lower"] + seen["neither"] + seen["one run"] if what == "open" else seen[what]
        wrong += ["%s: “%s”, and no pair shows %s" % (which, one, what) for one in sentences if not shown and re.search(one, flat)]
    if not any(seen[what] for what in seen if what not in ("nothing", "credit")) and re.search(r" / \S+ = [\d.]+", flat):
        wrong.append("%s: a ratio that no pair has" % which)
    if which == "short" and len(data["comparisons"]) == 1:
        c = data["comparisons"][0]
        opening = re.findall(r"^[=≈?≠✓…] (.*)$", lines, re.M)
        if len(opening) != 1 or not re.match(OPENING[c["verdict"]] + r"\b", opening[0]):
            wrong.append("%s: the verdict is %s, printed: %s" % (which, c["verdict"], opening))
    if single and re.search(r"comparable|\bratio\b|against each other|a side\b.*three", flat.split("to be stated")[0]):
        wrong.append("%s: what is said of pairs is said of a system by itself" % which)
    if which == "short":
        clauses[which] = tuple(int(n) for n in (re.findall(r"(\d+) MET, (\d+) NOT MET, (\d+) NOT SHOWN", flat) or [(0, 0, 0)])[0])
    else:
        clauses[which] = tuple(len(re.findall(r"^  %s\b" % one, lines, re.M)) for one in STANDINGS)
    if single and not licensed[0] and clauses[which][0]:
        wrong.append("%s: a clause is MET, and the values that it is about are refused" % which)
if len(printed) == 2:
    if not data["comparisons"][0]["b"] and clauses["short"] != clauses["full"]:
        wrong.append("clauses MET, NOT MET, NOT SHOWN: %s and, in full, %s" % (clauses["short"], clauses["full"]))
    if any(clauses["full"]) and not re.search(r"\bMET\b|\bNOT SHOWN\b", text):
        wrong.append("clauses are judged in the text and not on the page")
if re.search(r"(?<!NOT )\bMET\b", text) and not any(c["exit"] == 0 for c in data["comparisons"]):
    wrong.append("the page says MET, and every verdict is refused")
print("\n".join(wrong))
print(" ".join("%s %d" % one for one in seen.items()))
sys.exit(1 if wrong else 0)
