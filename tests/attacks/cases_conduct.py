"""cases_conduct.py - a file for each number that is about the program's conduct: answers of authorities (102), what is not
offered (121, 135), files that are none (141, 142), surroundings, output and clock (143 to 149), and where all agree (150).
tools.py asks more of the same numbers, of the whole program."""
import zipfile
import io
import os

import cases_container
from cases import *
from cases_ingest import XML, inspect, lscpu, smi
from cases_signature import BELOW, HONEST, attributes, person, verdict
from cases_signers import DOSSIER_1, pem_key, second, signoff
from cases_time import TEXT, VALUE
from container import MIMETYPE
from der import boolean, context, integer, octets, oid, seq, tlv
from keys import DIGEST_OID, ECKey
from pki import digest, extension, name, response, sign, token

# ---- 102: answers of a time stamping authority ----
NONCE = 0x1234567890ABCDEF


def query(imprint=None, nonce=NONCE, hashing="sha256"):
    return seq(integer(1), seq(seq(oid(DIGEST_OID[hashing]), b"\5\0"), octets(imprint or digest(hashing, VALUE))), integer(nonce),
               boolean(True))


def answer(words, der, expected=REFUSE, says=None, asked=None):
    case(102, words, GOOD_DOSSIER, expected, says=says, status=0 if expected == PASSED else 3, files={
        ".tsq": query() if asked is None else asked, ".tsr": der}, arguments=[
            "timestamp", "{file}", "--signature", "--request", "{stem}.tsq", "--response", "{stem}.tsr", "--trust-tsa",
            "{folder}/root.pem", "-o", "{stem}.out.asice"])


def stamp(**changed):
    return token(VALUE, stamper, **{"nonce": NONCE, **changed})


answer("answer: granted", response(stamp()), PASSED)
answer("answer: rejection", response(None, 2), says="status 2")
answer("answer: rejection that holds a token", response(stamp(), 2), says="status 2")
answer("answer: waiting", response(None, 3))
answer("answer: a status that is none", response(stamp(), 9))
answer("answer: granted, no token", response(None))
answer("answer: another nonce", response(stamp(nonce=NONCE + 1)), says="nonce")
answer("answer: negative nonce", response(stamp(nonce=-NONCE)), says="nonce")
answer("answer: no nonce", response(stamp(nonce=None)), says="nonce")
answer("answer: another imprint", response(stamp(imprint=b"x" * 32)), says="something else")
answer("answer: another digest", response(stamp(hashing="sha512")))
answer("answer: no certificate, though it was asked for", response(stamp(certificates=[])))
answer("answer: authority nobody trusts", response(token(VALUE, person("Unknown authority", ECKey("unknown authority"), None, [
    key_usage(SIGNATURE), extended(STAMPING, critical=True)]), nonce=NONCE)))
answer("answer: of the future", response(stamp(at=CHECKED_AT + 90 * DAY)), says="future")
answer("answer: a bare token", stamp())
answer("answer: bytes behind", response(stamp()) + b"\0")
answer("answer: a number in the token's place", response(seq(integer(1))))
answer("answer: a text in the token's place", response(octets(b"x")))
answer("answer: a signature in the token's place", response(HONEST))
answer("answer: garbage", b"no")
answer("answer: nothing", b"")
answer("query of another signature", response(stamp(imprint=digest("sha256", b"other"))), asked=query(digest("sha256", b"other")))
answer("query that is none", response(stamp()), asked=b"no", says="query")

# ---- 121, 135: what is not offered ----
inspect(121, "style sheet instruction", XML + '<?xml-stylesheet type="text/xsl" href="file:///etc/passwd"?>' + smi(), PASSED, "smi.xml",
        "580.159")
inspect(121, "a style sheet", XML + '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template '
        'match="/"><xsl:value-of select="document(\'file:///etc/passwd\')"/></xsl:template></xsl:stylesheet>', PASSED, "xsl", "not read")
