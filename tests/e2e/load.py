"""Serving results of a made load, and what each of them must show, worked out another way than the program does.

  load.py make FOLDER          result files and cases in FOLDER
  load.py check FILE JSON      JSON of `dossier steady FILE --json` against an own computation
  load.py report DATA FOLDER   facts of data.json against an own computation

Requests in flight are counted here at the middle of each millisecond, not from sorted events."""
import argparse
import json
import os
import sys
from fractions import Fraction

PEOPLE = 8


def random_from(seed):
    state = seed
    while True:  # splitmix64
        state = (state + 0x9E3779B97F4A7C15) & (2 ** 64 - 1)
        z = state
        z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & (2 ** 64 - 1)
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & (2 ** 64 - 1)
        yield (z ^ z >> 31) / 2 ** 64


def closed_loop(seed, idle, length=80.0):
    """PEOPLE loops, each a request of about 0.32 s, then `idle` s of nothing: (start, first, end, tokens)."""
    draw = random_from(seed)
    rows = []
    for person in range(PEOPLE):
        at = 0.01 * person
        while at < length:
            took = 0.3 + 0.04 * next(draw)
            rows.append((at, 0.05, at + took, 64))
            at += took + idle
    return sorted(rows)


def open_loop(seed, rate, length=80.0):
    draw = random_from(seed)
    return [(k / rate, 0.05, k / rate + 0.3 + 0.04 * next(draw), 64) for k in range(int(rate * length))]


def result(rows, **more):
    span = max(end for _, _, end, _ in rows)
    out = {"backend": "vllm", "label": None, "model_id": "made", "tokenizer_id": "made", "num_prompts": len(rows),
           "request_rate": "inf", "max_concurrency": None, "duration": round(span, 6), "completed": len(rows),
           "total_input_tokens": 10 * len(rows), "total_output_tokens": sum(tokens for *_, tokens in rows),
           "request_throughput": len(rows) / span, "output_throughput": 64 * len(rows) / span,
           "input_lens": [10] * len(rows), "output_lens": [tokens for *_, tokens in rows],
           "ttfts": [first for _, first, _, _ in rows], "latencies": [end - start for start, _, end, _ in rows],
           "start_times": [rows[-1][2] * 1e4 + start for start, *_ in rows], "errors": [""] * len(rows)}
    out.update(more)
    return out


def make(folder):
    files = {
        "full.json": result(closed_loop(1, 0.001), max_concurrency=PEOPLE),
        "full-2.json": result(closed_loop(2, 0.001), max_concurrency=PEOPLE),
        "starved.json": result(closed_loop(3, 0.1), max_concurrency=PEOPLE),
        "rate.json": result(open_loop(4, 10.0), request_rate=10.0, max_concurrency=100),
        "slow.json": result(open_loop(5, 9.0), request_rate=10.0, max_concurrency=100),
        "blind.json": result(closed_loop(6, 0.001), max_concurrency=PEOPLE),
    }
    del files["blind.json"]["start_times"]
    for name, content in files.items():
        with open(os.path.join(folder, name), "w") as out:
            json.dump(content, out)
    for name, a, b in (("case-full", "full.json", "full-2.json"), ("case-starved", "full.json", "starved.json"),
                       ("case-rate", "rate.json", "slow.json"), ("case-blind", "full.json", "blind.json")):
        case = {"format": "dossier-case/1", "id": name, "date": "2026-11-28", "question": "What changed?",
                "systems": [{"id": "A", "label": "first", "baseline": True, "machines": [{"runs": [a]}]},
                            {"id": "B", "label": "second", "machines": [{"runs": [b]}]}],
                "metric": {"key": "latency.request", "kind": "per_run"},
                "under_test": {"kind": "layers", "layers": ["engine"]}}
        with open(os.path.join(folder, name + ".json"), "w") as out:
            json.dump(case, out)


def near(got, want, within, what):
    if not abs(got - want) <= within:
        sys.exit(f"{what}: {got}, expected {want}")


