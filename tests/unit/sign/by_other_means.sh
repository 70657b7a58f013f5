#!/bin/sh
# by_other_means.sh MAKE_FIXTURE TESTS_DIR
#
# What this folder writes, judged by other programs; what other programs write, judged by this folder.
set -eu
fixture=$1
tests=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
cd "$work"
now=$(date +%s)

mkdir -p pay/data/report pay/data/evidence/01-run
echo '<!doctype html><p>report</p>' >pay/data/report/report.html
echo '{}' >pay/data/report/data.json
echo '{ "format": "dossier-case/1" }' >pay/data/case.json
: >pay/data/evidence/01-run/empty.txt
seq 5000 >pay/data/evidence/01-run/log.csv
head -c 5000 /dev/urandom >pay/data/evidence/01-run/noise.bin
(cd pay && sha256sum data/case.json data/evidence/01-run/*) >pay/data/inputs-sha256.txt

# Keys of our own making and of openssl's, with a CA of openssl's.
"$fixture" keygen 'Self Signed' $((now - 100)) 30 self.key self.pem
cp self.pem self.root
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-384 -nodes -keyout ca.key -out ca.pem -subj '/CN=Test CA' \
    -days 30 -addext 'keyUsage=critical,keyCertSign,cRLSign' 2>/dev/null
echo 'extendedKeyUsage=emailProtection' >ext
echo 'keyUsage=critical,digitalSignature' >>ext
for kind in ec256 ec384 rsa; do
    case $kind in
    ec256) how='ec -pkeyopt ec_paramgen_curve:P-256' ;;
    ec384) how='ec -pkeyopt ec_paramgen_curve:P-384' ;;
    rsa) how='rsa:3072' ;;
    esac
    # shellcheck disable=SC2086
    openssl req -newkey $how -nodes -keyout $kind.key -out $kind.csr -subj "/CN=Signer $kind" 2>/dev/null
    openssl x509 -req -in $kind.csr -CA ca.pem -CAkey ca.key -days 20 -out $kind.pem -extfile ext 2>/dev/null
    cp ca.pem $kind.root
done

sleep 1 # certificates of this second are valid in the next
now=$(date +%s)
for kind in self ec256 ec384 rsa; do
    for store in '' --store; do
        # shellcheck disable=SC2086
        "$fixture" pack $store pay $kind.asice $kind.key $kind.pem "$now"
        "$fixture" verify $kind.asice "$now" $kind.root >out || { cat out; exit 1; }
        if "$fixture" verify $kind.asice "$now" >out; then exit 1; else [ $? -eq 2 ]; fi
        file $kind.asice | grep -q 'application/vnd.etsi.asic-e+zip'
        unzip -tq $kind.asice >/dev/null
        python3 -c "import sys, zipfile; sys.exit(zipfile.ZipFile('$kind.asice').testzip() is not None)"
        rm -rf open && mkdir open && (cd open && unzip -q ../$kind.asice)
        (cd open && sha256sum -c --strict --quiet manifest-sha256.txt && sha256sum -c --strict --quiet tagmanifest-sha256.txt)
        for binary in -binary ''; do # one line: the same with and without
            # shellcheck disable=SC2086
            openssl cms -verify -cades $binary -purpose any -inform DER -in open/META-INF/signature001.p7s \
                -content open/META-INF/ASiCManifest001.xml -CAfile $kind.root -no-CApath -no-CAstore -out /dev/null 2>/dev/null
        done
        certtool --p7-verify --inder --infile open/META-INF/signature001.p7s --load-data open/META-INF/ASiCManifest001.xml \
            --load-ca-certificate $kind.root >/dev/null 2>&1
        python3 - <<'EOF'
import base64, hashlib, xml.etree.ElementTree as E
D = '{http://www.w3.org/2000/09/xmldsig#}'
root = E.parse('open/META-INF/ASiCManifest001.xml').getroot()
assert root[0].get('URI') == 'META-INF/signature001.p7s'
names = []
for r in root[1:]:
    names.append(r.get('URI'))
    got = hashlib.sha256(open('open/' + r.get('URI'), 'rb').read()).digest()
    assert r.find(D + 'DigestValue').text == base64.b64encode(got).decode(), r.get('URI')
assert names == sorted(names) and 'data/case.json' in names and 'VERIFY.txt' in names
EOF
    done
    echo "$kind: good by openssl, certtool, unzip, zipfile, file and sha256sum"
done

# The unsigned, stored container is a pure function of its payload.
"$fixture" pack --store pay one.asice
TZ=Asia/Kathmandu LC_ALL=C.UTF-8 "$fixture" pack --store pay two.asice
cmp one.asice two.asice

# Signed by openssl and packed by zipfile, as a person could by hand.
rm -rf open && mkdir open && (cd open && unzip -q ../rsa.asice)
openssl cms -sign -cades -binary -nosmimecap -md sha256 -in open/META-INF/ASiCManifest001.xml -signer ec256.pem -inkey ec256.key \
    -outform DER -out open/META-INF/signature001.p7s
python3 - <<'EOF'
import os, zipfile
with zipfile.ZipFile('hand.asice', 'w') as z:
    def put(name):
        z.writestr(zipfile.ZipInfo(name, (2026, 11, 27, 12, 0, 0)), open('open/' + name, 'rb').read())
    put('mimetype')
    for folder, _, files in sorted(os.walk('open')):
        for f in sorted(files):
            name = os.path.relpath(os.path.join(folder, f), 'open')
            if name != 'mimetype': put(name)
EOF
"$fixture" verify hand.asice "$now" ca.pem >out || { cat out; exit 1; }
echo "by hand: good"

sh "$tests/e2e/verify_txt.sh" self.asice self.root
sh "$tests/e2e/verify_txt.sh" ec384.asice ca.pem
