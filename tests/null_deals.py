"""null_deals.py DOSSIER SCRATCH MOST FILE...: repetitions of one result dealt into two groups of half, and what `dossier compare` and
its gate make of the two.

FILE is hyperfine's JSON or a Phoronix composite.xml, of which each repetition is an execution. A result of six repetitions or more is dealt in every way;
of more than MOST deals, MOST are taken that lie evenly among them. The second group's values are also made worse by 1, 2 and 5 %, and
the program is asked each time. The answers are those of `--json`'s interval, put to the gate's definition here (docs/compare.md), and of
`--gate slower:2%` as it exits. Prints both tables; exit status 1: more than 2.5 % of the null pairs came out faster or slower, or
the two disagree."""
import collections
import copy
import itertools
import json
import os
import shutil
import statistics
import subprocess
import sys
import xml.etree.ElementTree as tree

LOSSES, LIMITS = (0, 1, 2, 5), (1, 2, 5)


def hyperfine(document, at, values):
    result = copy.deepcopy(document["results"][at])
    result.update(times=values, exit_codes=[0] * len(values), mean=statistics.fmean(values), stddev=statistics.stdev(values),
                  median=statistics.median(values), min=min(values), max=max(values))
    result.pop("memory_usage_byte", None)
    return json.dumps({"results": [result]})


def phoronix(root, at, values):
    one = copy.deepcopy(root)
    for index, result in enumerate(list(one.findall("Result"))):
        if index != at:
            one.remove(result)
    entry = one.find("Result/Data/Entry")
    entry.find("RawString").text = ":".join("%.9g" % v for v in values)
    entry.find("Value").text = "%.9g" % statistics.fmean(values)
    if entry.find("JSON") is not None:
        entry.remove(entry.find("JSON"))
    return tree.tostring(one, encoding="unicode")


def results_of(path):
    """(name of a file, its text for given values, values, whether less is better) of each result with six repetitions or more."""
    if path.endswith(".xml"):
        root = tree.parse(path).getroot()
        for at, result in enumerate(root.findall("Result")):
            entries = result.findall("Data/Entry")
            raw = entries[0].findtext("RawString") if len(entries) == 1 else None
            values = [float(v) for v in raw.split(":")] if raw else []
            if len(values) >= 6:
                yield "composite.xml", lambda v, at=at: phoronix(root, at, v), values, result.findtext("Proportion") == "LIB"
        return
    document = json.load(open(path))
    for at, result in enumerate(document["results"]):
        if len(result.get("times", [])) >= 6 and not any(result.get("exit_codes", [])):
            yield "hyperfine.json", lambda v, at=at: hyperfine(document, at, v), result["times"], True


def deals_of(count, most):
    """Half of the indices each; the other half of the deals is the same pair, turned over."""
    deals = [d for d in itertools.combinations(range(count), count // 2) if count % 2 or 0 in d]
    step = max(1, len(deals) / most)
    return [deals[int(i * step)] for i in range(min(most, len(deals)))]


def put(folder, name, text):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    with open(os.path.join(folder, name), "w") as out:
        out.write(text)


def asked(dossier, x, y):
    done = subprocess.run([dossier, "compare", x, y, "--json", "--gate", "slower:2%"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          check=False)
    pairs = [c for check in json.loads(done.stdout)["checks"] for c in check["comparisons"]]
    if len(pairs) != 1 or "ratio" not in pairs[0]:
        return done.returncode, None
    return done.returncode, (float(pairs[0]["ratio_low"]["value"]), float(pairs[0]["ratio_high"]["value"]))


def main(dossier, scratch, most, paths):
    said, gate, fault = collections.Counter(), collections.Counter(), 0
    for path in paths:
        for name, text_of, values, lower in results_of(path):
            for first in deals_of(len(values), most):
                x = [v for i, v in enumerate(values) if i in first]
                y = [v for i, v in enumerate(values) if i not in first]
                put(os.path.join(scratch, "x"), name, text_of(x))
                for loss in LOSSES:
                    worse = [v * (1 + loss / 100) if lower else v / (1 + loss / 100) for v in y]
                    put(os.path.join(scratch, "y"), name, text_of(worse))
                    status, ends = asked(dossier, os.path.join(scratch, "x"), os.path.join(scratch, "y"))
                    if ends is None:
                        said["no ratio"] += loss == 0
                        continue
                    low, high = (ends[0] - 1, ends[1] - 1) if lower else (1 - ends[1], 1 - ends[0])  # of a rate a fall is a loss
                    if loss == 0:
                        said["slower" if low > 0.01 else "faster" if high < -0.01 else "equal" if low >= -0.01 and high <= 0.01
                             else "open"] += 1
                    for limit in LIMITS:
                        answer = "excluded" if high * 100 <= limit else "shown" if low * 100 > limit else "open"
                        gate["slower:%d%%" % limit, loss, answer] += 1
                        near = min(abs(high * 100 - limit), abs(low * 100 - limit)) < 0.06  # the printed digits do not tell
                        if limit == 2 and not near and ("excluded", "shown", "open")[status] != answer:
                            fault += 1
                            print("FAIL %s: exit %d, interval %s" % (path, status, ends))
    pairs = said["slower"] + said["faster"] + said["equal"] + said["open"]
    print("null pairs: %d; %s" % (pairs, ", ".join("%s %d" % one for one in sorted(said.items()))))
    for limit in LIMITS:
        print("| `slower:%d%%` | %s |" % (limit, " | ".join(
            ", ".join("%d %s" % (gate["slower:%d%%" % limit, loss, answer], answer) for answer in ("excluded", "shown", "open")
                      if gate["slower:%d%%" % limit, loss, answer]) for loss in LOSSES)))
    wrong = said["slower"] + said["faster"]
    print("false faster or slower: %d of %d" % (wrong, pairs))
    return 1 if fault or not pairs or wrong > max(1, 0.025 * pairs) else 0  # one of a few says nothing


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4:]))
