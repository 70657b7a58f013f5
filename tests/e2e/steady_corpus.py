#!/usr/bin/env python3
"""steady_corpus.py DOSSIER CORPUS OUT [--check DOCS | --take DOCS]: judges the real series of the corpus.

Writes OUT/labels.md and OUT/gpu.md, the tables of docs/steady.md, and a picture of every series judged below
OUT/labels and OUT/gpu. With --check the tables must stand in DOCS/steady.md word for word and the pictures of that
page be those made now, byte for byte; a difference is status 1. With --take the pictures are copied there."""
import datetime, json, os, subprocess, sys, xml.dom.minidom

WORK = ["tokens", "matmuls", "bytes"]
PICTURES = {  # of docs/pictures: which of those made here
    "steady-clean.svg": "gpu/h100-unit6/llm-decode-bf16-cudagraph-long-r1-iterations.svg",
    "steady-warmup.svg": "gpu/h100-unit7/llm-decode-bf16-compile-cudagraph-long-r3-iterations.svg",
    "steady-governor.svg": "gpu/h100/gemm-sustained-bf16-iterations.svg",
    "steady-governor-clock.svg": "gpu/h100/gemm-sustained-bf16-clock.svg",
    "steady-flat-1.svg": "labels/jmh_flat_1-1.svg",
    "steady-never-8.svg": "labels/jmh_never_8-1.svg",
    "steady-never-8-wide.svg": "labels/jmh_never_8-5.svg",
    "steady-late-4.svg": "labels/jmh_warm_late_4-1.svg",
    "steady-late-4-wide.svg": "labels/jmh_warm_late_4-5.svg",
    "steady-late-5.svg": "labels/jmh_warm_late_5-1.svg",
}


def judge(dossier, path, svg, *options):
    os.makedirs(os.path.dirname(svg), exist_ok=True)
    where, name = os.path.split(path)
    top, run_name = os.path.split(where)
    top, folder = os.path.split(top)
    run = subprocess.run([os.path.abspath(dossier), "steady", os.path.join(folder, run_name, name), "--json", "--svg", os.path.abspath(svg),
                          *options], capture_output=True, text=True, cwd=top)
    if run.returncode == 3:
        sys.exit("%s: %s" % (path, run.stderr))
    xml.dom.minidom.parse(svg)  # well-formed, or an exception
    return json.loads(run.stdout)["series"]


def answer(s):
    return "steady from %d" % s["start"] if s["verdict"] == "steady" else "%s: %s" % (s["verdict"], s["reason"])


def agrees(label, s):
    if label["verdict"] != s["verdict"]:
        return "no"
    if s["verdict"] != "steady":
        return "yes"
    return "yes" if abs(s["start"] - label["start"]) <= max(0.02 * label["n"], 5) else "verdict"


def labels(dossier, corpus, out):
    given = json.load(open(os.path.join(corpus, "series", "labels.json")))
    rows = ["| series | published, 5 % | ours at 1 % | agrees | ours at 5 % | agrees |", "| --- | --- | --- | --- | --- | --- |"]
    counts = {"1 %": [0, 0], "5 %": [0, 0]}
    for name in sorted(given):
        label, cells = given[name], []
        for delta in counts:
            path = os.path.join(corpus, "series", name, "series.csv")
            svg = os.path.join(out, "labels", "%s-%s.svg" % (name, delta[0]))
            options = ["--kind", label["kind"], "--delta", delta] + (["--lower-is-better"] if label["better"] == "lower" else [])
            s = judge(dossier, path, svg, *options)[0]
            how = agrees(label, s)
            counts[delta][0] += how != "no"
            counts[delta][1] += how == "yes"
            cells += [answer(s), how]
        want = "steady from %d" % label["start"] if label["verdict"] == "steady" else label["verdict"]
        rows.append("| %s | %s | %s |" % (name, want, " | ".join(cells)))
    for delta, (verdicts, both) in counts.items():
        rows.append("")
        rows.append("At %s: %d of %d verdicts, %d with the start within 2 %% of the run." % (delta, verdicts, len(given), both))
    return "\n".join(rows) + "\n"


def value(s):
    if "value" not in s:
        return ""
    if "rate" in s["value"]:
        return "%.5g %s/s" % (s["value"]["rate"], s["work"])
    return "%.5g %s" % (s["value"]["mean"], s["unit"])


def log_options(path):
    first = json.loads(open(path).readline())
    phase = [c for c in ("batch", "ctx") if c in first]
    options = ["--kind", "per_iteration", "--lower-is-better"] + (["--phase", ",".join(phase)] if phase else [])
    for column in WORK:
        if column in first:
            options += ["--work", column]
            break
    return options


