#!/usr/bin/env python3
"""german.py SOURCE tables | german.py SOURCE report CASE REPORT: the second language of the report is complete.

tables: strings.de.json has the names, slots and strong words of strings.en.json, and words.de.json says every title, rule text, formula
and word that the program itself puts into a report; no word of direction stands beside a signed figure. report: no English sentence of ours is left on a page, and machine files say what
the English report's say."""
import html, json, re, sys

source, what = sys.argv[1], sys.argv[2]
wrong = []


def load(name):
    def once(pairs):
        names = [n for n, _ in pairs]
        wrong.extend("%s: twice %r" % (name, n) for n in set(names) if names.count(n) > 1)
        return dict(pairs)
    return json.load(open("%s/templates/%s" % (source, name), encoding="utf-8"), object_pairs_hook=once)


def read(name):
    return open(source + "/" + name, encoding="utf-8").read()


def slots(text):
    return sorted(re.findall(r"\{[^}]*\}", text))


english, german, words = load("strings.en.json"), load("strings.de.json"), load("words.de.json")
LITERAL = r'"((?:[^"\\]|\\.)*)"'
QUOTED = LITERAL.replace("((", "(?:(")


def plain(pieces):
    return "".join(json.loads('"%s"' % p.replace("\\'", "'")) for p in re.findall(LITERAL, pieces))


def of_runs(text, phrases):
    """As single_words() says it: at each place the first phrase that stands there."""
    out, at = "", 0
    while at < len(text):
        said = next(((a, b) for a, b in phrases if text.startswith(a, at)), (text[at], text[at]))
        out, at = out + said[1], at + len(said[0])
    return out


def own_texts():
    """What the program says outside the strings table: (where, text)."""
    for name, columns in (("vocabulary.def", (2,)), ("layers.def", (2, 3)), ("units.def", (1, 2)), ("lanes.def", (1,)),
                          ("steady_parameters.def", (-1,))):
        for line in read("model/" + name).splitlines():
            if re.match(r"(KEY|LAYER|UNIT|LANE|STEADY_LIMIT|STEADY_PARAMETER)\([A-Z0-9_]+, ", line):
                texts = re.findall(LITERAL, line)
                for c in columns:
                    # Symbols are the same in every language but for those that are words.
                    at = texts[c - 1] if c > 0 else texts[c]
                    if name != "units.def" or c == 2 or re.search(r"[a-z]{4}", at):
                        yield name, plain('"%s"' % at)
    rules = load("rules.json")
    for rule in rules["rules"]:
        for text in [rule[n] for n in ("title", "why", "mend")] + list(rule["says"].values()) + list(rule.get("mends", {}).values()):
            yield "rule " + rule["id"], text
    for text in rules["disclose_by"].values():
        yield "disclose_by", text
    formulas = read("comparability/judge/derivations.def") + read("comparability/judge/derivations_money.def")
    for row in re.finditer(r'DERIVATION\(\w+, "[a-z0-9-]+",\s*((?:%s\s*)+),' % LITERAL, formulas):
        yield "formula", plain(row.group(1))
    for row in re.finditer(r'\{\s*%s,\s*((?:%s\s*)+)\}' % (LITERAL, LITERAL), read("comparability/steady/steady_words.c")):
        yield "steadiness", plain(row.group(2))
        yield "steadiness", row.group(1)
    for row in re.finditer(r"\*why = ((?:[^;]|\n)*);", read("comparability/decide/attribution.c")):
        for text in re.findall(LITERAL, row.group(1)):
            yield "credit", text
    # What rules ask of both sides is asked of all runs where one system stands alone (single.c).
    texts = re.findall(r"STR_INIT\(((?:%s\s*)+)\)" % QUOTED, read("comparability/judge/single.c"))
    yield "single", plain(texts[0])
    phrases = [(plain(a), plain(b)) for a, b in zip(texts[1::2], texts[2::2])]
    for rule in rules["rules"]:
        for text in [rule["mend"]] + list(rule.get("mends", {}).values()):
            yield "single, mend of " + rule["id"], of_runs(text, phrases)
        for text in rule["says"].values():
            yield "single, " + rule["id"], of_runs(text, phrases)
            yield "single, " + rule["id"] + " of one value", of_runs(text.replace(" and {1}", "", 1), phrases)
    for row in re.finditer(r'hold\(home, ceiling, "([^"]*)"', read("comparability/decide/ceilings.c")):
        yield "ground", row.group(1)
    names = re.search(r"ground_name\[GROUNDS\] = \{([^}]*)\}", read("comparability/decide/profile_tied.c")).group(1)
    for name in re.findall(LITERAL, names):
        yield "ground", name
    for row in re.finditer(r"\[PART_\w+\] = \{ " + LITERAL, read("model/decision.c")):
        yield "part", row.group(1)


