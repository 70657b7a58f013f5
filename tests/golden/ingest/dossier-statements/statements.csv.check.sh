python3 -c 'import csv
for r in csv.DictReader(open("statements.csv", newline="", encoding="utf-8"), delimiter=","):
    if r["key"] != "statement" and r["value"] not in ("", "-", "N/A"): print(r["key"], "", r["value"], sep="|")'
