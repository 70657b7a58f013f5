#!/usr/bin/env python3
"""units.py DOSSIER GPU FOLDER [WORKLOAD...]: each pair of H100 units of the corpus, each way, and each unit against all others.

Of each unit that ran a workload a dossier of it alone is built, and the runs of the others contest it. A line a contest: the answer,
the change with its interval, and the window. Means, interval and answer are worked out again from the logs: whole cycles of the run
in the window that the program names, Welch's interval on the logarithm of the ratio. Exit 1 where the two do not agree."""
import glob
import importlib.util
import json
import math
import os
import shutil
import subprocess
import sys

here = os.path.dirname(os.path.abspath(__file__))
spec = importlib.util.spec_from_file_location("welch", os.path.join(here, "..", "unit", "comparability", "check_welch.py"))
welch = importlib.util.module_from_spec(spec)
spec.loader.exec_module(welch)

DOSSIER, GPU, FOLDER = sys.argv[1:4]
MARGIN = 0.01
# name: runs by unit, unit of work, key, what the cycle is made of, member of run.json that differ from the sample's
WORKLOADS = {
    "decode": ({"h100": "llm-decode-bf16-cudagraph-r*", "h100-unit2": "llm-decode-bf16-cudagraph-r*", "h100-unit6": "llm-decode-bf16-cudagraph-long-r*",
                "h100-unit7": "llm-decode-bf16-cudagraph-long-r*", "h100-x2": "llm-decode-bf16-cudagraph-1gpu"},
               "tokens", "throughput.output_tokens", "ctx"),
    "compiled": ({"h100": "llm-decode-bf16-compile-cudagraph", "h100-unit7": "llm-decode-bf16-compile-cudagraph-long-r*"},
                 "tokens", "throughput.output_tokens", "ctx"),
    "prefill": ({"h100": "llm-prefill-bf16-sdpa-flash", "h100-unit2": "llm-prefill-bf16-sdpa-flash", "h100-x2": "llm-prefill-bf16-flash-1gpu"},
                "tokens", "throughput.prompt_tokens", None),
    "gemm": ({"h100": "gemm-sustained-bf16", "h100-unit2": "gemm-sustained-bf16"}, "matmuls", "throughput.matmuls", None),
}


def declaration(work, phase):
    run = json.load(open(os.path.join(here, "..", "..", "samples", "software-bottleneck", "run.json")))
    series = run["series"][0]
    series.update(file="iterations.jsonl", work=work, work_unit=work)
    if phase is None:
        del series["phase"]
    else:
        series["phase"] = [phase]
    if work == "matmuls":
        for name in ("model", "dataset", "input", "output"):
            del run[name]
        run["workload"] = {"kind": "micro-kernel"}
        run["load"]["scenario"] = "one matrix product after the other"
        del run["precision"]["kv_cache"]
    return run


def lay(name, pattern, unit):
    """Captures and runs of a unit, below FOLDER/name."""
    to = os.path.join(FOLDER, name, unit)
    shutil.copytree(os.path.join(GPU, unit, "captures"), os.path.join(to, "captures"))
    for run in sorted(glob.glob(os.path.join(GPU, unit, pattern))):
        shutil.copytree(run, os.path.join(to, os.path.basename(run)))
    return to


