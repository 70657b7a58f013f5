#!/usr/bin/env python3
"""review.py - the split of foreseen against actual again, in whole fractions, from data.json and the actuals alone.

usage: review.py DATA ACTUALS SAID
"""
import json
import sys
from fractions import Fraction

data, actuals, said = (json.load(open(path)) for path in sys.argv[1:4])


def fact(key, system=None):
    found = [one for one in data["facts"] if one["key"] == key and one.get("system") == system]
    return found[0]["value"] if found else None


def cents(value):
    scaled = value * 100
    low = scaled.numerator // scaled.denominator
    rest = scaled - low
    low += rest > Fraction(1, 2) or (rest == Fraction(1, 2) and low % 2 == 1)
    return Fraction(low, 100)


system, months = actuals["system"], actuals["months"]
n = len(months)
SCALE = {"kWh": Fraction(1), "MWh": Fraction(1000), "Wh": Fraction(1, 1000)}


def part(text):
    number, _, unit = text.partition(" ")
    return Fraction(number) * SCALE.get(unit, 1)


def total(name):
    return sum(part(month[name]) for month in months)


work = total("mean") / (n * Fraction(fact("demand.mean")))
share = total("units") / (n * Fraction(fact("capacity.units", system)))
planned = n * Fraction(fact("month.units", system).split()[1])
paid = total("invoiced")
contract = sum(part(m["units"]) * part(m["unit_price"]) for m in months) if "unit_price" in months[0] else paid
expect = {"units": (planned, paid, planned * work - planned, planned * share - planned * work, contract - planned * share, paid - contract)}
energy = fact("month.energy", system)
if energy and "energy_invoiced" in months[0]:
    planned, paid = n * Fraction(energy.split()[1]), total("energy_invoiced")
    took = total("energy") * Fraction(fact("energy.price")) if "energy_price" in months[0] else planned * work
    tariff = sum(part(m["energy"]) * part(m["energy_price"]) for m in months) if "energy_price" in months[0] else took
    expect["energy"] = (planned, paid, planned * work - planned, took - planned * work, tariff - took, paid - tariff)
for name, (planned, paid, *parts) in expect.items():
    got = {key: Fraction(value) for key, value in said[name].items()}
    assert got["foreseen"] == cents(planned) and got["actual"] == cents(paid), (name, got)
    assert got["difference"] == cents(paid - planned), (name, got)
    for key, value in zip(("demand", "efficiency", "price", "unexplained"), parts):
        assert got[key] == cents(value), (name, key, got[key], float(value))
    assert sum(got[key] for key in ("demand", "efficiency", "price", "unexplained", "rounding")) == got["difference"], got
assert ("energy" in said) == ("energy" in expect)
