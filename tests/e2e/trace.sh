#!/bin/sh
# ctest
# trace.sh - every figure resolves to file, place and digest, and the place holds it.
. "$(dirname "$0")/common.sh"
sample="$SOURCE/samples/software-bottleneck"
"$DOSSIER" report "$sample/case.json" -o "$SCRATCH/r" >/dev/null
"$DOSSIER" trace "$sample/case.json" --all >"$SCRATCH/all.txt"
python3 "$SOURCE/tests/e2e/trace_walk.py" "$SCRATCH/r" "$SCRATCH/all.txt" >"$SCRATCH/out" || true
cat "$SCRATCH/out"
prints ", 0 failed" "walk over every fact"
exits 0 "trace by number" "$DOSSIER" trace "$sample/case.json" F1
prints "sha256" "a chain ends in a digest"
exits 0 "trace by pointer" "$DOSSIER" trace "$sample/case.json" /facts/0/value
exits 3 "trace of nothing" "$DOSSIER" trace "$sample/case.json" F999999
exits 0 "claims are listed" "$DOSSIER" trace "$sample/case.json"
for claim in $(cat "$SCRATCH/out"); do
    exits 0 "trace claim $claim" "$DOSSIER" trace "$sample/case.json" "$claim"
done
# A dossier in which something was changed gives nothing, whatever is asked of it; a sound one does.
"$DOSSIER" build "$SOURCE/samples/made/driver-regression/case.json" -o "$SCRATCH/d.asice" >/dev/null 2>&1 || true
python3 - "$SCRATCH" <<'P'
import sys, zipfile
with zipfile.ZipFile(sys.argv[1] + "/d.asice") as z:
    m = {i.filename: z.read(i.filename) for i in z.infolist()}
m["data/case.json"] = m["data/case.json"].replace(b"MADE", b"MODE", 1)
with zipfile.ZipFile(sys.argv[1] + "/x.asice", "w") as z:
    for n in ["mimetype"] + sorted(n for n in m if n != "mimetype"):
        i = zipfile.ZipInfo(n, (1980, 1, 1, 0, 0, 0))
        i.create_system, i.external_attr = 3, 0o100644 << 16
        z.writestr(i, m[n])
P
for verb in trace check rerun; do
    exits 3 "$verb of a changed dossier" "$DOSSIER" $verb "$SCRATCH/x.asice"
    cp "$SCRATCH/out" "$SCRATCH/given"
    cp "$SCRATCH/err" "$SCRATCH/told"
    ok "which gives nothing" test ! -s "$SCRATCH/given"
    cp "$SCRATCH/told" "$SCRATCH/out"
    prints "dossier does not hold; nothing is read from it" "and is told why"
    "$DOSSIER" $verb "$SCRATCH/d.asice" >"$SCRATCH/out" 2>"$SCRATCH/err" || true
    lacks "does not hold" "$verb of a sound one"
done
finish
