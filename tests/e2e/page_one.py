#!/usr/bin/env python3
"""page_one.py CASE REPORT PAGE: what the first page of a report says, told from its text alone.

PAGE is the text of the first page (pdftotext -layout). At most 500 words; an answer of at most 45; and to who reads nothing else:
what is shown, how sure, at what cost, until when, what is owed by whom. What must stand there is worked out from the case and from
data.json, in whole fractions where it is money."""
import json, re, sys
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
        need("until when", r"Valid until \d{4}-\d\d-\d\d", "No end date is stated")
        dates = [p["valid_until"] for p in case.get("prices", []) if "valid_until" in p]
        dates += [case["remeasure"]["date"]] if "date" in case.get("remeasure", {}) else []
        dates += [case["decision"]["review"]] if "review" in case.get("decision", {}) else []
        if dates:
            need("the earliest date", "Valid until " + min(dates))
        change = [f["value"] for f in facts if f["key"] == "change.value"]
        if change and c.get("decision") in ("faster", "slower"):
            need("the change", re.escape(change[0].replace("-", "\u2212")) + r" ?%")
    # Clauses stand in full words, with their standing in capitals.
    if not c["verdict"] in ("incomplete", "not comparable", "not valid"):
        standing = {(f["instance"], f.get("system")): f["value"] for f in facts if f["key"] == "bound.result"}
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
if -1 in places or places != sorted(places):
    wrong.append("question, answer and verdict stand at %s" % places)
print("%d words, answer of %d" % (words, longest))
print("\n".join(wrong))
sys.exit(1 if wrong else 0)
