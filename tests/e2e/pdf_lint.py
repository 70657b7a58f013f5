#!/usr/bin/env python3
"""Checks a report.pdf object by object, in another language than the one that wrote it.

Usage: pdf_lint.py [--self-test] report.pdf

The conditions are the machine-checkable ones of PDF/UA-1 and PDF/A-2b that the report is built to
(docs/pdf.md). With --self-test each condition is broken once in memory and must be noticed.
"""
import base64
import copy
import json
import re
import subprocess
import sys

PAINT = {"f", "F", "f*", "B", "B*", "b", "b*", "S", "s", "Tj", "TJ", "'", '"', "Do", "sh"}
TAGS = {
    "Document", "Sect", "Div", "Caption", "P", "H1", "H2", "H3", "H4", "H5", "H6", "L", "LI", "Lbl", "LBody",
    "Table", "TR", "TH", "TD", "Span", "Note", "Code", "Figure", "Link",
}
TOKEN = re.compile(
    rb"%[^\r\n]*|\((?:\\.|[^\\()]|\((?:\\.|[^\\()])*\))*\)|<<|>>|<[0-9A-Fa-f\s]*>|/[^\s()<>\[\]{}/%]*|[\[\]]|[^\s()<>\[\]{}/%]+",
    re.S)


class Pdf:
    def __init__(self, objects, trailer):
        self.objects, self.trailer = objects, trailer

    def get(self, value):
        while isinstance(value, str) and re.fullmatch(r"\d+ \d+ R", value):
            value = self.objects.get("obj:" + value)
        if isinstance(value, dict) and "value" in value and len(value) == 1:
            return value["value"]
        return value

    def key(self, value, name, default=None):
        value = self.get(value)
        if isinstance(value, dict) and "stream" in value:
            value = value["stream"]["dict"]
        return self.get(value.get(name, default)) if isinstance(value, dict) else default

    def data(self, value):
        return base64.b64decode(self.get(value)["stream"]["data"])


def text(value):
    return value[2:] if isinstance(value, str) and value[:2] in ("u:", "b:") else value


def load(path):
    run = ["qpdf", "--json=2", "--json-stream-data=inline", "--decode-level=generalized", path]
    parsed = json.loads(subprocess.run(run, check=True, capture_output=True).stdout)
    objects = parsed["qpdf"][1]
    return Pdf({k: v for k, v in objects.items() if k.startswith("obj:")}, objects["trailer"]["value"])


def pages(pdf, node):
    if pdf.key(node, "/Type") == "/Page":
        return [node]
    return [p for kid in pdf.key(node, "/Kids") for p in pages(pdf, kid)]


def content_findings(pdf, page, owners):
    found, stack, seen = [], [], set()
    operands = []
    for token in TOKEN.findall(pdf.data(pdf.get(page)["/Contents"])):
        word = token.decode("latin-1")
        if not re.fullmatch(r"[A-Za-z'\"*]+[01]?\*?", word) or word in ("true", "false", "null"):
            operands.append(word)
            continue
        if word in ("BDC", "BMC"):
            number = operands[operands.index("/MCID") + 1] if "/MCID" in operands else None
            stack.append("artifact" if "/Artifact" in operands else int(number) if number else "plain")
            if number:
                seen.add(int(number))
        elif word == "EMC":
            if not stack:
                found.append("EMC without BDC")
            else:
                stack.pop()
        elif word in PAINT and not any(s == "artifact" or isinstance(s, int) for s in stack):
            found.append(f"{word} paints outside content and artifact")
        elif word in ("BI", "sh", "gs") and word != "gs":
            found.append(f"{word}: not a solid colour")
        operands = []
    if stack:
        found.append("BDC without EMC")
    for number in seen:
        if number >= len(owners) or pdf.get(owners[number]) is None:
            found.append(f"MCID {number} has no owner")
    return found


def structure(pdf, node, parents, visit):
    node_value = pdf.get(node)
    if isinstance(node_value, list):
        for kid in node_value:
            structure(pdf, kid, parents, visit)
    elif isinstance(node_value, dict) and "/S" in node_value:
        visit(node, node_value, parents)
        structure(pdf, node_value.get("/K"), parents + [node_value], visit)


def attribute(pdf, element, owner, name):
    value = pdf.get(element.get("/A"))
    if isinstance(value, dict) and value.get("/O") == owner:
        return pdf.get(value.get(name))
    return None


def cells(pdf, row):
    kids = pdf.get(row.get("/K"))
    kids = kids if isinstance(kids, list) else [kids]
    return sum(1 for kid in kids if pdf.key(kid, "/S") in ("/TH", "/TD"))


