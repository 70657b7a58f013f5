#!/bin/sh
# ctest
# old.sh - dossiers that earlier versions wrote stay good: each holds, and every verb that reads dossiers reads it.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
old=$SOURCE/tests/golden/old
cat "$old"/*.pem >trust.pem
mkdir all
cp "$old"/*.asice all/
for one in all/*.asice; do
    exits 0 "$one holds" "$DOSSIER" verify "$one" --at "$SOURCE_DATE_EPOCH" --trust trust.pem
    exits 2 "$one is derived again as by another state of the program, and no forgery" "$DOSSIER" verify "$one" --at "$SOURCE_DATE_EPOCH" --trust trust.pem --rebuild
    lacks "FAILS" "nothing fails"
    exits 0 "$one is read by trace" "$DOSSIER" trace "$one" --brief
    data=$(unzip -p "$one" data/report/data.json)
    by=$(printf '%s' "$data" | jq -r .program | tr ' ' -)
    ok "$one is named by who wrote it" test "all/$by.asice" = "$one"
done
# A revision is another one where bag-info.txt says so: what both derive to the byte holds, what they do not is undecided, and of this one it fails.
"$DOSSIER" build "$SOURCE/samples/made/driver-regression/case.json" -o new.asice >/dev/null || [ $? -le 2 ]
other='import re; m["bag-info.txt"] = re.sub(rb"revision [0-9a-f]{12}", b"revision 000000000000", m["bag-info.txt"])'
cat >forge.py <<'P'
import hashlib, sys, zipfile
old, new = zipfile.ZipFile(sys.argv[1]), zipfile.ZipFile(sys.argv[2], "w")
m = {n: old.read(n) for n in old.namelist()}
m["data/report/report.html"] += b"\n"
sums = lambda names: "".join("%s  %s\n" % (hashlib.sha256(m[n]).hexdigest(), n) for n in sorted(names)).encode()
payload = [n for n in m if n.startswith("data/")]
m["manifest-sha256.txt"] = sums(payload)
said = {"Payload-Oxum": "%d.%d" % (sum(len(m[n]) for n in payload), len(payload)), "Dossier-Content-Id": hashlib.sha256(m["manifest-sha256.txt"]).hexdigest()}
m["bag-info.txt"] = "".join("%s: %s\n" % (k, said.get(k, v)) for k, v in (l.split(": ", 1) for l in m["bag-info.txt"].decode().splitlines())).encode()
m["tagmanifest-sha256.txt"] = sums(["VERIFY.txt", "bag-info.txt", "bagit.txt", "manifest-sha256.txt"])
for n in old.namelist():
    i = zipfile.ZipInfo(n, (1980, 1, 1, 0, 0, 0))
    i.create_system, i.external_attr = 3, 0o100644 << 16
    new.writestr(i, m[n])
new.close()
P
python3 "$SOURCE/tests/e2e/repacked.py" "$DOSSIER" new.asice other.asice "$other"
python3 forge.py new.asice forged.asice
python3 forge.py other.asice apart.asice
exits 2 "of another revision, to the byte" "$DOSSIER" verify other.asice --rebuild --all
lacks "of another revision" "nothing differs"
exits 2 "of another revision, otherwise" "$DOSSIER" verify apart.asice --rebuild
prints ", of another revision," "is undecided, with the reason"
exits 1 "of this one, otherwise" "$DOSSIER" verify forged.asice --rebuild
prints "FAILS     derived again" "fails"
exits 0 "tables" "$DOSSIER" facts all -o tables
ok "one dossier each, by its content id" sh -c 'for one in all/*.asice; do test -s "tables/dossier=$(unzip -p "$one" manifest-sha256.txt | sha256sum | cut -c1-64)/fact.jsonl" || exit 1; done'
ok "with every fact of the report" sh -c 'for one in all/*.asice; do
    id=$(unzip -p "$one" manifest-sha256.txt | sha256sum | cut -c1-64)
    test "$(wc -l <"tables/dossier=$id/fact.jsonl")" = "$(unzip -p "$one" data/report/data.json | jq ".facts | length")" || exit 1; done'
exits 0 "a page" "$DOSSIER" index all -o index.html
prints "$(find all -name '*.asice' | wc -l) dossiers in index.html" "with each"
got=0
"$DOSSIER" due all --at 2026-11-28 >out 2>err || got=$?
ok "dates" test "$got" -lt 2
exits 0 "a history" "$DOSSIER" history all
finish
