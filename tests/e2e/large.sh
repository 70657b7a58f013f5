#!/bin/sh
# ctest
# large.sh - cases near the stated limits are answered in seconds of processor time, not in minutes.
. "$(dirname "$0")/common.sh"
# within SECONDS COMMAND...: of processor time
within() { ( ulimit -t "$1" && shift && "$@" ); }
made="$SOURCE/samples/made/at-objective"
python3 "$SOURCE/tests/e2e/large.py" packages 8000 "$made" "$SCRATCH/packages"
exits 0 "a list of 8,000 packages on one side" within 10 "$DOSSIER" check --full "$SCRATCH/packages/case.json"
python3 "$SOURCE/tests/e2e/large.py" runs 150 "$made" "$SCRATCH/runs"
exits 0 "a percentile over 300 runs" within 10 "$DOSSIER" check --full "$SCRATCH/runs/case.json"

# A document of 24 MB is held once; an archive that a case names stays one file of its own bytes, whatever its size.
cp -r "$SOURCE/samples/made/driver-regression" "$SCRATCH/documents"
cd "$SCRATCH/documents"
python3 - <<'P'
import json, tarfile
open("server.log", "w").write("10:00:00 INFO request finished\n" * 800000)
open("other.log", "w").write("10:00:00 INFO request begun\n" * 200000)
with tarfile.open("logs.tar", "w") as out:
    out.add("other.log")
case = json.load(open("case.json"))
for name, documents in ("small", ["case.json"]), ("large", ["server.log"]), ("archive", ["logs.tar"]):
    json.dump(dict(case, documents=documents), open(name + ".json", "w"))
P
ok "a document once in memory" python3 -c '
import os, subprocess, sys
def most(case):
    child = subprocess.Popen([sys.argv[1], "check", case], stdout=subprocess.DEVNULL)
    return os.wait4(child.pid, 0)[2].ru_maxrss * 1024
small, large = most("small.json"), most("large.json")
assert large - small < 1.4 * os.path.getsize("server.log"), (large, small)
' "$DOSSIER"
exits 0 "an archive of 5 MB as a document" "$DOSSIER" report archive.json -o "$SCRATCH/archive"
ok "is packed as it is" sh -c 'grep "logs.tar$" "$1/inputs-sha256.txt" | grep -q "^$(sha256sum <logs.tar | cut -c1-64) "' - "$SCRATCH/archive"
finish
