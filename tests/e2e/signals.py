#!/usr/bin/env python3
"""signals.py REPORT STRINGS - prints how the five signals of the whole stack and the question where the time goes are answered:
elsewhere moderate fine_alone expected twins time, then whether the report calls the problem stack-shaped."""
import html, json, re, sys

page = open(sys.argv[1] + "/report.html", encoding="utf-8").read()
strings = json.load(open(sys.argv[2], encoding="utf-8"))
plain = lambda text: html.unescape(re.sub(r"<[^>]*>", "", text)).strip()
rows = {}
for row in re.findall(r"<tr>(.*?)</tr>", page[page.index('id="questions"'):], re.S):
    cells = [plain(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S)]
    if len(cells) == 3:
        rows[cells[0]] = cells[1]
print(*(rows[strings["question." + name]].replace(" ", "_")
        for name in ("elsewhere", "moderate", "fine_alone", "expected", "twins", "time")),
      "stack-shaped" if strings["questions.stack_shaped"].split(":")[0] in plain(page) else "-")
