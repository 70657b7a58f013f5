"""cases_variants.py - what an opponent tries who knows the catalogue: the same numbers, other ways."""
import hashlib
import json
import struct

import cases_container
import cases_manifest
from cases import *
from cases_container import LOG, changed, named, plus, reject
from cases_manifest import ENTRIES, bad_manifest, lines, with_line
from cases_signature import BELOW, HONEST, TEXT, attributes, fail, person, signed_attributes, verdict
from cases_signers import CONTENT, ENGINEER, policy, second, signed_by, signoff
from cases_time import GOOD_TOKEN, VALUE, archive, archived, one, stamped
from container import HEAD, Member, deflated, reference, signature_reference, sums
from der import NULL, bits, boolean, children, context, integer, octets, oid, read, seq, set_of, tlv
from keys import DIGEST_OID, ECKey, RSAKey
from pki import (COMMITMENT, ID_DATA, ID_TST_INFO, MESSAGE_DIGEST, SIGNING_CERTIFICATE_2, algorithm, attribute, digest, extension, name,
                 revocation_list, sign, signed_data, signer_info, signing_certificate, stamp_info, token)

# ---- A: containers ----
reject(8, "bytes between two members", changed(LOG, descriptor=b"hidden"))
reject(8, "a member's data counted too long by the directory alone", changed(LOG, local={"packed": 1}))
members = good_members()
members[2].offset, members[3].offset = 0, 0
reject(19, "two members at the place of the first", packed(members))
for field, value in (("made_by", 0), ("made_by", 19 << 8 | 20), ("internal", 2), ("version", 63), ("version", 0)):
    made = changed(LOG, **{field: value})
    reject(38, "%s of %d" % (field.replace("_", " "), value), made)
for flag in (2, 4, 0x10, 0x20, 0x40, 0x80, 0x400, 0x1000, 0x4000, 0x8000):
    reject(17, "flag %#x" % flag, changed(LOG, flags=flag))
reject(32, "descriptor flag without a descriptor", changed(LOG, flags=8), says="not written by dossier")
reject(25, "extra in the directory alone", changed(LOG, extra=b"UT\5\0\1\0\0\0\0"))
fitting = struct.pack("<HHQ", 1, 8, len(FILES[LOG.decode()]))
reject(24, "ZIP64 extra with the right sizes", changed(LOG, extra=fitting, local_extra=fitting))
reject(24, "ZIP64 marks without an extra", changed(LOG, size=0xFFFFFFFF, packed=0xFFFFFFFF, local={"size": 1, "packed": 1}))
locator = struct.pack("<4sIQI", b"PK\6\7", 0, 0, 1)
reject(24, "ZIP64 locator alone", GOOD_DOSSIER[:-22] + locator + GOOD_DOSSIER[-22:])
reject(28, "archive extra data record before the directory", packed(good_members(), before_directory=b"PK\6\10\4\0\0\0evil"))
directory = GOOD_DOSSIER[:-22] + b"PK\5\5\4\0evil"
reject(28, "digital signature behind the directory", directory + GOOD_DOSSIER[-22:])
reject(9, "spanning mark in front", packed(good_members(), prefix=b"PK\7\10"))
reject(9, "spanning mark in front, of one disk", packed(good_members(), prefix=b"PK00"))
swapped = good_members()
body = b"".join(m.local_header() + m.data for m in swapped)
places, at = {}, 0
for m in swapped:
    places[id(m)] = at
    at += len(m.local_header() + m.data)
order = swapped[:1] + swapped[:0:-1]
central = b"".join(m.central_header(places[id(m)]) for m in order)
reject(8, "directory in another order than the members", body + central + struct.pack(
    "<4s4H2IH", b"PK\5\6", 0, 0, len(order), len(order), len(central), len(body), 0))
named(5, "signature in lower case beside it", b"meta-inf/signature001.p7s")
named(29, "mimetype as a folder", b"mimetype/x")
for bad in (b"data/CONIN$", b"data/COM0.txt.", b"data/com\xc2\xb9", b"data/a\x7f", b"data/\xef\xbb\xbfa", b"data/a%2fb", b"data/a:b", b"data//",
            b"/", b".", b"..", b"META-INF/../x", b"data/NUL.tar.gz"):
    named(14, "name %s" % bad.hex(), bad)
reject(35, "deflated: an empty block in front", plus(Member("data/z", b"", True, stream=b"\0\0\0\xff\xff")))
reject(35, "deflated: blocks after the last", plus(Member("data/z", b"x" * 40, True, stream=deflated(b"x" * 40) + b"\1\0\0\xff\xff")))
reject(21, "CRC of the deflated bytes", plus(Member("data/z", bytes(1000), True, crc=0x12345678)))
# Packed by us, and packed again by another: contents are those, bytes are not.
again = dict(FILES)
stream = deflated(FILES[LOG.decode()])
again["packed-sha256.txt"] = ("%s  %s\n" % (hashlib.sha256(stream).hexdigest(), LOG.decode())).encode()
made = signed(again, signer)
members = dossier_members(made, (LOG.decode(),))
case(40, "deflated as packed-sha256.txt says", packed(members), PASSED, "packing")
members = dossier_members(made, (LOG.decode(),))
for m in members:
    if m.name == LOG:
        m.data = b"\1" + struct.pack("<HH", len(FILES[LOG.decode()]), len(FILES[LOG.decode()]) ^ 0xFFFF) + FILES[LOG.decode()]
case(40, "deflated otherwise than packed-sha256.txt says", packed(members), PASSED, "packing", says="packed anew since")