def signed():
    """A figure that falls either bears its sign, and no word beside it says so again, or the contrary ("faster: -10 %"); or a word
    says which way it goes, and then it bears none ({change.less}, {low.size})."""
    falls = {k for k in english if ".down" in k or k in ("answer.bottleneck.less", "licence.does.lower")}
    assert len(falls) > 8, falls
    for name, table in (("en", english), ("de", german)):
        for key in sorted(table):
            first = table[key].split(";")[0]
            said = re.search(r"\b(less|more|fewer|below|above|slower|faster|weniger|mehr|unter|über|langsamer|schneller)\b", first)
            bare = re.findall(r"\{(?:change|low|high)\.(?:less|size)\}", table[key])
            sign = re.findall(r"\{(?:change|low|high)(?:\.(?:unit|plain|full|bare))?\}", table[key])
            if bare and sign or bare and not said:
                wrong.append("strings.%s.json: %s has %s, whose way no word tells" % (name, key, (sign if sign else bare)[0]))
            if key in falls and sign and said:
                wrong.append("strings.%s.json: %s says %s beside a figure that bears its sign" % (name, key, said.group()))


def tables():
    signed()
    wrong.extend("strings.de.json lacks %s" % n for n in english if n not in german)
    wrong.extend("strings.de.json has %s, which is no string" % n for n in german if n not in english)
    for name in set(english) & set(german):
        a, b = english[name], german[name]
        if slots(a) != slots(b):
            wrong.append("%s: slots %s, not %s" % (name, slots(b), slots(a)))
        if a.count("**") != b.count("**"):
            wrong.append("%s: strong words" % name)
        if a[:1] == " " and b[:1] != " " or (a[-1:] == " ") != (b[-1:] == " ") or not b:
            wrong.append("%s: blanks around %r" % (name, b))
        if a == b and len(re.findall(r"[A-Za-z]{2,}", re.sub(r"\{[^}]*\}", "", a))) >= 4 and \
                not name.startswith(("check.", "suite.mark")):
            wrong.append("%s is not said in German" % name)
    count = 0
    for where, text in own_texts():
        count += 1
        if text and text not in words:
            wrong.append("words.de.json lacks, of %s: %s" % (where, text))
    if count < 1500:
        wrong.append("only %d texts of the program were found" % count)
    for text, said in words.items():
        if slots(text) != slots(said):
            wrong.append("%r: slots %s" % (text, slots(said)))
        if text.count("`") != said.count("`"):
            wrong.append("%r: commands" % text)


def report(case, folder):
    page = open(folder + "/report.html", encoding="utf-8").read()
    case = json.load(open(case, encoding="utf-8"))
    if not re.match(r'<!DOCTYPE html>\s*<html lang="de">', page):
        wrong.append("the page is not marked as German")
    # What a fact holds is evidence, but for what the program derived; nothing else of the page is English.
    page = re.sub(r"<(style|script)\b.*?</\1>", " ", page, flags=re.S)
    text = re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", "", page)))
    said = text.split(" ")
    fours = set(zip(said, said[1:], said[2:], said[3:]))  # so that few sentences of ours are looked for in all of the page
    person = " ".join(re.findall(r'"((?:[^"\\]|\\.)*)"', json.dumps(case, ensure_ascii=False)))
    for table in (english, {w: w for w in words}):
        for name, sentence in table.items():
            for piece in re.split(r"\{[^}]*\}|\*\*|(?<=[.?!:;]) ", sentence):
                piece = piece.strip().rstrip(".:;")
                inner = piece.split()
                # the words at its ends may stand close to others
                if len(inner) >= 4 and (len(inner) < 6 or tuple(inner[1:5]) in fours) and piece in text and piece not in person and \
                        not name.startswith(("check.", "suite.")):
                    wrong.append("English is left: %s" % piece)
    # Parts of a profile, layers, grounds: words too short to be looked for anywhere, but where they stand for themselves.
    alone = {html.unescape(w) for w in re.findall(r"<th[^>]*>(?:<[^>]*>)*([^<>]+)<", page)}
    for where, word in own_texts():
        short = where in ("part", "ground", "lanes.def", "layers.def") and words[word] != word
        if short and (": %s)" % word in text or "(%s: " % word in text or where == "layers.def" and word in alone):
            wrong.append("English is left, of %s: %s" % (where, word))
    if re.search(r"\*\*|`", re.sub(r"<[^>]*data-fact.*?</span>", "", page)) and "suite" not in page:
        wrong.append("a mark of Markdown")
    # Figures: no derived one with a point before its decimals.
    data = json.load(open(folder + "/data.json", encoding="utf-8"))
    derived = {str(f["number"]): f for f in data["facts"] if f["kind"] == "derived" and re.fullmatch(r"-?\d+\.\d+", str(f["value"]))}
    seen = 0
    for number, said in re.findall(r'<(?:span|strong) class="v[^"]*" data-fact="(\d+)">([^<]*)<', page):
        if number in derived:
            seen += 1
            value = derived[number]["value"]
            whole, part = value.lstrip("-").split(".")
            want = re.sub(r"(?<=\d)(?=(\d{3})+$)", "\u202f", whole) + "," + part
            if html.unescape(said).lstrip("\u2212").split("\u202f%")[0][: len(want)] != want:
                wrong.append("F%s: %r, of %s" % (number, said, value))
    if seen < 20:
        wrong.append("only %d figures were seen" % seen)
    # Tools' words are marked as what they are.
    if 'lang="en"' not in page:
        wrong.append("no word of a tool is marked as English")


tables() if what == "tables" else report(*sys.argv[3:])
for line in wrong[:40]:
    print("FAIL", line)
print("german.py %s: %d wrong" % (what, len(wrong)))
sys.exit(1 if wrong else 0)
