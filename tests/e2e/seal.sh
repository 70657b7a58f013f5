#!/bin/sh
# ctest
# seal.sh - a bundle sealed before it travels: checked by hand, packed as evidence, and noticed when it was changed.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
ok "the measuring machine's key" "$DOSSIER" keygen -o m --name "Measuring machine"
ok "the buyer's key" "$DOSSIER" keygen -o b --name "Buyer"
cat m.cert.pem b.cert.pem >roots.pem
cp -r "$SOURCE/samples/software-bottleneck" s
folder=$(cd s && find . -type d -name captures | sort | head -1)
ok "seal" "$DOSSIER" seal "s/$folder" --key m.key.pem --cert m.cert.pem
ok "sha256sum judges the list" sh -c 'cd "$1" && sha256sum -c --strict --quiet seal-sha256.txt' sh "s/$folder"
ok "the list names every file" sh -c 'cd "$1" && [ "$(wc -l <seal-sha256.txt)" = "$(($(find . -type f | wc -l) - 2))" ]' sh "s/$folder"
ok "openssl judges the seal" openssl cms -verify -cades -binary -purpose any -inform DER -in "s/$folder/seal.p7s" -content "s/$folder/seal-sha256.txt" \
    -CAfile m.cert.pem -no-CApath -no-CAstore -attime "$SOURCE_DATE_EPOCH" -out /dev/null
build() { "$DOSSIER" build s/case.json -o "$1" --key b.key.pem --cert b.cert.pem; }
verify() {
    got=0
    "$DOSSIER" verify "$1" --at "$SOURCE_DATE_EPOCH" --trust "$2" >raw || got=$?
    tr -s ' \n' ' ' <raw
    return $got
}
ok "build" build d.asice
exits 0 "the seal holds" verify d.asice roots.pem
prints "sealed files are packed, as sealed by CN=Measuring machine" "who sealed"
prints "(trusted)" "the seal is trusted"
exits 0 "a sealer nobody knows keeps nothing from holding" verify d.asice b.cert.pem
prints "so whose seal it is is open" "and is said"
exits 3 "a file is no bundle to seal" "$DOSSIER" seal s/case.json --key m.key.pem --cert m.cert.pem
exits 3 "no key" "$DOSSIER" seal "s/$folder"

victim=$(cd "s/$folder" && find . -name 'lscpu*' | head -1)
cp "s/$folder/$victim" kept
printf '\n' >>"s/$folder/$victim"
ok "build after a change" build x.asice
exits 1 "a file changed since it was sealed" verify x.asice roots.pem
prints "changed since it was sealed" "which is said"
cp kept "s/$folder/$victim"
printf x >>"s/$folder/seal-sha256.txt"
ok "build with a changed list" build x.asice
exits 1 "a list changed since it was sealed" verify x.asice roots.pem
ok "seal again" "$DOSSIER" seal "s/$folder" --key m.key.pem --cert m.cert.pem
rm "s/$folder/$victim"
ok "build with a file missing" build x.asice
verify x.asice roots.pem >out || true
listed=$(wc -l <"s/$folder/seal-sha256.txt")
prints "$((listed - 1)) of $listed sealed files" "a file left out is counted"
finish
