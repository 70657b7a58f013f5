"""Cases near the stated limits, out of samples/made/at-objective: large.py packages|runs COUNT FROM TO."""
import json
import pathlib
import shutil
import sys


def case_of(source, target, runs):
    case = json.loads((source / "case.json").read_text())
    case["metric"]["kind"] = "per_run"
    for system in case["systems"]:
        system["machines"][0]["runs"] = [system["id"] + "/" + runs]
    (target / "case.json").write_text(json.dumps(case))
    return case


def packages(count, source, target):
    """A list of packages that one side alone has."""
    shutil.copytree(source, target)
    lines = ("package%05d==1.%d.0\n" % (i, i % 7) for i in range(count))
    (target / "A/captures/pip-freeze.txt").write_text("".join(lines))
    case_of(source, target, "load-032-*")


def runs(count, source, target):
    """Many runs a side, no two alike, under a percentile."""
    for side in "AB":
        shutil.copytree(source / side / "captures", target / side / "captures")
        head, first, *rest = (source / side / "load-032-r1/steps.csv").read_text().splitlines()
        for i in range(count):
            run = target / side / ("r%05d" % i)
            run.mkdir()
            shutil.copy(source / side / "load-032-r1/run.json", run)
            start, duration, work = first.split(",")
            first = ",".join([start, "%.5f" % (float(duration) - 1e-5), work])
            (run / "steps.csv").write_text("\n".join([head, first, *rest, ""]))
    case = case_of(source, target, "r*")
    case["metric"] = {"key": "latency.iteration", "kind": "per_run", "instance": "p99"}
    (target / "case.json").write_text(json.dumps(case))


if __name__ == "__main__":
    kind = {"packages": packages, "runs": runs}[sys.argv[1]]
    kind(int(sys.argv[2]), pathlib.Path(sys.argv[3]), pathlib.Path(sys.argv[4]))
