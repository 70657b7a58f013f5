#!/bin/sh
# ctest
# keys.sh - signing with a key from each source that is offered, judged by openssl; and what is refused in which words.
. "$(dirname "$0")/common.sh"
umask 077
cd "$SCRATCH"
ok "keygen" "$DOSSIER" keygen -o k --name "First signer"
ok "build" "$DOSSIER" build "$SOURCE/samples/software-bottleneck/case.json" -o d.asice --key k.key.pem --cert k.cert.pem

# A CA, and people of it: name, openssl's words for the key.
day=$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%d)
openssl_at() { faketime -f "@$day 00:00:00" openssl "$@"; }
openssl_at req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ca.key -subj "/CN=Test CA" -days 3650 -out ca.pem 2>/dev/null
printf 'keyUsage=critical,digitalSignature,nonRepudiation\nextendedKeyUsage=1.3.6.1.5.5.7.3.36\nbasicConstraints=CA:FALSE\n' >person.ext
person() { # name, genpkey arguments
    who=$1
    shift
    openssl genpkey "$@" -out "$who.key" 2>/dev/null
    openssl_at req -new -key "$who.key" -subj "/CN=$who" -out "$who.csr" 2>/dev/null
    openssl_at x509 -req -in "$who.csr" -CA ca.pem -CAkey ca.key -days 400 -extfile person.ext -out "$who.pem" 2>/dev/null
}
person p256 -algorithm EC -pkeyopt ec_paramgen_curve:P-256
person p384 -algorithm EC -pkeyopt ec_paramgen_curve:P-384
person rsa -algorithm RSA -pkeyopt rsa_keygen_bits:3072

# judged DOSSIER CERTIFICATE: openssl and certtool accept the second signature, and that certificate made it.
judged() {
    rm -rf u && mkdir u && (cd u && unzip -q "../$1") &&
        openssl cms -verify -cades -binary -purpose any -inform DER -in u/META-INF/signature002.p7s -content u/META-INF/ASiCManifest002.xml \
            -CAfile ca.pem -no-CApath -no-CAstore -attime "$SOURCE_DATE_EPOCH" -out /dev/null -signer who.pem &&
        certtool --p7-verify --inder --infile u/META-INF/signature002.p7s --load-data u/META-INF/ASiCManifest002.xml \
            --load-ca-certificate ca.pem --attime="$day 00:00:00" >/dev/null 2>certtool.err || faketime -f "@$day 00:00:00" certtool --p7-verify --inder \
            --infile u/META-INF/signature002.p7s --load-data u/META-INF/ASiCManifest002.xml --load-ca-certificate ca.pem &&
        openssl x509 -in who.pem -outform DER | cmp - "$2.der" && openssl asn1parse -inform DER -in u/META-INF/signature002.p7s >/dev/null
}
for who in p256 p384 rsa; do
    openssl x509 -in $who.pem -outform DER -out $who.der
    ok "$who signs" "$DOSSIER" sign d.asice -o "$who.asice" --role procurement --comment "as agreed" --key $who.key --cert $who.pem
    ok "$who judged by openssl and certtool" judged "$who.asice" $who
    exits 2 "$who verifies, the first signer being a stranger" "$DOSSIER" verify "$who.asice" --at "$SOURCE_DATE_EPOCH" --trust ca.pem
done

# An encrypted key: from a file, a descriptor, a terminal; never without, never with the wrong one.
printf 'correct horse\n' >secret
openssl pkcs8 -topk8 -in p256.key -v2 aes-256-cbc -passout file:secret -out locked.key
ok "passphrase from a file" "$DOSSIER" sign d.asice -o o.asice --key locked.key --cert p256.pem --passphrase-file secret
ok "passphrase from a descriptor" sh -c '"$1" sign d.asice -o o.asice --key locked.key --cert p256.pem --passphrase-fd 3 3<secret' sh "$DOSSIER"
cat >terminal.py <<'P'
import os, pty, select, signal, sys
said = sys.argv[1].encode()
pid, fd = pty.fork()
if pid == 0:
    os.execv(sys.argv[2], sys.argv[2:])
seen = b""
while True:
    if not select.select([fd], [], [], 60)[0]: # asked once more, or for something else: there is no other answer
        os.kill(pid, signal.SIGKILL)
        break
    try:
        got = os.read(fd, 1000)
    except OSError:
        break
    if not got:
        break
    seen += got
    if seen.endswith(b": ") and said:
        os.write(fd, said + b"\r")
        said = b""
