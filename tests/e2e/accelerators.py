#!/usr/bin/env python3
"""accelerators.py SAMPLE OUT VARIANT - the driver sample on eight accelerators, with telemetry made here, one thing amiss.
Prints the share of samples of accelerator 5 in which its clock was held back, in percent, for the variant "fault"."""
import argparse, json, re, shutil

parser = argparse.ArgumentParser(description=__doc__)
for word in ("sample", "out", "variant"):
    parser.add_argument(word)
sample, out, variant = vars(parser.parse_args()).values()
shutil.copytree(sample, out)
NAME, START, HALF = "NVIDIA H100 80GB HBM3", 1795816800, 162  # half seconds of a run


def row(at, index, clock, power, reasons):
    day, second = divmod(at, 86400)
    assert day == 20784  # 2026-11-27
    stamp = "2026/11/27 %02d:%02d:%06.3f" % (second // 3600, second // 60 % 60, second % 60)
    return "%s, %d, %s, %d MHz, %.2f W, 0x%016x" % (stamp, index, NAME, clock, power, reasons)


for side in "AB":
    capture = "%s/%s/captures/nvidia-smi-q.xml" % (out, side)
    text = open(capture).read()
    head, gpu, tail = re.fullmatch(r"(.*?)(  <gpu .*</gpu>\n)(.*)", text, re.S).groups()
    if variant != "capture":
        head = head.replace("<attached_gpus>1<", "<attached_gpus>8<")
        open(capture, "w").write(head + "".join(gpu.replace("00:00.0", "%02x:00.0" % (n + 1)) for n in range(8)) + tail)
    for r in (1, 2, 3):
        folder = "%s/%s/r%d" % (out, side, r)
        run = json.load(open(folder + "/run.json"))
        begin = run["facts"]["load.begin"]
        run["facts"]["accelerator.count"] = "4" if variant == "neighbour" else "8"
        run["facts"].pop("accelerator.attached")
        run["time_zone"] = {"telemetry.csv": "UTC"}
        json.dump(run, open(folder + "/run.json", "w"))
        lines = ["timestamp, index, name, clocks.current.sm [MHz], power.draw [W], clocks_event_reasons.active"]
        for step in range(-4, HALF + 4):
            for index in range(8):
                clock, power, reasons = 1980, 650 + (step * 7 + index) % 3, 0
                bad = side == "B" and r == 2
                if variant == "fault" and bad and index == 5 and 40 <= step < 72:
                    reasons = 0x8
                if variant == "late" and bad and index == 2 and step < 40:
                    clock = 1500
                if variant == "neighbour" and index >= 4:
                    clock, power, reasons = 345, 70, 0x8 if index == 6 else 0x1
                if not (variant == "missing" and bad and index == 7):
                    lines.append(row(begin + step / 2, index, clock, power, reasons))
        open(folder + "/telemetry.csv", "w").write("\n".join(lines) + "\n")
if variant == "fault":
    last = open(out + "/B/r2/steps.csv").read().split()[-1].split(",")
    inside = [step for step in range(-4, HALF + 4) if 0 <= step / 2 < float(last[0]) + float(last[1])]
    print("%.1f" % (100 * len([step for step in inside if 40 <= step < 72]) / len(inside)))
