"""What the program costs beside tools that do comparable work on the same bytes, on this machine.

bench.py DOSSIER [--repeat N] [--scale X] [--only NAME,...] [--growth [NAME,...]] [--json FILE] [--table FILE] [--check FILE]
                 [--store FILE] [--document FILE]

Each row runs our command and its peer in turn, N times, so that what disturbs the machine disturbs both; shown are medians.
A ratio is our time over the peer's. --check holds the ratios against stored ones and fails where both the elapsed and the
processor time have lost more than a third of their speed against the peer (rows of threads: the elapsed one alone, by what two processors of the machine reach), or memory has grown by more than half; inputs are then
of the size of the stored ones. With --growth it fails, too, where processor time grows with more than a power of 1.35, or memory of logs and of packing
with more than a power of 0.1. --store writes the ratios that --check holds
against; --document lays the table into a page, between the two marks there."""
import argparse
import json
import math
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import inputs

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(HERE))
MADE = SOURCE + "/samples/made/driver-regression"
STORED = 210 * inputs.MEGABYTE  # of --store, at least
LOSS = 1.5  # times the stored ratio: a third of the speed
MEMORY_SLACK = 8  # MB: libraries alone take twice that
FLAT = ("logs", "packing")  # growth rows whose memory may not grow with the size
MEMORY_EXPONENT_MOST = 0.1
LONG = 5  # seconds of processor: a run of growth that takes longer is not repeated
EXPONENT_MOST = 1.35  # of growth between the last two sizes; what is wanted is 1.1, the rest is the machine's
JSON_LOAD = "import json,sys; json.load(open(sys.argv[1]))"
LOOP = "for _ in range(4000000): pass"  # of no memory: what two processors can do, not their caches
TWO = 2  # at once: what the rows of threads are held against
MLLOG = ("import json,os,sys\nfor at, _, names in os.walk(sys.argv[1]):\n for name in names:\n"
         "  for line in open(at+'/'+name):\n   json.loads(line[line.index('{'):])")


class Costs:
    """Of one run: seconds elapsed, of the processors, and the most memory that one process held."""

    def __init__(self, elapsed, processor, memory):
        self.elapsed, self.processor, self.memory = elapsed, processor, memory


def run_once(commands, folder, statuses=(0,)):
    elapsed = processor = memory = 0
    for command in commands:
        with open(folder + "/said", "w") as said:
            began = time.monotonic()
            child = subprocess.Popen(command, stdout=said, stderr=subprocess.STDOUT, cwd=folder)
            _, status, used = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
        elapsed += time.monotonic() - began
        processor += used.ru_utime + used.ru_stime
        memory = max(memory, used.ru_maxrss * 1024)
        if child.returncode not in statuses:
            sys.exit("bench: %s ends with %d: %s" % (" ".join(command), child.returncode, open(folder + "/said").read()[-500:]))
    return Costs(elapsed, processor, memory)


def speed_up(folder):
    """Of two loops at once over one behind the other: near 2 of two free cores, less of two threads of one core or a busy machine."""
    began = time.monotonic()
    for _ in range(TWO):
        subprocess.run(["python3", "-c", LOOP], cwd=folder, check=True)
    behind = time.monotonic() - began
    began = time.monotonic()
    for child in [subprocess.Popen(["python3", "-c", LOOP], cwd=folder) for _ in range(TWO)]:
        if child.wait():
            sys.exit("bench: python3 -c %r ends with %d" % (LOOP, child.returncode))
    return behind / (time.monotonic() - began)


def median_of(costs, repeat):
    return {"elapsed_s": round(statistics.median(c.elapsed for c in costs), 4),
            "processor_s": round(statistics.median(c.processor for c in costs), 4),
            "memory_bytes": max(c.memory for c in costs), "runs": repeat}


