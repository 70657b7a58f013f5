"""facts.py - what `dossier facts` wrote, against the reports themselves; see facts.sh."""
import collections
import csv
import glob
import hashlib
import json
import os
import re
import resource
import sqlite3
import subprocess
import sys
import zipfile
from fractions import Fraction

BASE = {"%": ("", Fraction(1, 100)), "ms": ("s", Fraction(1, 1000)), "µs": ("s", Fraction(1, 10**6)), "ns": ("s", Fraction(1, 10**9)),
        "min": ("s", 60), "h": ("s", 3600), "days": ("s", 86400), "months": ("s", 2628000), "years": ("s", 31536000),
        "MHz": ("Hz", 10**6), "GHz": ("Hz", 10**9), "KiB": ("B", 1024), "MiB": ("B", 2**20), "GiB": ("B", 2**30), "Wh": ("J", 3600),
        "MT/s": ("T/s", 10**6), "MiB/s": ("B/s", 2**20), "GB/s": ("B/s", 10**9)}


def reports(folder):
    """content id: (data.json, case.json)"""
    out = {}
    for name in sorted(glob.glob(folder + "/*.asice")):
        with zipfile.ZipFile(name) as z:
            out[hashlib.sha256(z.read("manifest-sha256.txt")).hexdigest()] = (
                json.loads(z.read("data/report/data.json")), json.loads(z.read("data/case.json")))
    return out


def number(fact):
    """(value in the base unit, base unit) by exact fractions, or None; whether the key counts is left to the caller."""
    if not re.fullmatch(r"-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?", fact["value"]) or fact.get("disclosed") is False:
        return None
    unit, factor = BASE.get(fact["unit"], (fact["unit"], 1))
    return float(Fraction(fact["value"]) * factor), unit


def expected(content, data):
    """Rows by table, from the report alone. `num` of a fact is what its text gives, or absent where the key is a text."""
    facts, case = data["facts"], data["case"]
    rows = collections.defaultdict(list)
    own = {r: (s["id"], m["id"]) for s in case["systems"] for m in s["machines"] for r in m["runs"]}
    for f in facts:
        row = {"fact": f["number"], "key": f["key"], "kind": f["kind"], "text": f.get("text", f["value"]),
               "disclosed": f.get("disclosed", True)}
        row["scope"] = next((k for k in ("run", "machine", "system") if k in f), "case")
        if row["scope"] != "case":
            row["of"] = f[row["scope"]]
        if f["instance"]:
            row["instance"] = f["instance"]
        if "source" in f:
            row["file"], row["sha256"] = f["source"]["evidence"], f["source"]["sha256"]
            row["offset"] = f["source"]["from"]["offset"]
        if "derivation" in f:
            row["derivation"] = f["derivation"]["name"]
            if any(i is not None for i in f["derivation"]["inputs"]):
                row["inputs"] = " ".join(str(i) for i in f["derivation"]["inputs"] if i is not None)
        rows["fact"].append(row)
    for c in data["comparisons"]:
        numbers = c.get("numbers", {})
        row = {"a": c["a"], "b": c["b"], "verdict": c["verdict"], "exit": c["exit"]}
        for name in ("mean_a", "mean_a_low", "mean_a_high", "mean_b", "mean_b_low", "mean_b_high", "ratio", "ratio_low", "ratio_high"):
            if numbers.get(name):
                row[name] = number(facts[numbers[name] - 1])[0]
        rows["comparison"].append(row)
        for i, f in enumerate(c["findings"]):
            row = {"a": c["a"], "b": c["b"], "number": i + 1, "times": f.get("times", 1)}
            row.update({k: f[k] for k in ("rule", "title", "judgement", "severity", "reach", "makes", "said", "mend") if f[k]})
            rows["finding"].append(row)
        for r in c["runs"]:
            row = {"a": c["a"], "b": c["b"], "run": r["run"], "bridge": r["bridge"]}
            if r["run"] in own:
                row["system"], row["machine"] = own[r["run"]]
            if r.get("value"):
                row["value"] = number(facts[r["value"] - 1])[0]
            rows["run"].append(row)
    for s in case["systems"]:
        rows["system"].append({"system": s["id"], "baseline": s["baseline"], "machines": len(s["machines"]),
                               "runs": sum(len(m["runs"]) for m in s["machines"])})
    for c in data["claims"]:
        rows["claim"] += [{"claim": c["id"], "sentence": c["sentence"], "slot": k, "fact": v} for k, v in c["facts"].items() if v is not None]
    rows["dossier"].append({"evidence_id": data["evidence_id"], "case_id": case["id"], "question": case["question"], "date": case["date"],
                            "comparisons": len(data["comparisons"]), "signatures": 1, "rules_changed": data["rules"]["changed"]})
    rows["signer"].append({"number": 1, "subject": 'CN=Test\\, \\"signer\\"', "claimed": "2026-11-28T00:00:00Z"})
    return {t: [dict(r, dossier=content) for r in rows[t]] for t in rows}


