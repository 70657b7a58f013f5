#!/usr/bin/env python3
"""purchase.py CASE data.json [DONE]: does every sum of the report again, in whole fractions, to the printed digit.

Takes prices, demand and limits from the case file itself, and measured figures as the report prints them: throughput of each run in
the window, energy of each run, ends of the interval of the mean throughput. Shares nothing with the program; t quantiles are by
numeric integration."""
import csv, datetime, hashlib, json, math, os, sys
from decimal import Decimal, getcontext
from fractions import Fraction as D

getcontext().prec = 60
case, data = json.load(open(sys.argv[1])), json.load(open(sys.argv[2]))
facts, passed, failed, done = data["facts"], 0, 0, set()


def check(said, got, want):
    global passed, failed
    holds = got == want
    passed, failed = passed + holds, failed + (not holds)
    if not holds:
        print("FAIL %s: report %r, here %r" % (said, got, want))


def fact(key, system=None, run=None, instance=None):
    found = [f for f in facts if f["key"] == key and (system is None or f.get("system") == system) and (run is None or f.get("run") == run)
             and (instance is None or f["instance"] == instance)]
    return found[0] if found else None


def shown(key, **where):
    one = fact(key, **where)
    return one and one["value"]


def rounded(value, like):
    """`value` with as many places as the report's own text has, and its currency in front."""
    currency, _, number = like.rpartition(" ") if like[0].isalpha() else ("", "", like.split(" ")[0])
    places = len(number.partition(".")[2])
    text = format(Decimal(round(value * 10**places)).scaleb(-places), "f")  # round() of a fraction: half to even
    return (currency + " " if currency else "") + text


def same(said, key, value, **where):
    one = fact(key, **where)
    got = one and one["value"]
    done.update([one["number"]] if one else [])
    number = got.split(" ")[0] if got and not got[0].isalpha() else got
    check(said, number, got and rounded(value, got))


def t_cdf(t, df):
    c = math.exp(math.lgamma((df + 1) / 2) - math.lgamma(df / 2)) / math.sqrt(df * math.pi)
    n, h = 20000, t / 20000
    f = lambda x: c * (1 + x * x / df) ** (-(df + 1) / 2)
    return 0.5 + h / 3 * sum((1 if i in (0, n) else 4 if i % 2 else 2) * f(i * h) for i in range(n + 1))


def t_quantile(p, df):
    low, high = 0.0, 60.0
    for _ in range(60):
        mid = (low + high) / 2
        low, high = (mid, high) if t_cdf(mid, df) < p else (low, mid)
    return D("%.6g" % low)


def interval(values):
    n = len(values)
    mean = sum(values) / n
    variance = sum((v - mean) ** 2 for v in values) / (n - 1)
    half = t_quantile(0.975, n - 1) * D((Decimal((variance / n).numerator) / Decimal((variance / n).denominator)).sqrt())
    return mean, mean - half, mean + half


def percent(text):
    return D(text.split()[0]) / 100


HOURS = {"months": 730, "years": 8760, "days": 24, "h": 1}
demand, energy, quantum = case["demand"], case["energy"], D(1000000)
rates = {(r["from"], r["to"]): D(r["rate"]) for r in case["rates"]}
per_joule = D(energy["price"]) * D(energy["cooling"]) / 3600000


interest = percent(case["interest"]) if "interest" in case else D(0)
week = D(demand["schedule"].split()[0]) if "schedule" in demand else D(168)


def changed(amount, currency):
    return amount if currency == case["currency"] else amount * rates[currency, case["currency"]]


def hourly(price, factor=1, interest=interest):
    """By the hour; a purchase in equal amounts by the month, with interest on what is not yet paid back."""
    amount = D(price["amount"]) * factor
    if price["per"] == "purchase":
        number, unit = price["lifetime"].split()
        months, residual = D(number) * HOURS[unit] / 730, D(price.get("residual", "0"))
        if interest:
            assert months.denominator == 1
            # What is left after so many months of such payments is the residual worth; done month by month, with no formula.
            left, paid, i = D(1), D(0), interest / 12
            for _ in range(int(months)):
                left, paid = left * (1 + i), paid * (1 + i) + 1
            amount = (amount * left - residual) / paid / 730
        else:
            amount = (amount - residual) / (months * 730)
    else:
        amount /= {"hour": 1, "month": 730, "year": 8760}[price["per"]]
    return changed(amount, price["currency"])


