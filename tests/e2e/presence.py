#!/usr/bin/env python3
"""presence.py DOSSIER SAMPLES SCRATCH - a file that says nothing lifts nothing: to each refused or undecided sample an
empty file and one of a word are added as each kind of document and evidence that a case can name, and no rule may read
better than without."""
import json, os, shutil, subprocess, sys

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
print("%d passed, %d failed" % (passed, failed))
sys.exit(1 if failed else 0)
