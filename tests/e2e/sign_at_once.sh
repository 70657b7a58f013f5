#!/bin/sh
# ctest
# sign_at_once.sh - programs that sign one dossier in place at once: each either adds its signature to the others' or
# refuses; none is lost. And a signer can pin what he has seen.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
"$DOSSIER" keygen -o k --name "Signer" >/dev/null
"$DOSSIER" build "$SOURCE/samples/made/driver-regression/case.json" -o d.asice --key k.key.pem --cert k.cert.pem >built || true
content=$(sed -n 's/^content id  *//p' built)
cp d.asice before.asice

for round in 1 2 3; do
    cp before.asice d.asice
    for n in 1 2 3 4 5 6; do
        (
            rc=0
            "$DOSSIER" sign d.asice --role "signer $n" --key k.key.pem --cert k.cert.pem >"out.$n" 2>"err.$n" || rc=$?
            echo $rc >"rc.$n"
        ) &
    done
    wait
    made=0
    for n in 1 2 3 4 5 6; do
        case $(cat "rc.$n") in
        0) made=$((made + 1)) ;;
        3) ok "a refusal says why" grep -q "changed since it was read" "err.$n" ;;
        *) ok "signing ends with 0 or 3, not $(cat "rc.$n")" false ;;
        esac
    done
    there=$(unzip -Z1 d.asice | grep -c '^META-INF/signature')
    ok "round $round: as many signatures as were said to be made ($made), beside the first" test "$there" = "$((made + 1))"
    ok "round $round: at least one" test "$made" -ge 1
    exits 0 "and all hold" "$DOSSIER" verify d.asice --trust k.cert.pem --at "$SOURCE_DATE_EPOCH"
done
ok "nothing temporary is left" sh -c '! ls -A | grep -q "\.tmp$"'

# What is signed is printed, and can be pinned.
cp before.asice d.asice
exits 0 "sign with the content id" "$DOSSIER" sign d.asice --role buyer --key k.key.pem --cert k.cert.pem --content-id "$content"
prints "content id   $content" "and it is printed"
ok "it is the digest of the list" sh -c "[ \"\$(unzip -p d.asice manifest-sha256.txt | sha256sum | cut -c1-64)\" = $content ]"
wrong=$(printf '%064d' 7)
cp d.asice kept
exits 3 "another content id" "$DOSSIER" sign d.asice --role buyer --key k.key.pem --cert k.cert.pem --content-id "$wrong"
cp err out
prints "another dossier than was meant" "is refused"
exits 3 "and for a signed copy" "$DOSSIER" sign d.asice --pdf p.pdf --key k.key.pem --cert k.cert.pem --content-id "$wrong"
ok "which is not written" test ! -e p.pdf
exits 3 "and for an export" "$DOSSIER" sign d.asice --role x --export m.xml --content-id "$wrong"
exits 3 "no content id" "$DOSSIER" sign d.asice --role x --key k.key.pem --cert k.cert.pem --content-id abc
ok "nothing changed" cmp -s d.asice kept
finish
