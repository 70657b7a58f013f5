#!/bin/sh
# ctest
# verify_report.sh - the page that keeps a verification, and its summary; integrity and trust apart.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
PYTHONPATH="$SOURCE/tests/attacks" PYTHONDONTWRITEBYTECODE=1 python3 - <<'P'
import cases
open("good.asice", "wb").write(cases.GOOD_DOSSIER)
open("bad.asice", "wb").write(cases.dossier({**cases.GOOD, "data/case.json": b"{}"}))
open("no.asice", "wb").write(b"<script>alert(1)</script>")
open("root.pem", "w").write(cases.TRUST["root"])
open("stranger.pem", "w").write(cases.TRUST["stranger"])
P
exits 0 "a good dossier" "$DOSSIER" verify good.asice --trust root.pem --at 2026-12-06 --report-file good.html --json
ok "both questions hold" jq -e '.at == "2026-12-06T00:00:00Z" and
    .summary == {integrity: "holds", trust: "holds", policy: "not asked", rebuild: "not asked"}' "$SCRATCH/out"
cp good.html "$SCRATCH/out"
prints "TOTAL-PASSED: good.asice" "the outcome"
prints "$(sha256sum good.asice | cut -c1-64)" "the file's digest"
prints "$(sha256sum root.pem | cut -c1-64)" "the anchors' digest"
prints "2026-12-06T00:00:00Z" "the time"
prints "CN=Test Signer" "the signer"
prints "$(unzip -p good.asice manifest-sha256.txt | sha256sum | cut -c1-64)" "the content id"
ok "well-formed" xmllint --html --noout good.html
exits 0 "again" "$DOSSIER" verify good.asice --trust root.pem --at 1796515200 --report-file again.html
ok "the same page" cmp good.html again.html
exits 2 "whole, signed by a stranger" "$DOSSIER" verify good.asice --trust stranger.pem --at 2026-12-06T12:00:00Z --json
ok "whole, and trust undecided" jq -e '.summary.integrity == "holds" and .summary.trust == "undecided"' "$SCRATCH/out"
exits 1 "changed" "$DOSSIER" verify bad.asice --trust root.pem --at 2026-12-06 --report-file bad.html --json
ok "not whole, though the signer is trusted" jq -e '.summary.integrity == "fails" and .summary.trust == "holds"' "$SCRATCH/out"
cp bad.html "$SCRATCH/out"
prints "TOTAL-FAILED: bad.asice" "a failure is kept too"
exits 1 "no dossier" "$DOSSIER" verify no.asice --report-file no.html
ok "nothing of the file is markup" sh -c "! grep -q '<script' no.html"
exits 3 "no such day" "$DOSSIER" verify good.asice --at 2026-13-06
exits 4 "a page that cannot be written" "$DOSSIER" verify good.asice --at 2026-12-06 --report-file absent/x.html
finish
