#!/bin/sh
# ctest
# flipped_bytes.sh - any one byte changed: never exit 0. A stride of offsets over the demo's dossier, and both ends whole.
. "$(dirname "$0")/common.sh"
"$DOSSIER" keygen -o "$SCRATCH/k" >/dev/null
"$DOSSIER" build "$SOURCE/samples/software-bottleneck/case.json" -o "$SCRATCH/d.asice" --key "$SCRATCH/k.key.pem" \
    --cert "$SCRATCH/k.cert.pem" >/dev/null
exits 0 "untouched" "$DOSSIER" verify "$SCRATCH/d.asice" --at "$SOURCE_DATE_EPOCH" --trust "$SCRATCH/k.cert.pem"
python3 - "$DOSSIER" "$SCRATCH" >"$SCRATCH/flips" <<'P'
import os, subprocess, sys
program, scratch = sys.argv[1:]
data = open(scratch + "/d.asice", "rb").read()
offsets = sorted(set(range(0, len(data), max(1, len(data) // 400))) | set(range(0, 60, 3)) | set(range(len(data) - 60, len(data), 3)))
bad = []
for n, at in enumerate(offsets):
    changed = bytearray(data)
    changed[at] ^= 1 << (n % 8)
    open(scratch + "/f.asice", "wb").write(changed)
    status = subprocess.run([program, "verify", scratch + "/f.asice", "--at", os.environ["SOURCE_DATE_EPOCH"], "--trust", scratch + "/k.cert.pem"], capture_output=True).returncode
    if status != 1:
        bad.append((at, n % 8, status))
print("offsets %d of %d bytes" % (len(offsets), len(data)))
print("all refused" if not bad else "NOT REFUSED %r" % bad)
P
cp "$SCRATCH/flips" "$SCRATCH/out"
prints "all refused" "a flipped bit fails with status 1"
cat "$SCRATCH/flips"
finish
