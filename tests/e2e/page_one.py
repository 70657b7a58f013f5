#!/usr/bin/env python3
"""page_one.py CASE REPORT PAGE: what the first page of a report says, told from its text alone.

PAGE is the text of the first page (pdftotext -layout). At most 500 words; an answer of at most 45; and to who reads nothing else:
what is shown, how sure, at what cost, until when, what is owed by whom. What must stand there is worked out from the case and from
data.json, in whole fractions where it is money."""
import calendar, json, os, re, sys
from fractions import Fraction as D

case, data = json.load(open(sys.argv[1])), json.load(open(sys.argv[2] + "/data.json"))
page = open(sys.argv[3], encoding="utf-8").read()
html = open(sys.argv[2] + "/report.html", encoding="utf-8").read()
flat = re.sub(r"\s+", " ", page.replace("\u202f", " ").replace("\u00a0", " "))
wrong = []
facts = data["facts"]


# As it is read aloud: sentences of two columns are whole there.
spoken = re.sub(r"\s+", " ", open(sys.argv[2] + "/pages.txt", encoding="utf-8").read().split("page 1 of ")[0])


def need(said, *patterns, read=False):
    if not any(re.search(p, spoken if read else flat) for p in patterns):
        wrong.append("%s: none of %s" % (said, patterns))


def shown(key, system=None):
    for f in facts:
        if f["key"] == key and (system is None or f.get("system") == system):
            return f["value"]
    return None


def worded(day):
    return "%d %s %s" % (int(day[8:]), calendar.month_name[int(day[5:7])], day[:4])


def grouped(text):
    return re.sub(r"(?<=\d)(?=(\d{3})+$)", ",", text)


def ends():
    dates = [p["valid_until"] for p in case.get("prices", []) + case.get("rates", []) if "valid_until" in p]
    dates += [case["remeasure"]["date"]] if "date" in case.get("remeasure", {}) else []
    return dates + ([case["decision"]["review"]] if "review" in case.get("decision", {}) else [])


def until():
    """Until when it holds, at what cost: or that neither is told, since the case states none."""
    need("until when", "Valid until %s\\b" % worded(min(ends())) if ends() else "No end date is stated")
    if not case.get("prices"):
        need("at what cost", "No price is stated, so no cost follows")


def owing(c):
    """Who is to act first on a pair that may not be compared: who measured, of a layer its owner."""
    return next((s["measured_by"]["name"] for s in case["systems"] if "measured_by" in s), case["measured_by"]["name"])


words = len(flat.split())
if words > 500:
    wrong.append("%d words on page one" % words)
answer = re.search(r'<p class="answer">(.*?)</p>', html, re.S)
text = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", answer.group(1))).strip() if answer else ""
longest = max((len(s.split()) for s in re.split(r"(?<=[.?!]) ", text)), default=0)
if not text or longest > 45:
    wrong.append("answer of %d words: %s" % (longest, text))
