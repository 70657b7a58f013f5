#!/bin/sh
# ctest
# flipped_bytes.sh - any one byte changed: never exit 0, but where all contents stay the same, and then with a note. A stride of offsets over the demo's dossier, and both ends whole.
. "$(dirname "$0")/common.sh"
"$DOSSIER" keygen -o "$SCRATCH/k" >/dev/null
"$DOSSIER" build "$SOURCE/samples/software-bottleneck/case.json" -o "$SCRATCH/d.asice" --key "$SCRATCH/k.key.pem" \
    --cert "$SCRATCH/k.cert.pem" >/dev/null
exits 0 "untouched" "$DOSSIER" verify "$SCRATCH/d.asice" --at "$SOURCE_DATE_EPOCH" --trust "$SCRATCH/k.cert.pem"
python3 - "$DOSSIER" "$SCRATCH" >"$SCRATCH/flips" <<'P'
import os, subprocess, sys, zipfile
program, scratch = sys.argv[1:]
data = open(scratch + "/d.asice", "rb").read()
offsets = sorted(set(range(0, len(data), max(1, len(data) // 400))) | set(range(0, 60, 3)) | set(range(len(data) - 60, len(data), 3)))
bad = []
def contents(name):
    with zipfile.ZipFile(scratch + name) as z:
        return [(i.filename, z.read(i)) for i in z.infolist()]
good, noted = contents("/d.asice"), 0
for n, at in enumerate(offsets):
    changed = bytearray(data)
    changed[at] ^= 1 << (n % 8)
    open(scratch + "/f.asice", "wb").write(changed)
    done = subprocess.run([program, "verify", scratch + "/f.asice", "--at", os.environ["SOURCE_DATE_EPOCH"], "--trust", scratch + "/k.cert.pem"], capture_output=True, text=True)
    if done.returncode == 0 and "packed anew since" in " ".join(done.stdout.split()) and contents("/f.asice") == good:
        noted += 1
    elif done.returncode != 1:
        bad.append((at, n % 8, done.returncode))
print("offsets %d of %d bytes" % (len(offsets), len(data)))
print("all refused" if not bad and noted < 5 else "NOT REFUSED %r" % bad)
P
cp "$SCRATCH/flips" "$SCRATCH/out"
prints "all refused" "a flipped bit fails with status 1"
cat "$SCRATCH/flips"
finish
