"""cases_signers.py - several signers and who must have signed (61 to 64), keys that may not sign (96), and evidence that
changes while it is read (141)."""
import base64
import hashlib
import json

from cases import *
from der import context, integer, octets, oid, seq
from keys import ECKey, P384, K256
from pki import sign

CONTENT = hashlib.sha256(FILES["manifest-sha256.txt"]).hexdigest()


def signoff(number, role, decision="approved", content=CONTENT):
    return (json.dumps({"format": "dossier-signoff/1", "role": role, "decision": decision, "comment": "",
                        "content_id": content, "covers": ["META-INF/ASiCManifest%03u.xml" % i for i in range(1, number)]},
                       indent=2) + "\n").encode()


def signed_by(*people, covers_all=True):
    """A dossier signed by (person, role) one after another."""
    files = dict(FILES)
    for number, (who, role) in enumerate(people, 1):
        record = "signoff/%03u.json" % number
        files[record] = signoff(number, role, "made" if number == 1 else "approved")
        covered = files if covers_all else {n: d for n, d in files.items() if not n.startswith("META-INF/")}
        text = manifest({n: d for n, d in covered.items()}, number)
        files["META-INF/ASiCManifest%03u.xml" % number] = text
        files["META-INF/signature%03u.p7s" % number] = sign(text, who, "sha384" if who.key.curve is P384 else "sha256")
    return files


def policy(number, words, files, expected, wanted, check="policy", word="SIG_CONSTRAINTS_FAILURE", **rules):
    text = json.dumps({"format": "dossier-policy/1", "signers": wanted, **rules}).encode()
    case(number, words, dossier(files), expected, check, word if expected == FAILED else None, files={".policy.json": text},
         arguments=["verify", "{file}", "--at", str(CHECKED_AT), "--json", "--trust", "{folder}/root.pem", "--policy",
                    "{stem}.policy.json"])


ENGINEER, TWO = {"role": "engineer"}, {"role": "approver", "count": 2}
one_after_another = signed_by((signer, "engineer"), (approver, "approver"))
policy(61, "approver has seen the engineer's signature", one_after_another, PASSED, [ENGINEER, {"role": "approver"}], None,
       sequential=True)
policy(61, "approver has not seen it", signed_by((signer, "engineer"), (approver, "approver"), covers_all=False), FAILED,
       [ENGINEER, {"role": "approver"}], sequential=True)
policy(61, "approver has not seen it, and need not", signed_by((signer, "engineer"), (approver, "approver"), covers_all=False),
       PASSED, [ENGINEER, {"role": "approver"}], None, sequential=False)
second = Person("Second Approver", ECKey("second approver"), root, USAGE)
policy(62, "two persons", signed_by((signer, "engineer"), (approver, "approver"), (second, "approver")), PASSED, [ENGINEER, TWO], None)
policy(62, "one person twice", signed_by((signer, "engineer"), (approver, "approver"), (approver, "approver")), FAILED,
       [ENGINEER, TWO])
same_key = Person("Another Name", second.key, root, USAGE)
policy(62, "one key, two names", signed_by((signer, "engineer"), (second, "approver"), (same_key, "approver")), FAILED,
       [ENGINEER, TWO])
same_name = Person("Second Approver", ECKey("another key"), root, USAGE)
policy(62, "one name, two keys", signed_by((signer, "engineer"), (second, "approver"), (same_name, "approver")), FAILED,
       [ENGINEER, TWO])
policy(62, "engineer approves himself", signed_by((signer, "engineer"), (signer, "approver")), FAILED, [ENGINEER, {"role": "approver"}])
less = {n: d for n, d in one_after_another.items() if "002" not in n}
policy(64, "approver's signature taken away", less, FAILED, [ENGINEER, {"role": "approver"}])
gone = {n: d for n, d in one_after_another.items() if "001" not in n}
case(64, "engineer's signature taken away", dossier(gone), FAILED, "signatures", "FORMAT_FAILURE")
case(64, "approver's record taken away", dossier({n: d for n, d in one_after_another.items() if n != "signoff/002.json"}), FAILED,
     "references-002", "HASH_FAILURE")
