#!/usr/bin/env python3
"""presence.py DOSSIER SAMPLES SCRATCH - a file that says nothing lifts nothing: to each refused or undecided sample an
empty file and one of a word are added as each kind of document and evidence that a case can name, and no rule may read
better than without. Then evidence that says much, of something else: bridge runs that are the other side's once more,
captures, accuracy results, a profile and a sweep of others. Its verdict stays."""
import glob, json, os, shutil, subprocess, sys

dossier, samples, scratch = sys.argv[1:]
MAKES = ["not comparable", "incomplete", "comparable with stated differences", "comparable"]
CASES = ["trap-zeros/case.json", "trap-precision/case-fp16.json", "software-bottleneck/case-quote.json",
         "made/two-vendors/case.json", "made/precision/case.json", "made/at-objective/case-short.json"]
passed = failed = 0


def judged(path):
    """Per comparison and rule the worst reading."""
    out = subprocess.run([dossier, "check", path, "--json"], capture_output=True, text=True)
    if not out.stdout.strip():
        return None
    worst = {}
    for at, pair in enumerate(json.loads(out.stdout)["comparisons"]):
        for finding in pair["findings"]:
            key = at, finding["rule"]
            reads = MAKES.index(finding["makes"]), finding["judgement"] in ("holds", "not applicable")
            worst[key] = min(worst.get(key, reads), reads)
    return worst


def documents(case, name):
    case.setdefault("documents", []).append(name)


def plan(case, name):
    documents(case, name)
    case["plan"] = name


def ledger(case, name):
    documents(case, name)
    case["ledger"] = name


def forced(case, name):
    documents(case, name)
    under = case["under_test"]
    if under["kind"] != "executor":
        return
    under["differences"] = [{"of": of, "class": "forced", "document": name}
                            for of in ("host", "power", "os", "framework", "driver", "runtime", "compile")]


def captures(case, name):
    for system in case["systems"]:
        for machine in system["machines"]:
            machine.setdefault("captures", []).append(name)


def sweeps(case, name):
    for system in case["systems"]:
        system.setdefault("sweeps", []).append("%s-%s" % (name, system["id"]))


def runs(case, name):
    """Beside the files of each run, by the folder that holds it."""
    return "runs"


KINDS = [documents, plan, ledger, forced, captures, sweeps, runs]
for path in CASES:
    folder, name = os.path.split(os.path.join(samples, path))
    for number, kind in enumerate(KINDS):
        for content in ("", "hello\n") if number % 2 == 0 else ("hello\n",):
            work = os.path.join(scratch, "w")
            shutil.rmtree(work, ignore_errors=True)
            shutil.copytree(folder, work)
            subprocess.run(["chmod", "-R", "u+w", work], check=True)
            case = json.load(open(os.path.join(work, name)))
            before = dict(case, under_test=json.loads(json.dumps(case["under_test"])))
            if kind is forced and case["under_test"]["kind"] == "executor":
                before["under_test"].pop("differences", None)  # against the case with nothing said
            json.dump(before, open(os.path.join(work, "before.json"), "w"))
            plain = judged(os.path.join(work, "before.json"))
            if kind(case, "hello.txt") == "runs":
                for root, _, files in os.walk(work):
                    if "run.json" in files and root != work:
                        for file in ("hello.txt", "accuracy.txt", "nvidia-smi.txt", "plan.json", "ledger.csv"):
                            if not os.path.exists(os.path.join(root, file)):
                                open(os.path.join(root, file), "w").write(content)
            names = ["hello.txt"] + ["hello.txt-%s" % system["id"] for system in case["systems"]]
            for file in names:
                open(os.path.join(work, file), "w").write(content)
            json.dump(case, open(os.path.join(work, "added.json"), "w"))
            added = judged(os.path.join(work, "added.json"))
            better = [key for key in plain if added is not None and added.get(key, (9,)) > plain[key]]
            if plain is None or better:
                failed += 1
                print("FAIL %s with %r as %s: %s" % (path, content, kind.__name__, better))
            else:
                passed += 1


# ---- evidence of something else ----
def laid(name):
    """A sample anew, to be added to: its case."""
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(os.path.join(samples, os.path.dirname(name)), work)
    subprocess.run(["chmod", "-R", "u+w", work], check=True)
    return json.load(open(os.path.join(samples, name)))


def again(patterns, to):
    """The first folder that is meant, once more under another name."""
    found = sorted(glob.glob(os.path.join(work, patterns[0])))[0]
    (shutil.copytree if os.path.isdir(found) else shutil.copy)(found, os.path.join(work, to))
    return [to]


def machine_of(case, side):
    return case["systems"][side]["machines"][0]


def bridge_of(side, on):
    def add(case):
        machine = machine_of(case, side)
        case["bridge"] = [{"like": case["systems"][side]["id"], "runs": again(machine["runs"], "again%s" % os.path.splitext(machine["runs"][0])[1]),
                           "captures": machine_of(case, on).get("captures", [])}]
    add.__name__ = "bridge like %d on %d" % (side, on)
    return add


def captures_of_other(case):
    for side in (0, 1):
        own = machine_of(case, side)
        theirs = machine_of(case, 1 - side).get("captures")
        if theirs:
            own["captures"] = own.get("captures", []) + again(theirs, "captures-again-%d" % side)


def accuracy_of_other(case):
    """One result of A, and what it says once more on B: at another time, nothing said of what ran."""
    for side, folder in ((0, "acc-a"), (1, "acc-b")):
        os.mkdir(os.path.join(work, folder))
        result = json.load(open(glob.glob(os.path.join(samples, "made/precision/A/accuracy/results_*.json"))[0]))
        if side == 1:
            result.update(date=1795783600.5, start_time=54834.25, end_time=55600, total_evaluation_time_seconds="765.75")
            del result["config"]["model_args"]
        json.dump(result, open(os.path.join(work, folder, "results_x.json"), "w"))
        own = machine_of(case, side)
        own["captures"] = own.get("captures", []) + [folder]
    case.setdefault("policy", {})["accuracy"] = "3 %"


def sweep_of_other(case):
    for system in case["systems"]:
        shutil.copytree(os.path.join(samples, "software-bottleneck/sweep"), os.path.join(work, "sweep-" + system["id"]))
        system["sweeps"] = ["sweep-" + system["id"]]


work = os.path.join(scratch, "w")
for path in CASES:
    plain = None
    for add in (bridge_of(0, 0), bridge_of(1, 1), bridge_of(0, 1), captures_of_other, accuracy_of_other, sweep_of_other):
        case = laid(path)
        if plain is None:
            json.dump(case, open(os.path.join(work, "before.json"), "w"))
            plain = judged(os.path.join(work, "before.json"))
        add(case)
        json.dump(case, open(os.path.join(work, "added.json"), "w"))
        added = judged(os.path.join(work, "added.json"))
        verdict = lambda of: [min(reads[0] for key, reads in of.items() if key[0] == at) for at in sorted({key[0] for key in of})]
        if added is not None and any(a > p for a, p in zip(verdict(added), verdict(plain))):
            failed += 1
            print("FAIL %s with %s: its verdict is better" % (path, add.__name__))
        else:
            passed += added is not None
            if added is None:
                print("%s with %s: refused" % (path, add.__name__))
print("%d passed, %d failed" % (passed, failed))
sys.exit(1 if failed else 0)
