"""empty.py REPORT.html - what a reader stumbles over before the numbered facts: a heading above nothing, a column without a word in it or of "none" alone, a row's end
of blanks, two blanks in a row or one before a stop, a side's name twice in a row ("A A/r1"), an item of
a numbered list without a capital, a key or a month as machines write it, "1 months", a method of judgement told twice, a heading of the stack twice, in German an amount
as English writes it."""
import re, sys
from html.parser import HTMLParser

NOTHING = {"none", "no price stated", "keine", "keiner", "kein Preis angegeben"}  # of the report's own words
NO_VALUES = {("no value", "no value"), ("kein Wert", "kein Wert")}
VOID = {"br", "img", "meta", "link", "input", "hr", "col", "circle", "line", "rect", "path", "use"}


class Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.faults, self.heading, self.said = [], [], None, True
        self.tables, self.classes, self.text, self.blocks, self.item, self.mark = [], [], [], [], False, False

    def handle_starttag(self, tag, attributes):
        if tag in VOID:
            if tag in ("circle", "line", "rect", "path"):
                self.said = True
            return
        if tag in ("section", "p", "h1", "h2", "h3", "h4", "table", "li", "td", "th"):
            self.block_end()
        if re.fullmatch("h[1-6]", tag):
            level = int(tag[1])
            if not self.said and self.heading and self.heading[0] >= level:
                self.faults.append(f"nothing below the heading “{self.heading[1].strip()}”")
            self.heading, self.said = [level, ""], False
        if tag == "table":
            self.tables.append([])
            self.classes.append((dict(attributes).get("class") or "").split())
        if tag == "tr" and self.tables:
            self.tables[-1].append([])
        if tag in ("td", "th") and self.tables and self.tables[-1]:
            self.tables[-1][-1].append([tag, ""])
        if tag == "li":
            self.item = "ol" in self.open
        self.open.append(tag)
        self.mark = self.mark or (tag == "a" and ("class", "f") in attributes)

    def handle_endtag(self, tag):
        while self.open and self.open.pop() != tag:
            pass
        self.mark = self.mark and tag != "a"
        if tag in ("section", "p", "h1", "h2", "h3", "h4", "table", "li", "td", "th"):
            self.block_end()
        if tag == "table" and self.tables:
            rows = self.tables.pop()
            if "signs" not in self.classes.pop():  # a table to be filled in on paper
                self.columns(rows)

    def block_end(self):
        said, self.text = "".join(self.text), []
        if said.strip():
            self.blocks.append(said)

    def handle_data(self, data):
        if any(t in ("style", "script", "title", "desc", "svg") for t in self.open):
            return
        if self.open and any(re.fullmatch("h[1-6]", t) for t in self.open):
            self.heading[1] += data
        elif data.strip():
            self.said = True
        if any(t in ("code", "pre") for t in self.open):
            data = "x" * len(data)  # what is typed or quoted is as it is
        if self.item and data.strip():
            self.item = False
            if re.match("[a-z]+ ", data) and "code" not in self.open:
                self.faults.append(f"an item begins small: “{data[:40]}”")
        if not self.mark:
            self.text.append(data)
        if self.tables and self.tables[-1] and self.tables[-1][-1]:
            self.tables[-1][-1][-1][1] += data

    def columns(self, rows):
        heads = rows[0] if rows and all(tag == "th" for tag, _ in rows[0]) else []
        body = [r for r in rows[1:] if len(r) == len(heads)]
        if len(heads) == 5 and heads[2][1] in ("result", "Ergebnis"):
            self.faults += [f"a condition without a value among those with: “{row[1][1]}”" for row in body if (row[3][1], row[4][1]) in NO_VALUES]
        for i, (_, head) in enumerate(heads):
            if body and not any(row[i][1].strip() for row in body):
                self.faults.append(f"a column without a word: “{head.strip()}”")
            if len(body) > 1 and all(row[i][1].strip() in NOTHING for row in body):
                self.faults.append(f"a column of “{body[0][i][1].strip()}”: “{head.strip()}”")


page, html = Page(), open(sys.argv[1], encoding="utf-8").read()
page.feed(html[html.index("<body"):html.index('id="facts"')])  # the numbered facts and the files behind them are lists
page.block_end()
for said in page.blocks:
    if "NOT MET" in said or "NICHT ERFÜLLT" in said:
        continue  # a tally, set wide
    for what, pattern in (("two blanks", r"\S {2,}\S"), ("a blank before a stop", r"\w [.,;](?=\s|$)"), ("a blank at the begin", r"^ +\S"),
                          ("a side twice", r"\b([A-Z]) \1/"), ("plus and minus", r"\+-\s?\d"), ("a key for its name", r"\([^()]*(?<=[( ])(latency|throughput|driver|firmware|engine)\.[a-z_]+"),
                          ("a month or moment as a machine writes it", r"^\d{4}-\d\d(-\d\dT[\d:]+Z)?$"),
                          ("one of many", r"(?<![\d.,])1[\u202f\u00a0 ](months|days|years|requests|tokens|iterations|Monate|Tage|Jahre|Anfragen)\b"), ("straight quotes", r'(?<!\w)"[\w-]+"')):
        for found in re.finditer(pattern, said):
            page.faults.append(f"{what}: “{said[max(found.start() - 30, 0):found.end() + 20]}”")
if '<html lang="de"' in html:
    page.faults += [f"an amount as English writes it: “{said[:60]}”" for said in page.blocks if re.search(r"(?<!\d\s)\b(EUR|USD|CHF)\s?\d", said)]
whole = html[html.index('id="executors"'):html.index('id="runs"')]
heads = [re.sub("<[^>]*>", "", h) for h in re.findall(r"<h3[^>]*>(.*?)</h3>", whole, re.S)]
page.faults += [f"a heading twice: “{h}”" for h in dict.fromkeys(heads) if heads.count(h) > 1]
methods = re.findall(r">(bsm/\d[^<]*)<", html[html.index('id="method"'):html.index('id="conditions"')])
page.faults += [f"a method twice: “{m[:60]}”" for m in dict.fromkeys(methods) if methods.count(m) > 1]
print("\n".join(dict.fromkeys(page.faults)))
print(f"{len(page.blocks)} blocks")
sys.exit(1 if page.faults or len(page.blocks) < 20 else 0)