# What is asked stands above what answers it, and that above the verdict.
places = [flat.find(case["question"][:20]), flat.find(text[:16].replace("\u202f", " "))]
REFUSED = ("incomplete", "not comparable", "not valid")
# Two bidders, neither of whom is the baseline: one page says all of it, the same either way.
once = len({(frozenset((c["a"], c["b"])), c.get("workload")) for c in data["comparisons"]}) == 1
if once:
    c = data["comparisons"][0]
    name = {"comparable": "Comparable", "comparable with stated differences": "Comparable, with", "incomplete": "Incomplete",
            "not comparable": "Not comparable", "valid": "Valid", "valid with reservations": "Valid, with", "not valid": "Not valid"}[c["verdict"]]
    places.append(flat.find(name))
    if re.search(r"(?<![*])\*\*(?![*])|`", page):
        wrong.append("a mark of Markdown in print")
    if c["verdict"] in REFUSED:
        need("no answer", r"No answer(\.| yet[.:]) ")
        need("what would change that", "What would change that")
        need("who must act", "Who must act")
        need("whom it is owed by", re.escape(owing(c)))
        need("that nothing is to be paid on it", "no price or number of units may rest on it", read=True)
        need("until when", "No date is set" if not ends() else r"The next date of the case is %s" % worded(min(ends())), read=True)
        rules = json.load(open(os.path.join(os.path.dirname(__file__), "../../templates/rules.json")))["rules"]
        if [r for r in rules if r["title"] in text or re.search(r"\b%s\b" % r["id"], text)]:
            wrong.append("a refusal that names rules instead of what is wrong: " + text)
        if re.search(r"\d %( more| less)?", text):
            wrong.append("a refusal with a figure in its answer: " + text)
    else:
        need("how sure", r"\d+ reservations?", "No condition fails and none is undecided")
        need("who owes what", "Before you accept" if c["b"] == "" else "Before you sign")
        until()
        change = [f["value"] for f in facts if f["key"] == "change.value"]
        if change and c.get("decision") in ("faster", "slower"):
            # a fall in words, without a sign that says it again
            need("the change", re.escape(change[0].lstrip("-")) + r" ?% " + ("(less|fewer)" if change[0][0] == "-" else "more"))
        # The chart's heading says the same: more only of a change above nought, less of one below.
        heading = re.search(r'<section[^>]*id="values[^>]*>.*?<h2[^>]*>(.*?)</h2>', html, re.S)
        bare = re.sub(r"<[^>]*>", "", heading.group(1)) if heading else ""
        if change and "%" in bare and (re.search(r"\bmore\b", bare) is not None) != (float(change[0]) > 0):
            wrong.append("the chart is headed %s, of a change by %s %%" % (bare, change[0]))
    # Clauses stand in full words, with their standing in capitals.
    if not c["verdict"] in REFUSED:
        standing = {(f["instance"].split(", ")[-1], f.get("system")): f["value"] for f in facts if f["key"] == "bound.result"}
        if c["b"] == "" and case.get("requirements"):
            of = [standing.get((r["clause"], c["a"])) for r in case["requirements"]]
            met, not_met = of.count("met"), of.count("not met")
            unshown = [r["clause"] for r, how in zip(case["requirements"], of) if how not in ("met", "not met")]
            if unshown:
                need("what would settle it", r"What would settle it: [^.]*clause %s \(" % re.escape(unshown[0]), read=True)
            need("how many clauses stand how", "Clauses: %d MET %d NOT MET %d NOT SHOWN" % (met, not_met, len(of) - met - not_met))
        unmet = [r["clause"] for r in case.get("requirements", []) if "not met" in [standing.get((r["clause"], s["id"])) for s in case["systems"]]]
        if unmet:
            need("a clause that is not met", "NOT MET")
            block = re.findall(r'<span class="unmet">', html.split('id="decision"')[0])
            if not block:
                wrong.append("an unmet clause without its block")
        for r in case.get("requirements", []):
            if r["clause"] in unmet:
                need("clause " + r["clause"], re.escape(r["clause"]) + " " + re.escape(r["text"].rstrip(".")[:30]))
    if case.get("demand", {}).get("peak") and case.get("prices"):
        ids = [s["id"] for s in case["systems"]]
        units = {s: shown("capacity.units", s) for s in ids}
        amount = {s: D((shown("month.total", s) or shown("month.units", s)).split()[1]) for s in ids}
        apart = abs(amount[ids[0]] - amount[ids[1]])
        share = 100 * apart / amount[ids[0]]
        unshown = [r["clause"] for r in case.get("requirements", []) if any(standing.get((r["clause"], s)) not in ("met", "not met") for s in ids)]
        if unshown:
            need("what is open", "Still open: fewer may do", "At which load", r"Still open: [^.]* for clause " + re.escape(unshown[0]))
        for s in ids:
            need("units of " + s, r"\b%s units of %s\b" % (units[s], s), r"\b%s of %s\b" % (units[s], s))
            need("what %s costs a month" % s, r"%s ?%s" % (case["currency"], grouped(str(round(amount[s])))))
        need("the difference", r"%s ?%s \(%s ?%%\) (less|more)" % (case["currency"], grouped(str(round(apart))), round(share) if share >= 10 else "%.1f" % share))
def clauses():
    """How each clause stands, of each system, in its row: as its interval shows it (purchase.py), in words and by their mark."""
    words = {"met": ("MET", "met"), "not met": ("NOT MET", "unmet"), None: ("NOT SHOWN", "unshown")}
    standing = {(f["instance"].split(", ")[-1], f.get("system")): f["value"] for f in facts if f["key"] == "bound.result"}
    asked = {r["clause"]: r for r in case.get("requirements", [])}
    for section in re.findall(r'<section [^>]*id="clauses[^"]*">.*?</section>', html.split('id="decision"')[0], re.S):
        rows = [re.findall(r"<t[hd]\b[^>]*>(.*?)</t[hd]>", row, re.S) for row in re.findall(r"<tr>(.*?)</tr>", section, re.S)]
        of = [re.sub(r"<[^>]*>", "", re.match(r"<span.*?</span>", cell).group(0)) for cell in rows[0][2:]]
        for row in rows[1:]:
            clause = re.sub(r"<[^>]*>", "", row[0])
            for system, cell in zip(of, row[2:]):
                if clause not in asked or asked[clause].get("system", system) != system:
                    continue
                how = standing.get((clause, system)) if c["verdict"] not in REFUSED else None
                want = '<span class="%s">%s</span>' % (words.get(how, words[None])[1], words.get(how, words[None])[0])
                if not cell.startswith(want):
                    wrong.append("clause %s of %s: %s, not %s" % (clause, system, cell[:60], want))