sys.stdout.write(seen.decode())
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
P
ok "passphrase from a terminal" python3 terminal.py "correct horse" "$DOSSIER" sign d.asice -o o.asice --key locked.key --cert p256.pem
prints "passphrase of locked.key" "the terminal is asked for a named key"
lacks horse "the terminal does not show it"
exits 3 "a wrong passphrase from a terminal" python3 terminal.py "wrong" "$DOSSIER" sign d.asice -o no.asice --key locked.key --cert p256.pem
exits 3 "no passphrase, no terminal" setsid "$DOSSIER" sign d.asice -o no.asice --key locked.key --cert p256.pem
grep -q 'the key is encrypted' err || { echo "FAIL words for a missing passphrase"; failed=$((failed + 1)); }
printf 'wrong\n' >wrong
exits 3 "a wrong passphrase" "$DOSSIER" sign d.asice -o no.asice --key locked.key --cert p256.pem --passphrase-file wrong
ok "nothing is left of what failed" sh -c 'test ! -e no.asice && ! ls .dossier-*.tmp 2>/dev/null'

# PKCS #12, with today's and with yesterday's ciphers.
openssl pkcs12 -export -inkey p256.key -in p256.pem -certfile ca.pem -passout file:secret -out new.p12
openssl pkcs12 -export -legacy -inkey p256.key -in p256.pem -passout file:secret -out old.p12 2>/dev/null
ok "PKCS #12 signs" "$DOSSIER" sign d.asice -o p12.asice --key new.p12 --passphrase-file secret
ok "PKCS #12 judged" judged p12.asice p256
exits 3 "PKCS #12 with a wrong passphrase" "$DOSSIER" sign d.asice -o no.asice --key new.p12 --passphrase-file wrong
exits 3 "PKCS #12 with RC2-40" "$DOSSIER" sign d.asice -o no.asice --key old.p12 --passphrase-file secret
tr -s ' \n' ' ' <err >out
prints "40BitRC2" "the cipher is named"
prints "openssl pkcs12 -legacy" "and what to do about it"

# Refused before anything is written.
openssl genpkey -algorithm ED25519 -out ed.key
exits 3 "Ed25519" "$DOSSIER" sign d.asice -o no.asice --key ed.key --cert p256.pem
tr -s ' \n' ' ' <err >out
prints "P-256, P-384 or RSA of at least 3072 bits" "what is allowed instead"
openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out small.key 2>/dev/null
exits 3 "RSA of 2048 bits" "$DOSSIER" sign d.asice -o no.asice --key small.key --cert p256.pem
exits 3 "a key of another certificate" "$DOSSIER" sign d.asice -o no.asice --key p256.key --cert rsa.pem
exits 3 "a role of two lines" "$DOSSIER" sign d.asice -o no.asice --role "a
b" --key p256.key --cert p256.pem
exits 3 "a decision that is none" "$DOSSIER" sign d.asice -o no.asice --role a --decision perhaps --key p256.key --cert p256.pem
cp d.asice broken.asice && printf x >>broken.asice
exits 3 "a dossier that does not hold" "$DOSSIER" sign broken.asice -o no.asice --key p256.key --cert p256.pem
ok "nothing was written" test ! -e no.asice

# A key elsewhere: what is to be signed goes out, the signature comes back.
ok "export" "$DOSSIER" sign d.asice --role finance --decision noted --export m.xml
openssl cms -sign -cades -binary -md sha256 -nosmimecap -in m.xml -signer rsa.pem -inkey rsa.key -outform DER -out m.p7s
ok "import" "$DOSSIER" sign d.asice -o ext.asice --role finance --decision noted --import m.p7s
ok "import judged" judged ext.asice rsa
exits 3 "import under another role" "$DOSSIER" sign d.asice -o no.asice --role engineer --decision noted --import m.p7s
openssl cms -sign -binary -md sha256 -in m.xml -signer rsa.pem -inkey rsa.key -outform DER -out plain.p7s
exits 3 "import without signing-certificate-v2" "$DOSSIER" sign d.asice -o no.asice --role finance --decision noted --import plain.p7s
ok "nothing was written" test ! -e no.asice

# What is left in memory at the end, with nothing given back before: of a certificate the words, of secrets nothing.
cat >line <<'L'
left() { # places expected (0 or some), what, file and line of the secret, command...
    want=$1 said=$2 secret=$3 number=$4
    shift 4
    rm -f left
    env LD_PRELOAD="$SCRATCH/left.so" SECRET_FILE="$secret" SECRET_LINE="$number" LEFT_FILE=left "$@" >out 2>&1 || true
    case "$want $(cut -d' ' -f1 left 2>/dev/null)" in
    "0 0" | "some "[1-9]*) passed=$((passed + 1)) ;;
    *) failed=$((failed + 1)); echo "FAIL $said: $(cat left 2>/dev/null || cat out)" ;;
    esac
}
L
if ldd "$DOSSIER" | grep -q asan || ! gcc -D_GNU_SOURCE -shared -fPIC -o left.so "$SOURCE/tests/e2e/left_in_memory.c"; then
    echo "skipped: what is left in memory (sanitizers, or no compiler)"