inspect(121, "a rule of Schematron", XML + '<schema xmlns="http://purl.oclc.org/dsdl/schematron"><pattern><rule context="//*[document('
        "'file:///etc/passwd')]\"/></pattern></schema>", PASSED, "sch", "not read")
inspect(121, "a path in a value", XML + smi("//*[count(//*)]"), PASSED, "smi.xml", "//*[count(//*)]")
for words, value in (("equals", "=1+1"), ("plus", "+1"), ("minus", "-1+1"), ("at", "@SUM(A1)"), ("program", "=cmd|' /C calc'!A0")):
    inspect(135, "value like a formula: %s" % words, lscpu().replace("x86_64", value), PASSED, "lscpu.json", value)

# ---- 141: changed between digest and packing ----
LATE = {**GOOD, "data/evidence/01-run/log.csv": FILES["data/evidence/01-run/log.csv"].replace(b"1234", b"1243")}
case(141, "evidence changed after its digest was taken", dossier(LATE), FAILED, "references-001", "HASH_FAILURE")
case(141, "evidence longer than when its digest was taken", dossier({**GOOD, "data/evidence/01-run/log.csv": FILES[
    "data/evidence/01-run/log.csv"] + b"1\n"}), FAILED, "payload-digests", "HASH_FAILURE")

# ---- 142: inputs that are no plain files ----


def odd(words, make, verb="inspect", says=None, place="/sub/odd", bundle=True):
    """`make` lays something odd at the path it is given, in a bundle that is good otherwise, or as the input itself. In a bundle it is
    left out by name, and the rest is read."""
    case(142, words, None, PASSED if bundle else REFUSE, says=says, status=0 if bundle else 3, make=make, place=place if bundle else "", arguments=[verb, "{file}"], suffix="d" if
         bundle else "odd", files={})


for words, target in (("to a file outside", "/etc/passwd"), ("to its own folder", ".."), ("to nothing", "absent"), ("to itself", "odd")):
    odd("link %s" % words, lambda path, target=target: os.symlink(target, path), says="sub/odd: warning: left out")
    odd("link %s, as a dossier" % words, lambda path, target=target: os.symlink(target, path), "verify", bundle=False) if \
        target in ("absent", "odd") else None
odd("pipe", os.mkfifo, says="sub/odd: warning: left out")
odd("pipe as a dossier", os.mkfifo, "verify", bundle=False)
odd("nothing as a bundle", lambda path: None, bundle=False)
odd("folder as a dossier", os.mkdir, "verify", bundle=False)
odd("20 folders deep", lambda path: os.makedirs(path + "/a" * 20), place="/sub", says="left out")

# ---- 143: surroundings ----
for variable, value in (("OPENSSL_CONF", "{folder}/hostile.cnf"), ("OPENSSL_MODULES", "/absent"), ("SSL_CERT_FILE", "{folder}/root.pem"),
                        ("SSL_CERT_DIR", "{folder}"), ("TZ", "Pacific/Kiritimati"), ("LC_ALL", "tr_TR.UTF-8"), ("SOURCE_DATE_EPOCH", "1"),
                        ("XML_CATALOG_FILES", "file:///absent"), ("LD_BIND_NOW", "1"), ("MALLOC_PERTURB_", "165")):
    case(143, "%s set" % variable, GOOD_DOSSIER, PASSED, environment={variable: value})
    case(143, "%s set, anchors of a stranger" % variable, GOOD_DOSSIER, UNDECIDED, "trust-001", "NO_CERTIFICATE_CHAIN_FOUND", trust="stranger",
         environment={variable: value})

# ---- 144 to 146: output ----
KEYS = {".key.pem": pem_key(second.key).encode(), ".cert.pem": pem("CERTIFICATE", second.certificate).encode()}
WITH_KEY = ["--key", "{stem}.key.pem", "--cert", "{stem}.cert.pem"]


