"""load_busy.py FOLDER: two serving runs with the times of their requests and telemetry over the same window; in each the driver's
utilisation is 100 % at first and 20 % behind `TURN` s, while as many requests are in flight all the time.
load_busy.py check HTML: the stroke of the utilisation turns where it must, worked out from the picture's own axis."""
import datetime, json, os, re, sys

BEGIN, LENGTH, TURN = 1760000000, 60.0, 30.0


def run(folder, seed):
    os.makedirs(folder)
    with open(folder + "/profile_export.jsonl", "w") as out:
        for person in range(4):
            at = 0.003 * person
            while at < LENGTH:
                took = 0.4 + 0.01 * ((int(at * 100) * 7 + seed) % 5)
                out.write(json.dumps({"metadata": {"timestamp_ns": int((BEGIN + at) * 1e9), "credit_phase": "profiling"}, "metrics": {
                    "ttft": {"value": 0.05, "unit": "sec"}, "request_latency": {"value": round(took * 1000, 3), "unit": "ms"},
                    "output_sequence_length": {"value": 64, "unit": "tokens"}}, "error": None}) + "\n")
                at += took + 0.001
    with open(folder + "/telemetry.csv", "w") as out:
        out.write("timestamp, name, clocks.current.sm [MHz], power.draw [W], utilization.gpu [%]\n")
        for step in range(int((LENGTH + 6) * 5)):
            at = BEGIN - 2 + step * 0.2
            stamp = datetime.datetime.fromtimestamp(at, datetime.timezone.utc).strftime("%Y/%m/%d %H:%M:%S.%f")[:-3]
            out.write("%s, Accelerator X, 1500 MHz, 300.00 W, %d %%\n" % (stamp, 100 if at < BEGIN + TURN else 20))
    with open(folder + "/run.json", "w") as out:
        json.dump({"format": "dossier-run/1", "time_zone": {"telemetry.csv": "UTC"}}, out)


if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
    sys.exit(__doc__)
if sys.argv[1] != "check":
    run(sys.argv[1] + "/a", 1)
    run(sys.argv[1] + "/b", 2)
    case = {"format": "dossier-case/1", "id": "busy", "date": "2026-11-28", "question": "What changed?",
            "systems": [{"id": "A", "label": "first", "baseline": True, "machines": [{"runs": ["a"]}]},
                        {"id": "B", "label": "second", "machines": [{"runs": ["b"]}]}],
            "metric": {"key": "throughput.output_tokens", "kind": "at_load"}, "under_test": {"kind": "layers", "layers": ["engine"]}}
    json.dump(case, open(sys.argv[1] + "/case.json", "w"))
    sys.exit()
page = open(sys.argv[2], encoding="utf-8").read()
chart = page[page.index('id="chart-load-'):]
chart = chart[:chart.index("</svg>")]
tick = {text: float(x) for x, text in re.findall(r'<text[^>]* x="([0-9.]+)"[^>]* text-anchor="middle">(20|40)</text>', chart)}
paths = [[tuple(map(float, p)) for p in re.findall(r"([0-9.]+)[ ,]([0-9.]+)", d)] for d in re.findall(r'<path[^>]* d="([^"]+)"', chart)]
stroke = paths[-1]  # drawn last: the driver's utilisation
high, low = min(y for _, y in stroke), max(y for _, y in stroke)
turn = 20 + 20 * (max(x for x, y in stroke if y == high) - tick["20"]) / (tick["40"] - tick["20"])
print("turns at %.1f s; %d strokes" % (turn, len(paths)))
sys.exit(0 if abs(turn - TURN) < 0.5 and low > high and len(paths) == 3 else 1)
