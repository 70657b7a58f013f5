"""Series of shapes that an adversary would try, each with what a careful engineer requires of it, and the answers held to that.

  shapes.py make FOLDER        one CSV a shape and seed, and answers.json with what is required
  shapes.py score FOLDER OUT   JSON of `dossier steady` in OUT/GROUP.json against it

What is required comes from how a series was made: `must` are the verdicts that are right, and where one is steady,
its start lies between `early` and `late`, shares of the run. `early` is where the deviation from the last level is
under 1 %, less 2 % of the run or 5 rows; what is refused although it could pass (AR(1) 0.9) is allowed to be."""
import argparse
import json
import math
import os
import sys

S, U, N, I = "steady", "unsteady", "insufficient", "invalid"
SEEDS = (1, 2, 3)


class Draw:
    """splitmix64, and normal numbers after Box and Muller."""

    def __init__(self, seed):
        self.state = seed * 7919 + 20261128

    def one(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & (2 ** 64 - 1)
        z = self.state
        z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & (2 ** 64 - 1)
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & (2 ** 64 - 1)
        return ((z ^ z >> 31) >> 11) / 2 ** 53

    def normal(self):
        return math.sqrt(-2 * math.log(1 - self.one())) * math.cos(2 * math.pi * self.one())

    def noise(self, n, sd, rho=0.0):
        out, e = [], self.normal() * sd
        for _ in range(n):
            out.append(e)
            e = rho * e + math.sqrt(1 - rho * rho) * sd * self.normal()
        return out


def over(draw, n, sd, f, rho=0.0):
    return [100 * (f(i / n) + e) for i, e in enumerate(draw.noise(n, sd, rho))]


SHAPES = {}


def shape(must, early=None, late=None, group="interval"):
    def keep(make):
        SHAPES[make.__name__] = (make, must, early, late, group)
        return make
    return keep


# ---- warm-up, drift, change of level ------------------------------------------------------------

@shape({S}, 0.30, 0.42)
def warm_slow_exponential(d): return over(d, 2000, 0.004, lambda x: 1 - 0.2 * math.exp(-x / 0.1))

@shape({U})
def warm_never_done(d): return over(d, 2000, 0.004, lambda x: 1 - 0.2 * math.exp(-x / 0.5))

@shape({S}, 0.20, 0.32)
def cools_down(d): return over(d, 1500, 0.004, lambda x: 1 + 0.15 * math.exp(-x / 0.075))

@shape({U})
def ramp_third_of_a_percent_a_minute_30_min(d): return over(d, 1800, 0.01, lambda x: 1 + 0.09 * x)

@shape({U})
def ramp_third_of_a_percent_a_minute_10_min(d): return over(d, 600, 0.003, lambda x: 1 - 0.03 * x)

@shape({S}, 0, 0.05)
def ramp_too_small_to_matter(d): return over(d, 1200, 0.003, lambda x: 1 + 0.004 * x)

@shape({U, N})
def ramp_in_noise(d): return over(d, 1000, 0.03, lambda x: 1 + 0.06 * x)

@shape({S}, 0.36, 0.46)
def drift_then_steady(d): return over(d, 2000, 0.004, lambda x: 0.9 + 0.25 * x if x < 0.4 else 1)

@shape({U})
def steady_then_drift(d): return over(d, 2000, 0.004, lambda x: 1 if x < 0.6 else 1 - 0.15 * (x - 0.6))

@shape({U})
def staircase_of_small_steps(d): return over(d, 1600, 0.002, lambda x: 1 + 0.008 * int(8 * x))

@shape({U})
def valley(d): return over(d, 1500, 0.003, lambda x: 1 - 0.06 * min(x, 1 - x))

@shape({U})
def step_late(d): return over(d, 1500, 0.005, lambda x: 1 if x < 0.85 else 0.95)

@shape({U})
def step_in_the_last_4_percent(d): return over(d, 1500, 0.005, lambda x: 1 if x < 0.96 else 0.8)

@shape({S}, 0.4, 0.45)
def step_early(d): return over(d, 1500, 0.005, lambda x: 0.95 if x < 0.4 else 1)

@shape({U})
def throttle_late(d): return over(d, 3000, 0.003, lambda x: 1 if x < 0.8 else 0.85)

@shape({U, S}, 0.5, 0.56)
def throttle_and_back(d): return over(d, 3000, 0.003, lambda x: 0.85 if 0.3 < x < 0.5 else 1)

@shape({S}, 0.54, 0.66)
def begins_twice(d): return over(d, 2000, 0.004, lambda x: 1 - 0.3 * math.exp(-(x % 0.5 if x < 0.5 else x - 0.5) / 0.012))

@shape({S}, 0.6, 0.65)
def unit_changes_in_the_middle(d): return [v * (1 if i < 600 else 0.001) for i, v in enumerate(over(d, 1000, 0.005, lambda x: 1))]

@shape({U})
def unit_changes_late(d): return [v * (1 if i < 900 else 0.001) for i, v in enumerate(over(d, 1000, 0.005, lambda x: 1))]

# ---- waves and levels ---------------------------------------------------------------------------

@shape({U})
def two_levels_long_dwell(d): return over(d, 1600, 0.004, lambda x: 1 if int(8 * x) % 2 else 0.94)

@shape({S, N}, 0, 0.05)
def two_levels_short_dwell(d): return [v * (1 if i // 3 % 2 else 0.9) for i, v in enumerate(over(d, 3000, 0.004, lambda x: 1))]

@shape({U})
def governor_slow(d): return over(d, 2400, 0.003, lambda x: 1 + 0.04 * math.sin(12 * math.pi * x))

@shape({U})
def governor_of_twelve_periods(d): return over(d, 2400, 0.004, lambda x: 1 + 0.06 * math.sin(24 * math.pi * x))

@shape({U})
def governor_slower(d): return over(d, 2400, 0.003, lambda x: 1 + 0.02 * math.sin(5 * math.pi * x))

@shape({U})
def governor_square(d): return over(d, 2400, 0.003, lambda x: 1.03 if math.sin(14 * math.pi * x) > 0 else 0.97)

@shape({U, S}, 0.23, 0.36)  # the swing is under 1.5 %, its mean far under 1 %
def governor_that_settles(d): return over(d, 2400, 0.002, lambda x: 1 + 0.15 * math.exp(-x / 0.1) * math.cos(60 * math.pi * x))

@shape({U})
def governor_that_builds_up(d): return over(d, 2400, 0.002, lambda x: 1 + 0.06 * x * x * math.sin(16 * math.pi * x))

@shape({U, N}, group="iteration")
def sawtooth_not_declared(d): return over(d, 2000, 0.004, lambda x: 1 + 0.2 * (10 * x % 1))

@shape({S, N, U}, 0, 0.05, "iteration")  # see docs/steady.md: five rounds of such data need more of it
def two_modes(d): return [v * (1.2 if d.one() < 0.5 else 1) for v in over(d, 4000, 0.01, lambda x: 1)]

@shape({U}, group="iteration")
def two_modes_whose_mix_moves(d):
    return [v * (1.2 if d.one() < 0.2 + 0.6 * i / 4000 else 1) for i, v in enumerate(over(d, 4000, 0.01, lambda x: 1))]

# ---- noise --------------------------------------------------------------------------------------

@shape({S, N, U}, 0, 0.4)
def ar1_of_09(d): return over(d, 3000, 0.01, lambda x: 1, 0.9)

@shape({U, N})
def ar1_of_0999(d): return over(d, 3000, 0.05, lambda x: 1, 0.999)

@shape({U, N})
def random_walk(d):
    at, out = 1.0, []
    for _ in range(2000):
        at += 0.004 * d.normal()
        out.append(100 * max(at, 0.1))
    return out

@shape({S, N}, 0, 0.05, "iteration")
def tails_heavy(d): return [100 * (0.8 + 0.2 * (1 - d.one()) ** (-1 / 2.5)) for _ in range(4000)]

@shape({S, N}, 0, 0.55)
def variance_grows(d): return [100 * (1 + (0.004 if i < 1000 else 0.02) * d.normal()) for i in range(2000)]

@shape({S}, 0, 0.05)
def quantised(d): return [float(round(40 + 0.8 * d.normal())) for _ in range(2000)]

@shape({S}, 0, 0)
def constant(d): return [42.5] * 500

@shape({N, U})
def noise_without_end(d): return [100 * abs(d.normal()) for _ in range(60)]

@shape({S, N}, 0, 0.05)
def just_enough(d): return over(d, 40, 0.002, lambda x: 1)

@shape({N})
def too_short(d): return over(d, 29, 0.002, lambda x: 1)

@shape({U, N, S}, 0.3, 0.5)
def short_warm_up(d): return over(d, 100, 0.003, lambda x: 0.8 if x < 0.3 else 1)

# ---- pauses, outliers, holes --------------------------------------------------------------------

@shape({S}, 0, 0.05, "iteration")
def pauses_of_a_collector(d): return [v * (1.6 if i % 50 == 17 else 1) for i, v in enumerate(over(d, 3000, 0.005, lambda x: 1))]

@shape({U, S}, 0.5, 0.62, "iteration")
def pauses_that_multiply(d):
    return [v * (1.6 if d.one() < (0.02 if i < 1500 else 0.14) else 1) for i, v in enumerate(over(d, 3000, 0.005, lambda x: 1))]

@shape({S}, 0, 0.05, "iteration")
def outliers_few_and_huge(d): return [v * (50 if i in (301, 777, 1402, 1999, 2600) else 1) for i, v in enumerate(over(d, 3000, 0.005, lambda x: 1))]

@shape({S}, 0.0005, 0.03, "iteration")
def first_one_compiles(d): return [v * (100 if i == 0 else 1) for i, v in enumerate(over(d, 2000, 0.005, lambda x: 1))]

@shape({S}, 0.0012, 0.03, "iteration")
def first_three_compile(d): return [v * (30 if i in (0, 2) else 1) for i, v in enumerate(over(d, 2500, 0.005, lambda x: 1))]

@shape({S}, 0.005, 0.04, "iteration")
def first_one_of_few_compiles(d): return [v * (100 if i == 0 else 1) for i, v in enumerate(over(d, 200, 0.005, lambda x: 1))]

@shape({U, S}, 0.55, 0.6)
def zeros_in_the_middle(d): return over(d, 2000, 0.005, lambda x: 1) [:900] + [0.0] * 200 + over(d, 900, 0.005, lambda x: 1)

@shape({U})
def zeros_at_the_end(d): return over(d, 1800, 0.005, lambda x: 1) + [0.0] * 200

@shape({N})
def zeros_only(d): return [0.0] * 300

@shape({S}, 0, 0.03)
def a_few_missing(d): return [math.nan if i % 211 == 7 else v for i, v in enumerate(over(d, 2000, 0.005, lambda x: 1))]

@shape({I})
def a_stretch_missing(d): return [math.nan if 800 <= i < 860 else v for i, v in enumerate(over(d, 2000, 0.005, lambda x: 1))]

@shape({I})
def one_infinite(d): return [math.inf if i == 1234 else v for i, v in enumerate(over(d, 2000, 0.005, lambda x: 1))]

@shape({I})
def one_negative(d): return [-v if i == 1234 else v for i, v in enumerate(over(d, 2000, 0.005, lambda x: 1))]

# ---- clocks: (values, times) --------------------------------------------------------------------

def evenly(n): return [float(i) for i in range(n)]

@shape({I})
def clock_stands_still(d):
    at = evenly(1000)
    at[500] = at[499]
    return over(d, 1000, 0.005, lambda x: 1), at

@shape({I})
def clock_goes_back(d):
    return over(d, 1000, 0.005, lambda x: 1), [t if t < 500 else t - 50.5 for t in evenly(1000)]

@shape({I})
def hole_of_ten_percent(d):
    return over(d, 1000, 0.005, lambda x: 1), [t if t < 500 else t + 111 for t in evenly(1000)]

@shape({S}, 0, 0.03, "iteration")
def pause_of_ten_percent(d):
    return over(d, 1000, 0.005, lambda x: 1), [t if t < 500 else t + 111 for t in evenly(1000)]

@shape({S}, 0, 0.03)
def steps_irregular(d):
    at, out = 0.0, []
    for _ in range(1500):
        out.append(at)
        at += math.exp(0.4 * d.normal())
    return over(d, 1500, 0.005, lambda x: 1), out

@shape({I}, group="counter")
def counter_reset(d):
    total, out = 0.0, []
    for v in over(d, 1000, 0.005, lambda x: 1):
        total = 0.0 if len(out) == 500 else total + v
        out.append(total)
    return out, evenly(1000)

@shape({S}, 0, 0.03, "counter")
def counter_of_even_work(d):
    total, out = 0.0, []
    for v in over(d, 1000, 0.005, lambda x: 1):
        total += v
        out.append(total)
    return out, evenly(1000)

@shape({U}, group="counter")
def counter_of_late_throttle(d):
    total, out = 0.0, []
    for v in over(d, 1000, 0.005, lambda x: 1 if x < 0.85 else 0.9):
        total += v
        out.append(total)
    return out, evenly(1000)

@shape({S}, 0, 0.03, "phase")
def sawtooth_declared(d): return over(d, 2000, 0.004, lambda x: 1 + 0.2 * (10 * x % 1))

@shape({U}, group="phase")
def sawtooth_that_drifts(d): return over(d, 2000, 0.004, lambda x: (1 + 0.2 * (10 * x % 1)) * (1 + 0.04 * x))

@shape({N}, group="phase4")
def sawtooth_of_four_cycles(d): return over(d, 800, 0.004, lambda x: 1 + 0.2 * (4 * x % 1))


GROUPS = {"interval": ["--kind", "per_interval"], "iteration": ["--kind", "per_iteration", "--lower-is-better"],
          "counter": ["--kind", "per_interval", "--counter", "--column", "value"],
          "phase": ["--kind", "per_iteration", "--lower-is-better", "--phase", "step"],
          "phase4": ["--kind", "per_iteration", "--lower-is-better", "--phase", "step"]}


def make(folder):
    answers = {}
    lists = {group: [] for group in GROUPS}
    for name, (build, must, early, late, group) in SHAPES.items():
        for seed in SEEDS:
            made = build(Draw(seed))
            value, at = made if isinstance(made, tuple) else (made, evenly(len(made)))
            path = f"{name}-{seed}.csv"
            with open(os.path.join(folder, path), "w") as out:
                out.write("t_s,value,step\n")
                for i, v in enumerate(value):
                    out.write(f"{at[i]!r},{'' if math.isnan(v) else repr(v)},{i % 200}\n")
            answers[path] = {"must": sorted(must), "early": early, "late": late, "rows": len(value)}
            lists[group].append(path)
    with open(os.path.join(folder, "answers.json"), "w") as out:
        json.dump(answers, out, indent=1)
    with open(os.path.join(folder, "commands"), "w") as out:  # at most 64 files a call
        for group, paths in lists.items():
            for k in range(0, len(paths), 60):
                out.write(" ".join([f"{group}{k}", *GROUPS[group], *paths[k:k + 60]]) + "\n")
    print(len(SHAPES), "shapes,", len(answers), "series")


def score(folder):
    with open(os.path.join(folder, "answers.json")) as file:
        answers = json.load(file)
    bad, refused, seen = 0, 0, 0
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".out"):
            continue
        with open(os.path.join(folder, name)) as file:
            judged = json.load(file)["series"]
        for series in judged:
            want = answers[series["file"]]
            seen += 1
            said = series["verdict"]
            why = None
            if said not in want["must"]:
                why = f"{said} ({series['reason']})"
            elif said == S and want["early"] is not None:
                n = want["rows"]
                start = series["start"]
                slack = max(0.02 * n, 5) if want["early"] > 0.02 else 0
                if start < want["early"] * n - slack or start > max(want["late"] * n, 0):
                    why = f"starts at {start} of {n}"
            elif said != S and S in want["must"]:
                refused += 1
            if why:
                bad += 1
                print(f"FAIL {series['file']}: {why}, required {want['must']} from {want['early']} to {want['late']}")
    print(f"{seen - bad} of {len(answers)} as required, {refused} refused that could pass")
    sys.exit(bad > 0 or seen != len(answers))


if __name__ == "__main__":
    verbs = {"make": make, "score": score}
    parser = argparse.ArgumentParser()
    parser.add_argument("verb", choices=verbs)
    parser.add_argument("rest", nargs="+")
    given = parser.parse_args()
    verbs[given.verb](*given.rest)