def mean_of(run, begin, end, work, phase):
    rows = [json.loads(line) for line in open(os.path.join(run, "iterations.jsonl"))]
    rows = [r for r in rows if r["t_start_s"] >= begin and r["t_start_s"] + r["duration_s"] <= end]
    if phase is not None:
        seen = {}
        for at, row in enumerate(rows):  # the first phase comes back where a cycle begins
            seen.setdefault(row[phase], []).append(at)
        starts = seen[rows[0][phase]]
        cycle = starts[1] - starts[0]
        rows = rows[: len(rows) // cycle * cycle]
    return sum(r[work] for r in rows) / (rows[-1]["t_start_s"] + rows[-1]["duration_s"] - rows[0]["t_start_s"])


def by_hand(then, now, begin, end, work, phase):
    means = [[mean_of(run, begin, end, work, phase) for folder in side for run in sorted(glob.glob(folder + "/*"))
              if os.path.exists(run + "/iterations.jsonl")] for side in (then, now)]
    if min(map(len, means)) < 3:
        return None
    ratio, low, high, _ = welch.welch(*means)[0]
    inside = 1 / (1 + MARGIN) <= low and high <= 1 + MARGIN
    beyond = high < 1 / (1 + MARGIN) or low > 1 + MARGIN
    return "reproduced" if inside else "not reproduced" if beyond else "undecided", [100 * (x - 1) for x in (ratio, low, high)]


def contest(dossier, bundles):
    said = subprocess.run([DOSSIER, "contest", dossier, *bundles, "--json"], capture_output=True, text=True)
    if said.returncode > 2:
        raise SystemExit(said.stderr)
    return json.loads(said.stdout)["answers"][0]


def main(wanted):
    wrong = 0
    key = os.path.join(FOLDER, "k")
    subprocess.run([DOSSIER, "keygen", "-o", key, "--name", "Units"], check=True, capture_output=True)
    print("%-9s %-12s %-34s %-22s %-26s %s" % ("workload", "then", "now", "answer", "change %, 95 % interval", "window, s"))
    for name, (patterns, work, metric, phase) in WORKLOADS.items():
        if wanted and name not in wanted:
            continue
        folder = {unit: lay(name, pattern, unit) for unit, pattern in patterns.items()}
        json.dump(declaration(work, phase), open(os.path.join(FOLDER, name, "run.json"), "w"))
        for unit in folder:
            case = os.path.join(FOLDER, name, unit + ".json")
            json.dump({"format": "dossier-case/1", "id": "%s %s" % (name, unit), "date": "2026-11-28", "question": "What does one H100 deliver?",
                       "systems": [{"id": "A", "label": unit, "machines": [{"captures": [unit + "/captures"], "runs": [unit + "/" + patterns[unit]]}]}],
                       "metric": {"key": metric, "kind": "per_run"},
                       "policy": {"least_window": {"value": "10 s", "reason": "most of these runs are 18 to 30 s long"}}}, open(case, "w"))
            out = os.path.join(FOLDER, name, unit + ".asice")
            built = subprocess.run([DOSSIER, "build", case, "-o", out, "--key", key + ".key.pem", "--cert", key + ".cert.pem"],
                                   capture_output=True, text=True)
            if not os.path.exists(out):
                raise SystemExit(built.stderr)
            others = [other for other in folder if other != unit]
            alike = [other for other in others if "x2" not in other]  # x2: a host with two accelerators and twice the processors
            for now in [[other] for other in others] + ([alike] if len(alike) > 1 and "x2" not in unit else []):
                answer = contest(out, [folder[other] for other in now])
                numbers = [float(answer[n]) for n in ("change", "change_low", "change_high")] if "change" in answer else None
                window = [float(answer[n]) for n in ("window_begin", "window_end")] if "window_begin" in answer else None
                print("%-9s %-12s %-34s %-22s %-26s %s" % (name, unit, " ".join(now), answer["answer"],
                      "%.2f (%.2f to %.2f)" % tuple(numbers) if numbers else "-", "%.2f to %.2f" % tuple(window) if window else "-"))
                if answer["answer"] == "another configuration":
                    good = ("x2" in unit) != ("x2" in " ".join(now))
                elif window is None or numbers is None:
                    good = answer["answer"] == "undecided"
                else:
                    word, expected = by_hand([folder[unit]], [folder[other] for other in now], *window, work, phase)
                    good = word == answer["answer"] and all(abs(a - b) < 0.011 for a, b in zip(numbers, expected))
                    if not good:
                        print("  by hand: %s %s" % (word, expected))
                wrong += not good
                if not good:
                    print("  WRONG", answer)
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[4:]))