def kids_of(pdf, element, *tags):
    kids = pdf.get(element.get("/K"))
    kids = [pdf.get(kid) for kid in (kids if isinstance(kids, list) else [kids])]
    return [kid for kid in kids if isinstance(kid, dict) and kid.get("/S") in tags]


def heads_findings(pdf, table):
    """The first row names the columns; of the others a head names its row. Where each row has a head of its own, as a list of
    names and values has, none needs to name the columns. Without either a cell is read aloud without its meaning."""
    found = []
    scopes = [[attribute(pdf, cell, "/Table", "/Scope") if cell["/S"] == "/TH" else None for cell in kids_of(pdf, row, "/TH", "/TD")]
              for row in kids_of(pdf, table, "/TR")]
    if all(row[0] == "/Row" and None in row for row in scopes if row):
        return found
    for i, row in enumerate(scopes):
        if i == 0 and set(row) != {"/Column"}:
            found.append("table whose first row does not head its columns")
        elif i > 0 and set(row) - {None, "/Row"}:
            found.append("head of a column below the first row")
    return found


def structure_findings(pdf, root):
    found, levels, links, rows = [], [], set(), {}

    def visit(node, element, parents):
        tag = element["/S"][1:]
        if tag not in TAGS:
            found.append(f"tag {tag} not in the table")
        if tag == "Figure" and not text(pdf.get(element.get("/Alt"))):
            found.append("Figure without Alt")
        if tag == "Figure" and len(attribute(pdf, element, "/Layout", "/BBox") or []) != 4:
            found.append("Figure without BBox")
        if tag == "TH" and attribute(pdf, element, "/Table", "/Scope") not in ("/Column", "/Row"):
            found.append("TH without Scope")
        if re.fullmatch(r"H[1-6]", tag):
            level = int(tag[1])
            if level > (levels[-1] if levels else 0) + 1:
                found.append(f"heading {tag} skips a level")
            levels.append(level)
        if tag == "Table":
            found.extend(heads_findings(pdf, element))
        if tag == "TR":
            rows.setdefault(id(parents[-1]), set()).add(cells(pdf, element))
            if parents[-1]["/S"] != "/Table":
                found.append("TR outside a Table")
        if tag in ("TH", "TD") and parents[-1]["/S"] != "/TR":
            found.append("cell outside a row")
        if tag == "LI" and parents[-1]["/S"] != "/L":
            found.append("LI outside a list")
        if tag == "Link":
            kids = pdf.get(element.get("/K"))
            refs = [k for k in (kids if isinstance(kids, list) else [kids]) if pdf.key(k, "/Type") == "/OBJR"]
            if not refs:
                found.append("Link without annotation")
            for ref in refs:
                links.add(pdf.get(ref)["/Obj"])

    structure(pdf, pdf.key(root, "/StructTreeRoot")["/K"], [], visit)
    if levels[:1] != [1]:
        found.append("no heading of level 1 first")
    found += ["table with rows of unequal length"] * sum(1 for r in rows.values() if len(r) > 1)
    return found, links


def number_tree(pdf, node):
    flat = pdf.key(node, "/Nums") or []
    tree = dict(zip(flat[0::2], flat[1::2]))
    for kid in pdf.key(node, "/Kids") or []:
        tree.update(number_tree(pdf, kid))
    return tree


def font_findings(pdf):
    found = []
    for name, item in pdf.objects.items():
        font = item.get("value")
        if not isinstance(font, dict) or font.get("/Type") != "/Font":
            continue
        descendants = pdf.get(font.get("/DescendantFonts"))
        if font["/Subtype"] != "/CIDFontType2" and not font.get("/ToUnicode"):
            found.append(f"{name}: font without ToUnicode")
        if font["/Subtype"] == "/CIDFontType2" and font.get("/CIDToGIDMap") != "/Identity":
            found.append(f"{name}: no CIDToGIDMap")
        if not descendants and not pdf.key(font.get("/FontDescriptor"), "/FontFile2"):
            found.append(f"{name}: font not embedded")
    return found


def metadata_findings(pdf, root):
    found = []
    xmp = pdf.data(pdf.get(root)["/Metadata"]).decode("utf-8")
    info = pdf.get(pdf.trailer["/Info"])
    for part in ("<pdfaid:part>2<", "<pdfaid:conformance>B<"):
        if part not in xmp:
            found.append(f"XMP lacks {part}")
    escape = lambda s: s.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    if ">" + escape(text(info["/Title"])) + "</rdf:li></rdf:Alt></dc:title>" not in xmp:
        found.append("title of XMP and Info differ")
    if f"<pdf:Producer>{escape(text(info['/Producer']))}<" not in xmp:
        found.append("producer of XMP and Info differ")
    for key, name in (("/CreationDate", "xmp:CreateDate"), ("/ModDate", "xmp:ModifyDate")):
        date = re.fullmatch(r"D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z", text(info.get(key, "")) or "")
        iso = "{}-{}-{}T{}:{}:{}Z".format(*date.groups()) if date else "?"
        if f"<{name}>{iso}<" not in xmp:
            found.append(f"{key} of XMP and Info differ")
    for key in info:
        if key not in ("/Title", "/Producer", "/CreationDate", "/ModDate"):
            found.append(f"Info has {key}, which XMP has not")
    return found