def written(number, words, output, expected=0, verb=("sign", "{file}", "--role", "approver"), more=WITH_KEY):
    case(number, words, DOSSIER_1, PASSED if expected == 0 else REFUSE, status=expected, files=KEYS, arguments=[*verb, *more, "-o", output])


written(144, "to a new file", "{stem}.out.asice")
written(144, "over a file that is there", "{stem}.key.pem.asice")
written(144, "into a folder that is not there", "{stem}.absent/out.asice", 4)
written(144, "onto a folder", "{folder}", 3)
written(144, "into a file as if it were a folder", "{stem}.key.pem/out.asice", 4)
for words, text in (("an escape sequence", b"\x1b[2J\x1b[31mTOTAL-PASSED"), ("a carriage return", b"x\rTOTAL-PASSED"),
                    ("right-to-left", "\u202eDESSAP".encode()), ("not UTF-8", b"\xff\xfe\x80"), ("a NUL", b"a\0b"),
                    ("a bell and a tab", b"\a\t")):
    who = person("x", ECKey("printed " + words), subject=name(text))
    case(145, "signer's name holds %s" % words, dossier(signed(FILES, who)), FAILED if words == "not UTF-8" else PASSED, arguments=[
        "verify", "{file}", "--at", str(CHECKED_AT), "--trust", "{folder}/root.pem"])
    case(145, "a member's name holds %s" % words, cases_container.plus(cases_container.Member(b"data/" + text, b"x")), REJECT, arguments=[
        "verify", "{file}", "--at", str(CHECKED_AT), "--trust", "{folder}/root.pem"])


def kept(words, path, expected):
    case(146, words, GOOD_DOSSIER, PASSED if expected == 0 else REFUSE, status=expected, arguments=[
        "verify", "{file}", "--at", str(CHECKED_AT), "--trust", "{folder}/root.pem", "--report-file", path])


kept("outcome kept in a file", "{stem}.html", 0)
kept("outcome cannot be kept: no such folder", "{stem}.absent/x.html", 4)
kept("outcome cannot be kept: a folder", "{folder}", 4)

# ---- 147: addresses everywhere, and nobody asks them ----
URL = b"http://192.0.2.1/ca"
POINTS = [extension("2.5.29.31", seq(seq(context(0, context(0, tlv(0x86, URL + b".crl")))))),
          extension("1.3.6.1.5.5.7.1.1", seq(seq(oid("1.3.6.1.5.5.7.48.1"), tlv(0x86, URL)), seq(oid("1.3.6.1.5.5.7.48.2"), tlv(
              0x86, URL + b".cer"))))]
online = person("Online", ECKey("online"), extensions=USAGE + POINTS)
verdict(147, "addresses for lists, answers and issuers in the certificate", sign(TEXT, online), PASSED, None, says="no revocation list")
far = Person("Far CA", ECKey("far"), root, CA + POINTS, **LONG)
below_far = person("Below far", ECKey("below far"), far, USAGE + POINTS)
verdict(147, "issuer to be fetched", sign(TEXT, below_far, certificates=[below_far.certificate]), UNDECIDED, "trust-001",
        "NO_CERTIFICATE_CHAIN_FOUND")
case(147, "address as a name of a member", cases_container.plus(cases_container.Member(b"http://192.0.2.1/x", b"x")), REJECT, "container",
     "FORMAT_FAILURE")

# ---- 148: by the hands of others ----


