"""Null pairs: the runs of one setting dealt into two groups, all deals, and what `dossier compare` and a gate make of them.

null_pairs.py DOSSIER SOURCE SCRATCH [MOST]   over samples/in-turns, each half of its eight runs against the other; prints how often
                                       the pair came out faster, slower, equal or open, and the gate's answers where the
                                       second group's rate is scaled by a true loss of 1, 2 and 5 %. Takes a minute; of each setting MOST
                                       deals, where that is given, which lie evenly among all.
"""
import collections
import itertools
import json
import os
import shutil
import subprocess
import sys


def runs_of(samples):
    found = {"A": [], "B": []}
    for host in ("host1", "host2"):
        for unit in ("unit0", "unit1"):
            for run in sorted(os.listdir(os.path.join(samples, host, unit))):
                if run[0] in found and "-slot" in run:
                    found[run[0]].append((host, unit, run))
    return found


def deal_out(samples, scratch, runs, first):
    shutil.rmtree(scratch, ignore_errors=True)
    os.makedirs(scratch)
    shutil.copy(os.path.join(samples, "run.json"), scratch)
    for index, (host, unit, run) in enumerate(runs):
        to = os.path.join(scratch, "x" if index in first else "y", "-".join((host, unit, run)))
        shutil.copytree(os.path.join(samples, host, unit, run), to, copy_function=os.link)


def interval_of(dossier, scratch):
    done = subprocess.run([dossier, "compare", os.path.join(scratch, "x"), os.path.join(scratch, "y"), "--json"],
                          stdout=subprocess.PIPE, check=False)
    both = [c for check in json.loads(done.stdout)["checks"] for c in check["comparisons"]]
    if len(both) != 1 or "ratio" not in both[0]:
        return None
    return float(both[0]["ratio_low"]["value"]), float(both[0]["ratio_high"]["value"])


def main(dossier, source, scratch, most=None):
    samples = os.path.join(source, "samples", "in-turns")
    scratch = os.path.join(scratch, "deal")
    said, gate = collections.Counter(), collections.Counter()
    for runs in runs_of(samples).values():
        # The other half of these deals is the same pair, turned over.
        deals = [d for d in itertools.combinations(range(len(runs)), len(runs) // 2) if 0 in d]
        for first in deals[:: max(1, len(deals) // int(most or len(deals)))]:
            deal_out(samples, scratch, runs, first)
            interval = interval_of(dossier, scratch)
            if interval is None:
                said["no ratio"] += 1
                continue
            low, high = interval
            said["faster" if low > 1.01 else "slower" if high < 0.99 else "equal" if low >= 0.99 and high <= 1.01 else "open"] += 1
            for limit in (1, 2, 5):
                for loss in (0, 1, 2, 5):
                    lost_least, lost_most = (1 - high * (1 - loss / 100)) * 100, (1 - low * (1 - loss / 100)) * 100
                    answer = "excluded" if lost_most <= limit else "shown" if lost_least > limit else "open"
                    gate["slower:%d%%, true loss %d %%" % (limit, loss), answer] += 1
    print(dict(said))
    for (asked, answer), count in sorted(gate.items()):
        print("%s: %s %d" % (asked, answer, count))
    wrong, pairs = said["faster"] + said["slower"], sum(said.values()) - said["no ratio"]
    print("false faster or slower: %d of %d" % (wrong, pairs))
    return 1 if not pairs or wrong > 0.025 * pairs else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:5]))
