#!/usr/bin/env python3
"""editions.py WHOLE EDITION OWN OTHER OWN_LABEL OTHER_LABEL: nothing of the other party is left in an edition.

What must not stand there is told from the whole report: each value that is of the other's, or made of one that is, through however
many steps (differences, shares, flip points), unless a value that is not made of any says the same. It is looked for as a number in
whatever way it may be written, in all files of the edition, in the text, the alternative texts and the metadata of its PDFs."""
import html, json, os, re, subprocess, sys

import pdf_strings

whole, edition, own, other, own_label, other_label = sys.argv[1:]
data = json.load(open(whole + "/report/data.json"))
case = json.load(open(whole + "/case.json"))
case_language = json.load(open(edition + "/case.json")).get("language")
facts = {f["number"]: f for f in data["facts"]}
wrong = []


def of_case(pointer):
    """Whether a place of the case is the other's: a price, an option, a system; or tells what was decided."""
    step = pointer.strip("/").split("/")
    if step[0] in ("prices", "options", "expected", "systems") and len(step) > 1:
        at = case[step[0]][int(step[1])]
        return at.get("system", at.get("id")) != own
    return step[0] in ("decision", "statements", "worth", "bridge", "remeasure") or pointer == "/demand/held"


tainted = {}


def taint(number):
    if number not in tainted:
        f = facts[number]
        tainted[number] = False
        place = f.get("source", {}).get("from", {})
        if f["key"] == "price.lifetime":
            pass  # all purchases state one, which is no amount
        elif f.get("system") == other:
            tainted[number] = True
        elif place.get("file") == "case.json":
            tainted[number] = of_case(place["path"])
        else:
            tainted[number] = any(taint(i) for i in f.get("derivation", {}).get("inputs", []))
    return tainted[number]


def number_of(text):
    """The digits of a number alone: grouping, noughts behind, sign and currency gone."""
    n = re.sub(r"[^0-9.]", "", str(text))
    if n.count(".") > 1 or not re.search(r"[1-9]", n):
        return None
    n = n.strip("0") if "." in n else n.lstrip("0")
    return n.rstrip(".")


MONEY = re.compile(r"^(price|option|line|month|flip|cost|band|capacity|interest|idle|break|swing|sensitivity|worth)")


def digits(n):
    return len(n.replace(".", "").strip("0"))


forbidden, allowed = {}, set()
for f in data["facts"]:
    text = str(f.get("value", ""))
    found = re.fullmatch(r"(?:[A-Z]{3} )?-?[0-9][0-9,. ]*(?: ?[A-Za-z/%µ]+)?", text)
    n = number_of(text) if found else None
    if n and taint(f["number"]):
        if digits(n) >= (3 if MONEY.match(f["key"]) else 5):
            forbidden[n] = f
    elif n:
        allowed.add(n)
for n in allowed & set(forbidden):
    del forbidden[n]
of_money = {f["key"] for f in forbidden.values() if MONEY.match(f["key"])}
for need in ("price.amount", "flip.price", "month.apart", "option.life", "option.total", "band.month"):
    if need not in of_money:
        print("nothing to look for of", need)  # the case is to be made so that there is
        sys.exit(2)

# ---- the edition, as texts ----
texts = {}
for folder, _, names in os.walk(edition):
    for name in names:
        path = os.path.join(folder, name)
        where = os.path.relpath(path, edition)
        if name.endswith(".pdf"):
            for tool in (["pdftotext", "-layout", path, "-"], ["pdfinfo", path], ["pdfinfo", "-meta", path]):
                texts[where + " " + tool[0] + tool[1]] = subprocess.run(tool, capture_output=True, text=True).stdout
            # alternative texts, bookmarks and links, which no page shows; and no attached file
            beside = pdf_strings.strings(path)
            texts[where + " strings"] = "\n".join(beside)
            wrong.extend("%s has %s" % (where, said) for said in beside if said == "an attached file")
        elif where.startswith("evidence") or where.endswith("-sha256.txt") or where == "rules.json":
            continue  # his own files; by digest below
        else:
            texts[where] = open(path, encoding="utf-8").read()


def strip(where, text):
    if where.endswith(".html"):
        text = re.sub(r"<(style|script)\b.*?</\1>", " ", text, flags=re.S)
        text = re.sub(r'<a class="f".*?</a>', " ", text)  # numbers of facts
        text = re.sub(r'(data-fact|href|id|d|x\d?|y\d?|width|height|viewBox|transform|points|class|cx|cy|r)="[^"]*"', " ", text)
        text = html.unescape(re.sub(r"</?(span|strong|a|tspan)\b[^>]*>", "", text))
    elif where.endswith(".svg"):
        text = " ".join(re.findall(r">([^<]*)<", re.sub(r"<style.*?</style>", "", text, flags=re.S)))
    elif where.endswith("data.json"):
        strings = []

        def walk(value, name=""):
            if isinstance(value, dict):
                for key, one in value.items():
                    if key not in ("sha256", "evidence_id", "offset"):
                        walk(one, key)
            elif isinstance(value, list):
                for one in value:
                    walk(one, name)
            elif isinstance(value, str):
                strings.append(value)
        walk(json.loads(text))
        text = "\n".join(strings)
    elif where.endswith("names.json"):
        text = " ".join(re.findall(r'"path": "([^"]*)"', text))
    return text


for where, text in texts.items():
    text = strip(where, text)
    if re.search(r"(?<!\w)" + re.escape(other_label), text, re.I):  # also before an ending
        wrong.append("%s names %r" % (where, other_label))
    joined = re.sub(r"(?<=\d)[\u202f\u00a0\u2009 ,'](?=\d{3}(?!\d))", "", text)
    found = {number_of(t) for t in re.findall(r"(?<![\w.])\d[\d.]*\d|\d", joined)}
    german = re.sub(r"(?<=\d)[.\u202f](?=\d{3}(?!\d))", "", text).replace(",", ".")
    found |= {number_of(t) for t in re.findall(r"(?<![\w.])\d[\d.]*\d", german)} if case_language == "de" else set()
    for n in sorted(found & set(forbidden) - {None}):
        f = forbidden[n]
        wrong.append("%s holds %s: %s %s of %s" % (where, n, f["key"], f["instance"], f.get("system", "both")))

# ---- files: none that only the other has ----
theirs = {e["sha256"] for e in data["evidence"]}
mine = {e["sha256"] for e in json.load(open(edition + "/report/data.json"))["evidence"]}
runs = {f["source"]["sha256"] for f in data["facts"] if f.get("system") == other and "source" in f}
both = {f["source"]["sha256"] for f in data["facts"] if f.get("system") == own and "source" in f}
both.add(next(e["sha256"] for e in data["evidence"] if e["path"].endswith("rules.json")))
for f in sorted((runs - both) & mine):
    wrong.append("evidence of the other: %s" % f)
import hashlib
for folder, _, names in os.walk(edition + "/evidence"):
    for name in names:
        if hashlib.sha256(open(os.path.join(folder, name), "rb").read()).hexdigest() in runs - both:
            wrong.append("a file of the other: %s" % name)
print("%d values looked for in %d texts" % (len(forbidden), len(texts)))
for line in wrong[:30]:
    print("FAIL", line)
sys.exit(1 if wrong else 0)
