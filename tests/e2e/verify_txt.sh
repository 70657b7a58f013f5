#!/bin/sh
# verify_txt.sh DOSSIER CA.pem
#
# Runs exactly the commands that the dossier's own VERIFY.txt prints. Then attacks copies in ways that need no key and
# expects those commands to notice.
set -eu

[ $# -eq 2 ] || { echo "usage: verify_txt.sh DOSSIER CA.pem" >&2; exit 3; }
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
cp "$1" "$work/good.asice"
cp "$2" "$work/root.pem"
cd "$work"
. "$here/by_hand.sh"
unzip -p good.asice VERIFY.txt >text
hand_commands text "$work/commands"
[ "$(hand_count commands)" = 6 ] || { echo "VERIFY.txt: not the six commands expected" >&2; exit 1; }

# expect NAME COMMAND PYTHON: what PYTHON does to the members `m` (name to bytes) is first noticed by COMMAND; 0: by none.
expect() {
    mkdir "$1"
    cp root.pem "$1/root.pem"
    [ ! -e "$1.pem" ] || cp "$1.pem" "$1/root.pem"
    python3 - "$1/dossier.asice" "$3" <<'P'
import base64, hashlib, re, sys, zipfile
old = zipfile.ZipFile("good.asice")
m = {i.filename: old.read(i.filename) for i in old.infolist()}
MANIFEST, SIGNATURE = "META-INF/ASiCManifest001.xml", "META-INF/signature001.p7s"
VICTIM = m["manifest-sha256.txt"].split(b"\n")[0][66:].decode()
evidence = [n for n in sorted(m) if n.startswith("data/evidence/")]
def hexed(data):
    return hashlib.sha256(data).hexdigest()
def listed(of=lambda n: n.startswith("data/")):
    return "".join("%s  %s\n" % (hexed(m[n]), n) for n in sorted(m) if of(n)).encode()
def tags():
    m["tagmanifest-sha256.txt"] = listed(lambda n: n in ("VERIFY.txt", "bag-info.txt", "bagit.txt", "manifest-sha256.txt"))
def manifest(names):
    """What nobody has signed."""
    head = m[MANIFEST][:m[MANIFEST].index(b"<asic:DataObjectReference")].decode()
    return (head + "".join('<asic:DataObjectReference URI="%s"><ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/>'
                           "<ds:DigestValue>%s</ds:DigestValue></asic:DataObjectReference>" % (
                               n, base64.b64encode(hashlib.sha256(m[n]).digest()).decode()) for n in names) +
            "</asic:ASiCManifest>").encode()
twice, links = [], []
exec(sys.argv[2])
with zipfile.ZipFile(sys.argv[1], "w") as new:
    for name in ["mimetype"] + sorted(n for n in m if n != "mimetype"):
        new.writestr(name, m[name])
    for name, data in twice:
        new.writestr(name, data)
    for name, to in links:
        info = zipfile.ZipInfo(name)
        info.create_system, info.external_attr = 3, 0o120777 << 16
        new.writestr(info, to)
P
    got=$(by_hand "$1" "$work/commands")
    if [ "$got" != "$2" ]; then
        echo "$1: command $got failed, expected $2:" >&2
        cat "$1/output" >&2
        exit 1
    fi
    echo "$1: noticed by command $2"
}

expect good 0 ''
grep -q 'Verification successful' good/output

expect changed 3 'm[VICTIM] += b"x"'
expect changed-with-its-line 3 'm[VICTIM] += b"x"; m["manifest-sha256.txt"] = listed(); tags()'
expect changed-manifest 3 'm[VICTIM] += b"x"; m[MANIFEST] = manifest([n for n in m if n[:4] not in ("META", "mime")])'
expect taken-out 3 'del m[VICTIM]'
expect added 3 'm["data/added.txt"] = b"x"'
expect added-outside 5 'm["added.txt"] = b"x"'
expect added-among-the-signatures 5 'm["META-INF/added.txt"] = b"x"'
expect added-and-listed 3 'm["data/added.txt"] = b"x"; m["manifest-sha256.txt"] = listed(); tags()'

# Digests that stand in a signed manifest, under another name: two signed files exchanged, one in the place of another.
expect exchanged 3 'a, b = "data/report/report.html", "data/report/data.json"; m[a], m[b] = m[b], m[a]'
expect another-signed-list 3 'm["manifest-sha256.txt"] = m["data/inputs-sha256.txt"]'
# A list planted in the evidence before signing stands there under its own name only.
expect planted-list 3 'm["data/report/report.html"] = b"forged"; m["manifest-sha256.txt"] = m[evidence[0]]'
# Files outside data/.
expect sign-off-edited 3 'n = next((n for n in m if n.startswith("signoff/")), "bag-info.txt"); m[n] += b" "'
expect instructions-edited 3 'm["VERIFY.txt"] = m["VERIFY.txt"].replace(b"exit 1", b"true  ")'
# A manifest that nobody signed names what was added, or everything.
expect second-manifest 3 'm["data/added.txt"] = b"x"; m["META-INF/ASiCManifest002.xml"] = manifest(["data/added.txt"])'
expect second-manifest-outside 5 'm["trust/001/x.pem"] = b"x"; m["META-INF/ASiCManifest002.xml"] = manifest(["trust/001/x.pem"])'
expect second-pair 3 'm["META-INF/ASiCManifest002.xml"] = m[MANIFEST]; m["META-INF/signature002.p7s"] = m[SIGNATURE]'
expect second-pair-of-another 3 'm["trust/1.pem"] = b"x"; m["META-INF/ASiCManifest002.xml"] = manifest(["trust/1.pem"]); m["META-INF/signature002.p7s"] = m[SIGNATURE]'
expect renamed-pair 3 'm["META-INF/ASiCManifest002.xml"] = m.pop(MANIFEST); m["META-INF/signature002.p7s"] = m.pop(SIGNATURE)'
# A pair under a name that is a pattern for its own.
expect pattern-of-a-name 3 'm["META-INF/signature0.1.p7s"] = m.pop(SIGNATURE); m["META-INF/ASiCManifest0.1.xml"] = m.pop(MANIFEST)'
expect pattern-beside-a-pair 3 'm["META-INF/signature00..p7s"] = m[SIGNATURE]; m["META-INF/ASiCManifest00..xml"] = m[MANIFEST]'
# A signed file that lies elsewhere today, a folder, a pair of links to another.
expect a-link-out 1 'links.append((VICTIM, "%s" % __import__("os").path.abspath("victim"))); open("victim", "wb").write(m.pop(VICTIM))'
expect a-link-beside 1 'links.append(("trust/x.pem", "../VERIFY.txt"))'
expect a-pair-of-links 1 'links.extend([("META-INF/signature002.p7s", "signature001.p7s"), ("META-INF/ASiCManifest002.xml", "ASiCManifest001.xml")])'
# A record of withholding that nobody signed.
expect made-up-record 5 'm["withheld/002.json"] = ("{\"members\": [{\"path\": \"%s\"}]}" % VICTIM).encode(); del m[VICTIM]'
expect record-of-another 3 'm["withheld/002.json"] = ("{\"members\": [{\"path\": \"%sx\"}]}" % VICTIM).encode(); del m[VICTIM]'
expect a-name-twice 1 'twice.append((VICTIM, b"second"))' 2>/dev/null
expect no-signature 3 'm = {n: m[n] for n in m if not n.startswith("META-INF/")}'
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout other.key -subj /CN=Other -days 30 \
    -out other-root.pem 2>/dev/null
expect other-root 3 ''

echo "verify_txt: good"
