#!/usr/bin/env python3
"""check_welch.py SERIES_TOOL: the intervals of the program against another way to the same numbers.

Quantiles of t come from integrating its density (Simpson) and bisecting, not from the incomplete beta function; the
rest is written anew. Exit status 1 where anything differs by more than the six digits that the program keeps.
"""
import json, math, random, subprocess, sys


def t_density(x, v):
    c = math.lgamma((v + 1) / 2) - math.lgamma(v / 2) - 0.5 * math.log(v * math.pi)
    return math.exp(c - (v + 1) / 2 * math.log1p(x * x / v))


def t_between(x, v, steps=4000):
    # substitute x = sinh(u): the tails of few degrees of freedom are long
    h = math.asinh(x) / steps
    f = lambda u: t_density(math.sinh(u), v) * math.cosh(u)
    s = f(0) + f(h * steps) + sum((4 if i % 2 else 2) * f(i * h) for i in range(1, steps))
    return s * h / 3


def t_quantile(p, v):
    lo, hi = 0.0, 1.0
    while t_between(hi, v) < p - 0.5:
        hi *= 2
    for _ in range(60):
        mid = (lo + hi) / 2
        lo, hi = (mid, hi) if t_between(mid, v) < p - 0.5 else (lo, mid)
    return (lo + hi) / 2


def moments(x):
    m = math.fsum(x) / len(x)
    return m, math.fsum((v - m) ** 2 for v in x) / (len(x) - 1)


def welch(a, b):
    (ma, va), (mb, vb) = moments(a), moments(b)
    ra, rb = va / len(a) / ma ** 2, vb / len(b) / mb ** 2
    df = (ra + rb) ** 2 / (ra ** 2 / (len(a) - 1) + rb ** 2 / (len(b) - 1))
    t = t_quantile(0.975, df)
    h = t * math.sqrt(ra + rb)
    g = t * t * ra
    f = t * math.sqrt(ra + rb - g * rb)
    r = mb / ma
    return (r, r * math.exp(-h), r * math.exp(h), df), (r, r * (1 - f) / (1 - g), r * (1 + f) / (1 - g), df)


def mean(a):
    m, v = moments(a)
    h = t_quantile(0.975, len(a) - 1) * math.sqrt(v / len(a))
    return m, m - h, m + h, len(a) - 1


def main(tool):
    run = lambda *a: subprocess.run([tool] + list(a), check=True, capture_output=True, text=True).stdout
    bad = 0
    for p, v in ((0.975, 2.36807), (0.975, 2), (0.8, 4), (0.975, 29), (0.995, 7.3), (0.9, 1.1)):
        got, want = float(run("t", repr(p), repr(v))), t_quantile(p, v)
        if abs(got / want - 1) > 1e-9:
            bad += 1
            print("t", p, v, got, want)
    r = random.Random(44)
    cases = [([6645.315, 6668.846, 6667.542], [8200.553, 8137.617, 8243.823]),  # the worked example, whole cycles
             ([99, 100, 101], [118, 120, 122])]
    for _ in range(12):
        a, b = r.uniform(1, 1000), r.uniform(1, 1000)
        c, d = r.uniform(0.001, 0.03), r.uniform(0.001, 0.03)
        cases.append(([a * (1 + r.gauss(0, c)) for _ in range(r.randint(3, 9))],
                      [b * (1 + r.gauss(0, d)) for _ in range(r.randint(3, 9))]))
    for a, b in cases:
        got = json.loads(run("ratio", ",".join(map(repr, a)), ",".join(map(repr, b))))
        wants = dict(zip(("ratio", "fieller", "mean"), welch(a, b) + (mean(a),)))
        for name, want in wants.items():
            for key, w in zip(("value", "low", "high", "df"), want):
                if not got[name]["found"] or abs(got[name][key] / w - 1) > 5.1e-6:
                    bad += 1
                    print(name, key, got[name][key], w, a, b)
    print("%d cases, %d differences" % (len(cases), bad))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