if once:
    clauses()
def options():
    """The table of options on page one: until when beside the month planned for, how far the amount may be off, what is open about each
    option and whose it is, worked out from the case; and no cheapest one without reserve while a clause of it is missed or not shown."""
    table = re.search(r'<section [^>]*id="options[^>]*>.*?</section>', html.split('id="decision"')[0], re.S)
    if not table or not case.get("prices") or len(case["systems"]) != 2:
        return
    bare = lambda cell: re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", re.sub(r"(<p\b)", r" \1", cell))).strip()
    rows = [re.findall(r"<t[hd]\b[^>]*>(.*?)</t[hd]>", row, re.S) for row in re.findall(r"<tr>(.*?)</tr>", table.group(0), re.S)]
    head, demand = [bare(cell) for cell in rows[0]], case["demand"]
    plan = "%s %d" % (calendar.month_abbr[int(case["date"][5:7])], int(case["date"][:4]) + demand["years"])
    currency = case["currency"]
    want = ["option", "carries peak until plan: " + plan, "units", currency + " a month",
            "48 months, " + currency + (" prices \u00b1" + case["sensitivity"]["price"] if "sensitivity" in case else ""), "open", "owner"]
    if [cell.replace("\u00a0", " ") for cell in head] != want:
        wrong.append("options under %s, not %s" % (head, want))
    asks = "peak " + grouped(demand["peak"].split()[0]) + " " + demand["peak"].split()[1]
    asks += ", growing %s a year" % demand["growth"] if "growth" in demand else ""
    asks += "; %s free" % demand["headroom"] if "headroom" in demand else ""
    need("what the options are sized for", re.escape("Options " + asks + ("; %d spare" % demand["redundancy"] if demand.get("redundancy") else "")))
    base = next((s["id"] for s in case["systems"] if s.get("baseline")), None)
    of = {o["label"]: (o["kind"], o.get("system", base), o.get("lines", [])) for o in case.get("options", [])}
    for s in (s["id"] for s in case["systems"] if "options" not in case):
        of.update({s + ", unchanged": ("nothing", s, []), s + ", software first": ("software", s, []), s + ", bought": ("buy", s, []), s + ", rented": ("rent", s, [])})
    owners = {"software": "ML platform", "buy": "Hardware"}
    asked = [r["clause"] for r in case.get("requirements", [])]
    standing = {(f["instance"].split(", ")[-1], f.get("system")): f["value"] for f in facts if f["key"] == "bound.result"}
    for row in rows[1:]:
        name = bare(row[0]).replace(" cheapest so far", "")
        kind, system, lines = of[name]
        unshown = [c for c in asked if standing.get((c, system)) not in ("met", "not met")]
        missed = [c for c in asked if standing.get((c, system)) == "not met"]
        open_ = ["nobody measured it"] if kind == "api" else ["units held today"] if kind == "nothing" and "held" not in demand else []
        if kind != "api":
            open_ += [", ".join(unshown)] if unshown else []
            open_ += ["misses " + ", ".join(missed)] if missed else []
        open_ += ["hours of use"] if kind == "rent" and "schedule" not in demand else []
        open_ += ["costs assumed"] if [x for x in lines if "document" not in x] else []
        open_ += ["a line is not counted"] if "energy" not in case and kind != "api" else []
        if bare(row[5]) != ("; ".join(open_) or "\u2013") or bare(row[6]) != owners.get(kind, case["asked_by"]):
            wrong.append("%s: open %s, owner %s; not %s" % (name, bare(row[5]), bare(row[6]), open_))
        told = [facts[int(n) - 1] for n in re.findall(r'data-fact="(\d+)"', row[4])]
        # the range stands in the same cell: of the price a share lower and higher (ways.py makes both again)
        if told and kind != "api" and "sensitivity" in case and (len(told) != 3 or not D(told[1]["value"].split()[1]) < D(told[0]["value"].split()[1]) < D(told[2]["value"].split()[1])):
            wrong.append("%s: %s is no amount with its range" % (name, bare(row[4])))
        # whole units of the currency from a hundred on, as the sentence above has them; the section on cost has them to the cent
        for number, said in re.findall(r'data-fact="(\d+)"[^>]*>([^<]*)<', row[3] + row[4]):
            exact = facts[int(number) - 1]["value"].split()[1]
            if said.strip() and said != grouped(str(round(D(exact))) if D(exact) >= 100 else exact):
                wrong.append("%s: %s, of %s" % (name, said, exact))
        if "<strong" in row[0] and ("cheapest so far" in row[0]) != bool(unshown or missed):
            wrong.append("%s: %s" % (name, bare(row[0])))
    if len(rows) < (4 if base else 3) or not [row for row in rows if "<strong" in row[0]]:
        wrong.append("%d options, none of them the cheapest" % (len(rows) - 1))


