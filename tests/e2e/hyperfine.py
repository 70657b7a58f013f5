"""Results as hyperfine writes them, with the statistics of their times, and a case over them."""
import json, os, statistics


def result(command, times):
    return dict(command=command, times=times, mean=statistics.fmean(times), stddev=statistics.stdev(times), user=0.2, system=0.01,
                median=statistics.median(times), min=min(times), max=max(times), exit_codes=[0] * len(times))


def scattered(random, command, level):
    return result(command, [round(level * (1 + random.gauss(0, 0.001)), 9) for _ in range(12)])


def write(path, value):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "w") as file:
        json.dump(value, file)


def results(path, *of):
    write(path, {"results": of})


def case(id, systems):
    """Systems as they are operated: (id, runs, what else is said of it); the first is the baseline."""
    return {"format": "dossier-case/1", "id": id, "date": "2026-11-28", "profile": "engineering", "question": "Which?",
            "systems": [{"id": name, "label": name, "baseline": i == 0, "machines": [{"runs": runs}], **more} for i, (name, runs, more) in enumerate(systems)],
            "metric": {"key": "latency.iteration", "instance": "mean", "kind": "whole_run"},
            "under_test": {"kind": "executor", "terms": "as-operated", "release_rule": "as found", "unit": "offer"}}
