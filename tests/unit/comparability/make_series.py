#!/usr/bin/env python3
"""Makes labelled series of the shapes in docs/method.md, from a fixed seed, for a detector that never saw them.

make_series.py SEED COUNT FOLDER   writes FOLDER/s0000.csv ... and FOLDER/labels.json
Where a level is approached gradually, the true start is the row from which the deviation stays under 1 %.
Drifts, oscillations and steps are made well over or well under the detector's limits: what lies on a limit has no
true answer.
"""
import argparse, json, math, os, random


def noise(r, n, cv, rho=0.0):
    out, e = [], 0.0
    for _ in range(n):
        e = rho * e + math.sqrt(1 - rho * rho) * r.gauss(0, cv)
        out.append(e)
    return out


def flat(r, n):
    cv = r.choice([0.002, 0.005, 0.01, 0.02, 0.03])
    return [1 + e for e in noise(r, n, cv)], steady(0, n)


def ar1(r, n):
    n = max(n, 1000)
    return [1 + e for e in noise(r, n, 0.01, r.uniform(0.3, 0.8))], steady(0, n)


def constant(r, n):
    return [1.0] * n, steady(0, n)


def constant_step(r, n):
    s = int(n * r.uniform(0.05, 0.6)); f = 1 + r.choice([-1, 1]) * r.uniform(0.03, 0.3)
    return [f] * s + [1.0] * (n - s), steady(s, n)


def dips(r, n):
    x = [1 + e for e in noise(r, n, r.uniform(0.005, 0.02))]
    p = r.uniform(0.005, 0.03); d = r.uniform(0.2, 0.6)
    return [v * (1 - d) if r.random() < p else v for v in x], steady(0, n)


def warm_step(r, n):
    s = int(n * r.uniform(0.05, 0.6)); f = 1 + r.choice([-1, 1]) * r.uniform(0.05, 0.4)
    e = noise(r, n, r.uniform(0.003, 0.02))
    return [(f if i < s else 1.0) + e[i] for i in range(n)], steady(s, n)


def warm_dips(r, n):
    x, label = warm_step(r, n)
    return [v * 0.6 if r.random() < 0.015 else v for v in x], label


def warm_exp(r, n):
    a = r.choice([-1, 1]) * r.uniform(0.1, 0.4); tau = n * r.uniform(0.02, 0.1)
    s = math.ceil(tau * math.log(abs(a) / 0.01))
    e = noise(r, n, r.uniform(0.002, 0.015))
    return [1 + a * math.exp(-i / tau) + e[i] for i in range(n)], steady(s, n)


def thermal(r, n):
    """A fast beginning, then a settle to the sustained level."""
    a = r.uniform(0.04, 0.15); tau = n * r.uniform(0.03, 0.1)
    s = math.ceil(tau * math.log(a / 0.01))
    e = noise(r, n, r.uniform(0.002, 0.01))
    return [1 + a * math.exp(-i / tau) + e[i] for i in range(n)], steady(s, n)


def drift(r, n):
    d = r.choice([-1, 1]) * r.uniform(0.03, 0.15)
    e = noise(r, n, r.uniform(0.003, 0.015))
    return [1 + d * (i / n - 0.5) + e[i] for i in range(n)], bad()


def drift_small(r, n):
    d = r.choice([-1, 1]) * r.uniform(0, 0.006)
    e = noise(r, n, r.uniform(0.003, 0.01))
    return [1 + d * (i / n - 0.5) + e[i] for i in range(n)], steady(0, n)


def oscillation_slow(r, n):
    p = n / r.uniform(2.5, 8); a = r.uniform(0.04, 0.12); h = r.uniform(0, 6)  # half a period is under a fifth
    square = r.random() < 0.5
    e = noise(r, n, r.uniform(0.003, 0.015))
    w = [math.sin(2 * math.pi * i / p + h) for i in range(n)]
    return [1 + a * ((1 if v > 0 else -1) if square else v) + e[i] for i, v in enumerate(w)], bad()


def oscillation_fast(r, n):
    n = max(n, 1200)
    p = r.uniform(3, n / 150); a = r.uniform(0.01, 0.05)
    e = noise(r, n, 0.01)
    return [1 + a * math.sin(2 * math.pi * i / p) + e[i] for i in range(n)], steady(0, n)