def by_zipfile(order, date=(2026, 11, 27, 12, 0, 0), method=zipfile.ZIP_STORED):
    """As Python's zipfile or Info-ZIP with -X -D write it."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as z:
        for member in order:
            info = zipfile.ZipInfo(member, date)
            info.create_system, info.external_attr = 3, 0o100644 << 16
            info.compress_type = zipfile.ZIP_STORED if member == "mimetype" or not ALL[member] else method
            z.writestr(info, ALL[member])
    return out.getvalue()


ALL = {**GOOD, "mimetype": MIMETYPE}
case(148, "packed by another program", by_zipfile(["mimetype"] + sorted(GOOD)), PASSED, "packing")
case(148, "packed in another order", by_zipfile(["mimetype"] + sorted(GOOD)[::-1]), PASSED)
case(148, "packed with another level", by_zipfile(["mimetype"] + sorted(GOOD), method=zipfile.ZIP_DEFLATED), PASSED)
case(148, "packed by another program, mimetype last", by_zipfile(sorted(GOOD) + ["mimetype"]), REJECT, "container", "FORMAT_FAILURE")

# ---- 149: the clock ----
old_root = Person("Test Root", root.key, None, CA, start=0, end=4102444800 * 2, serial=root.serial, subject=root.subject)
TRUST["root-forever"] = pem("CERTIFICATE", old_root.certificate)
forever = Person("Forever", ECKey("forever"), old_root, USAGE, start=0, end=4102444800 * 2)
for words, at in (("1970", 86400), ("2038", 2147483648), ("2106", 4294967297), ("2200", 7258118400)):
    case(149, "checked in %s, certificate of all times" % words, dossier(signed(FILES, forever)), PASSED, trust="root-forever", at=at)
case(149, "checked in 1970", GOOD_DOSSIER, FAILED, "trust-001", "CHAIN_CONSTRAINTS_FAILURE", at=86400)
for words, at in (("2038", 2147483648), ("2106", 4294967297), ("the year 9999", 253402300799)):
    case(149, "checked in %s" % words, GOOD_DOSSIER, UNDECIDED, "trust-001", "NO_POE", at=at)
# RFC 5280 counts notAfter as valid, libcrypto as past: a second of strictness.
case(149, "checked at notAfter", GOOD_DOSSIER, UNDECIDED, "trust-001", "NO_POE", at=SIGNED_AT + 300 * DAY)
case(149, "checked one second before notAfter", GOOD_DOSSIER, PASSED, at=SIGNED_AT + 300 * DAY - 1)
for words, at in (("the year 10000", 253402300800), ("the year before 1970", -1), ("a time of 20 digits", 10 ** 19)):
    case(149, "checked in %s" % words, GOOD_DOSSIER, REFUSE, at=at, status=3, says="--at")
case(149, "checked at notBefore", GOOD_DOSSIER, PASSED, at=SIGNED_AT - 30 * DAY)
case(149, "checked one second before notBefore", GOOD_DOSSIER, FAILED, "trust-001", "CHAIN_CONSTRAINTS_FAILURE", at=SIGNED_AT - 30 * DAY - 1)

# ---- 150: where all verifiers must agree, whatever the list of differences says ----
verdict(150, "all agree: ECDSA on P-256", HONEST, PASSED, None)
verdict(150, "all agree: ECDSA on P-384", sign(TEXT, approver, "sha384"), PASSED, None)
verdict(150, "all agree: RSA", sign(TEXT, rsa_signer), PASSED, None)
verdict(150, "all agree: an intermediate CA", sign(TEXT, below, certificates=BELOW), PASSED, None)
changed = bytearray(HONEST)
changed[-4] ^= 2
verdict(150, "all agree: a changed signature", bytes(changed), FAILED, "signature-001", "SIG_CRYPTO_FAILURE")
verdict(150, "all agree: of other content", sign(TEXT.replace(b"html", b"htmk"), signer), FAILED, "signature-001", "HASH_FAILURE")
verdict(150, "all agree: a cut signature", HONEST[:-20], REJECT, "signature-001", "FORMAT_FAILURE")
verdict(150, "all agree: by another key", sign(TEXT, signer, sign=lambda s, h, d: (s.key.algorithm(h), second.key.sign(h, d))), FAILED,
        "signature-001", "SIG_CRYPTO_FAILURE")
