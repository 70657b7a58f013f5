"""Odd files before `dossier steady`: each answered rightly, or refused with file, line, what was found and what to do.

  steady_odd.py DOSSIER FOLDER

An answer is the verdict and where the stretch begins; a refusal, words that stand on stderr."""
import argparse
import gzip
import json
import os
import subprocess
import sys

ROWS = [(i, 99.5 + (i * 7919 % 13) / 13) for i in range(300)]


def table(cell="{0},{1:.4f}", head="t_s,value", end="\n"):
    return head + end + "".join(cell.format(i, v) + end for i, v in ROWS)


def lines(make):
    return "".join(json.dumps(make(i, v)) + "\n" for i, v in ROWS)


def moment(i):
    return f"10:{i // 60:02d}:{i % 60:02d}"


STEADY = ("steady", 0)
SMI = "timestamp, index, clocks.current.sm [MHz], power.draw [W], clocks_throttle_reasons.active\n"
FILES = [  # name, content, more options, (verdict, first row) or words of the refusal
    ("bom.csv", "\ufeff" + table(), "", STEADY),
    ("crlf.csv", table(end="\r\n"), "", STEADY),
    ("quoted.csv", table('"{0}","{1:.4f}"', '"t_s","value"'), "", STEADY),
    ("blanks.csv", table(" {0} , {1:.4f} ", " t_s , value "), "", STEADY),
    ("empty_lines.csv", table("{0},{1:.4f}\n"), "", STEADY),
    ("exponent.csv", table("{0},{1:.4e}"), "", STEADY),
    ("utf16.csv", table().encode("utf-16"), "", STEADY),
    ("gzip.csv.gz", gzip.compress(table().encode()), "", STEADY),
    ("comma_at_the_end.csv", table("{0},{1:.4f},"), "", STEADY),
    ("units.csv", table("{0},{1:.4f} ms"), "", STEADY),
    ("dates.csv", "timestamp,value\n" + "".join(f"2026-11-28T{moment(i)}Z,{v:.4f}\n" for i, v in ROWS), "", STEADY),
    ("nested.jsonl", lines(lambda i, v: {"t_s": i, "m": {"latency": {"value": v, "unit": "ms"}}}),
     "--column m.latency.value", STEADY),
    ("a_point_in_the_name.jsonl", lines(lambda i, v: {"t_s": i, "m.v": v}), "--column m.v", STEADY),
    ("null.jsonl", lines(lambda i, v: {"t_s": i, "value": None if i == 50 else v}), "", STEADY),
    # seconds after milliseconds: the same number is a thousand times as long, so a step at 200
    ("units_that_change.csv", table("{0},{1:.4f} ms").rsplit("\n200,", 1)[0] + "\n" +
     "".join(f"{i},{v:.4f} s\n" for i, v in ROWS[200:]), "", ("steady", 200)),
    ("telemetry.csv", SMI + "".join(f"2026/11/28 {moment(i)}.000, 0, {1400 + i % 2} MHz, 500.00 W, 0x0000000000000004\n"
                                    for i, _ in ROWS), None, STEADY),
    ("telemetry_not_known.csv", SMI + "".join(
        f"2026/11/28 {moment(i)}.000, 0, {'[N/A]' if i == 5 else str(1400 + i % 2) + ' MHz'}, 500.00 W, 0x4\n"
        for i, _ in ROWS), None, STEADY),
    ("cut.csv.gz", gzip.compress(table().encode())[:-40], "", "gzip data cut short"),
    ("semicolons.csv", table("{0};{1:.4f}", "t_s;value"), "", 'csv:1: input: table not understood: "semicolons between'),
    ("tabs.csv", table("{0}\t{1:.4f}", "t_s\tvalue"), "", "tabs between columns"),
    ("carriage.csv", table(end="\r"), "", "carriage return inside a line"),
    ("no_heading.csv", table(head="0,99.5"), "", 'csv:1: input: table not understood: "numbers in the first line"'),
    ("numbers_alone.txt", "".join(f"{v:.4f}\n" for _, v in ROWS), "", "a line of column names above them"),
    ("comment.csv", "# mine\n" + table(), "", "a comment above the table"),
    ("thousands.csv", table('{0},"1,{1:07.3f}"'), "", 'csv:2: input: cell is no number: "1,099.500" at row 2 column value'),
    ("thousands_bare.csv", table("{0},1,{1:07.3f}"), "", 'csv:2: input: table not understood: "more cells than columns"'),
    ("decimal_comma.csv", table().replace(".", ","), "", "more cells than columns"),
    ("short_row.csv", table().replace("\n100,99.9615\n", "\n100\n", 1).replace("\n100,", "\n100\n9000,", 1), "", "csv:102"),
    ("two_of_a_name.csv", table("{0},{1:.4f},1", "t_s,value,value"), "", "each column name once"),
    ("unit_lost.csv", table("{0},{1:.4f} ms").rsplit("\n250,", 1)[0] + "\n" +
     "".join(f"{i},{v / 1000:.6f}\n" for i, v in ROWS[250:]), "", "csv:252: input: cell is no number"),
    ("unit_found.csv", table().rsplit("\n250,", 1)[0] + "\n" + "".join(f"{i},{v:.4f} s\n" for i, v in ROWS[250:]), "",
     "a number without a unit, as in the rows before"),
    ("milliseconds_since_1970.csv", "timestamp,value\n" + "".join(f"{1795822052000 + 1000 * i},{v:.4f}\n" for i, v in ROWS), "",
     "seconds; this looks like a smaller unit"),
    ("german_dates.csv", "timestamp,value\n" + "".join(f"28.11.2026 {moment(i)},{v:.4f}\n" for i, v in ROWS), "",
     "expected seconds or a date"),
    ("array.json", json.dumps([{"t_s": i, "value": v} for i, v in ROWS]), "", "a JSON array"),
    ("object.json", json.dumps({"value": [v for _, v in ROWS]}, indent=1), "", "one JSON object over several lines"),
    ("broken.jsonl", lines(lambda i, v: {"t_s": i, "value": v}).replace('{"t_s": 50, ', '{"t_s": 50 ', 1), "", "jsonl:51:"),
    ("word.jsonl", lines(lambda i, v: {"t_s": i, "value": "fast" if i == 50 else v}), "", 'jsonl:51: input: cell is no number: "fast"'),
    ("nested_not_named.jsonl", lines(lambda i, v: {"t_s": i, "m": {"v": v}}), "", "one of: t_s, m.v"),
    ("empty.csv", "", "", "empty table"),
    ("heading_alone.csv", "t_s,value\n", "", "a series without rows"),
    ("bytes.csv", bytes(range(256)) * 40, "", "bytes.csv:2:3: input: carriage return inside a line"),
]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("dossier")
    parser.add_argument("folder")
    dossier, folder = vars(parser.parse_args()).values()
    bad = 0
    for name, content, options, want in FILES:
        path = os.path.join(folder, name)
        with open(path, "wb") as out:
            out.write(content.encode() if isinstance(content, str) else content)
        more = [] if options is None else ["--kind", "per_interval", *options.split()]
        run = subprocess.run([dossier, "steady", name, "--json", *more], capture_output=True, text=True, cwd=folder)
        if isinstance(want, str):
            good = run.returncode == 3 and want in run.stderr and name in run.stderr and not run.stdout
        else:
            series = json.loads(run.stdout)["series"][0] if run.stdout else {}
            good = (series.get("verdict"), series.get("start")) == want
        if not good:
            bad += 1
            print(f"FAIL {name}: exit {run.returncode}, wanted {want}\n{run.stdout[:300]}{run.stderr[:600]}")
    print(f"{len(FILES) - bad} of {len(FILES)} odd files as they must be")
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