def throttle_late(r, n):
    s = int(n * r.uniform(0.8, 0.93)); f = 1 - r.uniform(0.05, 0.3)
    e = noise(r, n, r.uniform(0.003, 0.015))
    return [(1.0 if i < s else f) + e[i] for i in range(n)], bad()


def throttle_mid(r, n):
    """A slower stretch inside: what follows it is steady if it is long enough."""
    s = int(n * r.uniform(0.2, 0.4)); t = s + int(n * r.uniform(0.08, 0.2)); f = 1 - r.uniform(0.05, 0.3)
    e = noise(r, n, r.uniform(0.003, 0.015))
    return [(f if s <= i < t else 1.0) + e[i] for i in range(n)], steady(t, n)


def slowdown(r, n):
    s = int(n * r.uniform(0.2, 0.6)); f = 1 + r.uniform(0.05, 0.3)
    e = noise(r, n, r.uniform(0.003, 0.015))
    return [(f if i < s else 1.0) + e[i] for i in range(n)], steady(s, n)


def heavy_tail(r, n):
    n = max(n, 1000)
    c = r.uniform(0.02, 0.06)
    return [math.exp(r.gauss(0, c)) * (1 + (r.paretovariate(2.5) - 1) * 0.3 if r.random() < 0.03 else 1)
            for _ in range(n)], steady(0, n, "lower")


def outliers(r, n):
    x = [1 + e for e in noise(r, n, 0.01)]
    for _ in range(r.randint(1, 4)):
        x[r.randrange(n)] *= r.uniform(2, 12)
    return x, steady(0, n)


def drain(r, n):
    n = max(n, 600)
    s = int(n * r.uniform(0.05, 0.3)); k = max(4, int(n * r.uniform(0.008, 0.02)))
    e = noise(r, n, 0.01)
    return [(0.6 if i < s else r.uniform(0.2, 0.5) if i >= n - k else 1.0) + e[i] for i in range(n)], \
        dict(steady(s, n), end=n - k)


def missing_few(r, n):
    x = [1 + e for e in noise(r, n, 0.01)]
    for _ in range(n // 250):
        x[r.randrange(n)] = math.nan
    return x, steady(0, n)


def missing_many(r, n):
    return [math.nan if r.random() < 0.06 else 1 + e for e in noise(r, n, 0.01)], verdict("invalid")


def negative(r, n):
    x = [1 + e for e in noise(r, n, 0.01)]; x[r.randrange(n)] = -1.0
    return x, verdict("invalid")


def infinite(r, n):
    x = [1 + e for e in noise(r, n, 0.01)]; x[r.randrange(n)] = math.inf
    return x, verdict("invalid")


def short(r, n):
    n = r.randint(3, 29)
    return [1 + e for e in noise(r, n, 0.01)], verdict("insufficient")


def steady(s, n, better="higher"):
    return {"verdict": "steady", "start": s, "end": n, "better": better}


def bad():
    return verdict("unsteady")


def verdict(v):
    return {"verdict": v, "better": "higher"}


SHAPES = [flat, ar1, constant, constant_step, dips, warm_step, warm_dips, warm_exp, thermal, drift, drift_small,
          oscillation_slow, oscillation_fast, throttle_late, throttle_mid, slowdown, heavy_tail, outliers, drain,
          missing_few, missing_many, negative, infinite, short, drift, oscillation_slow, throttle_late]


def main(seed, count, folder):
    r = random.Random(int(seed, 0)); labels = {}
    os.makedirs(folder, exist_ok=True)
    for i in range(int(count)):
        shape = SHAPES[i % len(SHAPES)]
        x, label = shape(r, r.choice([400, 600, 1000, 1500, 2000, 3000, 4500]))
        level = 10 ** r.uniform(-6, 6); name = "s%04d" % i
        with open(os.path.join(folder, name + ".csv"), "w") as f:
            f.write("t_s,value\n")
            f.writelines("%d,%s\n" % (t, v if not math.isfinite(v) else "%.7g" % (v * level)) for t, v in enumerate(x))
        label.update(n=len(x), **{"class": shape.__name__}); labels[name] = label
    with open(os.path.join(folder, "labels.json"), "w") as f:
        json.dump(labels, f, indent=1, sort_keys=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    for word in ("seed", "count", "folder"):
        parser.add_argument(word)
    main(**vars(parser.parse_args()))