known = {}


def monthly(price, factor=1, interest=interest):
    """One unit by the month: what is paid by the hour, for the hours of use alone."""
    key = id(price), factor, interest
    if key not in known:
        known[key] = monthly_anew(price, factor, interest)
    return known[key]


def monthly_anew(price, factor, interest):
    return hourly(price, factor, interest) * 730 * (week / 168 if price["per"] == "hour" else 1)


def cents(value):
    return D(round(value * 100), 100)


def money(text):
    return D(text.split()[1])


# Power at rest, from the telemetry itself: the mean of its readings. It is counted from a minute on, on both sides.
folder, watts, seconds = os.path.dirname(sys.argv[1]), {}, {}
for one in case["systems"]:
    for name in (n for m in one["machines"] for n in m["captures"]):
        path = os.path.join(folder, name, "telemetry-idle.csv")
        rows = list(csv.DictReader(open(path), skipinitialspace=True)) if os.path.exists(path) else []
        if rows and all(r["utilization.gpu [%]"] == "0 %" for r in rows):
            readings = [D(r["power.draw [W]"].split()[0]) for r in rows]
            watts[one["id"]] = sum(readings) / len(readings)
            at = [datetime.datetime.strptime(r["timestamp"] + "000", "%Y/%m/%d %H:%M:%S.%f") for r in (rows[0], rows[-1])]
            seconds[one["id"]] = (at[1] - at[0]).total_seconds()
rests = len(watts) == len(case["systems"]) and min(seconds.values()) >= 60
for system in watts:
    same(system + " power at rest", "idle.power", watts[system], system=system)


def rest(system, units, mean):
    """Over the hours in which units are on and not at work; None where it is not known."""
    if system not in watts:
        return None
    idle = units * week / 168 - mean / D(shown("mean.value", system=system))
    return D(shown("idle.power", system=system)) / 1000 * 730 * idle * D(energy["cooling"]) * D(energy["price"])