def from_csv(path):
    """Rows with the types that the columns of JSON Lines have."""
    def typed(name, text):
        if text in ("true", "false") and name in ("disclosed", "bridge", "baseline", "rules_changed"):
            return text == "true"
        return text
    with open(path, newline="", encoding="utf-8") as f:
        return [{k: typed(k, v) for k, v in row.items() if v != ""} for row in csv.DictReader(f)]


def alike(a, b):
    """One cell as JSON, CSV and SQLite give it."""
    if isinstance(a, bool) or isinstance(b, bool):
        return bool(a) == bool(b)
    if isinstance(a, str) and isinstance(b, str):
        return a == b
    return float(a) == float(b)


def held(folder, jsonl, table_csv, base):
    db = sqlite3.connect(base)
    db.row_factory = sqlite3.Row
    want = reports(folder)
    assert len(want) == 5, len(want)
    seen = nums = 0
    for content, (data, _) in want.items():
        for table, rows in expected(content, data).items():
            with open("%s/dossier=%s/%s.jsonl" % (jsonl, content, table), encoding="utf-8") as f:
                got = [json.loads(line) for line in f]
            other = from_csv("%s/dossier=%s/%s.csv" % (table_csv, content, table))
            order = " ORDER BY rowid"
            third = [{k: r[k] for k in r.keys() if r[k] is not None}
                     for r in db.execute('SELECT * FROM "%s" WHERE dossier = ?%s' % (table, order), (content,))]
            assert len(got) == len(rows) == len(other) == len(third), (table, len(got), len(rows), len(other), len(third))
            for w, g, o, t in zip(rows, got, other, third):
                for key, value in w.items():
                    assert g[key] == value and type(g[key]) is type(value) or (isinstance(value, float) and g[key] == value), (table, key, value, g)
                assert {k for k, v in g.items() if v != ""} == set(o) and set(t) == set(g), (table, g, o, t)
                for key, value in g.items():
                    assert value == "" or alike(value, o[key]), (table, key, value, o[key])
                    assert alike(value, t[key]), (table, key, value, t[key])
                    seen += 1
        with open("%s/dossier=%s/fact.jsonl" % (jsonl, content), encoding="utf-8") as f:
            for fact, row in zip(data["facts"], map(json.loads, f)):
                if "num" in row:
                    assert number(fact) == (row["num"], row.get("unit", "")), (fact, row)
                    nums += 1
    # What is a number in the report and none in the table is a text by its key: a version, a name, a date.
    keys = {f["key"] for data, _ in want.values() for f in data["facts"] if number(f)} - {
        r[0] for r in db.execute("SELECT DISTINCT key FROM fact WHERE num IS NOT NULL")}
    types = dict(re.findall(r'^KEY\(\w+, "([^"]+)", "[^"]*", \w+, (\w+)', open(os.environ["SOURCE"] + "/model/vocabulary.def").read(), flags=re.M))
    assert keys and {types[k] for k in keys} <= {"TEXT", "VERSION", "LIST"}, {k: types[k] for k in keys}
    assert seen > 20000 and nums > 1000, (seen, nums)
    print("%d cells, %d numbers" % (seen, nums))