else
    . ./line
    printf 'correct horse battery staple\nsecond line\n' >words
    left 0 "keygen leaves no key" made.key.pem 2 "$DOSSIER" keygen -o made
    left 0 "keygen leaves no passphrase" words 1 "$DOSSIER" keygen -o hidden --passphrase-file words
    left some "a certificate is left, so the look is no blind one" made.cert.pem 1 "$DOSSIER" sign d.asice -o left.asice --key made.key.pem --cert made.cert.pem
    left 0 "sign leaves no key" made.key.pem 2 "$DOSSIER" sign d.asice -o left.asice --key made.key.pem --cert made.cert.pem
    left 0 "sign leaves no passphrase" words 1 "$DOSSIER" sign d.asice -o left.asice --key hidden.key.pem --cert hidden.cert.pem --passphrase-file words
    left 0 "nor what stands behind it" words 2 "$DOSSIER" sign d.asice -o left.asice --key hidden.key.pem --cert hidden.cert.pem --passphrase-file words
    left 0 "nor from a descriptor" words 1 sh -c 'exec "$0" sign d.asice -o left.asice --key hidden.key.pem --cert hidden.cert.pem --passphrase-fd 3 3<words' "$DOSSIER"
    openssl pkcs12 -export -inkey made.key.pem -in made.cert.pem -passout file:words -out left.p12
    left 0 "nor of PKCS #12" words 1 "$DOSSIER" sign d.asice -o left.asice --key left.p12 --passphrase-file words
    ok "they have signed" test -s left.asice
fi

# A key that stays in a token.
module=/usr/lib/softhsm/libsofthsm2.so
if command -v softhsm2-util >/dev/null && [ -e "$module" ]; then
    mkdir tokens
    printf 'directories.tokendir = %s/tokens\nlog.level = ERROR\n' "$SCRATCH" >softhsm.conf
    export SOFTHSM2_CONF="$SCRATCH/softhsm.conf"
    softhsm2-util --init-token --free --label "dossier test" --so-pin 87654321 --pin 12345678 >/dev/null
    printf '12345678\n' >pin
    id=10
    for who in p256 p384 rsa; do
        id=$((id + 1))
        openssl pkcs8 -topk8 -nocrypt -in $who.key -out $who.p8
        softhsm2-util --import $who.p8 --token "dossier test" --label $who --id $id --pin 12345678 >/dev/null
        ok "$who in a token signs" "$DOSSIER" sign d.asice -o tok.asice --module "$module" --key "pkcs11:token=dossier%20test;object=$who" \
            --cert $who.pem --passphrase-file pin --role procurement
        ok "$who in a token judged" judged tok.asice $who
    done
    exits 3 "a wrong PIN" "$DOSSIER" sign d.asice -o no.asice --module "$module" --key "pkcs11:token=dossier%20test;object=rsa" --cert rsa.pem --passphrase-file wrong
    grep -q 'wrong PIN' err || { echo "FAIL words for a wrong PIN"; failed=$((failed + 1)); }
    exits 3 "no such key" "$DOSSIER" sign d.asice -o no.asice --module "$module" --key "pkcs11:token=dossier%20test;object=nobody" --cert rsa.pem --passphrase-file pin
    exits 3 "no such token" "$DOSSIER" sign d.asice -o no.asice --module "$module" --key "pkcs11:token=other;object=rsa" --cert rsa.pem --passphrase-file pin
    exits 3 "several keys that fit" "$DOSSIER" sign d.asice -o no.asice --module "$module" --key "pkcs11:token=dossier%20test" --cert rsa.pem --passphrase-file pin
    exits 3 "the certificate of another key" "$DOSSIER" sign d.asice -o no.asice --module "$module" --key "pkcs11:token=dossier%20test;object=p256" --cert p384.pem --passphrase-file pin
    exits 3 "a module that is none" "$DOSSIER" sign d.asice -o no.asice --module ./secret --key "pkcs11:token=a" --cert rsa.pem --passphrase-file pin
    ok "nothing was written" test ! -e no.asice
else
    echo "skipped: keys in a token, since softhsm2 is not installed"
fi
finish