def spans_of(path):
    """(start, first, end, tokens) of the requests that have times, from the first start; failed ones; full."""
    with open(path) as file:
        text = file.read()
    if path.endswith(".jsonl"):  # AIPerf
        rows, failed = [], 0
        for line in text.splitlines():
            row = json.loads(line)
            if row["metadata"].get("credit_phase") != "profiling":
                continue
            metrics = row["metrics"]
            if "request_latency" not in metrics:
                failed += 1
                continue
            start = Fraction(row["metadata"].get("request_start_ns", row["metadata"]["timestamp_ns"]), 10 ** 9)
            first = metrics.get("time_to_first_token", metrics.get("ttft"))["value"] / 1e3
            rows.append((start, first, metrics["request_latency"]["value"] / 1e3,
                         metrics["output_sequence_length"]["value"]))
        zero = min(start for start, *_ in rows)
        rows = [(float(start - zero), first, float(start - zero) + took, n) for start, first, took, n in rows]
        return rows, failed, None
    run = json.loads(text)
    rows = [(start, first, start + took, n) for start, first, took, n, error in
            zip(run["start_times"], run["ttfts"], run["latencies"], run["output_lens"], run["errors"]) if not error]
    zero = min(start for start, *_ in rows)
    rows = [(start - zero, first, end - zero, n) for start, first, end, n in rows]
    return rows, len(run["errors"]) - len(rows), run["max_concurrency"]


def counted(rows, length):
    """Requests in flight at the middle of each millisecond."""
    steps = int(length * 1000)
    change = [0] * (steps + 2)
    for start, _, end, _ in rows:
        change[min(steps, max(0, int(start * 1000 + 0.5)))] += 1
        change[min(steps, max(0, int(end * 1000 + 0.5)))] -= 1
    out, now = [], 0
    for step in range(steps):
        now += change[step]
        out.append(now)
    return out


def check(path, answer):
    with open(answer) as file:
        load = json.load(file)["series"][0]["load"]
    rows, failed, declared = spans_of(path)
    length = max(end for _, _, end, _ in rows)
    active = counted(rows, length)
    full = declared or max(active)
    near(load["requests"], len(rows) + failed, 0, "requests")
    near(load["failed"], failed, 0, "failed")
    near(load["length_s"], length, 1e-3, "length")
    near(load["most"], max(active), 1, "most in flight")
    near(load["full_share"], sum(n >= load["full"] for n in active) / len(active), 0.02, "share at full")
    if declared:
        near(load["full"], declared, 0, "declared concurrency")
    seconds = int(length)
    near(len(load["active"]), seconds, 0, "seconds")
    for k in range(seconds):
        near(load["active"][k], sum(active[1000 * k:1000 * k + 1000]) / 1000, 0.25 + 0.004 * max(active),
             f"in flight in second {k}")
        out = 0.0  # evenly from first output to end
        for start, first, end, tokens in rows:
            begin, stop = max(start + first, k), min(end, k + 1)
            if end > start + first and stop > begin:
                out += tokens * (stop - begin) / (end - start - first)
        near(load["output"][k], out, 1e-6 * max(1, out), f"output in second {k}")


def report(data, folder):
    """Whole-run facts of full.json, and what S8 saw: eight loops of 0.32 s and a pause of 0.1 s keep
    8 x 0.32 / 0.42 in flight; nine requests a second end as often as they begin."""
    with open(data) as file:
        facts = json.load(file)["facts"]
    found = {(fact["key"], fact.get("run")): fact["value"] for fact in facts}
    rows, _, _ = spans_of(os.path.join(folder, "full.json"))
    active = counted(rows, max(end for _, _, end, _ in rows))
    near(float(found["load.in_flight_most", "full.json"]), PEOPLE, 0, "most in flight")
    near(float(found["load.full_share", "full.json"]), 100 * sum(n >= PEOPLE for n in active) / len(active), 1.5, "full")
    took = [end - start for start, _, end, _ in rows]
    near(float(found["value.whole_run", "full.json"]), 1000 * sum(took) / len(took), 0.5, "mean latency in ms")
    near(float(found["value.within_low", "full.json"]), 1000 * sum(took) / len(took), 2, "its interval in ms")
    near(float(found["load.in_flight", "starved.json"]), PEOPLE * 0.32 / 0.42, 0.03, "in flight in the stretch")
    near(float(found["load.in_flight", "full.json"]), PEOPLE * 0.32 / 0.321, 0.03, "in flight in the stretch")


if __name__ == "__main__":
    verbs = {"make": make, "check": check, "report": report}
    parser = argparse.ArgumentParser()
    parser.add_argument("verb", choices=verbs)
    parser.add_argument("rest", nargs="+")
    given = parser.parse_args()
    verbs[given.verb](*given.rest)
