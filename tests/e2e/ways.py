"""ways.py: the options of a priced case, each of their lines and sums, and where their order turns, in whole fractions; a part of
purchase.py, which it is given as a module. Which option is which is taken from the case; nothing from the program but figures that
were measured, as they are printed."""
from fractions import Fraction as D
import csv, html, math, os, re, sys

keys = []


def options(p):
    case, demand = p.case, p.demand
    ids = [s["id"] for s in case["systems"]]
    base = next(s["id"] for s in case["systems"] if s.get("baseline"))
    peak, growth, spare = D(demand["peak"].split()[0]), p.percent(demand["growth"]), int(demand["redundancy"])
    years, kept, mean = int(demand["years"]), 1 - p.percent(demand["headroom"]), p.mean_demand
    low = {s: D(p.shown("mean.low", system=s)) for s in ids}
    joule = {s: D(p.shown("energy_per_work.mean", system=s)) for s in ids}
    prices = {s: [x for x in case["prices"] if x["system"] == s][:2] for s in ids}
    lives = {x["lifetime"] for x in case["prices"] if x["per"] == "purchase"}
    life = int(D(lives.pop().split()[0])) if len(lives) == 1 else None
    begin = int(case["date"][:4]) * 12 + int(case["date"][5:7]) - 1

    def units_for(system, wanted, rate=None):
        return math.ceil(wanted / ((rate or low)[system] * kept)) + spare

    def months_of(text):
        return int(text[:4]) * 12 + int(text[5:7]) - 1

    def until(months):
        return "%04d-%02d" % ((begin + months) // 12, (begin + months) % 12 + 1)

    def carried(units, system, instance):
        capacity = (units - spare) * low[system] * kept
        if capacity < peak:
            return
        months = max(m for m in range(1200) if (1 + growth) ** m <= (capacity / peak) ** 12)
        p.same(system + " months carried " + instance, "option.months", months, system=system, instance=instance)
        p.check(system + " carries until " + instance, p.shown("option.until", system=system, instance=instance), until(months))

    # ---- which options there are: (instance, kind, system, price, units, stated lines, first month)
    found = []
    held = int(demand["held"]) if "held" in demand else units_for(base, peak)
    if "held" not in demand:
        p.same("units of today", "option.units", held, system=base)
    if "options" in case:
        for o in case["options"]:
            if o["kind"] == "api":
                continue
            s = o.get("system", base)
            bought = [x for x in prices[s] if x["per"] == "purchase"]
            rented = [x for x in prices[s] if x["per"] != "purchase"]
            price = {"buy": bought, "rent": rented}.get(o["kind"], prices[s])
            found.append((o["id"], o["kind"], s, price[0] if price else None, o.get("lines", []), months_of(o["from"]) if "from" in o else begin))
    else:
        found.append(("held", "nothing", base, prices[base][0], [], begin))
        found += [(x["per"], "", s, x, [], begin) for s in ids for x in prices[s]]
    p.check("the month planned for", p.shown("demand.until"), until(12 * years))
    for s in ids:
        carried(units_for(s, p.planned), s, "")
    if any(kind == "nothing" for _, kind, *_ in found):
        carried(held, base, "held")

    def counted(units, s, price, lines, first, inputs=None):
        """Amounts of an option's lines, not rounded: by the month, once, over the life."""
        mean_now, per_joule, price_now, interest = inputs or (mean, p.per_joule, lambda x: 1, p.interest)
        out = [["units", units * p.monthly(price, price_now(price), interest) if price else None, None, None]] if price else []
        if price and not price.get("energy_included"):
            out.append(["energy", mean_now * 3600 * 730 * joule[s] * per_joule, None, None])
            resting = p.rest(s, units, mean_now)
            if resting is not None and p.rests:
                out.append(["at rest", resting * per_joule / p.per_joule, None, None])
        for line in lines:
            amount = p.changed(D(line["amount"]), line["currency"]) * (units if line["per"] == "unit" else 1)
            if line["every"] == "once":
                out.append([line["what"], None, amount, amount])
                continue
            amount /= 12 if line["every"] == "year" else 1
            months = [m for m in range(first, first + (life or 1)) if months_of(line.get("from", "0000-01")) <= m <= months_of(line.get("until", "9999-12"))]
            out.append([line["what"], amount * len(months) / (life or 1), None, amount * len(months)])
        return out

    ranged = p.percent(case["sensitivity"]["price"]) if "price" in case.get("sensitivity", {}) else None
    table = []
    for instance, kind, s, price, lines, first in found:
        units = held if kind == "nothing" else units_for(s, p.planned)
        where = {"system": s}
        once = month = total = D(0)
        own = counted(units, s, price, lines, first)
        for what, by_month, at_once, over_life in own:
            tag = "%s: %s" % (instance, what)
            if what in ("units", "energy", "at rest"):
                by_month = p.cents(by_month)
                over_life = by_month * life if life else None
                mine = what == "units" and not (kind != "nothing" and price is prices[s][0])
                if mine:
                    p.same("%s of %s by the month" % (what, instance), "option.month", by_month, instance=instance, **where)
                if what == "at rest" and kind == "nothing":
                    p.same("at rest, " + instance, "idle.month", by_month, instance=instance, **where)
            elif by_month is not None:
                p.same(tag + " by the month", "line.month", by_month, instance=tag, **where)
            else:
                p.same(tag + " once", "line.once", at_once, instance=tag, **where)
            if over_life is not None and at_once is None:
                p.same(tag + " over the life", "line.life", over_life, instance=tag, **where)
            once += p.cents(at_once) if at_once is not None else 0
            month += p.cents(by_month) if by_month is not None else 0
            total += p.cents(over_life) if over_life is not None else 0
        if len([1 for l in own if l[2] is not None]) > 1:
            p.same(instance + " once", "option.once", once, instance=instance, **where)
        plain = not lines and kind != "nothing" and price is prices[s][0]
        if plain:
            p.check(instance + " is what the side costs", p.money(p.shown("month.total", system=s)), month)
        elif len([1 for l in own if l[1] is not None]) > 1:
            p.same(instance + " by the month", "option.total", month, instance=instance, **where)
        if life:
            p.same(instance + " over the life", "option.life", total, instance=instance, **where)
            if ranged is not None and price:
                moved = p.cents(own[0][1]) * life * ranged
                p.same(instance + " low", "option.life_low", total - moved, instance=instance, **where)
                p.same(instance + " high", "option.life_high", total + moved, instance=instance, **where)
        short = kind == "nothing" and (held - spare) * low[s] * kept < p.planned
        table.append((instance, kind, s, price, lines, first, short, total if life else month))

    # ---- interfaces: tokens of the mean demand, their price, and the share of an own unit's hours at which it costs the same
    turned = 0
    apis = [o for o in case.get("options", []) if o["kind"] == "api"]
    cheapest_stated = min((row for row in table if not row[6]), key=lambda row: row[7])[7]
    for o in apis:
        tokens, name = o["tokens"], o["id"]
        by = lambda key: next((D(f["value"]) for f in p.facts if f["key"] == key and f["kind"] in ("measured", "declared") and f.get("run")), None)
        told = next(((by(i), by(j)) for i, j in (("tokens.input", "tokens.output"), ("input.realised", "output.realised"), ("input.length", "output.length"))
                     if by(i) is not None and by(j)), None)
        ratio = told[0] / told[1] if told else D(tokens["input_per_output"])
        cached = p.percent(tokens["cached"]) if "cached" in tokens else D(0)
        weight = {"input": ratio * (1 - cached), "cached_input": ratio * cached, "output": D(1)}
        kinds = [k for k in weight if k in tokens]
        month = over = D(0)
        bundle = sum(weight[k] * p.changed(D(tokens[k]["amount"]), tokens[k]["currency"]) for k in kinds)
        count = {k: round(mean * 3600 * 730 * weight[k]) for k in kinds}
        for k in kinds:
            tag = "%s: %s" % (name, k)
            p.same("tokens, " + tag, "option.tokens", count[k], instance=tag)
            cost = p.cents(p.changed(D(tokens[k]["amount"]), tokens[k]["currency"]) * count[k] / 10 ** 6)
            p.same(tag + " by the month", "line.month", cost, instance=tag)
            month += cost
            if life:
                p.same(tag + " over the life", "line.life", cost * life, instance=tag)
                over += cost * life
        once = [p.cents(p.changed(D(l["amount"]), l["currency"])) for l in o.get("lines", []) if l["every"] == "once"]
        for l in o.get("lines", []):
            assert l["every"] == "once" and l["per"] == "option", "a line that this script does not do"
            p.same("%s: %s once" % (name, l["what"]), "line.once", p.changed(D(l["amount"]), l["currency"]), instance="%s: %s" % (name, l["what"]))
        over += sum(once)
        p.same(name + " by the month", "option.total", month, instance=name)
        if life:
            p.same(name + " over the life", "option.life", over, instance=name)
        for s in ids:
            for price in prices[s]:
                hours = D(case["demand"]["schedule"].split()[0]) if price["per"] == "hour" and "schedule" in case["demand"] else 168
                # A month of all hours: what it costs, and what it does at full throughput, in millions.
                paid = p.changed(D(price["amount"]), price["currency"]) * 730 if price["per"] == "hour" else p.monthly(price)
                full = D(p.shown("mean.value", system=s)) * 3600 * 730
                energy = D(0) if price.get("energy_included") else joule[s] * p.per_joule
                p.same("%s against %s, %s" % (s, name, price["per"]), "tokens.break_even", 100 * paid / (full * (bundle / 10 ** 6 - energy)), system=s,
                       instance="%s: %s" % (name, price["per"]))
                p.same("%s as planned, %s" % (s, price["per"]), "tokens.reserved_use",
                       100 * mean * 168 / (units_for(s, p.planned) * D(p.shown("mean.value", system=s)) * hours), system=s, instance=price["per"])
        # The price of one kind at which the sums are equal: tried, not solved.
        least, own = cheapest_stated, over if life else month
        for k in kinds:
            at = p.fact("flip.at", instance="price of %s tokens, %s" % (k, name))
            each = p.changed(D(1), tokens[k]["currency"]) * count[k] / 10 ** 6 * (life or 1)
            sum_at = lambda price: own + (price - D(tokens[k]["amount"])) * each
            ends = [sum_at(D(tokens[k]["amount"]) * n / 2) for n in (1, 3)]
            if at is None:
                p.check("price of %s does not turn" % k, (ends[0] - least) * (ends[1] - least) > 0, True)
                continue
            turned += 1
            by_fact = p.fact("flip.by", instance=at["instance"])
            p.done.update([at["number"], by_fact["number"]])
            value, last = D(at["value"].split()[1]), D(1, 10 ** len(at["value"].partition(".")[2]))
            p.check("price of %s turns there" % k, (sum_at(value - last) - least) * (sum_at(value + last) - least) < 0, True)
            said = D(by_fact["value"].split()[0].replace("\u2212", "-"))
            p.check("price of %s by" % k, abs(said - 100 * (value / D(tokens[k]["amount"]) - 1)) <= D(1, 10) + D(1, 100) / D(tokens[k]["amount"]), True)

    # ---- the share by which B's price may rise, and its least throughput, all else left
    cheap = min(ids, key=lambda s: p.money(p.shown("month.total", system=s)))
    dear = p.money(p.shown("month.total", system=[s for s in ids if s != cheap][0]))
    if not p.rests:
        spent = p.money(p.shown("month.energy", system=cheap))
        p.same("rise of a price", "flip.price", 100 * (dear - spent) / p.money(p.shown("month.units", system=cheap)) - 100)
        most = max(n for n in range(1, 100) if n * p.monthly(prices[cheap][0]) + spent < dear) - spare
        p.same("least throughput", "flip.rate", p.planned / (most * kept))

    # ---- three demands
    if growth and years:
        after = p.planned * (1 + growth)
        p.same("demand a year later", "demand.at", after)
        for when, wanted in (("today", peak), ("a year later", after)):
            for s in ids:
                count = units_for(s, wanted)
                p.same("%s units %s" % (s, when), "units.at", count, system=s, instance=when)
                p.same("%s price %s" % (s, when), "month.at", count * p.monthly(prices[s][0]), system=s, instance=when)

    # ---- where the order turns: a walk of its own, in other steps, without halving
    def cheapest(moved=None, value=None):
        rate = dict(low)
        if isinstance(moved, tuple) and moved[0] == "throughput":
            rate[moved[1]] = value
        grown = peak * (1 + (value if moved == "growth" else growth)) ** years
        inputs = (value if moved == "mean demand" else mean, p.per_joule * (value / D(p.energy["price"]) if moved == "energy" else 1),
                  lambda x: value / D(x["amount"]) if isinstance(moved, dict) and alike(x, moved) else 1, value if moved == "interest" else p.interest)
        least = None
        for instance, kind, s, price, lines, first, _, _ in table:
            units = held if kind == "nothing" else units_for(s, grown, rate)
            if kind == "nothing" and (held - spare) * rate[s] * kept < grown:
                continue
            own = counted(units, s, price, lines, first, inputs)
            cost = sum((l[1] * life if l[0] in ("units", "energy", "at rest") else p.cents(l[3]) if l[2] is None or not units else l[3]) for l in own) if life else \
                sum(l[1] for l in own if l[1] is not None)
            if least is None or cost < least[0]:
                least = cost, instance, s
        return least[1:]

    def alike(a, b):
        return all(a.get(n) == b.get(n) for n in ("amount", "currency", "per", "lifetime", "residual", "document"))

    stated = min((row for row in table if not row[6]), key=lambda row: row[7])
    first = cheapest()
    p.check("the cheapest as stated", first, (stated[0], stated[2]))
    inputs, seen = [], []
    for instance, kind, s, price, *_ in table:
        if price and not any(alike(price, x) for x in seen):
            seen.append(price)
            shared = any(alike(price, x) and x["system"] != price["system"] for _, _, _, x, *_ in table if x)
            inputs.append(("price of %s, %s" % ("all" if shared else s, price["per"]), price, D(price["amount"]), None))
    inputs += [("growth", "growth", growth, None), ("mean demand", "mean demand", mean, None), ("energy", "energy", D(p.energy["price"]), None)]
    inputs += [("interest", "interest", p.interest, None)] if p.interest else []
    inputs += [("throughput of " + s, ("throughput", s), low[s], D(p.shown("mean.high", system=s))) for s in ids]
    for name, moved, base_value, end in inputs:
        at = p.fact("flip.at", instance=name)
        lower, upper = (base_value, end) if end else (base_value / 2, base_value * 3 / 2)
        walk = 37 if moved == "interest" else 90
        points = [lower + (upper - lower) * D(n, walk) for n in range(walk + 1)]
        if at is None:
            p.check(name + " does not turn", [str(float(v)) for v in points if cheapest(moved, v) != first], [])
            continue
        turned += 1
        p.done.update([at["number"]])
        text = at["value"]
        number = text.split()[1] if text[0].isalpha() else text.split()[0]
        scale = 100 if moved in ("growth", "interest") else 1
        value, unit = D(number) / scale, D(1, 10 ** len(number.partition(".")[2])) / scale
        out = 1 if value > base_value else -1
        p.check(name + " turns there", cheapest(moved, value + out * unit) != first, True)
        p.check(name + " not yet", cheapest(moved, value - out * unit), first)
        near = abs(value - base_value) - unit
        p.check(name + " not before", [str(float(v)) for v in points if abs(v - base_value) < near and cheapest(moved, v) != first], [])
        by = p.fact("flip.by", instance=name)
        p.done.update([by["number"]])
        p.check(name + " by", abs(D(by["value"].replace("\u2212", "-")) - 100 * (value / base_value - 1)) <= D(1, 10) + 100 * unit / base_value, True)
    p.check("turns", len([f for f in p.facts if f["key"] == "flip.at"]), turned)
    # ---- the same lines as a file: each figure is that of the fact it names, and the lines of an option add up to its sum
    facts = {f["number"]: f for f in p.facts}
    folder = os.path.dirname(os.path.abspath(sys.argv[2]))
    rows = list(csv.DictReader(open(folder + "/cost-lines.csv", newline="", encoding="utf-8")))
    sums = {}
    for row in rows:
        for said in row["facts"].split("; ") if row["facts"] else []:
            words = said.split()
            one = facts[int(words[1][1:])]
            p.check("%s of %s in the file" % (words[0], row["line"]), "%s %s" % (row["currency"], row[words[0]]), one["value"])
            p.check("and its inputs", [int(w[1:]) for w in words[3:]], one["derivation"]["inputs"])
            p.check("and its formula", one["derivation"]["formula"] in row["formula"], True)
        at = sums.setdefault(row["option"] + row["system"], {"once": D(0), "month": D(0), "lifetime": D(0)})
        for name in at:
            if row["line"] != "sum":
                at[name] += D(row[name]) if row[name] else 0
            elif row[name]:
                p.check("%s of %s adds up" % (name, row["option"]), D(row[name]), at[name])
    # What the case states of a line stands beside it, to the letter, and what shows it: the document, or that it is assumed.
    named = {o["id"]: o["label"] for o in case.get("options", [])}
    stated_lines = {(o["id"], l["what"]): l for o in case.get("options", []) for l in o.get("lines", [])}
    columns = ("stated_amount", "stated_currency", "per", "every", "from", "until", "shown_by")
    told = {(row["option"], row["line"]): tuple(row[c] for c in columns) for row in rows}
    for at, l in stated_lines.items():
        p.check("%s of %s as stated" % (at[1], at[0]), told.get(at), (l["amount"], l["currency"], l["per"], l["every"], l.get("from", ""), l.get("until", ""),
                l.get("document", "assumed")))
    for instance, kind, s, price, *_ in table:
        if price:
            mine = next(r for r in rows if r["line"] == "units" and r["system"] == s and (r["option"] == instance or kind == "nothing" == r["kind"]))
            p.check("price of %s as stated" % instance, tuple(mine[c] for c in columns), (price["amount"], price["currency"], "unit", price["per"], "", "",
                    price.get("document", "stated")))
    # The page says the same, and which options another one beats: it costs no more and carries no less, and is better in one of the two.
    with open(folder + "/report.html", encoding="utf-8") as file:
        tables = re.findall(r"<table.*?</table>", file.read(), re.S)
    bare = lambda cell: re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", "", cell))).strip()
    cells = lambda one: [[bare(c) for c in re.findall(r"<t[hd]\b[^>]*>(.*?)</t[hd]>", row, re.S)] for row in re.findall(r"<tr>(.*?)</tr>", one, re.S)][1:]
    made_of = [row for one in tables if "<caption>What each option is made of<" in one for row in cells(one)]
    for (instance, what), l in stated_lines.items():
        p.check("what shows %s of %s on the page" % (what, instance), [row[5] for row in made_of if row[0] == named[instance] and row[1].startswith(what + ":")],
                [l.get("document", "assumed")])
    capacity = {row[0] + row[2]: ((held if row[1] == "nothing" else units_for(row[2], p.planned)) - spare) * low[row[2]] * kept for row in table}
    worth = [(row[7], -capacity[row[0] + row[2]]) for row in table]  # of each the less the better
    beaten = [any(x != one and x[0] <= one[0] and x[1] <= one[1] for x in worth) for one in worth]
    ways_told = [row for one in tables if ">evidence</th>" in one and ">owner</th>" in one for row in cells(one)]
    ways_told = [row for row in ways_told if row[0] not in [named[o["id"]] for o in apis]]
    p.check("which options are beaten", ["(beaten)" in row[0] for row in ways_told], beaten)
    # That one side ran first touches what is told of the other against it, not what the baseline itself carries.
    if any(f["rule"] == "M12" and f["judgement"] == "fails" for f in p.data["comparisons"][0]["findings"]):
        p.check("whose evidence the order of runs touches", ["order of runs" in row[6] for row in ways_told], [row[2] != base for row in table])
    p.check("options in the file", len([r for r in rows if r["line"] == "sum"]), len(table) + len(apis))
    p.check("no figure of what an interface delivers", [r for r in rows if r["kind"] == "api" and (r["units"] or r["system"])], [])
    p.check("lines in the file", len([r for r in rows if r["line"] not in ("sum", "energy at rest")]),
            sum(len([l for l in counted(1, s, price, lines, first) if l[0] != "at rest"]) for _, _, s, price, lines, first, *_ in table) +
            sum(len(o.get("lines", [])) + len([k for k in o["tokens"] if k.endswith("put")]) for o in apis))
    keys.extend(sorted({f["key"] for f in p.facts if f["kind"] == "derived" and f["value"].startswith(case["currency"]) and f["number"] in p.done and
                        f["key"].split(".")[0] in ("option", "line", "idle", "interest", "month", "flip") and
                        f["key"] not in ("option.life", "month.units", "month.energy", "month.total", "month.whole", "month.apart", "month.worth")}))