planned = D(demand["peak"].split()[0]) * (1 + percent(demand["growth"])) ** int(demand["years"])
same("demand planned for", "capacity.planned", planned)
mean_demand = D(demand["mean"].split()[0])
means, costs_of = {}, {}
for system in (s["id"] for s in case["systems"]):
    prices = [p for p in case["prices"] if p["system"] == system]
    price = hourly(prices[0])
    same(system + " price by the hour", "money.hourly", price, system=system)
    mine = [f for f in facts if f["key"] == "cost.run"]
    costs, joules = [], []
    for f in mine:
        rate = [facts[i - 1] for i in f["derivation"]["inputs"] if facts[i - 1]["key"] == "window.value"][0]
        owner = [facts[i - 1] for i in f["derivation"]["inputs"] if facts[i - 1]["key"] == "money.hourly"][0]["system"]
        if owner != system:
            continue
        spent = D(shown("energy_per_work.window", run=f["run"]))
        cost = quantum * (price / (3600 * D(rate["value"])) + spent * per_joule)
        check("%s cost of %s" % (system, f["run"]), f["value"], rounded(cost, f["value"]))
        done.add(f["number"])
        costs.append(cost)
        joules.append(spent)
    check(system + " runs", len(costs), 3)
    for key, values in (("cost.", costs), ("energy_per_work.", joules)):
        for end, value in zip(("mean", "low", "high"), interval(values)):
            same("%s %s%s" % (system, key, end), key + end, value, system=system)
    means[system], costs_of[system] = sum(costs) / 3, costs
    throughput, low, high = (D(shown("mean." + end, system=system)) for end in ("value", "low", "high"))
    usable = low * (1 - percent(demand["headroom"]))
    same(system + " usable", "capacity.usable", usable, system=system)
    carrying = math.ceil(planned / usable)
    units = carrying + int(demand["redundancy"])
    same(system + " carrying", "capacity.carrying", carrying, system=system)
    same(system + " units", "capacity.units", units, system=system)
    same(system + " utilisation", "capacity.utilisation", 100 * mean_demand / (units * throughput), system=system)
    joule = {end: D(shown("energy_per_work." + end, system=system)) for end in ("mean", "low", "high")}
    fixed = quantum * units * monthly(prices[0]) / (730 * 3600 * mean_demand)
    for end, key in (("mean", "cost.at_demand"), ("low", "cost.at_demand_low"), ("high", "cost.at_demand_high")):
        same(system + " " + key, key, fixed + quantum * joule[end] * per_joule, system=system)
    month, work = units * monthly(prices[0]), mean_demand * 3600 * 730
    month_energy = work * joule["mean"] * per_joule
    same(system + " month, units", "month.units", month, system=system)
    same(system + " month, energy", "month.energy", month_energy, system=system)
    resting = rest(system, units, mean_demand)
    if resting is not None:
        same(system + " at rest", "idle.month", resting, system=system, instance="")
    same(system + " month, total", "month.total", cents(month) + cents(month_energy) + (cents(resting) if rests else 0), system=system)
    if interest and prices[0]["per"] == "purchase":
        same(system + " interest", "interest.month", cents(month) - cents(units * 730 * hourly(prices[0], 1, D(0))), system=system)
    same(system + " month, worth", "month.worth", work * D(case["worth"]["amount"]) / quantum, system=system)
    for end, rate in (("mean", throughput), ("low", low), ("high", high)):
        same(system + " per money " + end, "per_money." + end, 3600 * rate / price / quantum, system=system)
    rent = hourly(prices[1]) - joule["mean"] * throughput * 3600 * per_joule
    same(system + " break-even", "cost.break_even", 100 * price / rent, system=system)
    variable = quantum * joule["mean"] * per_joule
    ranges = {k: percent(v) for k, v in case["sensitivity"].items()}
    for sign, key in ((-1, "swing.low"), (1, "swing.high")):
        same(system + " price " + key, key, fixed * (1 + sign * ranges["price"]) + variable, system=system, instance="price")
        same(system + " utilisation " + key, key, fixed / (1 + sign * ranges["utilisation"]) + variable, system=system, instance="utilisation")
        same(system + " energy " + key, key, fixed + variable * (1 + sign * ranges["energy"]), system=system, instance="energy")
    for band in (f for f in facts if f["key"] == "band.to"):
        # An edge is a whole number of units of one side, so its exact value is found among these.
        edges = [n * D(shown("mean.low", system=s["id"])) * (1 - percent(demand["headroom"])) for s in case["systems"] for n in range(1, 200)]
        edge = min(edges, key=lambda e: abs(e - D(band["value"])))
        check("band", band["value"], rounded(edge, band["value"]))
        count = math.ceil(edge / usable) + int(demand["redundancy"])
        same(system + " band units", "band.units", count, system=system, instance=band["instance"])
        same(system + " band month", "band.month", count * monthly(prices[0]), system=system, instance=band["instance"])
import ways  # the options, what they are made of, and where their order turns

ways.options(sys.modules[__name__])
amount = {s["id"]: D(shown("month.total", system=s["id"]).split()[1]) for s in case["systems"]}
for system in amount:
    same(system + " month, whole", "month.whole", amount[system], system=system)
same("apart by the month", "month.apart", abs(amount["A"] - amount["B"]))
same("share of the first", "month.share", 100 * abs(amount["A"] - amount["B"]) / amount["A"])
change = shown("cost.change")
done.add(fact("cost.change")["number"])


def relative(values):
    """Squared error of the mean as a share of it, and one less than the runs."""
    mean = sum(values) / len(values)
    return float(sum((v - mean) ** 2 for v in values) / (len(values) - 1) / len(values) / mean**2), len(values) - 1