# ---- B: manifests, lists ----
raw = "data/evidence/01-run/log.csv"
entry = ENTRIES[raw]
for words, text in (
        ("value before method", entry.replace('<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/>', "").replace(
            "</asic:Data", '<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/></asic:Data')),
        ("no value", entry[:entry.index("<ds:DigestValue>")] + "</asic:DataObjectReference>"),
        ("two values", entry.replace("</ds:DigestValue>", "</ds:DigestValue><ds:DigestValue>AAAA</ds:DigestValue>")),
        ("two methods", entry.replace("<ds:DigestMethod", '<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha512"/><ds:DigestMethod')),
        ("method with parameters", entry.replace('sha256"/>', 'sha256"><x/></ds:DigestMethod>')),
        ("name in a name space", entry.replace("URI=", "asic:URI=")),
        ("base for names", entry.replace("URI=", 'xml:base="http://example.org/" URI=')),
        ("an xsi:type", entry.replace("URI=", 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="x" URI=')),
        ("an id", entry.replace("URI=", 'xml:id="x" URI=')),
        ("name twice", entry.replace("URI=", 'URI="bagit.txt" URI=')),
        ("name with an entity", entry.replace("data/", "data&#47;")),
        ("digest in another space", entry.replace("<ds:DigestValue>", '<DigestValue xmlns="urn:x">').replace("</ds:DigestValue>", "</DigestValue>")),
        ("element of another space", entry.replace("asic:DataObjectReference", "ds:DataObjectReference")),
        ("letters of another case", entry.replace("asic:DataObjectReference", "asic:dataObjectReference"))):
    bad_manifest(56, "reference: %s" % words, with_line(text))
case(48, "SigReference without a type, which is optional", with_manifest(manifest(FILES, first=(
    '<asic:SigReference URI="META-INF/signature001.p7s"/>'))), PASSED)
bad_manifest(48, "SigReference with content", manifest(FILES, first=signature_reference().replace("/>", ">x</asic:SigReference>")))
bad_manifest(48, "SigReference of an ASiC-S name", manifest(FILES, first=signature_reference(uri="META-INF/signature.p7s")))
case(57, "instruction between references", with_manifest(with_line(entry + "<?x y?>")), FAILED, "manifest-001", "FORMAT_FAILURE")
case(57, "CDATA between references", with_manifest(with_line(entry + "<![CDATA[ ]]>")), FAILED, "manifest-001", "FORMAT_FAILURE")
for words, change in (("byte order mark", lambda t: b"\xef\xbb\xbf" + t), ("./ in front of names", lambda t: t.replace(b"  data", b"  ./data")),
                      ("tabs", lambda t: t.replace(b"  ", b"\t")), ("an empty line at the end", lambda t: t + b"\n"),
                      ("a line twice", lambda t: t + t[:t.index(b"\n") + 1]), ("a NUL at the end", lambda t: t + b"\0"),
                      ("percent escapes", lambda t: t.replace(b"data/case", b"data%2Fcase")),
                      ("a name that goes up", lambda t: t.replace(b"data/case", b"data/../data/case"))):
    files = {**FILES, "manifest-sha256.txt": change(FILES["manifest-sha256.txt"])}
    cases_manifest.fail(58, "list: %s" % words, dossier(signed(files, signer)), "payload-digests", "HASH_FAILURE")
for words, text in (("another version", b"BagIt-Version: 0.97\nTag-File-Character-Encoding: UTF-8\n"), ("UTF-16 claimed",
                    b"BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-16\n"), ("empty", b""), ("a byte order mark",
                    b"\xef\xbb\xbfBagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n")):
    files = {**FILES, "bagit.txt": text}
    files["tagmanifest-sha256.txt"] = sums({n: files[n] for n in ("bagit.txt", "bag-info.txt", "manifest-sha256.txt", "VERIFY.txt")})
    cases_manifest.fail(58, "bagit.txt: %s" % words, dossier(signed(files, signer)), "tag-files", "FORMAT_FAILURE")
cases_manifest.fail(41, "fetch.txt, from where others take files", dossier(signed({**FILES, "fetch.txt": b"http://192.0.2.1/x 1 data/x\n"},
                    signer)), "layout", "FORMAT_FAILURE")
cases_manifest.fail(41, "a second list of digests", dossier(signed({**FILES, "manifest-md5.txt": b"x\n"}, signer)), "layout", "FORMAT_FAILURE")

# ---- C: CMS ----
info = signer_info(TEXT, signer)
fail(77, "SignerInfo of version 3 with issuer and number", sign(TEXT, signer, version=3), "FORMAT_FAILURE")
for version in (0, 2, 3, 4, 5):
    fail(77, "SignedData of version %d" % version, signed_data([info], [signer.certificate], version=version), "FORMAT_FAILURE")
fail(68, "no digest algorithm listed", signed_data([info], [signer.certificate], algorithms=set_of()), "FORMAT_FAILURE")
verdict(68, "digest algorithm with NULL", sign(TEXT, signer, digest_algorithm=seq(oid(DIGEST_OID["sha256"]), NULL)), FAILED, "signature-001",
        "FORMAT_FAILURE")
both = seq(oid(DIGEST_OID["sha256"]), NULL)
verdict(68, "digest algorithms with NULL", signed_data([signer_info(TEXT, signer, digest_algorithm=both)], [signer.certificate], algorithms=set_of(
    both)), PASSED, None)
fail(68, "digest algorithm with other parameters", signed_data([signer_info(TEXT, signer, digest_algorithm=seq(oid(DIGEST_OID["sha256"]), octets(
    b"x")))], [signer.certificate], algorithms=set_of(seq(oid(DIGEST_OID["sha256"]), octets(b"x")))), None)
fail(68, "ECDSA with NULL", sign(TEXT, signer, algorithm_override=seq(oid("1.2.840.10045.4.3.2"), NULL)), None)
fail(68, "RSA without NULL", sign(TEXT, rsa_signer, algorithm_override=seq(oid("1.2.840.113549.1.1.1"))), None)


def padded(make):
    """An RSA signature whose block is made by `make(size, digest)`."""
    def made(who, hashing, data):
        block = make(who.key.size, digest("sha256", data))
        return seq(oid("1.2.840.113549.1.1.1"), NULL), pow(int.from_bytes(block, "big"), who.key.d, who.key.n).to_bytes(who.key.size, "big")
    return sign(TEXT, rsa_signer, sign=made)


def block(size, inside, mark=b"\0\1", fill=b"\xff", more=b""):
    return mark + fill * (size - 3 - len(inside) - len(more)) + b"\0" + inside + more


def digest_info(value, algorithm_value=None):
    return seq(algorithm_value or seq(oid(DIGEST_OID["sha256"]), NULL), octets(value))


verdict(70, "padding as it should be", padded(lambda n, d: block(n, digest_info(d))), PASSED, None)
for words, make in (
        ("bytes behind the digest", lambda n, d: block(n, digest_info(d), more=b"\0" * 40)),
        ("bytes behind the digest, short padding", lambda n, d: (b"\0\1" + b"\xff" * 8 + b"\0" + digest_info(d)).ljust(n, b"x")),
        ("block type 2", lambda n, d: block(n, digest_info(d), b"\0\2")), ("block type 0", lambda n, d: block(n, digest_info(d), b"\0\0")),
        ("padding of zeros", lambda n, d: block(n, digest_info(d), fill=b"\0")), ("no NULL", lambda n, d: block(n, digest_info(d, seq(oid(
            DIGEST_OID["sha256"]))))), ("garbage for NULL", lambda n, d: block(n, digest_info(d, seq(oid(DIGEST_OID["sha256"]), octets(b"garbage"))))),
        ("a long length", lambda n, d: block(n, b"\x30\x81\x31" + digest_info(d)[2:])), ("the digest alone", lambda n, d: block(n, d)),
        ("another digest named", lambda n, d: block(n, digest_info(d, seq(oid(DIGEST_OID["sha3_256"]), NULL))))):
    fail(70, "padding: %s" % words, padded(make), "SIG_CRYPTO_FAILURE")
fail(70, "RSA value of 0", sign(TEXT, rsa_signer, value=bytes(384)), "SIG_CRYPTO_FAILURE")
fail(70, "RSA value of 1", sign(TEXT, rsa_signer, value=bytes(383) + b"\1"), "SIG_CRYPTO_FAILURE")
fail(70, "RSA value above the modulus", sign(TEXT, rsa_signer, value=b"\xff" * 384), "SIG_CRYPTO_FAILURE")
fail(70, "RSA value a byte longer", sign(TEXT, rsa_signer, value=b"\0" + rsa_signer.key.sign("sha256", tlv(0x31, b"".join(sorted(
    signed_attributes(TEXT, rsa_signer).values()))))), None)
order = signer.key.curve.n
r, s = [int.from_bytes(read(v)[1], "big") for v in children(signer.key.sign("sha256", tlv(0x31, b"".join(attributes()))))]
verdict(72, "the other s, which is as good", sign(TEXT, signer, value=seq(integer(r), integer(order - s))), PASSED, None)
fail(72, "r without its sign byte", sign(TEXT, signer, value=seq(tlv(2, (r | 1 << 255).to_bytes(32, "big")), integer(s))), "SIG_CRYPTO_FAILURE")
fail(72, "in the form of IEEE P1363", sign(TEXT, signer, value=r.to_bytes(32, "big") + s.to_bytes(32, "big")), "SIG_CRYPTO_FAILURE")
# Attributes
for words, value in (("as a text", tlv(0x0C, digest("sha256", TEXT))), ("empty", octets(b"")), ("twice as long", octets(digest("sha256", TEXT) * 2)),
                     ("of the digest", octets(digest("sha256", digest("sha256", TEXT)))), ("in SHA-512", octets(digest("sha512", TEXT)))):
    fail(78, "digest %s" % words, sign(TEXT, signer, attributes=attributes(digest=attribute(MESSAGE_DIGEST, value))), None)
fail(90, "signing time in the long form", sign(TEXT, signer, attributes=attributes(time=attribute("1.2.840.113549.1.9.5", tlv(
    0x18, b"20261126133320Z")))), None)
fail(90, "signing time without seconds", sign(TEXT, signer, attributes=attributes(time=attribute("1.2.840.113549.1.9.5", tlv(
    0x17, b"2611261333Z")))), None)
verdict(78, "an attribute that nobody knows, signed", sign(TEXT, signer, attributes=attributes(more=attribute("1.2.3.4", octets(b"x")))), PASSED, None)
certificate_hash = octets(digest("sha256", signer.certificate))


def bound(*ids):
    return attributes(certificate=attribute(SIGNING_CERTIFICATE_2, seq(seq(*ids))))


def serial(issuer, number):
    return seq(seq(context(4, issuer)), integer(number))


verdict(80, "certificate bound with issuer and number", sign(TEXT, signer, attributes=bound(seq(certificate_hash, serial(root.subject, signer.serial)))),
        PASSED, None)
fail(80, "bound with another number", sign(TEXT, signer, attributes=bound(seq(certificate_hash, serial(root.subject, signer.serial + 1)))), None)
fail(80, "bound with another issuer", sign(TEXT, signer, attributes=bound(seq(certificate_hash, serial(name("Other"), signer.serial)))), None)
# A DEFAULT that is written out is no DER, but many signers do, and the signed attributes protect it.
verdict(80, "digest algorithm written out though it is the default", sign(TEXT, signer, attributes=bound(seq(seq(oid(DIGEST_OID["sha256"])),
        certificate_hash))), PASSED, None)
fail(80, "another certificate named first", sign(TEXT, signer, attributes=bound(seq(octets(digest("sha256", approver.certificate))), seq(
    certificate_hash))), None)
verdict(80, "issuer's certificate named second", sign(TEXT, signer, attributes=bound(seq(certificate_hash), seq(octets(digest(
    "sha256", root.certificate))))), PASSED, None)
fail(80, "digest cut", sign(TEXT, signer, attributes=bound(seq(octets(digest("sha256", signer.certificate)[:20])))), None)
# Unsigned attributes
for words, value in (("a signature over the signature", attribute("1.2.840.113549.1.9.6", info)), ("garbage", attribute("1.2.3.4", octets(b"x" * 500))),
                     ("an archive time stamp of CAdES", attribute("0.4.0.1733.2.4", GOOD_TOKEN)), ("certificate values", attribute(
                         "1.2.840.113549.1.9.16.2.23", seq(root.certificate))), ("no value", attribute("1.2.840.113549.1.9.16.2.14"))):
    case(97, "unsigned attribute: %s" % words, with_signature(sign(TEXT, signer, unsigned=[value])), UNDECIDED, "unsigned-001", None)
case(97, "a good time stamp and garbage beside it", with_signature(sign(TEXT, signer, unsigned=[
    attribute("1.2.3.4", octets(b"x")), attribute("1.2.840.113549.1.9.16.2.14", GOOD_TOKEN)])), UNDECIDED, "unsigned-001", None)
# What stands where certificates and lists stand
fail(82, "something else among the certificates", signed_data([info], [signer.certificate, context(1, integer(1))], sort=False), None)
fail(82, "something else among the lists", sign(TEXT, signer, lists=[context(1, oid("1.3.6.1.5.5.7.16.2"), seq())]), None)
fail(82, "an empty list", sign(TEXT, signer, lists=[seq()]), None)


# ---- C: certificates ----
def certificate(number, words, who, expected=FAILED, check="certificate-001", word="CHAIN_CONSTRAINTS_FAILURE", chain=None, **more):
    verdict(number, words, sign(TEXT, who, certificates=chain or [who.certificate]), expected, check, word, **more)


class Spki:
    """A key whose public half is written as the case likes."""
    kind = "EC"

    def __init__(self, key, public):
        self.key, self.curve, self._public = key, key.curve, public

    def public(self):
        return self._public

    def algorithm(self, hashing):
        return self.key.algorithm(hashing)

    def sign(self, hashing, data):
        return self.key.sign(hashing, data)


def point(raw_point, parameters=None):
    return seq(seq(oid("1.2.840.10045.2.1"), parameters or oid("1.2.840.10045.3.1.7")), bits(raw_point))


base = ECKey("odd points")
x, y = (v.to_bytes(32, "big") for v in base.point)
for words, raw_point in (("not on the curve", b"\4" + x + (int.from_bytes(y, "big") ^ 1).to_bytes(32, "big")), ("at infinity", b"\0"), ("empty", b""),
                         ("cut", b"\4" + x), ("of another form", b"\5" + x + y)):
    certificate(71, "point %s" % words, Person("Point " + words, Spki(base, point(raw_point)), root, USAGE), FAILED, None, None)
certificate(71, "point compressed", Person("Compressed", Spki(base, point(bytes([2 + base.point[1] % 2]) + x)), root, USAGE), PASSED, None, None)
certificate(71, "point hybrid", Person("Hybrid", Spki(base, point(bytes([6 + base.point[1] % 2]) + x + y)), root, USAGE), FAILED, None, None)
certificate(71, "curve left out", Person("No curve", Spki(base, seq(seq(oid("1.2.840.10045.2.1")), bits(b"\4" + x + y))), root, USAGE), FAILED, None, None)
old_ca = Person("Old CA", ECKey("old ca"), root, [], **LONG)
child = person("Below old CA", issuer=old_ca)
certificate(87, "issuer without any extension", child, check="trust-001", chain=child.chain[:2])
for words, extensions in (("usage twice", [key_usage(SIGNATURE), key_usage(SIGNATURE), extended(EMAIL)]), ("usage of no bits", [extension(
        "2.5.29.15", bits(b"\0"), True)]), ("usage that cannot be read", [extension("2.5.29.15", octets(b"x"), True)]),
        ("purposes that cannot be read", [key_usage(SIGNATURE), extension("2.5.29.37", octets(b"x"))]), ("no purpose at all", [key_usage(SIGNATURE),
         extension("2.5.29.37", seq())]), ("to sign certificates as well", [key_usage(SIGNATURE | CERT_SIGN), extended(EMAIL), authority()]),
        ("purpose critical and unknown", [key_usage(SIGNATURE), extended("1.2.3.4.5", critical=True)])):
    certificate(87, words, Person("Certificate " + words, ECKey(words), root, extensions), FAILED, None, None)
outside = Person("Constrained CA", ECKey("constrained"), root, CA + [extension("2.5.29.30", seq(context(1, seq(context(4, name("Excluded"))))), True)], **LONG)
child = person("Excluded", issuer=outside)
certificate(87, "name excluded", child, check="trust-001", chain=child.chain[:2])
child = person("Not excluded", issuer=outside)
certificate(87, "name not excluded", child, PASSED, None, None, chain=child.chain[:2])
mail = Person("Mail CA", ECKey("mail"), root, CA + [extension("2.5.29.30", seq(context(0, seq(context(1, b"example.org", constructed=False)))), True)], **LONG)
child = Person("Mail", ECKey("mail child"), mail, USAGE + [extension("2.5.29.17", seq(context(1, b"a@example.com", constructed=False)))])
certificate(87, "mail address outside the constraint", child, check="trust-001", chain=child.chain[:2])
zero = Person("Last CA", ECKey("zero"), root, [authority(0), key_usage(CERT_SIGN)], **LONG)
itself = Person("Last CA", ECKey("zero itself"), zero, CA, subject=zero.subject, **LONG)
child = person("Below itself", issuer=itself)
# RFC 5280 does not count the second, but both have one name, and libcrypto takes the first that fits.
certificate(87, "issuer that issued itself, no further CA allowed", child, UNDECIDED, "trust-001", "NO_CERTIFICATE_CHAIN_FOUND", chain=child.chain[:3])
explicit = Person("Policy CA", ECKey("explicit"), root, CA + [extension("2.5.29.36", seq(context(0, b"\0", constructed=False)), True)], **LONG)
child = person("Without a policy", issuer=explicit)
certificate(87, "a policy is required, and none is named", child, check="trust-001", chain=child.chain[:2])
child = person("Backwards", start=SIGNED_AT + 30 * DAY, end=SIGNED_AT - 30 * DAY)
certificate(88, "validity that ends before it begins", child, FAILED, None, None)
odd = bytearray(signer.certificate)
certificate(66, "certificate with another signature", type("P", (), {"certificate": bytes(odd[:-2]) + bytes([odd[-2] ^ 1, odd[-1]]), "key": signer.key,
            "issuer": root, "serial": signer.serial, "chain": []})(), UNDECIDED, "trust-001", "NO_CERTIFICATE_CHAIN_FOUND")
brief_root = Person("Brief Root", ECKey("brief root"), None, CA, start=SIGNED_AT - 400 * DAY, end=SIGNED_AT + DAY)
TRUST["brief"] = pem("CERTIFICATE", brief_root.certificate)
child = person("Below the brief root", issuer=brief_root)
certificate(88, "root expired, signer not", child, UNDECIDED, "trust-001", "NO_POE", trust="brief")
TRUST["middle"] = pem("CERTIFICATE", middle.certificate)
certificate(84, "an intermediate CA given as anchor, which is no root", below, UNDECIDED, "trust-001", "NO_CERTIFICATE_CHAIN_FOUND", chain=BELOW, trust="middle")
TRUST["twice"] = TRUST["root"] * 2
certificate(84, "the same anchor twice", signer, PASSED, None, None, trust="twice")
TRUST["garbage"] = "not a certificate\n"
certificate(84, "anchors that are none", signer, REFUSE, None, None, trust="garbage", says="cannot be read")
TRUST["empty"] = "\n"
certificate(84, "anchors of nothing", signer, REFUSE, None, None, trust="empty", says="cannot be read")
TRUST["cut"] = TRUST["root"] + TRUST["root"][:200]
certificate(84, "anchors that are cut", signer, REFUSE, None, None, trust="cut", says="cannot be read")

# ---- C: revocation ----
POINT = context(0, context(0, tlv(0x86, b"http://192.0.2.1/2.crl")))


def scope(*parts):
    return [extension("2.5.29.28", seq(*parts), True)]


def revocation(words, text, expected, word=None, number=93, who=None, kind=None):
    kind = kind or "crl-%d-%s" % (number, "".join(c if c.isalnum() else "-" for c in words))
    TRUST[kind] = TRUST["root"] + text
    verdict(number, words, HONEST if who is None else sign(TEXT, who, certificates=[who.certificate]), expected, "trust-001" if word else None, word, trust=kind)


def crl(*values):
    return pem("X509 CRL", *values)


revocation("list of some reasons", crl(revocation_list(root, extensions=scope(context(3, b"\1\x80", constructed=False)))), UNDECIDED, "TRY_LATER")
revocation("list of CAs alone", crl(revocation_list(root, extensions=scope(context(2, b"\xff", constructed=False)))), UNDECIDED, "TRY_LATER")
revocation("list of users alone", crl(revocation_list(root, extensions=scope(context(1, b"\xff", constructed=False)))), PASSED)
revocation("list of attribute certificates", crl(revocation_list(root, extensions=scope(context(5, b"\xff", constructed=False)))), UNDECIDED, "TRY_LATER")
revocation("list of another part", crl(revocation_list(root, extensions=scope(POINT))), UNDECIDED, "TRY_LATER")
pointed = person("Of part 2", extensions=USAGE + [extension("2.5.29.31", seq(seq(POINT)))])
revocation("list of the part that the certificate names", crl(revocation_list(root, extensions=scope(POINT))), PASSED, who=pointed)
revocation("two parts, one revoking", crl(revocation_list(root, extensions=scope(POINT)), revocation_list(root, [(signer.serial, SIGNED_AT - DAY, None)],
           extensions=scope(context(0, context(0, tlv(0x86, b"http://192.0.2.1/3.crl")))))), FAILED, "REVOKED", 91)
revocation("revoked by an old list", crl(revocation_list(root, [(signer.serial, SIGNED_AT - 40 * DAY, None)], this=SIGNED_AT - 39 * DAY, following=SIGNED_AT -
           30 * DAY), revocation_list(root)), FAILED, "REVOKED", 91)
revocation("revoked by a list of some reasons", crl(revocation_list(root, [(signer.serial, SIGNED_AT - DAY, 1)], extensions=scope(context(
    3, b"\1\x80", constructed=False)))), FAILED, "REVOKED", 91)
revocation("on hold", crl(revocation_list(root, [(signer.serial, SIGNED_AT - DAY, 6)])), FAILED, "REVOKED", 91)
revocation("revoked, without a reason that is known", crl(revocation_list(root, [(signer.serial, SIGNED_AT - DAY, 99)])), FAILED, "REVOKED", 91)
revocation("revoked in the future", crl(revocation_list(root, [(signer.serial, CHECKED_AT + DAY, 4)])), PASSED, None, 92)
no_list = Person("Test Root", root.key, None, [authority(), key_usage(CERT_SIGN)], serial=root.serial, subject=root.subject, **LONG)
TRUST["no-crl-sign"] = pem("CERTIFICATE", no_list.certificate) + crl(revocation_list(root))
verdict(93, "list of a CA that may not sign lists", HONEST, UNDECIDED, "trust-001", "TRY_LATER", trust="no-crl-sign")
for words, text in (("garbage for a list", "-----BEGIN X509 CRL-----\nAAAA\n-----END X509 CRL-----\n"), ("a list that is cut", crl(revocation_list(root))[:200]),
                    ("bytes behind a list", crl(revocation_list(root) + b"\0"))):
    revocation(words, text, REFUSE)
verdict(93, "list of another part in the signature, the right one too old", sign(TEXT, signer, lists=[revocation_list(root, extensions=scope(POINT))]),
        UNDECIDED, "trust-001", "TRY_LATER", trust="root-old")

# ---- D: tokens ----


def tst(words, expected, number=98, word=None, inside=None, **faults):
    """A token over an odd TSTInfo, honestly signed."""
    text = inside if inside is not None else stamp_info(digest("sha256", VALUE), **faults)
    named = signed_attributes(text, stamper, content_type=ID_TST_INFO, at=SIGNED_AT + 60)
    made = signed_data([signer_info(text, stamper, attributes=sorted(named.values()))], [stamper.certificate], content=text, content_type=ID_TST_INFO, version=3)
    one(number, words, made, expected, word=word) if expected != PASSED else one(number, words, made, PASSED, None)


parts = children(stamp_info(digest("sha256", VALUE)))
for words, text in (("version 2", seq(integer(2), *parts[1:])), ("no policy", seq(parts[0], *parts[2:])), ("no number", seq(*parts[:3], *parts[4:])),
                    ("no time", seq(*parts[:4])), ("a critical extension that nobody knows", seq(*parts, context(1, extension("1.2.3.4", NULL, True)))),
                    ("text for an imprint", seq(*parts[:2], tlv(0x0C, b"x"), *parts[3:]))):
    tst("token: %s" % words, FAILED, 97, None, text)
tst("token: with accuracy", PASSED, 97, None, seq(*parts, seq(integer(1))))
weak = person("Weak Stamps", RSAKey("a", 1024), extensions=[key_usage(SIGNATURE), extended(STAMPING, critical=True)])
one(99, "authority with a short key", token(VALUE, weak), FAILED, word="CRYPTO_CONSTRAINTS_FAILURE")
ca_stamper = person("Stamping CA", ECKey("stamping ca"), extensions=[authority(), key_usage(SIGNATURE | CERT_SIGN), extended(STAMPING, critical=True)])
one(99, "authority that signs certificates too", token(VALUE, ca_stamper), FAILED, word="CHAIN_CONSTRAINTS_FAILURE")
no_sign = person("Enciphering Stamps", ECKey("enciphering stamps"), extensions=[key_usage(0x20), extended(STAMPING, critical=True)])
one(99, "authority whose key may not sign", token(VALUE, no_sign), FAILED, word="CHAIN_CONSTRAINTS_FAILURE")
one(97, "token without its certificate", token(VALUE, stamper, certificates=[]), FAILED, word="NO_SIGNING_CERTIFICATE_FOUND")
one(97, "token with another certificate", token(VALUE, stamper, certificates=[signer.certificate]), FAILED, word="NO_SIGNING_CERTIFICATE_FOUND")
plain_token = sign(stamp_info(digest("sha256", VALUE)), stamper)
one(97, "a plain signature for a token", plain_token, FAILED, word="FORMAT_FAILURE")
covered = {**GOOD}


def records(words, change, expected=FAILED, check=None, word=None, number=65, **more):
    data, _ = archived(lambda t: token(t, stamper, "sha512"))
    import io
    import zipfile
    with zipfile.ZipFile(io.BytesIO(data)) as z:
        files = {n: z.read(n) for n in z.namelist() if n != "mimetype"}
    case(number, words, dossier(change(files)), expected, check, word, **more)


NEWEST, STAMP = "META-INF/ASiCArchiveManifest.xml", "META-INF/timestamp001.tst"
records("record without its manifest", lambda f: {n: d for n, d in f.items() if n != NEWEST})
records("manifest without its record", lambda f: {n: d for n, d in f.items() if n != STAMP})
records("record under another number", lambda f: {**{n: d for n, d in f.items() if n != STAMP}, "META-INF/timestamp002.tst": f[STAMP]})
records("an older manifest without a newest", lambda f: {**{n: d for n, d in f.items() if n != NEWEST}, "META-INF/ASiCArchiveManifest001.xml": f[NEWEST]})
records("the same manifest twice", lambda f: {**f, "META-INF/ASiCArchiveManifest001.xml": f[NEWEST]})
records("a stamped member changed", lambda f: {**f, "bagit.txt": f["bagit.txt"] + b"x"}, FAILED)
records("a stamped signature exchanged", lambda f: {**f, "META-INF/signature001.p7s": sign(TEXT, signer, at=SIGNED_AT + 1)}, FAILED)
records("a stamped manifest changed", lambda f: {**f, NEWEST: f[NEWEST].replace(b"text/html", b"text/htmk")}, FAILED, "timestamp-001", "HASH_FAILURE")

# ---- policies ----
one_of = signed_by((signer, "engineer"), (approver, "approver"))


def bad_policy(words, text):
    case(62, "policy file: %s" % words, dossier(one_of), REFUSE, status=3, files={".policy.json": text if isinstance(text, bytes) else text.encode()},
         arguments=["verify", "{file}", "--at", str(CHECKED_AT), "--json", "--trust", "{folder}/root.pem", "--policy", "{stem}.policy.json"])


START = '{ "format": "dossier-policy/1", "signers": '
for words, text in (("empty", ""), ("no JSON", "require engineer"), ("no requirement", START + "[] }"), ("none of a role", START + '[ { "role": "engineer", "count": 0 } ] }'),
                    ("minus one", START + '[ { "role": "engineer", "count": -1 } ] }'), ("half a person", START + '[ { "role": "engineer", "count": 0.5 } ] }'),
                    ("a million", START + '[ { "role": "engineer", "count": 1000000 } ] }'), ("an unknown rule", START + '[ { "role": "engineer" } ], "quorum": 2 }'),
                    ("an unknown wish", START + '[ { "role": "engineer", "email": "x" } ] }'), ("a role of nothing", START + '[ { "role": "" } ] }'),
                    ("a role that is a number", START + '[ { "role": 1 } ] }'), ("a key twice", START + '[ { "role": "engineer", "role": "x" } ] }'),
                    ("a short fingerprint", START + '[ { "role": "engineer", "ca_sha256": "12AB" } ] }'), ("distinct as a text", START + '[ { "role": "engineer" } ], "distinct": "no" }'),
                    ("another format", START.replace("/1", "/2") + '[ { "role": "engineer" } ] }'), ("a decision that is none", START +
                    '[ { "role": "engineer", "decision": "yes" } ] }'), ("signers as one object", START + '{ "role": "engineer" } }'), ("text behind", START +
                    '[ { "role": "engineer" } ] } x'), ("a fault in the second requirement", START + '[ { "role": "engineer" }, { "role": 1 } ] }')):
    bad_policy(words, text)
policy(62, "role in other letters", one_of, FAILED, [ENGINEER, {"role": "Approver"}])
policy(62, "role that looks the same", one_of, FAILED, [ENGINEER, {"role": "\u0430pprover"}])
policy(62, "role with a blank", one_of, FAILED, [ENGINEER, {"role": "approver "}])
policy(62, "the CA is the signer itself", one_of, FAILED, [{"role": "engineer", "ca_sha256": hashlib.sha256(signer.certificate).hexdigest()}])
policy(62, "the CA as openssl prints it", one_of, PASSED, [{"role": "engineer", "ca_sha256": ":".join(hashlib.sha256(root.certificate).hexdigest().upper()[i:i + 2]
       for i in range(0, 64, 2))}], None)
policy(62, "two asked of one role by two rules, one person", one_of, FAILED, [{"role": "approver"}, {"role": "approver"}])
policy(62, "a time stamp is asked", one_of, FAILED, [ENGINEER], timestamp=True)


def decided(*steps):
    files = dict(FILES)
    for number, (who, role, decision) in enumerate(steps, 1):
        files["signoff/%03u.json" % number] = signoff(number, role, decision)
        files["META-INF/ASiCManifest%03u.xml" % number] = text = manifest(files, number)
        files["META-INF/signature%03u.p7s" % number] = sign(text, who, "sha384" if who.key.curve is approver.key.curve else "sha256")
    return files


policy(62, "approved, then rejected", decided((signer, "engineer", "made"), (second, "approver", "approved"), (second, "approver", "rejected")), FAILED,
       [{"role": "approver"}])
policy(62, "rejected, then approved", decided((signer, "engineer", "made"), (second, "approver", "rejected"), (second, "approver", "approved")), PASSED,
       [{"role": "approver"}], None)
policy(62, "rejected", decided((signer, "engineer", "made"), (second, "approver", "rejected")), FAILED, [{"role": "approver"}])
policy(62, "noted", decided((signer, "engineer", "made"), (second, "approver", "noted")), FAILED, [{"role": "approver"}])

# ---- sign-offs ----
for words, text in (("a member more", signoff(1, "engineer", "made").replace(b'"comment"', b'"more": 1, "comment"')), ("a member twice", signoff(1, "engineer", "made").replace(
        b'"comment"', b'"role": "procurement", "comment"')), ("another format", signoff(1, "engineer", "made").replace(b"signoff/1", b"signoff/2")),
        ("no JSON", b"approved\n"), ("a decision that is none", signoff(1, "engineer", "perhaps")), ("a role of two lines", signoff(1, "engineer\nprocurement", "made")),
        ("a role with a direction mark", signoff(1, "engineer\u202e", "made")), ("empty", b"")):
    case(64, "sign-off: %s" % words, dossier(signed({**FILES, "signoff/001.json": text}, signer)), FAILED, "signoff-001", None)
committed = attribute(COMMITMENT, seq(oid("1.2.840.113549.1.9.16.6.5")))   # proof of approval
made_files = {**FILES, "signoff/001.json": signoff(1, "engineer", "made")}
made_text = manifest(made_files)
case(64, "sign-off says made, signature says approved", dossier({**made_files, "META-INF/ASiCManifest001.xml": made_text, "META-INF/signature001.p7s": sign(
    made_text, signer, attributes=sorted(list(signed_attributes(made_text, signer).values()) + [committed]))}), FAILED, "signoff-001", "SIG_CONSTRAINTS_FAILURE")

# ---- withholding ----
SECRET = "data/evidence/01-run/log.csv"


def record(path=SECRET, value=None, size=None, reason="secret", **more):
    data = FILES[path] if path in FILES else b""
    return (json.dumps({"format": "dossier-withheld/1", "members": [{"path": path, "sha256": value or hashlib.sha256(data).hexdigest(), "size": len(data) if
            size is None else size, "reason": reason, **more}]}, indent=2) + "\n").encode()


def withheld(words, text, expected, check="withheld-002", word="FORMAT_FAILURE", gone=(SECRET,), cover=True, number=2, who=second, decision="withheld", allow=False, second_sign=True,
             changed=None, faults=None):
    files = {**signed({**FILES, "signoff/001.json": signoff(1, "engineer", "made")}, signer)}
    extra = {"withheld/%03u.json" % number: text}
    if decision:
        extra["signoff/002.json"] = signoff(2, "procurement", decision)
    left = {n: d for n, d in files.items() if n not in gone}
    left.update(changed or {})
    if second_sign:
        listed = {**left, **{n: d for n, d in extra.items() if cover or not n.startswith("withheld")}}
        body = manifest(listed, 2)
        kept = {**left, **extra, "META-INF/ASiCManifest002.xml": body, "META-INF/signature002.p7s": sign(body, who, attributes=sorted(list(
            signed_attributes(body, who).values()) + (faults or [])))}
    else:
        kept = {**left, **extra}
    case(42, "withheld: %s" % words, dossier(kept), expected, check, word, arguments=["verify", "{file}", "--at", str(CHECKED_AT), "--json", "--trust", "{folder}/root.pem"] + (
        ["--allow-withheld"] if allow else []))


withheld("as it should be", record(), UNDECIDED, "withheld-002", None)
withheld("as it should be, and allowed", record(), PASSED, "withheld-002", None, allow=True)
withheld("another digest", record(value="0" * 64), FAILED, None, None, allow=True)
withheld("another size", record(size=1), FAILED, None, None, allow=True)
withheld("a negative size", record(size=-1), FAILED, None, None, allow=True)
withheld("a size of 2^64", record(size=2 ** 64), FAILED, None, None, allow=True)
withheld("a name that was never there", record("data/evidence/01-run/never.csv", "0" * 64), FAILED, None, None, gone=(), allow=True)
withheld("the member is there all the same", record(), FAILED, "withheld-002", "FORMAT_FAILURE", gone=(), allow=True)
withheld("two gone, one named", record(), FAILED, None, None, gone=(SECRET, "data/evidence/01-run/empty.txt"), allow=True)
withheld("the report", record("data/report/report.html"), FAILED, None, None, gone=("data/report/report.html",), allow=True)
withheld("the case", record("data/case.json"), FAILED, None, None, gone=("data/case.json",), allow=True)
withheld("the list of inputs", record("data/inputs-sha256.txt"), FAILED, None, None, gone=("data/inputs-sha256.txt",), allow=True)
withheld("no signature covers the record", record(), FAILED, None, None, cover=False, allow=True)
withheld("nobody signed", record(), FAILED, None, None, second_sign=False, allow=True)
withheld("by a stranger", record(), UNDECIDED, "trust-002", "NO_CERTIFICATE_CHAIN_FOUND", who=person("Nobody at all", ECKey("nobody at all"), None, USAGE), allow=True)
withheld("under the number of another signature", record(), FAILED, None, None, number=1, allow=True)
withheld("under a number without a signature", record(), FAILED, None, None, number=3, allow=True)
withheld("without a reason", record(reason=""), FAILED, None, None, allow=True)
withheld("with a reason of 2000 letters", record(reason="x" * 2000), FAILED, None, None, allow=True)
withheld("with a member more", record(more=1), FAILED, None, None, allow=True)
withheld("by a name that goes up", record("data/evidence/../case.json", "0" * 64), FAILED, None, None, allow=True)
for decision in ("approved", "noted", "rejected", "made"):
    withheld("and signed off as %s" % decision, record(), FAILED, "withheld-002", "SIG_CONSTRAINTS_FAILURE", decision=decision, allow=True)
withheld("and signed by somebody who says nothing", record(), FAILED, "withheld-002", "SIG_CONSTRAINTS_FAILURE", decision=None, allow=True)
withheld("and signed by somebody who commits to it", record(), PASSED, "withheld-002", None, decision=None, allow=True, faults=[attribute(
    COMMITMENT, seq(oid("1.2.840.113549.1.9.16.6.4")))])
withheld("and signed by somebody who commits to approval", record(), FAILED, "withheld-002", "SIG_CONSTRAINTS_FAILURE", decision=None, allow=True, faults=[committed])
withheld("no JSON", b"withheld\n", FAILED, None, None, allow=True)
twice = json.loads(record())
twice["members"] *= 2
withheld("one member twice", json.dumps(twice).encode(), FAILED, None, None, allow=True)
withheld("and another changed", record(), FAILED, None, None, changed={"data/case.json": b"{}"}, allow=True)

# ---- much of everything: each is to be answered within seconds ----
many = {**FILES, **{"data/evidence/02-run/%05d" % i: b"" for i in range(15000)}}
many = bag({n: d for n, d in many.items() if n.startswith("data/")})
names = [{"path": "data/evidence/03-run/%05d" % i, "sha256": "0" * 64, "size": 0, "reason": "x"} for i in range(60000)]
flood = (json.dumps({"format": "dossier-withheld/1", "members": names}) + "\n").encode()
withheld("60000 members that never were", flood, FAILED, None, None, gone=(), allow=True)
withheld("70000 members", (json.dumps({"format": "dossier-withheld/1", "members": names + names[:10000]}) + "\n").encode(), FAILED, None, None, gone=(),
         allow=True)
listing = sums({"%05d" % i: b"x" for i in range(15000, 115000)})
case(43, "seal: a list of 100000 files beside 15000", dossier(signed(bag({**{n: d for n, d in many.items() if n.startswith("data/")},
     "data/evidence/02-run/seal-sha256.txt": listing, "data/evidence/02-run/seal.p7s": sign(listing, second)}), signer)), PASSED, "seal-001", None)
