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

# A file and a folder whose names fall together, by case or by what is no letter in a packed name, in either order.
beside() { # what, folder, file
    rm -rf t t.asice
    cp -r "$SOURCE/samples/made/driver-regression" t
    mkdir "t/A/captures/$2"
    echo "in the folder" >"t/A/captures/$2/x.txt"
    echo "the file itself" >"t/A/captures/$3"
    exits 0 "$1: build" "$DOSSIER" build t/case.json -o t.asice --key k.key.pem --cert k.cert.pem
    exits 0 "$1: verify" "$DOSSIER" verify t.asice --trust k.cert.pem --at "$SOURCE_DATE_EPOCH" --rebuild
    rm -rf u && mkdir u && (cd u && unzip -q ../t.asice) || true
    for word in "in the folder" "the file itself"; do
        ok "$1: \"$word\" is packed once" test "$(grep -rlx "$word" u/data/evidence | wc -l)" = 1
    done
}
beside "the folder first" Notes notes
beside "the file first" notes NOTES
beside "by a blank" a_note "a note"
beside "where the number is taken, too" notes.2 Notes.2
finish
