#!/usr/bin/env python3
"""page_one.py CASE REPORT PAGE: what the first page of a report says, told from its text alone.

PAGE is the text of the first page (pdftotext -layout). At most 500 words; an answer of at most 45; and to who reads nothing else:
what is shown, how sure, at what cost, until when, what is owed by whom. What must stand there is worked out from the case and from
data.json, in whole fractions where it is money."""
import calendar, json, re, sys
from fractions import Fraction as D

case, data = json.load(open(sys.argv[1])), json.load(open(sys.argv[2] + "/data.json"))
page = open(sys.argv[3], encoding="utf-8").read()
html = open(sys.argv[2] + "/report.html", encoding="utf-8").read()
flat = re.sub(r"\s+", " ", page.replace("\u202f", " ").replace("\u00a0", " "))
wrong = []
facts = data["facts"]


def need(said, *patterns):
    if not any(re.search(p, flat) for p in patterns):
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
if len(data["comparisons"]) == 1:
    c = data["comparisons"][0]
    name = {"comparable": "Comparable", "comparable with stated differences": "Comparable, with", "incomplete": "Incomplete",
            "not comparable": "Not comparable", "valid": "Valid", "valid with reservations": "Valid, with", "not valid": "Not valid"}[c["verdict"]]
    places.append(flat.find(name))
    if re.search(r"(?<![*])\*\*(?![*])|`", page):
        wrong.append("a mark of Markdown in print")
    if c["verdict"] in ("incomplete", "not comparable", "not valid"):
        need("no answer", r"No answer( yet)?\. ")
        need("what would change that", "What would change that")
        need("who must act", "Who must act")
        if re.search(r"\d %( more| less)?", text):
            wrong.append("a refusal with a figure in its answer: " + text)
    else:
        need("how sure", r"\d+ reservations?", "No condition fails and none is undecided")
        need("who owes what", "Before you accept" if c["b"] == "" else "Before you sign")
        need("until when", r"Valid until \d{1,2} [A-Z][a-z]+ \d{4}", "No end date is stated")
        dates = [p["valid_until"] for p in case.get("prices", []) if "valid_until" in p]
        dates += [case["remeasure"]["date"]] if "date" in case.get("remeasure", {}) else []
        dates += [case["decision"]["review"]] if "review" in case.get("decision", {}) else []
        if dates:
            need("the earliest date", "Valid until %s\\b" % worded(min(dates)))
        change = [f["value"] for f in facts if f["key"] == "change.value"]
        if change and c.get("decision") in ("faster", "slower"):
            need("the change", re.escape(change[0].replace("-", "\u2212")) + r" ?%")
    # Clauses stand in full words, with their standing in capitals.
    if not c["verdict"] in ("incomplete", "not comparable", "not valid"):
        standing = {(f["instance"], f.get("system")): f["value"] for f in facts if f["key"] == "bound.result"}
        if c["b"] == "" and case.get("requirements"):
            of = [standing.get((r["clause"], c["a"])) for r in case["requirements"]]
            met, not_met = of.count("met"), of.count("not met")
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
        for s in ids:
            need("units of " + s, r"\b%s units of %s\b" % (units[s], s), r"\b%s of %s\b" % (units[s], s))
            need("what %s costs a month" % s, r"%s ?%s" % (case["currency"], grouped(str(round(amount[s])))))
        need("the difference", r"%s ?%s \(%d ?%%\) (less|more)" % (case["currency"], grouped(str(round(apart))), round(share)))
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
if re.search(r'class="f"', answer.group(1) if answer else ""):
    wrong.append("a mark within the answer")
if -1 in places or places != sorted(places):
    wrong.append("question, answer and verdict stand at %s" % places)
print("%d words, answer of %d" % (words, longest))
print("\n".join(wrong))
sys.exit(1 if wrong else 0)