class Bench:
    def __init__(self, dossier, folder, repeat, scale):
        self.dossier, self.folder, self.repeat, self.scale = dossier, folder, repeat, scale
        self.rows = []
        self.grown = []  # names of growth; none: all
        run_once([[dossier, "keygen", "-o", "k", "--name", "bench"]], folder)
        self.key = ["--key", folder + "/k.key.pem", "--cert", folder + "/k.cert.pem"]

    def measure(self, name, what, ours, peer_name, peer, size, statuses=(0,), threads=False):
        """Of a row of threads each turn asks the machine, too, what two of its processors reach just then."""
        mine, theirs, can = [], [], []
        for turn in range(self.repeat + 1):
            pair = run_once(ours, self.folder, statuses), run_once(peer, self.folder)
            if turn:  # the first brings the files into memory
                mine.append(pair[0])
                theirs.append(pair[1])
                if threads:
                    can.append(speed_up(self.folder))
        row = {"name": name, "what": what, "bytes": size, "dossier": median_of(mine, self.repeat),
               "peer": dict(median_of(theirs, self.repeat), name=peer_name)}
        row["ratio_elapsed"] = round(statistics.median(a.elapsed / b.elapsed for a, b in zip(mine, theirs)), 3)
        row["ratio_processor"] = round(statistics.median(
            max(a.processor, 1e-3) / max(b.processor, 1e-3) for a, b in zip(mine, theirs)), 3)
        if threads:
            row["machine_speed_up"] = round(statistics.median(can), 2)
        self.rows.append(row)
        print("%-12s %8.3f s, peer %8.3f s, ratio %7.3f (processor %7.3f), %5.0f MB" % (
            name, row["dossier"]["elapsed_s"], row["peer"]["elapsed_s"], row["ratio_elapsed"], row["ratio_processor"],
            row["dossier"]["memory_bytes"] / 1e6), flush=True)

    def megabytes(self, size):
        return int(size * self.scale * inputs.MEGABYTE)

    def three_tools(self, folder):
        """zip, sha256sum and openssl cms over one folder: what a person would do by hand."""
        files = [os.path.join(at, name) for at, _, names in os.walk(folder) for name in names]
        return [["rm", "-f", "by-hand.zip"], ["zip", "-q", "-6", "-r", "by-hand.zip", folder], ["sha256sum"] + files,
                ["openssl", "cms", "-sign", "-binary", "-in", "by-hand.zip", "-signer", "k.cert.pem", "-inkey", "k.key.pem",
                 "-outform", "DER", "-out", "by-hand.p7s"]]


def size_of(folder):
    return sum(os.path.getsize(os.path.join(at, name)) for at, _, names in os.walk(folder) for name in names)


def row_start(b):
    b.measure("start", "`dossier --version`, ten times", [[b.dossier, "--version"]] * 10, "git --version, ten times", [["git", "--version"]] * 10, 0)


def row_demo(b):
    case = SOURCE + "/samples/software-bottleneck"
    b.measure("demo", "`build` of the demo", [[b.dossier, "build", case + "/case.json", "-o", "demo.asice"] + b.key],
              "zip -6, sha256sum, openssl cms", b.three_tools(case), size_of(case))


def row_bundles(b):
    case = SOURCE + "/samples/software-bottleneck"
    b.measure("bundles", "`inspect` of the demo's bundles", [[b.dossier, "inspect", case + "/h100-unit6", case + "/h100-unit7"]],
              "dossier check", [[b.dossier, "check", case + "/case.json"]],
              size_of(case + "/h100-unit6") + size_of(case + "/h100-unit7"))


def beside_one_thread(b, name):
    """Of what is wanted, two threads at least 1.6 times one, the reciprocal: 0.63 at most."""
    inspect = [b.dossier, "inspect", name, "--threads"]
    b.measure(name + "-threads", "the same by two threads", [inspect + ["2"]], "dossier inspect --threads 1", [inspect + ["1"]],
              size_of(b.folder + "/" + name), threads=True)


def row_trace(b):
    inputs.trace(b.folder + "/trace", b.megabytes(200))
    b.measure("trace", "`inspect` of a profiler trace", [[b.dossier, "inspect", "trace"]], "python3 json.load",
              [["python3", "-c", JSON_LOAD, "trace/trace.json"]], size_of(b.folder + "/trace"))
    beside_one_thread(b, "trace")


def row_telemetry(b):
    inputs.telemetry(b.folder + "/telemetry", b.megabytes(100))
    b.measure("telemetry", "`inspect` of nvidia-smi CSV", [[b.dossier, "inspect", "telemetry"]], "sha256sum",
              [["sha256sum", "telemetry/power.csv"]], size_of(b.folder + "/telemetry"))
    beside_one_thread(b, "telemetry")