def load_of(run, telemetry):
    """Begin and end of the measured loop in seconds from the first row of the telemetry, whose times are UTC."""
    try:
        summary = json.load(open(os.path.join(run, "summary.json")))
        begin = summary["loop_start_unix"]
        wall = summary["wall_s"]
    except (OSError, KeyError):
        return []
    head, first = open(telemetry).read().split("\n")[:2]
    stamp = first.split(",")[[c.strip() for c in head.split(",")].index("timestamp")].strip()
    at = datetime.datetime.strptime(stamp + "000", "%Y/%m/%d %H:%M:%S.%f").replace(tzinfo=datetime.timezone.utc)
    zero = at.timestamp()
    return ["--from", "%.3f" % (begin - zero), "--to", "%.3f" % (begin - zero + wall)]


def share(s):
    bits = [(k, v) for k, v in s.get("throttle", {}).items() if k != "samples" and v > 0]
    return ", ".join("%s %.3g %%" % (k, 100 * v) for k, v in bits)


def gpu(dossier, corpus, out):
    rows = ["| run | iterations | steady, s | work / time | core clock under load | throttled there | serving |",
            "| --- | --- | --- | --- | --- | --- | --- |"]
    top = os.path.join(corpus, "gpu")
    judged = {}
    for folder in sorted(os.listdir(top)):
        for name in sorted(os.listdir(os.path.join(top, folder))) if os.path.isdir(os.path.join(top, folder)) else []:
            run = os.path.join(top, folder, name)
            svg = os.path.join(out, "gpu", folder, name)
            cells = ["", "", "", "", "", ""]
            log, telemetry, result = (os.path.join(run, f) for f in ("iterations.jsonl", "telemetry.csv", "result.json"))
            if not os.path.isdir(run) or not any(map(os.path.exists, (log, telemetry, result))):
                continue
            if os.path.exists(log):
                s = judge(dossier, log, svg + "-iterations.svg", *log_options(log))[0]
                judged[s["verdict"]] = judged.get(s["verdict"], 0) + 1
                cells[0] = s["verdict"] if s["verdict"] == "steady" else "%s: %s" % (s["verdict"], s["reason"])
                if s["verdict"] == "steady":
                    cells[1] = "%.1f to %.1f" % (s["begin_s"], s["end_s"])
                cells[2] = value(s)
            if os.path.exists(telemetry):
                for s in judge(dossier, telemetry, svg + "-clock.svg", *load_of(run, telemetry)):
                    here = "steady at %.0f %s" % (s["level"], s["unit"]) if s["verdict"] == "steady" else "%s: %s" % (s["verdict"], s["reason"])
                    cells[3] += ("; " if cells[3] else "") + here
                    cells[4] += ("; " if cells[4] and share(s) else "") + share(s)
                judge(dossier, telemetry, svg + "-power.svg", "--column", "power.draw", "--delta", "2 %", *load_of(run, telemetry))
            if os.path.exists(result):
                s = judge(dossier, result, svg + "-serving.svg")[0]
                load = s["load"]
                cells[5] = load.get("cannot_be_shown") or "at most %d in flight; at full %d %.1f %% of the time" % (load["most"], load["full"], 100 * load["full_share"])
            rows.append("| %s/%s | %s |" % (folder, name, " | ".join(cells)))
    rows.append("")
    rows.append("%d logs of iterations: %s." % (sum(judged.values()), ", ".join("%d %s" % (judged[k], k) for k in sorted(judged))))
    return "\n".join(rows) + "\n"


def main(dossier, corpus, out, mode=None, docs=None):
    os.makedirs(out, exist_ok=True)
    page = open(os.path.join(docs, "steady.md"), encoding="utf-8").read() if mode == "--check" else None
    differ = 0
    for name, make in (("labels", labels), ("gpu", gpu)):
        table = make(dossier, corpus, out)
        with open(os.path.join(out, name + ".md"), "w", encoding="utf-8") as f:
            f.write(table)
        if page is not None and table not in page:
            print("the table of %s differs from steady.md; it is now\n%s" % (name, table))
            differ += 1
    for name, made in PICTURES.items() if mode else ():
        new, old = open(os.path.join(out, made), "rb").read(), os.path.join(docs, "pictures", name)
        if mode == "--take":
            open(old, "wb").write(new)
        elif open(old, "rb").read() != new:
            print("%s differs from what is drawn now: %s" % (old, os.path.join(out, made)))
            differ += 1
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
