#!/bin/sh
# ctest
# seal.sh - a bundle sealed before it travels: checked by hand, packed as evidence, and noticed when it was changed.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
ok "the measuring machine's key" "$DOSSIER" keygen -o m --name "Measuring machine"
ok "the buyer's key" "$DOSSIER" keygen -o b --name "Buyer"
cat m.cert.pem b.cert.pem >roots.pem
cp -r "$SOURCE/samples/software-bottleneck" s
folder=$(cd s && find . -type d -name captures -printf '%P\n' | sort | head -1)
ok "seal" "$DOSSIER" seal "s/$folder" --key m.key.pem --cert m.cert.pem
ok "sha256sum judges the list" sh -c 'cd "$1" && sha256sum -c --strict --quiet seal-sha256.txt' sh "s/$folder"
ok "the list names every file" sh -c 'cd "$1" && [ "$(wc -l <seal-sha256.txt)" = "$(($(find . -type f | wc -l) - 2))" ]' sh "s/$folder"
ok "openssl judges the seal" openssl cms -verify -cades -binary -purpose any -inform DER -in "s/$folder/seal.p7s" -content "s/$folder/seal-sha256.txt" \
    -CAfile m.cert.pem -no-CApath -no-CAstore -attime "$SOURCE_DATE_EPOCH" -out /dev/null
build() { "$DOSSIER" build s/case.json -o "$1" --key b.key.pem --cert b.cert.pem; }
verify() {
    got=0
    "$DOSSIER" verify "$1" --at "$SOURCE_DATE_EPOCH" --trust "$2" --all >raw || got=$?
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

victim=$(cd "s/$folder" && find . -name 'lscpu*' -printf '%P\n' | head -1)
cp "s/$folder/$victim" kept
refused() { # what happened; words of the message, from whatever reads the bundle
    for verb in "inspect s/$folder" "check s/case.json" "build s/case.json -o x.asice"; do
        # shellcheck disable=SC2086
        exits 3 "$1: ${verb%% *}" "$DOSSIER" $verb
        tr -s ' \n' ' ' <err >out
        prints "$2" "$1: ${verb%% *} says what"
    done
    ok "$1: nothing is built" test ! -e x.asice
}
was=$(sha256sum "s/$folder/$victim" | cut -c1-64)
line=$(grep -n "$victim" "s/$folder/seal-sha256.txt" | cut -d: -f1)
printf '\n' >>"s/$folder/$victim"
refused "a file changed since it was sealed" "$folder/$victim: input: sealed bundle has been changed: changed since it was sealed: SHA-256 $(sha256sum "s/$folder/$victim" | cut -c1-64); expected SHA-256 $was, line $line of seal-sha256.txt"
mv "s/$folder/$victim" elsewhere
refused "a sealed file gone" "$folder/seal-sha256.txt:$line: input: sealed bundle has been changed: not there any more: $victim"
cp kept "s/$folder/$victim"
cp "s/$folder/seal-sha256.txt" list
sed -i '1s/^./0/;1s/^\(.\)./\10/' "s/$folder/seal-sha256.txt"
refused "a list changed since it was sealed" "$folder/seal.p7s: input: sealed bundle has been changed: HASH_FAILURE"
cp list "s/$folder/seal-sha256.txt"
cp "s/$folder/seal.p7s" signature
printf x >>"s/$folder/seal.p7s"
refused "a signature changed since it was made" "$folder/seal.p7s: input: sealed bundle has been changed: FORMAT_FAILURE"
cp signature "s/$folder/seal.p7s"
exits 0 "as it was" "$DOSSIER" inspect "s/$folder"
ok "and nothing is said" test ! -s err

# A file more is told, and kept: a note by the buyer is no forgery.
printf 'arrived on Monday\n' >"s/$folder/note.txt"
exits 0 "a file added after sealing" "$DOSSIER" inspect "s/$folder"
tr -s ' \n' ' ' <err >out
prints "$folder/note.txt: warning: added to a sealed bundle" "and it is said"
rm "s/$folder/note.txt"

# The seal lies above what the case names, or in an archive.
root=${folder%%/*}
"$DOSSIER" seal "s/$root" --key m.key.pem --cert m.cert.pem >/dev/null
exits 0 "sealed as a whole, named in parts" "$DOSSIER" check --full s/case.json
exits 0 "a part of it, inspected" "$DOSSIER" inspect "s/$folder"
ok "holds, and nothing is said" test ! -s err
exits 0 "a file of it" "$DOSSIER" inspect "s/$folder/$victim"
ok "holds too" test ! -s err
printf '\n' >>"s/$folder/$victim"
exits 3 "sealed as a whole, a part changed" "$DOSSIER" check --full s/case.json
tr -s ' \n' ' ' <err >out
prints "$folder/$victim: input: sealed bundle has been changed" "and where"
exits 3 "the part changed, inspected" "$DOSSIER" inspect "s/$folder"
exits 3 "the file changed, inspected" "$DOSSIER" inspect "s/$folder/$victim"
tar -cf sealed.tar -C s "$root"
exits 3 "the same in an archive" "$DOSSIER" inspect sealed.tar
tr -s ' \n' ' ' <err >out
prints "sealed.tar!$folder/$victim: input: sealed bundle has been changed" "and where"
finish