case(64, "approver's record of another dossier", dossier(signed({**FILES, "signoff/001.json": signoff(1, "engineer", "made", "0" * 64)},
     signer)), FAILED, "signoff-001", "HASH_FAILURE")
wanted_ca = {"role": "approver", "ca_sha256": hashlib.sha256(middle.certificate).hexdigest()}
policy(62, "approver certified by another CA", one_after_another, FAILED, [ENGINEER, wanted_ca])
stranger = Person("Test Approver", ECKey("stranger approver"), stranger_root, USAGE)
policy(62, "approver of the right name, trusted by nobody", signed_by((signer, "engineer"), (stranger, "approver")), UNDECIDED,
       [ENGINEER, {"role": "approver"}], None)
names = Person("x", ECKey("names"), root, USAGE, subject=approver.subject)
policy(95, "certificate asked by digest, another of the same name signs", signed_by((signer, "engineer"), (names, "approver")), FAILED,
       [ENGINEER, {"role": "approver", "certificate_sha256": hashlib.sha256(approver.certificate).hexdigest()}])


# ---- 96: keys ----

def pem_key(key):
    return pem("EC PRIVATE KEY", seq(integer(1), octets(key.d.to_bytes(key.curve.size, "big")), context(0, key.parameters())))


EDWARDS = "-----BEGIN PRIVATE KEY-----\n%s\n-----END PRIVATE KEY-----\n" % base64.b64encode(
    seq(integer(0), seq(oid("1.3.101.112")), octets(octets(b"k" * 32)))).decode()
DOSSIER_1 = dossier(signed({**FILES, "signoff/001.json": signoff(1, "engineer", "made")}, signer))


def key_case(words, key_text, certificate, says=None, expected=REFUSE, more=()):
    case(96, words, DOSSIER_1, expected, files={".key.pem": key_text.encode(), ".cert.pem": pem(
        "CERTIFICATE", *certificate).encode(), ".pass": b"wrong\n"}, says=says, status=0 if expected == PASSED else 3,
         arguments=["sign", "{file}", "--role", "approver", "--key", "{stem}.key.pem", "--cert", "{stem}.cert.pem", "-o",
                    "{stem}.out.asice"] + list(more))


key_case("a good key", pem_key(second.key), [second.certificate], None, PASSED)
key_case("key of another certificate", pem_key(second.key), [signer.certificate], "does not belong")
key_case("Ed25519", EDWARDS, [second.certificate])
odd = Person("Odd curve", ECKey("odd", K256), root, USAGE)
key_case("secp256k1", pem_key(odd.key), [odd.certificate])
key_case("no key", "nothing\n", [second.certificate])
key_case("no certificate", pem_key(second.key), [])
key_case("key cut", pem_key(second.key)[:-60], [second.certificate])
may_not = Person("May not sign", second.key, root, [key_usage(0x20)])
key_case("certificate that may not sign", pem_key(second.key), [may_not.certificate])
key_case("CA certificate", pem_key(middle.key), [middle.certificate])
key_case("passphrase wrong", """-----BEGIN ENCRYPTED PRIVATE KEY-----
%s
-----END ENCRYPTED PRIVATE KEY-----
""" % base64.b64encode(seq(seq(oid("1.2.840.113549.1.5.13"), seq(seq(oid("1.2.840.113549.1.5.12"), seq(octets(b"saltsalt"), integer(
    2048), seq(oid("1.2.840.113549.2.9"), b"\5\0"))), seq(oid("2.16.840.1.101.3.4.1.42"), octets(b"i" * 16)))), octets(
        b"\x5a" * 160))).decode(), [second.certificate], None, REFUSE, ["--passphrase-file", "{stem}.pass"])