def queries(document, folder, base):
    """Each documented query, and its answer from the reports alone."""
    blocks = re.findall(r"```sql\n(.*?)```", open(document, encoding="utf-8").read(), flags=re.S)
    assert len(blocks) == 4, len(blocks)
    want = reports(folder)
    changes, drivers, conditions, prices = [], collections.defaultdict(set), collections.Counter(), []
    for content, (data, case) in want.items():
        facts = data["facts"]
        for c in data["comparisons"]:
            n = {k: float(facts[v - 1]["value"]) for k, v in c.get("numbers", {}).items() if k.startswith("ratio") and isinstance(v, int)}
            if "ratio_low" in n and (n["ratio_low"] > 1.1 or n["ratio_high"] < 0.9):
                changes.append((case["id"], case["question"], c["a"], c["b"], n["ratio"], n["ratio_low"], c["credited"] or None))
            for f in c["findings"]:
                if f["judgement"] in ("fails", "unknown") and f["severity"] == "blocks":
                    conditions[(f["rule"], f["title"], f["judgement"])] += 1
        for f in facts:
            if f["key"] == "driver.version" and f.get("disclosed", True):
                drivers[f.get("text", f["value"])].add(content)
        ends = [p["valid_until"] for p in case.get("prices", []) if "valid_until" in p]
        if ends and min(ends) < "2027-01-31":
            prices.append((case["id"], min(ends), 'CN=Test\\, \\"signer\\"'))
    answers = [sorted(changes, key=lambda r: (r[0], r[2], r[3])),
               sorted(((d, len(s)) for d, s in drivers.items()), key=lambda r: (-r[1], r[0])),
               sorted((k + (v,) for k, v in conditions.items()), key=lambda r: (-r[3], r[0], r[2])), sorted(prices)]
    for block, answer in zip(blocks, answers):
        out = subprocess.run(["sqlite3", "-json", base, block], capture_output=True, text=True, check=True).stdout
        got = [tuple(r.values()) for r in json.loads(out or "[]")]
        assert answer and got == answer, "%s\n%s\n%s" % (block, got, answer)


def flip(source, target):
    """One letter of the report's data is another, lists and all stay."""
    data = bytearray(open(source, "rb").read())
    with zipfile.ZipFile(source) as z:
        info = z.getinfo("data/report/data.json")
    data[info.header_offset + 30 + len(info.filename) + info.compress_size // 2] ^= 1
    open(target, "wb").write(data)


def inner(broken, target):
    """A dossier, sound in itself, whose evidence holds a broken one."""
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "attacks"))
    import container
    files = dict(container.payload(), **{"data/evidence/02-old.asice": open(broken, "rb").read()})
    open(target, "wb").write(container.dossier(container.bag(files)))


def one_schema_a_table(schema, folder, out):
    whole = json.load(open(schema))
    os.makedirs(out)
    for table, rows in whole["$defs"].items():
        json.dump(dict(rows, **{"$schema": whole["$schema"]}), open("%s/%s.schema" % (out, table), "w"))
        for i, path in enumerate(sorted(glob.glob("%s/dossier=*/%s.jsonl" % (folder, table)))):
            lines = open(path, encoding="utf-8").read().splitlines()
            for k, line in enumerate(lines[:: max(1, len(lines) // 60)]):
                open("%s/%s.%d.%d.json" % (out, table, i, k), "w").write(line)


def under(seconds, *command):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print("%.2f s of processor time" % (used.ru_utime + used.ru_stime))
    assert used.ru_utime + used.ru_stime < float(seconds), used


{"held": held, "queries": queries, "flip": flip, "inner": inner, "one-schema-a-table": one_schema_a_table, "under": under}[sys.argv[1]](*sys.argv[2:])