options()
def several():
    """Of several pairs: of each what the runs show and how sure, what is owed for it and by whom."""
    shown_of = {}
    for c in data["comparisons"]:
        numbers = c.get("numbers", {})
        value = lambda name: facts[numbers[name] - 1]["value"] if numbers.get(name) else None
        shown_of[c["a"], c["b"], c.get("workload", "")] = (c["verdict"], value("change"), value("change_low"), value("change_high"))
    told = 0
    for (a, b, work), (verdict, change, low, high) in shown_of.items():
        pair = "%s%s against %s" % (work + ", " if work else "", b, a)
        if verdict in REFUSED:
            if re.search(re.escape(pair) + ": ", text):
                need("that %s is none" % pair, re.escape(pair) + ": may not be compared")
                told += 1
            if (b, a, work) not in shown_of or list(shown_of).index((a, b, work)) < list(shown_of).index((b, a, work)):
                at = " at " + re.escape(work) if work else ""
                need("what is owed for " + pair, *(r"what is missing for ([^.;]*, )?%s against %s%s" % (x, y, at) for x, y in ((b, a), (a, b))))
        elif change and re.search(re.escape(pair) + ": ", text):
            falls = change[0] == "-"  # and is said in words, from the lesser fall to the greater
            shown = [v.lstrip("-") for v in (change, high, low)] if falls else [change, low.replace("-", "\u2212"), high]
            need("what %s shows, and how sure" % pair, r"%s: %s ?%% %s \(%s to %s ?%%\)" % (re.escape(pair), shown[0], "less" if falls else "more", *shown[1:]))
            told += 1
    need("of what", "By pair, in %s" % "tokens per second")
    need("each verdict", *{re.escape(v) for v, *_ in shown_of.values()})
    need("who owes what", "Before you sign")
    need("whom it is owed by", re.escape(case["measured_by"]["name"]) + ":")
    if told < min(2, len(shown_of)):
        wrong.append("the answer tells of %d pairs" % told)
    until()


if not once:
    several()
# What is raised behind a value is a letter, in each section from a on; the annex says for which fact it stands.
annex, deep, name = {}, 0, None
for piece in re.split(r"(?=</?section\b)", html):
    if piece.startswith("<section"):
        name = name if deep else re.search(r' id="([^"]+)"', piece).group(1)
        deep += 1
    elif piece.startswith("</section"):
        deep -= 1
    if deep:
        annex[name] = annex.get(name, "") + piece
listed = [dict(re.findall(r'<span data-quote="">([a-z]+)</span><a class="f" href="#f(\d+)"', row))
          for row in re.findall(r"<tr>.*?</tr>", annex["facts"].split('<table class="facts')[0])[1:]]
for name, section in annex.items():
    marks = re.findall(r'<a class="f" href="#f(\d+)"[^>]*>([^<]*)</a>', section)
    if " data-annex" in section.split(">", 1)[0]:
        if [m for m in marks if m[0] != m[1]]:
            wrong.append("in the annex %s is marked %s" % ([m for m in marks if m[0] != m[1]][0]))
        continue
    on_paper = [m[1] for m in re.findall(r'<a class="f" href="#f(\d+)"[^>]*>([^<]*)</a>', re.sub(r"<details>.*?</details>", "", section, flags=re.S))]
    first = list(dict.fromkeys(on_paper))
    order = [chr(97 + i) if i < 26 else chr(96 + i // 26) + chr(97 + i % 26) for i in range(702)]
    if first != order[:len(first)]:
        wrong.append("the letters of %s are %s" % (name, first[:30]))
    if marks and {letter: fact for fact, letter in marks} not in listed:
        wrong.append("what the letters of %s stand for is not in the annex" % name)
# No line of either PDF ends between a currency and its amount, or a figure and its unit.
lines = open(sys.argv[2] + "/pages.txt", encoding="utf-8").read().split("\n")
for one, other in zip(lines, lines[1:]):
    # an axis is no amount: what it counts stands above "0  20  40"
    if (re.search(r"\b(EUR|USD|CHF)$", one) and re.match(r"\d(?!\S*\s+\d)", other)) or (re.search(r"(?:^|[ (])\d[\d.,]*$", one) and re.match(
            r"(tokens/s|million |requests\b|months\b|W\b|J\b|ms\b|%|GB\b|MHz\b|EUR\b)", other)):
        wrong.append("a line ends between %s and %s" % (one[-20:], other[:20]))
if re.search(r'class="f"', answer.group(1) if answer else ""):
    wrong.append("a mark within the answer")
if -1 in places or places != sorted(places):
    wrong.append("question, answer and verdict stand at %s" % places)
print("%d words, answer of %d" % (words, longest))
print("\n".join(wrong))
sys.exit(1 if wrong else 0)