def row_mlperf(b):
    inputs.mlperf(b.folder + "/mlperf", b.megabytes(200))
    b.measure("mlperf", "`inspect` of MLPerf detail logs", [[b.dossier, "inspect", "mlperf"]], "python3 json.loads a line",
              [["python3", "-c", MLLOG, "mlperf"]], size_of(b.folder + "/mlperf"))
    beside_one_thread(b, "mlperf")


def row_steady(b):
    count = int(2000000 * b.scale)
    inputs.rows(b.folder + "/rows/steps.csv", count)
    b.measure("steady", "`steady` of %d rows" % count,
              [[b.dossier, "steady", "rows/steps.csv", "--column", "duration_s", "--time", "t_start_s", "--kind", "per_iteration"]], "sha256sum",
              [["sha256sum", "rows/steps.csv"]], size_of(b.folder + "/rows"), (0, 1, 2))


def row_pack(b):
    inputs.evidence(MADE, b.folder + "/packed", b.megabytes(210))
    size, case = size_of(b.folder + "/packed"), "packed/case.json"
    build = [b.dossier, "build", case, "-o", "packed.asice"] + b.key
    b.measure("pack", "`build` over logs", [build], "zip -6, sha256sum, openssl cms", b.three_tools("packed"), size)
    files = [os.path.join(at, name) for at, _, names in os.walk(b.folder + "/packed") for name in names]
    b.measure("threads", "the same, beside one thread", [build], "dossier build --threads 1", [build + ["--threads", "1"]], size, threads=True)
    b.measure("verify", "`verify` of it", [[b.dossier, "verify", "packed.asice"]], "unzip -t, sha256sum, openssl cms -verify",
              [["unzip", "-tq", "packed.asice"], ["sha256sum"] + files,
               ["openssl", "cms", "-verify", "-binary", "-inform", "DER", "-in", "by-hand.p7s", "-content", "by-hand.zip",
                "-CAfile", "k.cert.pem", "-purpose", "any", "-out", "/dev/null"]], size, (0, 2))
    if b.scale < 1:  # of less the report, which is the same for any size, would be what is measured
        inputs.evidence(MADE, b.folder + "/stored", STORED)
        size, build = size_of(b.folder + "/stored"), [b.dossier, "build", "stored/case.json", "-o", "packed.asice"] + b.key
        files = [os.path.join(at, name) for at, _, names in os.walk(b.folder + "/stored") for name in names]
    b.measure("store", "`build --store` of logs", [build + ["--store"]], "sha256sum", [["sha256sum"] + files], size)