def outline_findings(pdf, root, page_list):
    found, count = [], 0

    def walk(parent, depth):
        nonlocal count
        item, before = pdf.get(parent).get("/First"), None
        while item and depth < 10:
            value = pdf.get(item)
            count += 1
            if value.get("/Prev") != before or value["/Parent"] != parent:
                found.append("outline badly chained")
            if pdf.get(value["/Dest"])[0] not in page_list:
                found.append("outline leads nowhere")
            if not text(value["/Title"]):
                found.append("outline entry without title")
            walk(item, depth + 1)
            before, item = item, value.get("/Next")
        if before and pdf.get(parent)["/Last"] != before:
            found.append("outline badly ended")

    if "/Outlines" not in pdf.get(root):
        return ["no outline"]
    walk(pdf.get(root)["/Outlines"], 0)
    return found + ([] if count else ["outline empty"])


def annotation_findings(pdf, page_list, links):
    found, met = [], set()
    for page in page_list:
        for reference in pdf.key(page, "/Annots") or []:
            annotation = pdf.get(reference)
            met.add(reference)
            if annotation.get("/Subtype") != "/Link" or annotation.get("/F") != 4:
                found.append("annotation not a printing link")
            if not text(annotation.get("/Contents")):
                found.append("annotation without Contents")
            if reference not in links or "/StructParent" not in annotation:
                found.append("annotation not in the structure")
            if "/Dest" in annotation and pdf.get(annotation["/Dest"])[0] not in page_list:
                found.append("link leads nowhere")
            box = annotation["/Rect"]
            if not (0 <= box[0] < box[2] <= 596 and 0 <= box[1] < box[3] <= 842):
                found.append("link's rectangle off the page")
    if links != met:
        found.append("links of structure and pages differ")
    return found


def lint(pdf):
    root = pdf.trailer["/Root"]
    found = []
    for key, good in (("/Lang", bool), ("/StructTreeRoot", bool), ("/Metadata", bool), ("/PageLabels", bool)):
        if not good(pdf.key(root, key)):
            found.append(f"catalog lacks {key}")
    if pdf.key(pdf.key(root, "/MarkInfo"), "/Marked") is not True:
        found.append("not marked")
    if pdf.key(pdf.key(root, "/ViewerPreferences"), "/DisplayDocTitle") is not True:
        found.append("title not displayed")
    identity = pdf.trailer.get("/ID")
    if not identity or identity[0] != identity[1]:
        found.append("no ID")
    if "/Encrypt" in pdf.trailer:
        found.append("encrypted")
    intents = pdf.key(root, "/OutputIntents") or []
    if len(intents) != 1 or pdf.key(pdf.key(intents[0], "/DestOutputProfile"), "/N") is None:
        profile = pdf.get(intents[0])["/DestOutputProfile"] if intents else None
        if profile is None or pdf.get(profile)["stream"]["dict"].get("/N") != 3:
            found.append("no output intent of three channels")
    for item in pdf.objects.values():
        value = item.get("value") if "value" in item else item.get("stream", {}).get("dict")
        if isinstance(value, dict):
            if value.get("/S") in ("/JavaScript", "/Launch", "/Transparency") or "/JS" in value or "/SMask" in value:
                found.append("script, launch or transparency")
            if value.get("/ca", 1) != 1 or value.get("/CA", 1) != 1:
                found.append("transparent colour")
    page_list = pages(pdf, pdf.get(root)["/Pages"])
    parents = number_tree(pdf, pdf.key(root, "/StructTreeRoot")["/ParentTree"])
    for page in page_list:
        if pdf.key(page, "/Tabs") != "/S" or "/Group" in pdf.get(page):
            found.append("page without tab order, or with a group")
        found += content_findings(pdf, page, pdf.get(parents.get(pdf.key(page, "/StructParents"))) or [])
    more, links = structure_findings(pdf, root)
    found += more
    found += annotation_findings(pdf, page_list, links)
    found += font_findings(pdf) + metadata_findings(pdf, root) + outline_findings(pdf, root, page_list)
    return found


def first(pdf, test):
    return next(v for i in pdf.objects.values() for v in [i.get("value")] if isinstance(v, dict) and test(v))


