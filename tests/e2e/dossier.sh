#!/bin/sh
# ctest
# dossier.sh - build, verify and the commands of VERIFY.txt, checked with other people's tools.
. "$(dirname "$0")/common.sh"
sample="$SOURCE/samples/software-bottleneck/case.json"
ok "keygen" "$DOSSIER" keygen -o "$SCRATCH/k" --name "Test signer"
ok "the key is its owner's alone" test "$(stat -c %a "$SCRATCH/k.key.pem")" = 600
exits 3 "keygen writes over nothing" "$DOSSIER" keygen -o "$SCRATCH/k"
exits 0 "build" "$DOSSIER" build "$sample" -o "$SCRATCH/d.asice" --key "$SCRATCH/k.key.pem" --cert "$SCRATCH/k.cert.pem"
prints "comparable with stated differences" "build names the verdict"
exits 1 "build --strict" "$DOSSIER" build "$sample" -o "$SCRATCH/strict.asice" --strict
exits 2 "verify without trust is undecided" "$DOSSIER" verify "$SCRATCH/d.asice"
prints "INDETERMINATE" "verify without trust"
exits 0 "verify with trust" "$DOSSIER" verify "$SCRATCH/d.asice" --at "$SOURCE_DATE_EPOCH" --trust "$SCRATCH/k.cert.pem"
prints "TOTAL-PASSED" "verify with trust"
exits 0 "rebuild gives the same bytes" "$DOSSIER" verify "$SCRATCH/d.asice" --at "$SOURCE_DATE_EPOCH" --trust "$SCRATCH/k.cert.pem" --rebuild --all
tr -s " \n" " " <"$SCRATCH/out" >"$SCRATCH/one" && mv "$SCRATCH/one" "$SCRATCH/out"
prints "report.pdf: same bytes" "rebuild compares the PDF"
# Whom to trust, and until when, is not for the environment to say.
exits 1 "a certificate not yet valid" "$DOSSIER" verify "$SCRATCH/d.asice" --at 1000000000 --trust "$SCRATCH/k.cert.pem"
now=0 && env -u SOURCE_DATE_EPOCH "$DOSSIER" verify "$SCRATCH/d.asice" --trust "$SCRATCH/k.cert.pem" >"$SCRATCH/now" || now=$?
exits "$now" "an epoch in the environment" env SOURCE_DATE_EPOCH=1000000000 "$DOSSIER" verify "$SCRATCH/d.asice" --trust "$SCRATCH/k.cert.pem"
cp "$SCRATCH/out" "$SCRATCH/epoch"
ok "an epoch in the environment, the same words" cmp "$SCRATCH/now" "$SCRATCH/epoch"
ok "another key" "$DOSSIER" keygen -o "$SCRATCH/other" --name "Somebody else"
exits 2 "verify with a stranger's anchor" "$DOSSIER" verify "$SCRATCH/d.asice" --at "$SOURCE_DATE_EPOCH" --trust "$SCRATCH/other.cert.pem"
exits 2 "an unsigned dossier is never a pass" "$DOSSIER" verify "$SCRATCH/strict.asice" --at "$SOURCE_DATE_EPOCH" --trust "$SCRATCH/k.cert.pem"
exits 1 "a case is no dossier" "$DOSSIER" verify "$sample"
exits 3 "an absent file" "$DOSSIER" verify "$SCRATCH/absent.asice"
file "$SCRATCH/d.asice" >"$SCRATCH/out"
prints "application/vnd.etsi.asic-e+zip" "file(1) knows the type"
ok "unzip -t" unzip -tq "$SCRATCH/d.asice"
ok "python reads it" python3 -m zipfile -t "$SCRATCH/d.asice"
ok "the commands of VERIFY.txt" sh "$SOURCE/tests/e2e/verify_txt.sh" "$SCRATCH/d.asice" "$SCRATCH/k.cert.pem"

# Evidence is packed byte for byte.
mkdir "$SCRATCH/u" && (cd "$SCRATCH/u" && unzip -q ../d.asice)
python3 - "$SCRATCH/u" "$SOURCE/samples/software-bottleneck" >"$SCRATCH/out" <<'P'
import json, os, sys
top, sample = sys.argv[1:]
names = json.load(open(top + "/data/names.json"))
packed = set()
for b in names["bundles"]:
    for f in b["files"]:
        original = os.path.join(sample, b["path"]) if b["kind"] != "folder" else os.path.join(sample, b["path"], f["name"])
        assert open(os.path.join(top, f["packed"]), "rb").read() == open(original, "rb").read(), f
        packed.add(f["packed"])
for root, _, fs in os.walk(top + "/data/evidence"):
    for f in fs:
        assert os.path.relpath(os.path.join(root, f), top) in packed, f
on_disk = {os.path.relpath(os.path.join(r, f), sample) for r, _, fs in os.walk(sample) for f in fs}
on_disk -= {f for f in on_disk if f.startswith(("case", "offer", "sweep/", "vendor-quote/"))}  # of the folder's other cases
assert len(packed) == len(on_disk), (len(packed), len(on_disk))
print("evidence byte for byte: %d files" % len(packed))
P
prints "evidence byte for byte" "packed evidence equals the bundles"
finish
