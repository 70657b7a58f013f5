#!/bin/sh
# ctest
# bench.sh - the bench measures, prints and judges: a third slower than stored fails, by both clocks only; a line of growth is
# one of the sizes that were made.
. "$(dirname "$0")/common.sh"
bench="$SOURCE/tests/bench/bench.py"
exits 0 "one row" python3 "$bench" "$DOSSIER" --only start --repeat 1 --json "$SCRATCH/one.json" --table "$SCRATCH/one.md"
ok "told as data" python3 -c '
import json, sys
row = json.load(open(sys.argv[1]))["rows"][0]
assert row["dossier"]["elapsed_s"] > 0 and row["peer"]["processor_s"] > 0 and row["dossier"]["memory_bytes"] > 1 << 20
assert abs(row["ratio_elapsed"] - row["dossier"]["elapsed_s"] / row["peer"]["elapsed_s"]) < 0.02 * row["ratio_elapsed"]
' "$SCRATCH/one.json"
ok "told as a table" grep -q "^| .dossier --version.," "$SCRATCH/one.md"
echo '{"scale": 1, "rows": {"start": {"elapsed": 1e9, "processor": 1e9}}}' >"$SCRATCH/slow.json"
exits 0 "faster than stored" python3 "$bench" "$DOSSIER" --only start --repeat 1 --check "$SCRATCH/slow.json"
echo '{"scale": 1, "rows": {"start": {"elapsed": 1e-9, "processor": 1e-9}}}' >"$SCRATCH/fast.json"
exits 1 "slower than stored" python3 "$bench" "$DOSSIER" --only start --repeat 1 --check "$SCRATCH/fast.json"
echo '{"scale": 1, "rows": {"start": {"elapsed": 1e-9, "processor": 1e9}}}' >"$SCRATCH/busy.json"
exits 0 "slow by one clock only: a busy machine" python3 "$bench" "$DOSSIER" --only start --repeat 1 --check "$SCRATCH/busy.json"
echo '{"scale": 1, "rows": {}}' >"$SCRATCH/none.json"
exits 1 "nothing stored of a row" python3 "$bench" "$DOSSIER" --only start --repeat 1 --check "$SCRATCH/none.json"
ok "limits and slopes" env SOURCE="$SOURCE" python3 -c '
import os, sys
sys.path.insert(0, os.environ["SOURCE"] + "/tests/bench")
import bench
row = {"name": "x", "ratio_elapsed": 1.49, "ratio_processor": 1.49}
stored = {"x": {"elapsed": 1.0, "processor": 1.0}}
assert not bench.losses({"rows": [row]}, stored)
assert bench.losses({"rows": [dict(row, ratio_elapsed=1.51, ratio_processor=1.51)]}, stored)
large = dict(row, dossier={"memory_bytes": 158e6 + 1})
assert bench.losses({"rows": [large]}, {"x": dict(stored["x"], memory_mb=100)})
assert not bench.losses({"rows": [large]}, {"x": dict(stored["x"], memory_mb=101)})
stored["t"] = {"elapsed": 0.6, "processor": 1.0}
def threads(elapsed, can):
    return bench.losses({"rows": [{"name": "t", "ratio_elapsed": elapsed, "ratio_processor": 1.0, "machine_speed_up": can}]}, stored)
assert threads(1.0, 2.0) and threads(1.0, 1.9)  # serial on two free cores, though processor time is the same
assert not threads(0.65, 1.9) and not threads(0.8, 1.25) and not threads(1.0, 1.0)  # as good as the machine lets it be
assert threads(1.5, 1.25)
assert not bench.losses({"rows": [], "growth": [{"name": "runs", "exponent": 1.3}]}, stored)
assert bench.losses({"rows": [], "growth": [{"name": "runs", "exponent": 1.4}]}, stored)
for power in 1, 2:
    assert abs(bench.slope([(n, 3 * n ** power) for n in (1, 4, 16)]) - power) < 1e-9
'
exits 0 "a row of threads" python3 "$bench" "$DOSSIER" --only mlperf --scale 0.1 --repeat 1 --json "$SCRATCH/two.json" --table "$SCRATCH/two.md"
ok "says what the machine can do" python3 -c '
import json, sys
told = json.load(open(sys.argv[1]))
can = {row["name"]: row.get("machine_speed_up") for row in told["rows"]}
assert can["mlperf"] is None and 0.3 < can["mlperf-threads"] < 3 and 0.3 < told["machine"]["speed_up_of_two"] < 3, told
page = open(sys.argv[2]).read()
assert "of one; this machine\x27s two processors: %.2f |" % can["mlperf-threads"] in page, page
assert "Two loops of python3 at once: %.2f of" % told["machine"]["speed_up_of_two"] in page, page
' "$SCRATCH/two.json" "$SCRATCH/two.md"
printf 'before\n<!-- measured -->\nold\n<!-- /measured -->\nafter\n' >"$SCRATCH/page.md"
exits 0 "a page" python3 "$bench" "$DOSSIER" --only start --repeat 1 --document "$SCRATCH/page.md"
ok "has the table between its marks, and the command, and nothing else changed" python3 -c '
import sys
page = open(sys.argv[1]).read()
assert page.startswith("before\n<!-- measured -->\nWith `./dev bench --repeat 1 --scale 1 --only start`:\n"), page
assert page.endswith("|\n<!-- /measured -->\nafter\n") and "old" not in page, page
assert open(sys.argv[2]).read().splitlines()[2:4] == page.splitlines()[6:8], page  # the heads of both tables
' "$SCRATCH/page.md" "$SCRATCH/one.md"
exits 0 "growth of one name" python3 "$bench" "$DOSSIER" --growth logs --scale 0.001 --table "$SCRATCH/growth.md"
ok "and nothing beside it, of four sizes" python3 -c '
import sys
rows = [line for line in open(sys.argv[1]) if line.startswith("| ")]
assert len(rows) == 3 and rows[2].startswith("| logs | 2000, 20000, 200000, 2e+06 bytes"), rows
' "$SCRATCH/growth.md"
exits 1 "growth of no name" python3 "$bench" "$DOSSIER" --growth login --scale 0.001
echo "no marks" >"$SCRATCH/page.md"
exits 1 "a page without a place for it" python3 "$bench" "$DOSSIER" --only start --repeat 1 --document "$SCRATCH/page.md"
ok "is left" grep -q "^no marks$" "$SCRATCH/page.md"
ok "a ratio is stored of each row" env SOURCE="$SOURCE" python3 -c '
import json, os, sys
sys.path.insert(0, os.environ["SOURCE"] + "/tests/bench")
import bench
rows = set(bench.ROWS) | {"threads", "verify", "store", "trace-threads", "telemetry-threads", "mlperf-threads"}
assert set(json.load(open(os.environ["SOURCE"] + "/tests/bench/ratios.json"))["rows"]) == rows
'
finish