def break_content(pdf, old, new):
    page = pages(pdf, pdf.get(pdf.trailer["/Root"])["/Pages"])[0]
    stream = pdf.get(pdf.get(page)["/Contents"])["stream"]
    data = base64.b64decode(stream["data"]).replace(old, new, 1)
    stream["data"] = base64.b64encode(data).decode()


def break_xmp(pdf, old, new):
    stream = pdf.get(pdf.get(pdf.trailer["/Root"])["/Metadata"])["stream"]
    stream["data"] = base64.b64encode(base64.b64decode(stream["data"]).replace(old, new)).decode()


def self_test(pdf):
    root = lambda p: p.get(p.trailer["/Root"])
    page = lambda p: p.get(pages(p, root(p)["/Pages"])[0])
    by_tag = lambda p, tag: first(p, lambda v: v.get("/S") == tag)
    link = lambda p: first(p, lambda v: v.get("/Subtype") == "/Link")
    breaks = {
        "Lang": lambda p: root(p).pop("/Lang"),
        "labels": lambda p: root(p).pop("/PageLabels"),
        "marked": lambda p: root(p).pop("/MarkInfo"),
        "display title": lambda p: root(p).pop("/ViewerPreferences"),
        "ID": lambda p: p.trailer.pop("/ID"),
        "intent": lambda p: root(p).pop("/OutputIntents"),
        "tabs": lambda p: page(p).pop("/Tabs"),
        "artifact": lambda p: break_content(p, b"/Artifact", b"/Bogus"),
        "balance": lambda p: break_content(p, b"EMC", b""),
        "owner": lambda p: break_content(p, b"/MCID 0", b"/MCID 9999"),
        "alt": lambda p: by_tag(p, "/Figure").pop("/Alt"),
        "bbox": lambda p: by_tag(p, "/Figure").pop("/A"),
        "scope": lambda p: by_tag(p, "/TH").pop("/A"),
        "head of a column": lambda p: first(p, lambda v: v.get("/S") == "/TH" and attribute(p, v, "/Table", "/Scope") == "/Column").update({"/S": "/TD"}),
        "head of a row": lambda p: p.get(first(p, lambda v: v.get("/S") == "/TH" and attribute(p, v, "/Table", "/Scope") == "/Row")["/A"]).update({"/Scope": "/Column"}),
        "heading": lambda p: by_tag(p, "/H1").update({"/S": "/H3"}),
        "table": lambda p: by_tag(p, "/TD").update({"/S": "/P"}),
        "tag": lambda p: by_tag(p, "/P").update({"/S": "/Strong"}),
        "link": lambda p: by_tag(p, "/Link").update({"/K": 0}),
        "contents": lambda p: link(p).pop("/Contents"),
        "print": lambda p: link(p).update({"/F": 0}),
        "dest": lambda p: link(p).update({"/Dest": ["1 0 R", "/XYZ", 0, 0, None]}),
        "rect": lambda p: link(p).update({"/Rect": [0, 0, 0, 0]}),
        "font": lambda p: first(p, lambda v: "/FontFile2" in v).pop("/FontFile2"),
        "unicode": lambda p: first(p, lambda v: "/ToUnicode" in v).pop("/ToUnicode"),
        "map": lambda p: first(p, lambda v: "/CIDToGIDMap" in v).pop("/CIDToGIDMap"),
        "xmp part": lambda p: break_xmp(p, b"part>2", b"part>1"),
        "xmp date": lambda p: break_xmp(p, b"T00:", b"T01:"),
        "xmp title": lambda p: break_xmp(p, b"x-default\">", b"x-default\">X"),
        "producer": lambda p: p.get(p.trailer["/Info"]).update({"/Producer": "u:other"}),
        "info": lambda p: p.get(p.trailer["/Info"]).update({"/Author": "u:someone"}),
        "outline": lambda p: root(p).pop("/Outlines"),
        "outline title": lambda p: p.get(p.get(root(p)["/Outlines"])["/First"]).update({"/Title": "u:"}),
        "script": lambda p: root(p).update({"/OpenAction": "obj"}) or link(p).update({"/S": "/JavaScript"}),
        "alpha": lambda p: link(p).update({"/ca": 0.5}),
    }
    missed = []
    for name, damage in breaks.items():
        broken = copy.deepcopy(pdf)
        damage(broken)
        if not lint(broken):
            missed.append(name)
    return [f"self-test: {name} not noticed" for name in missed], len(breaks)


def main():
    arguments = [a for a in sys.argv[1:] if a != "--self-test"]
    pdf = load(arguments[0])
    found = lint(pdf)
    if "--self-test" in sys.argv and not found:
        found, count = self_test(pdf)
        print(f"{count} conditions broken, {len(found)} missed")
    for finding in sorted(set(found)):
        print(f"{arguments[0]}: {finding} ({found.count(finding)})")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
