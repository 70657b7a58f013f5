#!/usr/bin/env python3
"""score_series.py TOOL FOLDER RIGHT FALSE [ANSWERS]: judges FOLDER/*.csv by FOLDER/labels.json. TOOL: dossier or series_tool.

Right: the verdict, and when steady a start within max(2 % of n, 5 rows). Fails under RIGHT % right answers, or where
more than FALSE % of the series that are not steady are called so. ANSWERS: the answers are written there too.
"""
import json, os, subprocess, sys


def by_verb(dossier, better, files):
    """The same answers from `dossier steady --json`, which takes 64 files a call."""
    out = {}
    for i in range(0, len(files), 64):
        run = subprocess.run([dossier, "steady", "--json", "--kind", "per_interval"] + (["--lower-is-better"] if better == "lower" else [])
                             + files[i:i + 64], capture_output=True, text=True)
        if run.returncode not in (0, 1, 2):
            sys.exit(run.stderr)
        for answer in json.loads(run.stdout)["series"]:
            out[os.path.basename(answer["file"])[:-4]] = answer
    return out


def answers(tool, folder, labels):
    out = {}
    for better in ("higher", "lower"):
        names = [k for k in sorted(labels) if labels[k]["better"] == better]
        for i in range(0, len(names), 100):
            files = [os.path.join(folder, k + ".csv") for k in names[i:i + 100]]
            if os.path.basename(tool) == "dossier":
                out.update(by_verb(tool, better, files))
                continue
            text = subprocess.run([tool, "judge", "--kind", "interval", "--better", better] + files,
                                  check=True, capture_output=True, text=True).stdout
            for path, answer in json.loads(text).items():
                out[os.path.basename(path)[:-4]] = answer
    return out


def right(label, answer):
    if label["verdict"] != answer["verdict"]:
        return False
    off = abs(answer.get("start", 0) - label.get("start", 0))
    return label["verdict"] != "steady" or off <= max(0.02 * label["n"], 5)


def main(tool, folder, least, most, written=None):
    labels = json.load(open(os.path.join(folder, "labels.json")))
    given = answers(tool, folder, labels)
    bad = [k for k in labels if labels[k]["verdict"] != "steady"]
    false = [k for k in bad if given[k]["verdict"] == "steady"]
    wrong = [k for k in sorted(labels) if not right(labels[k], given[k])]
    for k in wrong:
        print("  %s %s: want %s %s, got %s %s %s" % (k, labels[k].get("class"), labels[k]["verdict"], labels[k].get("start"),
              given[k]["verdict"], given[k].get("start"), given[k]["reason"]))
    share = 100 * (1 - len(wrong) / len(labels))
    print("%d series, %.2f %% right, %d of %d bad ones called steady" % (len(labels), share, len(false), len(bad)))
    if written:
        json.dump(given, open(written, "w"))
    return 0 if share >= float(least) and 100 * len(false) <= float(most) * len(bad) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