(ea, da), (eb, db) = relative(costs_of["A"]), relative(costs_of["B"])
off = float(t_quantile(0.975, (ea + eb) ** 2 / (ea**2 / da + eb**2 / db))) * math.sqrt(ea + eb)
by = float(100 * (means["B"] / means["A"] - 1))
percents = "%.0f" if abs(by) >= 10 else "%.1f"  # no decimals but below ten
for end, sign in (("low", -1), ("high", 1)):
    moved = 100 * (float(means["B"] / means["A"]) * math.exp(sign * off) - 1)
    check("change of cost, " + end, shown("cost.change_" + end), percents % moved)
    done.add(fact("cost.change_" + end)["number"])
check("change of cost", change, percents % by)
standing = {(f["instance"], f.get("system")): f["value"] for f in facts if f["key"] == "bound.result"}
for one in case["requirements"]:
    for system in ("A", "B"):
        low = D(shown("mean.low", system=system))
        if one.get("metric") == "throughput.output_tokens":
            limit = D(one["at_least"].split()[0])
            high = D(shown("mean.high", system=system))
            want = "met" if low >= limit else "not met" if high < limit else "not shown"
            check("clause %s of %s" % (one["clause"], system), standing.get((one["clause"], system)), want)
        else:
            check("clause %s of %s" % (one["clause"], system), standing.get((one["clause"], system)), None)
# The sweep, read and fitted again.


def line(points):
    n, mx, my = len(points), sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)
    slope = sum((x - mx) * (y - my) for x, y in points) / sum((x - mx) ** 2 for x, _ in points)
    offset = my - slope * mx
    return slope, offset, sum((y - offset - slope * x) ** 2 for x, y in points)


def knee(points):
    fits = [(line(points[:k]), line(points[k:])) for k in range(2, len(points) - 1)]
    a, b = min(fits, key=lambda f: f[0][2] + f[1][2])
    return (b[1] - a[1]) / (a[0] - b[0])


if "sweeps" in case["systems"][0]:
    sweep = list(csv.DictReader(open(os.path.join(os.path.dirname(sys.argv[1]), case["systems"][0]["sweeps"][0], "sweep.csv"))))
    points = [(math.log(float(r["concurrency"])), math.log(float(r["output_tokens_per_s"]))) for r in sweep]
    at = knee(points)
    others = [knee(points[:i] + points[i + 1 :]) for i in range(len(points))]
    low = max(p[0] for p in points if p[0] < at)
    high = min(p[0] for p in points if p[0] >= at)
    for key, value in (("knee", at), ("knee_low", min(others + [low, at])), ("knee_high", max(others + [high, at]))):
        check("saturation " + key, float(shown("saturation." + key)), round(math.exp(value), 1))
    gain = (points[-1][1] - points[-2][1]) / (points[-1][0] - points[-2][0])
    check("gain of the last step", shown("saturation.gain"), "%.2f" % gain)
    limit = float(case["objectives"][0]["at_most"].split()[0])
    good = [r for r in sweep if float(r["p99_ms"]) <= limit]
    check("highest load that keeps the objective", float(shown("saturation.highest")), float(good[-1]["concurrency"]))
offer = os.path.join(os.path.dirname(sys.argv[1]), case["prices"][0]["document"])
check("digest of the offer", hashlib.sha256(open(offer, "rb").read()).hexdigest(), case["prices"][0]["sha256"])
check("every derived amount was done again", sorted({f["key"] for f in facts if f["kind"] == "derived" and f["value"].startswith("EUR")}),
      sorted(["money.hourly", "cost.run", "cost.mean", "cost.low", "cost.high", "cost.at_demand", "cost.at_demand_low", "cost.at_demand_high",
              "month.units", "month.energy", "month.total", "month.whole", "month.apart", "month.worth", "swing.low", "swing.high", "band.month",
              "option.life"] + ways.keys))
if len(sys.argv) > 3:  # which facts were done again, for amounts.py
    json.dump(sorted(done), open(sys.argv[3], "w"))
print("%d passed, %d failed" % (passed, failed))
sys.exit(1 if failed else 0)
