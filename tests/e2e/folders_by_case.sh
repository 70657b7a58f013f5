#!/bin/sh
# ctest
# folders_by_case.sh - an honest bundle whose folders differ by upper and lower case alone is packed and verified: on some
# disks they are one folder, so the dossier has one, and no file of either is lost.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
cp -r "$SOURCE/samples/made/driver-regression" s
mkdir -p s/A/captures/Logs/x s/A/captures/logs/X
echo one >s/A/captures/Logs/a.txt
echo two >s/A/captures/logs/a.txt
echo three >s/A/captures/logs/X/b.txt
"$DOSSIER" keygen -o k --name "Buyer" >/dev/null
exits 0 "build" "$DOSSIER" build s/case.json -o d.asice --key k.key.pem --cert k.cert.pem
exits 0 "verify, derived again" "$DOSSIER" verify d.asice --trust k.cert.pem --at "$SOURCE_DATE_EPOCH" --rebuild
unzip -q d.asice -d d
for word in one two three; do
    ok "the file that says $word is packed once" test "$(grep -rlx "$word" d/data/evidence | wc -l)" = 1
done
unzip -Z1 d.asice | sed -n 's,^\(.*\)/[^/]*$,\1,p' | sort -u >folders
ok "no two folders differ by case alone" test "$(wc -l <folders)" = "$(tr A-Z a-z <folders | sort -u | wc -l)"
finish