def row_runs(b):
    count = max(4, int(100 * b.scale) // 2 * 2)
    inputs.runs(MADE, b.folder + "/runs", count)
    b.measure("runs", "`build` of %d runs" % count, [[b.dossier, "build", "runs/case.json", "-o", "runs.asice"] + b.key],
              "zip -6, sha256sum, openssl cms", b.three_tools("runs"), size_of(b.folder + "/runs"))


def row_many(b):
    count = max(64, int(600 * b.scale) // 2 * 2)  # above 60 runs a report tells of groups
    inputs.runs(MADE, b.folder + "/many", count)
    b.measure("many", "`build` of %d runs" % count, [[b.dossier, "build", "many/case.json", "-o", "many.asice"] + b.key],
              "dossier check", [[b.dossier, "check", "many/case.json"]], size_of(b.folder + "/many"))


ROWS = {"start": row_start, "demo": row_demo, "bundles": row_bundles, "trace": row_trace, "telemetry": row_telemetry,
        "mlperf": row_mlperf, "steady": row_steady, "pack": row_pack, "runs": row_runs, "many": row_many}


# ---- growth ----

def slope(points):
    """Exponent of growth: the least-squares line through the logarithms of size and cost."""
    x, y = [math.log(p[0]) for p in points], [math.log(p[1]) for p in points]
    mx, my = statistics.mean(x), statistics.mean(y)
    return sum((a - mx) * (c - my) for a, c in zip(x, y)) / sum((a - mx) ** 2 for a in x)


def grow(b, name, unit, sizes, make, command, statuses):
    if b.grown and name not in b.grown:
        return None
    points = []
    for size in sizes:
        folder = "%s/grow-%s" % (b.folder, name)
        make(folder, size)
        costs = [run_once([command(folder)], b.folder, statuses)]
        if costs[0].processor < LONG:  # the first brings the files into memory, and others only ever add to what it takes
            costs = [run_once([command(folder)], b.folder, statuses) for _ in range(3)]
        points.append((size, min(c.processor for c in costs), max(c.memory for c in costs)))
        shutil.rmtree(folder)
    # from the last two sizes, where what each start costs counts least
    row = {"name": name, "unit": unit, "points": [{"size": s, "processor_s": round(t, 3), "memory_bytes": m} for s, t, m in points],
           "exponent": round(slope(points[-2:]), 2), "memory_exponent": round(slope([(s, m) for s, _, m in points[-2:]]), 2)}
    print("growth of %-14s exponent %.2f, memory %.2f" % (name, row["exponent"], row["memory_exponent"]), flush=True)
    return row


def trace_packed(folder, size):
    inputs.trace(folder, size)
    subprocess.run(["gzip", "-1", folder + "/trace.json"], check=True)


def trace_judged(make):
    """A case beside whose profile of one side a trace of that size lies."""
    def made(folder, size):
        shutil.copytree(SOURCE + "/samples/launch-modes", folder)
        make(folder + "/profile-eager/large", size)
    return made


def growth(b):
    def sizes(*values):
        return [max(1, int(v * b.scale)) for v in values]

    def bytes_of(most, *values):
        """Of what one file, one folder or one dossier may hold the last is the most, though the scale asks for more."""
        return sorted({min(v, most) for v in sizes(*values)})
    megabyte = inputs.MEGABYTE
    series = ["--column", "duration_s", "--time", "t_start_s", "--kind", "per_iteration"]
    return [row for row in (
        grow(b, "trace", "bytes", bytes_of(1000 * megabyte, 4 * megabyte, 16 * megabyte, 64 * megabyte, 256 * megabyte), inputs.trace,
             lambda f: [b.dossier, "inspect", f], (0,)),
        grow(b, "trace-gz", "bytes", bytes_of(1000 * megabyte, 16 * megabyte, 64 * megabyte, 256 * megabyte), trace_packed,
             lambda f: [b.dossier, "inspect", f], (0,)),
        grow(b, "trace-check", "bytes", bytes_of(1000 * megabyte, 16 * megabyte, 64 * megabyte, 256 * megabyte), trace_judged(inputs.trace),
             lambda f: [b.dossier, "check", f + "/case.json"], (0, 1, 2)),
        grow(b, "trace-gz-check", "bytes", bytes_of(1000 * megabyte, 16 * megabyte, 64 * megabyte, 256 * megabyte), trace_judged(trace_packed),
             lambda f: [b.dossier, "check", f + "/case.json"], (0, 1, 2)),
        grow(b, "telemetry", "bytes", sizes(4 * megabyte, 16 * megabyte, 64 * megabyte), inputs.telemetry,
             lambda f: [b.dossier, "inspect", f], (0,)),
        grow(b, "rows", "rows", sizes(100000, 1000000, 4000000), lambda f, n: inputs.rows(f + "/steps.csv", n),
             lambda f: [b.dossier, "steady", f + "/steps.csv"] + series, (0, 1, 2)),
        grow(b, "runs", "runs", [max(6 * 2 ** i, v) for i, v in enumerate(sizes(50, 100, 200, 400))], lambda f, n: inputs.runs(MADE, f, n),
             lambda f: [b.dossier, "check", f + "/case.json"], (0, 1, 2)),
        grow(b, "report", "runs", [max(6 * 2 ** i, v) for i, v in enumerate(sizes(20, 40, 80))], lambda f, n: inputs.runs(MADE, f, n),
             lambda f: [b.dossier, "report", f + "/case.json", "-o", f + "/out"], (0, 1, 2)),
        # from 1 MB to 1 GB at a scale of a half and to 10 GB at one of five: what is read is not held. A folder holds at most 4 GiB
        grow(b, "logs", "bytes", sizes(2 * megabyte, 20 * megabyte, 200 * megabyte, 2000 * megabyte), inputs.logs,
             lambda f: [b.dossier, "inspect"] + sorted(f + "/" + name for name in os.listdir(f)), (0,)),
        # nor is what is packed, of which a dossier takes less than 4 GiB
        grow(b, "packing", "bytes", bytes_of(4000 * megabyte, 20 * megabyte, 200 * megabyte, 2000 * megabyte),
             lambda f, n: inputs.packing(MADE, f, n),
             lambda f: [b.dossier, "build", f + "/case.json", "-o", f + ".asice"] + b.key, (0, 1, 2)),
    ) if row]


# ---- what is told ----

def machine(folder, repeat):
    model = next((line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "?")
    return {"processor": model, "processors": len(os.sched_getaffinity(0)), "system": platform.system() + " " + platform.machine(),
            "load_before": [round(x, 1) for x in os.getloadavg()],
            "speed_up_of_two": round(statistics.median(speed_up(folder) for _ in range(repeat)), 2)}


def what_of(row):
    if "machine_speed_up" not in row:
        return row["what"]
    return "%s: %.2f of one; this machine's two processors: %.2f" % (row["what"], 1 / row["ratio_elapsed"], row["machine_speed_up"])


def table(result):
    where = result["machine"]
    lines = ["%s, %d processors, %s; load when it began: %s." % (
        where["processor"], where["processors"], where["system"], ", ".join(map(str, where["load_before"])))]
    lines[0] += " Two loops of python3 at once: %.2f of one behind the other." % where["speed_up_of_two"]
    if result["rows"]:
        lines[0] += " Medians of %d paired runs." % result["repeat"]
        lines += ["", "| what | bytes | time | processor time | MB a second of processor | most memory | peer | peer's time | time / peer's | processor time / peer's |",
                  "| --- | ---: | ---: | ---: | ---: | ---: | --- | ---: | ---: | ---: |"]
    for r in result["rows"]:
        d, p = r["dossier"], r["peer"]
        rate = "%.3g" % (r["bytes"] / d["processor_s"] / 1e6) if r["bytes"] else ""
        lines.append("| %s | %s | %.3f s | %.3f s | %s | %.0f MB | %s | %.3f s | %.2f | %.2f |" % (
            what_of(r), "%.3g MB" % (r["bytes"] / 1e6) if r["bytes"] else "", d["elapsed_s"], d["processor_s"], rate,
            d["memory_bytes"] / 1e6, p["name"], p["elapsed_s"], r["ratio_elapsed"], r["ratio_processor"]))
    if result["growth"]:
        lines += ["", "| growth of | sizes | processor time | memory | exponent of time | of memory |", "| --- | --- | --- | --- | ---: | ---: |"]
        for g in result["growth"]:
            lines.append("| %s | %s %s | %s s | %s MB | %.2f | %.2f |" % (
                g["name"], ", ".join("%g" % p["size"] for p in g["points"]), g["unit"],
                ", ".join("%.2f" % p["processor_s"] for p in g["points"]),
                ", ".join("%.0f" % (p["memory_bytes"] / 1e6) for p in g["points"]), g["exponent"], g["memory_exponent"]))
    return "\n".join(lines) + "\n"


def page_around(path):
    """What stands on a page before and behind the place of the table."""
    begin, end, page = "<!-- measured -->\n", "<!-- /measured -->", open(path).read()
    if page.count(begin) != 1 or page.count(end) != 1 or page.index(begin) > page.index(end):
        sys.exit("bench: %s has no place for the table: %s, then %s" % (path, begin.strip(), end))
    return page[:page.index(begin) + len(begin)], page[page.index(end):]


def lost(row, old):
    """A row of threads by elapsed time alone, since threads that stand idle cost no processor time; more is let pass where the
    machine's two processors reach less than those that the stored ratio is of. A busy machine takes from both."""
    if "machine_speed_up" in row:
        less = max(1, old.get("machine_speed_up", TWO) / row["machine_speed_up"])
        return row["ratio_elapsed"] > LOSS * old["elapsed"] * less
    return row["ratio_elapsed"] > LOSS * old["elapsed"] and row["ratio_processor"] > LOSS * old["processor"]


def losses(result, stored):
    """Rows that lost more than a third of their speed against the peer, by elapsed and by processor time, or take half as
    much memory again as is stored."""
    found = []
    for row in result["rows"]:
        old = stored.get(row["name"])
        if old is None:
            found.append("%s: no stored ratio" % row["name"])
        elif lost(row, old):
            found.append("%s: %.2f of the peer's time (processor: %.2f), stored %.2f (%.2f)" % (
                row["name"], row["ratio_elapsed"], row["ratio_processor"], old["elapsed"], old["processor"]))
        if old and "memory_mb" in old and row["dossier"]["memory_bytes"] > (LOSS * old["memory_mb"] + MEMORY_SLACK) * 1e6:
            found.append("%s: %.0f MB, stored %.0f" % (row["name"], row["dossier"]["memory_bytes"] / 1e6, old["memory_mb"]))
    for row in result.get("growth", []):
        if row["exponent"] > EXPONENT_MOST:
            found.append("growth of %s: a power of %.2f, at most %.2f" % (row["name"], row["exponent"], EXPONENT_MOST))
        if row["name"] in FLAT and row["memory_exponent"] > MEMORY_EXPONENT_MOST:
            found.append("memory of %s: a power of %.2f, at most %.2f" % (row["name"], row["memory_exponent"], MEMORY_EXPONENT_MOST))
    return found


def main():
    asked = argparse.ArgumentParser()
    asked.add_argument("dossier")
    asked.add_argument("--repeat", type=int, default=5)
    asked.add_argument("--scale", type=float, default=1)
    asked.add_argument("--only", default=",".join(ROWS))
    asked.add_argument("--growth", nargs="?", const="", help="of all, or of the names that are given (trace,logs)")
    asked.add_argument("--json")
    asked.add_argument("--table")
    asked.add_argument("--check")
    asked.add_argument("--store")
    asked.add_argument("--document")
    asked = asked.parse_args()
    for name in asked.only.split(","):
        if name not in ROWS:
            sys.exit("bench: no row %s; there are %s" % (name, ", ".join(ROWS)))
    if asked.document:
        page_around(asked.document)  # before an hour is spent
    stored = json.load(open(asked.check)) if asked.check else None
    if stored:
        asked.scale = stored["scale"]  # a ratio holds for inputs of one size
    os.environ["SOURCE_DATE_EPOCH"] = "1790000000"
    result = {"format": "dossier-bench/1", "machine": None, "repeat": asked.repeat, "scale": asked.scale, "growth": []}
    with tempfile.TemporaryDirectory(prefix="dossier-bench-") as folder:
        result["machine"] = machine(folder, asked.repeat)
        bench = Bench(os.path.abspath(asked.dossier), folder, asked.repeat, asked.scale)
        if not asked.growth or asked.only != ",".join(ROWS):  # names of growth alone: nothing beside it
            for name in asked.only.split(","):
                ROWS[name](bench)
        result["rows"] = bench.rows
        if asked.growth is not None:
            bench.grown = [name for name in asked.growth.split(",") if name]
            result["growth"] = growth(bench)
            absent = set(bench.grown) - {row["name"] for row in result["growth"]}
            if absent:
                sys.exit("bench: no growth of " + ", ".join(sorted(absent)))
    if asked.json:
        with open(asked.json, "w") as out:
            json.dump(result, out, indent=2)
            out.write("\n")
    if asked.table:
        with open(asked.table, "w") as out:
            out.write(table(result))
    if asked.document:
        options = ["--repeat %d" % asked.repeat, "--scale %g" % asked.scale] + ["--growth " + asked.growth if asked.growth else "--growth"] * (asked.growth is not None)
        if asked.only != ",".join(ROWS):
            options.append("--only " + asked.only)
        said = "With `./dev bench%s`:\n\n" % "".join(" " + word for word in options)
        before, behind = page_around(asked.document)
        with open(asked.document, "w") as out:
            out.write(before + said + table(result) + behind)
    if asked.store:
        with open(asked.store, "w") as out:
            json.dump({"scale": asked.scale, "rows": {r["name"]: {
                "elapsed": r["ratio_elapsed"], "processor": r["ratio_processor"],
                "memory_mb": round(r["dossier"]["memory_bytes"] / 1e6),
                **{key: r[key] for key in ("machine_speed_up",) if key in r}} for r in result["rows"]}}, out, indent=2)
            out.write("\n")
    if stored:
        found = losses(result, stored["rows"])
        for line in found:
            print("lost: " + line)
        print("%d of %d rows lost" % (len(found), len(result["rows"]) + len(result["growth"])))
        sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
