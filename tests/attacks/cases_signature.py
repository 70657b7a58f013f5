"""cases_signature.py - part C: the signature over the manifest, its certificate, and the chain."""
from cases import *
from der import (NULL, bits, boolean, children, context, integer, octets, oid, read, seq, set_of, tlv)
from keys import K256, P192, ECKey, RSAKey, key_id
from pki import (ANY_USAGE, COMMITMENT, ENCIPHER, ID_DATA, MESSAGE_DIGEST, SERVER, SIGNING_CERTIFICATE_1, CONTENT_TYPE, algorithm,
                 attribute, digest, extension, name, pss_algorithm, revocation_list, sign, signed_attributes, signed_data,
                 signer_info, signing_certificate)

BELOW = below.chain[:2]


def verdict(number, words, der, expected, check="signature-001", word=None, **more):
    case(number, words, with_signature(der), expected, check, word, cms=der, **more)


def fail(number, words, der, word, check="signature-001", **more):
    verdict(number, words, der, FAILED, check, word, **more)


def attributes(**changed):
    """The honest ones with some exchanged; None leaves one out."""
    named = {**signed_attributes(TEXT, signer), **changed}
    return sorted(v for v in named.values() if v is not None)


def person(label, key=None, issuer=root, extensions=None, **more):
    return Person(label, key or ECKey(label), issuer, USAGE if extensions is None else extensions, **more)


HONEST = sign(TEXT, signer)
verdict(66, "nothing changed", HONEST, PASSED, None)
verdict(66, "P-384 and SHA-384", sign(TEXT, approver, "sha384"), PASSED, None)
verdict(66, "RSA of 3072 bits", sign(TEXT, rsa_signer), PASSED, None)
verdict(66, "an intermediate CA", sign(TEXT, below, certificates=BELOW), PASSED, None)
case(66, "content changed by one byte", with_signature(HONEST, TEXT.replace(b"text/html", b"text/htmk")), FAILED,
     "signature-001", "HASH_FAILURE", cms=HONEST)
broken = bytearray(HONEST)
broken[-3] ^= 1
fail(66, "signature changed by one bit", bytes(broken), "SIG_CRYPTO_FAILURE")
old = person("SHA-1 signer", RSAKey("a", 3072))
version_1 = attribute(SIGNING_CERTIFICATE_1, seq(seq(seq(octets(digest("sha1", old.certificate))))))
fail(67, "SHA-1 throughout", sign(TEXT, old, "sha1"), "CRYPTO_CONSTRAINTS_FAILURE")
fail(67, "SHA-1 with the attribute of version 1", sign(TEXT, old, "sha1", attributes=sorted(
    {**signed_attributes(TEXT, old, "sha1"), "certificate": version_1}.values())), "CRYPTO_CONSTRAINTS_FAILURE")
fail(67, "SHA-256 with the attribute of version 1", sign(TEXT, old, attributes=sorted(
    {**signed_attributes(TEXT, old), "certificate": version_1}.values())), "FORMAT_FAILURE")
fail(67, "SHA-1 in the signature alone", signed_data([signer_info(TEXT, signer, sign=lambda s, h, d: (
    s.key.algorithm("sha1"), s.key.sign("sha1", d)))], [signer.certificate]), "CRYPTO_CONSTRAINTS_FAILURE")
fail(67, "SHA-1 of the certificate", sign(TEXT, signer, attributes=attributes(certificate=signing_certificate(
    signer.certificate, "sha1"))), "FORMAT_FAILURE")
for hashing in ("md5", "sha224"):
    fail(68, hashing, sign(TEXT, old, hashing), "CRYPTO_CONSTRAINTS_FAILURE")
fail(68, "SHA3-256", sign(TEXT, signer, "sha3_256"), "CRYPTO_CONSTRAINTS_FAILURE")
fail(68, "SHAKE128", sign(TEXT, signer, "shake_128", sign=lambda s, h, d: (seq(oid("1.3.6.1.5.5.7.6.32")), s.key.sign(
    "sha256", d))), "CRYPTO_CONSTRAINTS_FAILURE")
fail(68, "digest algorithms of signature and signer differ", signed_data([signer_info(TEXT, signer)], [signer.certificate],
     algorithms=set_of(algorithm("sha512"))), "FORMAT_FAILURE")
fail(68, "two digest algorithms", signed_data([signer_info(TEXT, signer)], [signer.certificate],
     algorithms=set_of(algorithm("sha256"), algorithm("sha512"))), "FORMAT_FAILURE")
small = person("RSA 1024", RSAKey("a", 1024))
fail(69, "RSA of 1024 bits", sign(TEXT, small), "CRYPTO_CONSTRAINTS_FAILURE")
verdict(69, "RSA of 2048 bits", sign(TEXT, person("RSA 2048", RSAKey("a", 2048))), PASSED, "certificate-001", None,
        says="warning")
fail(70, "RSA exponent 3", sign(TEXT, person("RSA exponent 3", RSAKey("small exponent", 2048, 3))), "CRYPTO_CONSTRAINTS_FAILURE")


def pss(salt, mask=None, trailer=None, hashing="sha256", claimed=None):
    def made(who, _, data):
        return (pss_algorithm(hashing, len(salt) if claimed is None else claimed, mask, trailer),
                who.key.sign_pss("sha256", data, salt, mask, 0xCC if trailer == 2 else 0xBC))
    return sign(TEXT, rsa_signer, sign=made)


verdict(70, "PSS, salt of 32", pss(b"s" * 32), PASSED, None)
fail(70, "PSS, no salt", pss(b""), "CRYPTO_CONSTRAINTS_FAILURE")
fail(70, "PSS, salt of 20", pss(b"s" * 20), "CRYPTO_CONSTRAINTS_FAILURE")
fail(70, "PSS, MGF1 with SHA-1", pss(b"s" * 32, "sha1"), "CRYPTO_CONSTRAINTS_FAILURE")
fail(70, "PSS, trailer field 2", pss(b"s" * 32, trailer=2), "CRYPTO_CONSTRAINTS_FAILURE")
fail(70, "PSS, trailer field 1 written out", pss(b"s" * 32, trailer=1), "CRYPTO_CONSTRAINTS_FAILURE")
fail(70, "PSS with other parameters than claimed", pss(b"s" * 20, claimed=32), "SIG_CRYPTO_FAILURE")
fail(70, "PSS, parameters left out", sign(TEXT, rsa_signer, sign=lambda s, h, d: (
    seq(oid("1.2.840.113549.1.1.10"), seq()), s.key.sign_pss("sha1", d, b"s" * 20))), "CRYPTO_CONSTRAINTS_FAILURE")
for words, key in (("P-192", ECKey("p192", P192)), ("secp256k1", ECKey("k256", K256)),
                   ("P-256 written out", ECKey("explicit", explicit=True))):
    fail(71, "curve %s" % words, sign(TEXT, person("Curve " + words, key)), "CRYPTO_CONSTRAINTS_FAILURE")
order = signer.key.curve.n
honest_rs = [int.from_bytes(read(v)[1], "big") for v in children(signer.key.sign("sha256", tlv(0x31, b"".join(attributes()))))]
for words, r, s in (("0 and 0", 0, 0), ("0 and good", 0, honest_rs[1]), ("good and 0", honest_rs[0], 0), ("n and n", order, order),
                    ("n more", honest_rs[0] + order, honest_rs[1]), ("negative", honest_rs[0], -honest_rs[1]), ("1 and 1", 1, 1)):
    fail(72, "r and s: %s" % words, sign(TEXT, signer, value=seq(integer(r), integer(s))), "SIG_CRYPTO_FAILURE")
fail(72, "bytes behind r and s", sign(TEXT, signer, value=seq(integer(honest_rs[0]), integer(honest_rs[1])) + b"\0"),
     "SIG_CRYPTO_FAILURE")
fail(72, "a third number", sign(TEXT, signer, value=seq(*map(integer, honest_rs), integer(1))), "SIG_CRYPTO_FAILURE")
fail(72, "a leading zero in r", sign(TEXT, signer, value=seq(tlv(2, b"\0\0" + honest_rs[0].to_bytes(32, "big")),
     integer(honest_rs[1]))), "SIG_CRYPTO_FAILURE")
fail(72, "no value", sign(TEXT, signer, value=b""), "FORMAT_FAILURE")
fail(73, "no signer", signed_data([], [signer.certificate]), "FORMAT_FAILURE")
fail(73, "no signer and no certificate", signed_data([], []), "NO_SIGNING_CERTIFICATE_FOUND")
good_info = signer_info(TEXT, signer)
fail(74, "two signers, one bad", signed_data([good_info, signer_info(TEXT + b"x", approver)], [signer.certificate,
     approver.certificate]), "FORMAT_FAILURE")
fail(74, "two signers, both good", signed_data([good_info, signer_info(TEXT, approver)], [signer.certificate,
     approver.certificate]), "FORMAT_FAILURE")
fail(74, "the same signer twice", signed_data([good_info, good_info], [signer.certificate]), "FORMAT_FAILURE")
for words, content in (("equal", TEXT), ("different", b"other"), ("empty", b"")):
    verdict(75, "attached content, %s" % words, signed_data([good_info], [signer.certificate], content=content), REJECT,
            word="FORMAT_FAILURE")
for words, more in (("a zero", b"\0"), ("a newline", b"\n"), ("a second signature", HONEST)):
    verdict(76, "%s behind" % words, HONEST + more, REJECT, word="FORMAT_FAILURE")
verdict(76, "as PEM", pem("CMS", HONEST).encode(), REJECT, word="FORMAT_FAILURE")


def indefinite(value):
    return value[:1] + b"\x80" + read(value)[1] + b"\0\0"


inside = children(HONEST)
verdict(77, "indefinite length outside", indefinite(HONEST), REJECT, word="FORMAT_FAILURE")
verdict(77, "indefinite length inside", seq(inside[0], context(0, indefinite(children(inside[1])[0]))), REJECT,
        word="FORMAT_FAILURE")
verdict(77, "length in more bytes than needed", b"\x30\x84" + len(read(HONEST)[1]).to_bytes(4, "big") + read(HONEST)[1], REJECT,
        word="FORMAT_FAILURE")
verdict(77, "a BOOLEAN of 1", sign(TEXT, signer, attributes=sorted(attributes() + [attribute("1.2.3.4", tlv(1, b"\1"))])), REJECT,
        word="FORMAT_FAILURE")
verdict(77, "string in pieces", sign(TEXT, signer, attributes=attributes(digest=attribute(MESSAGE_DIGEST, tlv(0x24, octets(
    digest("sha256", TEXT)[:16]), octets(digest("sha256", TEXT)[16:]))))), REJECT, word="FORMAT_FAILURE")
verdict(77, "attributes out of order", sign(TEXT, signer, attributes=attributes()[::-1]), REJECT, word="FORMAT_FAILURE")
verdict(77, "certificates out of order", signed_data([signer_info(TEXT, below)], sorted(BELOW)[::-1], sort=False), REJECT,
        word="FORMAT_FAILURE")
fail(78, "no signed attributes", sign(TEXT, signer, no_attributes=True), "FORMAT_FAILURE")
fail(78, "empty signed attributes", sign(TEXT, signer, attributes=[]), "FORMAT_FAILURE")
for left_out in ("digest", "type"):
    fail(78, "no %s among them" % left_out, sign(TEXT, signer, attributes=attributes(**{left_out: None})), "FORMAT_FAILURE")
named = signed_attributes(TEXT, signer)
for doubled in ("digest", "type", "time", "certificate"):
    fail(78, "%s twice" % doubled, sign(TEXT, signer, attributes=sorted(list(named.values()) + [named[doubled]])), "FORMAT_FAILURE")
fail(78, "two digests in one attribute", sign(TEXT, signer, attributes=attributes(digest=attribute(
    MESSAGE_DIGEST, octets(digest("sha256", TEXT)), octets(b"x" * 32)))), "FORMAT_FAILURE")
fail(78, "two types in one attribute", sign(TEXT, signer, attributes=attributes(type=attribute(
    CONTENT_TYPE, oid(ID_DATA), oid("1.2.840.113549.1.7.3")))), "FORMAT_FAILURE")
fail(78, "attribute without a value", sign(TEXT, signer, attributes=attributes(more=attribute("1.2.3.4"))), "FORMAT_FAILURE")
fail(78, "digest of other content", sign(TEXT, signer, attributes=attributes(digest=attribute(
    MESSAGE_DIGEST, octets(digest("sha256", b"other"))))), "HASH_FAILURE")
fail(78, "digest cut", sign(TEXT, signer, attributes=attributes(digest=attribute(
    MESSAGE_DIGEST, octets(digest("sha256", TEXT)[:20])))), "HASH_FAILURE")
fail(79, "no signing-certificate-v2", sign(TEXT, signer, attributes=attributes(certificate=None)), "FORMAT_FAILURE")
twin = person("Test Signer", signer.key, serial=signer.serial)
fail(80, "signing-certificate-v2 of another", sign(TEXT, signer, attributes=attributes(certificate=signing_certificate(
    approver.certificate))), "SIG_CRYPTO_FAILURE")
fail(80, "certificate exchanged for one of the same key and number", signed_data([signer_info(TEXT, signer)], [person(
    "Test Signer", signer.key, serial=signer.serial, end=SIGNED_AT + 3000 * DAY).certificate]), "SIG_CRYPTO_FAILURE")
fail(80, "empty list of certificates", sign(TEXT, signer, attributes=attributes(certificate=attribute(
    "1.2.840.113549.1.9.16.2.47", seq(seq())))), "FORMAT_FAILURE")
by_key = context(0, key_id(signer.key), constructed=False)
verdict(81, "signer by key identifier", signed_data([signer_info(TEXT, signer, identifier=by_key, version=3)],
        [signer.certificate], version=3), PASSED, None)
other = person("Second Name", signer.key)
fail(81, "key identifier of two certificates", signed_data([signer_info(TEXT, signer, identifier=by_key, version=3)],
     [signer.certificate, other.certificate], version=3), "NO_SIGNING_CERTIFICATE_FOUND")
fail(81, "key identifier of none", signed_data([signer_info(TEXT, signer, identifier=context(0, b"x" * 20, constructed=False),
     version=3)], [signer.certificate], version=3), "NO_SIGNING_CERTIFICATE_FOUND")
fail(81, "issuer and number of none", signed_data([signer_info(TEXT, signer, identifier=seq(root.subject, integer(5)))],
     [signer.certificate]), "NO_SIGNING_CERTIFICATE_FOUND")
fail(81, "issuer in other letters", signed_data([signer_info(TEXT, signer, identifier=seq(name("TEST ROOT"), integer(
    signer.serial)))], [signer.certificate]), "NO_SIGNING_CERTIFICATE_FOUND")
fail(81, "certificate twice", signed_data([good_info], [signer.certificate] * 2), "FORMAT_FAILURE")
fail(81, "no certificate", signed_data([good_info], []), "NO_SIGNING_CERTIFICATE_FOUND")
for words, object_id in (("EnvelopedData", "1.2.840.113549.1.7.3"), ("EncryptedData", "1.2.840.113549.1.7.6"),
                         ("AuthEnvelopedData", "1.2.840.113549.1.9.16.1.23"), ("DigestedData", "1.2.840.113549.1.7.5"),
                         ("CompressedData", "1.2.840.113549.1.9.16.1.9"), ("id-data", ID_DATA)):
    verdict(82, words, signed_data([good_info], [signer.certificate], outer=object_id), REJECT, word="FORMAT_FAILURE")
verdict(82, "content type not id-data", signed_data([signer_info(TEXT, signer, content_type="1.2.840.113549.1.7.3")],
        [signer.certificate], content_type="1.2.840.113549.1.7.3", version=3), REJECT, word="FORMAT_FAILURE")
verdict(82, "signed content type not id-data", signed_data([signer_info(TEXT, signer, content_type="1.2.840.113549.1.7.3")],
        [signer.certificate]), REJECT, word="FORMAT_FAILURE")
for words, data in (("empty", b""), ("text", b"signed\n"), ("a certificate", signer.certificate), ("a key", signer.key.public()),
                    ("NULL", NULL), ("deep nesting", b"\x30\x80" * 5000)):
    verdict(82, "%s in place of a signature" % words, data, REJECT, word="FORMAT_FAILURE")
nested = NULL
for _ in range(40):
    nested = seq(nested)
verdict(82, "40 levels", sign(TEXT, signer, unsigned=[attribute("1.2.3.4", nested)]), REJECT, word="FORMAT_FAILURE")
# Trust
impostor_root = person("Test Root", ECKey("impostor root"), None, CA)
impostor = person("Test Signer", ECKey("impostor"), impostor_root)
verdict(83, "attacker of the same names, chain embedded", sign(TEXT, impostor, certificates=impostor.chain), UNDECIDED,
        "trust-001", "NO_CERTIFICATE_CHAIN_FOUND")
alone = person("Test Signer", ECKey("alone"), None, USAGE)
verdict(83, "attacker, self-signed", sign(TEXT, alone, certificates=[alone.certificate]), UNDECIDED, "trust-001",
        "NO_CERTIFICATE_CHAIN_FOUND")
anchors = {**FILES, "trust/001/chain.pem": pem("CERTIFICATE", root.certificate).encode()}
case(84, "root in the dossier's own trust folder", dossier(signed(anchors, signer)), UNDECIDED, "trust-001",
     "NO_CERTIFICATE_CHAIN_FOUND", trust="none")
case(84, "the same beside a stranger's anchor", dossier(signed(anchors, signer)), UNDECIDED, "trust-001",
     "NO_CERTIFICATE_CHAIN_FOUND", trust="stranger")
verdict(84, "root embedded in the signature", sign(TEXT, signer, certificates=signer.chain), UNDECIDED, "trust-001",
        "NO_CERTIFICATE_CHAIN_FOUND", trust="none")
verdict(84, "no anchor given", HONEST, UNDECIDED, "trust-001", "NO_CERTIFICATE_CHAIN_FOUND", trust="none")
verdict(85, "root in the system's store", HONEST, UNDECIDED, "trust-001", "NO_CERTIFICATE_CHAIN_FOUND", trust="none",
        environment={"SSL_CERT_FILE": "{folder}/root.pem"})
verdict(85, "root in the system's store, another given", HONEST, UNDECIDED, "trust-001", "NO_CERTIFICATE_CHAIN_FOUND",
        trust="stranger", environment={"SSL_CERT_FILE": "{folder}/root.pem"})
KEY_USAGE = key_usage(SIGNATURE)
for words, purposes in (("server", [SERVER]), ("time stamping", [STAMPING]), ("code signing", ["1.3.6.1.5.5.7.3.3"]),
                        ("OCSP signing", ["1.3.6.1.5.5.7.3.9"]), ("server and client", [SERVER, "1.3.6.1.5.5.7.3.2"])):
    fail(86, "extended usage: %s alone" % words, sign(TEXT, person("EKU " + words, extensions=[
        KEY_USAGE, extended(*purposes)])), "CHAIN_CONSTRAINTS_FAILURE", "certificate-001")
for words, more in (("none", []), ("email", [extended(EMAIL)]), ("document signing", [extended(DOCUMENT)]),
                    ("any", [extended(ANY_USAGE)]), ("server and email", [extended(SERVER, EMAIL)])):
    verdict(86, "extended usage: %s" % words, sign(TEXT, person("EKU+ " + words, extensions=[KEY_USAGE] + more)), PASSED, None)
fail(87, "key usage without signature", sign(TEXT, person("KU", extensions=[key_usage(ENCIPHER)])), "CHAIN_CONSTRAINTS_FAILURE",
     "certificate-001")
fail(87, "a CA signs", sign(TEXT, middle), "CHAIN_CONSTRAINTS_FAILURE", "certificate-001")
not_ca = person("Not a CA", issuer=root, extensions=[NOT_AUTHORITY, key_usage(CERT_SIGN)])
silent = person("Silent CA", issuer=root, extensions=[])
child = person("Below silent CA", issuer=silent)
fail(87, "issuer does not say it is a CA", sign(TEXT, child, certificates=child.chain[:2]), "CHAIN_CONSTRAINTS_FAILURE",
     "trust-001")
child = person("Below no CA", issuer=not_ca)
fail(87, "issuer says it is no CA", sign(TEXT, child, certificates=child.chain[:2]), "CHAIN_CONSTRAINTS_FAILURE", "trust-001")
second = person("Second CA", issuer=middle, extensions=CA)
child = person("Too deep", issuer=second)
fail(87, "path length exceeded", sign(TEXT, child, certificates=child.chain[:3]), "CHAIN_CONSTRAINTS_FAILURE", "trust-001")
no_signing = person("CA without certSign", issuer=root, extensions=[authority(), key_usage(CRL_SIGN)])
child = person("Below CA without certSign", issuer=no_signing)
fail(87, "issuer may not sign certificates", sign(TEXT, child, certificates=child.chain[:2]), "CHAIN_CONSTRAINTS_FAILURE",
     "trust-001")
limited = person("Limited CA", issuer=root, extensions=CA + [extension("2.5.29.30", seq(context(0, seq(context(
    4, name("Nobody"))))), True)])
child = person("Outside the constraint", issuer=limited)
fail(87, "name constraints violated", sign(TEXT, child, certificates=child.chain[:2]), "CHAIN_CONSTRAINTS_FAILURE", "trust-001")
fail(87, "unknown critical extension", sign(TEXT, person("Critical", extensions=USAGE + [extension("1.2.3.4", NULL, True)])),
     "CHAIN_CONSTRAINTS_FAILURE", "certificate-001")
strange = person("Critical CA", issuer=root, extensions=CA + [extension("1.2.3.4", NULL, True)])
child = person("Below critical CA", issuer=strange)
fail(87, "unknown critical extension of the issuer", sign(TEXT, child, certificates=child.chain[:2]),
     "CHAIN_CONSTRAINTS_FAILURE", "trust-001")
weak = person("Weakly signed", hashing="sha1")
fail(87, "certificate signed with SHA-1", sign(TEXT, weak), "CRYPTO_CONSTRAINTS_FAILURE", "trust-001")
verdict(87, "certificate that plays no part", sign(TEXT, signer, certificates=[signer.certificate, approver.certificate]), UNDECIDED,
        "trust-001", None)
# Time
LATER = SIGNED_AT + 500 * DAY
verdict(88, "expired, no time stamp", HONEST, UNDECIDED, "trust-001", "NO_POE", at=LATER)
brief = person("Brief CA", issuer=root, extensions=CA)
child = person("Below a brief CA", issuer=brief, end=SIGNED_AT + 900 * DAY)
verdict(88, "issuer expired, no time stamp", sign(TEXT, child, certificates=child.chain[:2]), UNDECIDED, "trust-001", "NO_POE",
        at=LATER)
future = person("Not yet valid", start=CHECKED_AT + DAY)
fail(90, "not yet valid", sign(TEXT, future, at=CHECKED_AT + 2 * DAY), "CHAIN_CONSTRAINTS_FAILURE", "trust-001")
fail(90, "signing time before the certificate", sign(TEXT, signer, at=SIGNED_AT - 40 * DAY), "SIG_CONSTRAINTS_FAILURE",
     "certificate-001")
fail(90, "signing time after the certificate", sign(TEXT, signer, at=SIGNED_AT + 400 * DAY), "SIG_CONSTRAINTS_FAILURE",
     "certificate-001")
fail(90, "signing time with an offset", sign(TEXT, signer, attributes=attributes(time=attribute(
    "1.2.840.113549.1.9.5", tlv(0x17, b"261126133320+0100")))), "FORMAT_FAILURE")
fail(90, "signing time of month 13", sign(TEXT, signer, attributes=attributes(time=attribute(
    "1.2.840.113549.1.9.5", tlv(0x17, b"261326133320Z")))), "FORMAT_FAILURE")
# Revocation: in the file of anchors, and inside the signature.
revoked = revocation_list(root, [(signer.serial, SIGNED_AT - DAY, None)])
clean = revocation_list(root)
TRUST.update({
    "root-revoked": TRUST["root"] + pem("X509 CRL", revoked), "root-clean": TRUST["root"] + pem("X509 CRL", clean),
    "root-old": TRUST["root"] + pem("X509 CRL", revocation_list(root, this=SIGNED_AT - 60 * DAY, following=SIGNED_AT - 30 * DAY)),
    "root-future": TRUST["root"] + pem("X509 CRL", revocation_list(root, this=CHECKED_AT + DAY, following=CHECKED_AT + 9 * DAY)),
    "root-other": TRUST["root"] + pem("X509 CRL", revocation_list(stamper)),
    "root-forged": TRUST["root"] + pem("X509 CRL", revocation_list(root, key=impostor.key)),
    "root-delta": TRUST["root"] + pem("X509 CRL", revocation_list(root, extensions=[extension("2.5.29.27", integer(6), True)])),
    "root-indirect": TRUST["root"] + pem("X509 CRL", revocation_list(root, extensions=[extension(
        "2.5.29.28", seq(context(4, b"\xff", constructed=False)), True)])),
    "root-unknown": TRUST["root"] + pem("X509 CRL", revocation_list(root, extensions=[extension("1.2.3.4", NULL, True)])),
})
fail(91, "revoked, list beside the anchors", HONEST, "REVOKED", "trust-001", trust="root-revoked")
fail(91, "revoked, list in the signature", sign(TEXT, signer, lists=[revoked]), "REVOKED", "trust-001")
verdict(91, "clean list beside the anchors", HONEST, PASSED, None, trust="root-clean")
verdict(91, "clean list in the signature", sign(TEXT, signer, lists=[clean]), PASSED, None)
fail(91, "clean list in the signature, the revoking one beside the anchors", sign(TEXT, signer, lists=[clean]), "REVOKED",
     "trust-001", trust="root-revoked")
fail(91, "revoking list in the signature, a clean one beside the anchors", sign(TEXT, signer, lists=[revoked]), "REVOKED",
     "trust-001", trust="root-clean")
middle_revoked = revocation_list(root, [(middle.serial, SIGNED_AT - DAY, None)])
TRUST["root-middle-revoked"] = TRUST["root"] + pem("X509 CRL", middle_revoked) + pem("X509 CRL", revocation_list(middle))
fail(91, "issuer revoked", sign(TEXT, below, certificates=BELOW), "REVOKED", "trust-001", trust="root-middle-revoked")
for words, kind in (("expired", "root-old"), ("of the future", "root-future"), ("of another issuer", "root-other"),
                    ("forged", "root-forged"), ("delta", "root-delta"), ("indirect", "root-indirect"),
                    ("with an unknown critical extension", "root-unknown")):
    verdict(93, "list %s" % words, HONEST, UNDECIDED, "trust-001", "TRY_LATER", trust=kind)
verdict(93, "delta list in the signature", sign(TEXT, signer, lists=[revocation_list(root, extensions=[extension(
    "2.5.29.27", integer(6), True)])]), UNDECIDED, "trust-001", "TRY_LATER")
# Size
fail(94, "100 certificates", sign(TEXT, signer, certificates=[signer.certificate] + [person("C%d" % i, signer.key).certificate
     for i in range(99)]), "FORMAT_FAILURE")
one, two = ECKey("loop one"), ECKey("loop two")
first = Person("Loop One", one, extensions=CA)
loop_two = Person("Loop Two", two, first, CA)
loop_one = Person("Loop One", one, loop_two, CA)
in_loop = person("In a loop", issuer=loop_one)
verdict(94, "issuers in a circle", sign(TEXT, in_loop, certificates=[in_loop.certificate, loop_one.certificate,
        loop_two.certificate]), UNDECIDED, "trust-001", "NO_CERTIFICATE_CHAIN_FOUND")
fail(94, "certificate of 10 MB", sign(TEXT, person("Big", extensions=USAGE + [extension("1.2.3.4", octets(bytes(10 << 20)))])),
     "FORMAT_FAILURE")
deep, chain = root, []
for i in range(14):
    deep = Person("CA %d" % i, middle.key, deep, CA)
child = person("At the end of a long chain", issuer=deep)
verdict(94, "chain of 16", sign(TEXT, child, certificates=child.chain[:-1]), FAILED, "trust-001", "CHAIN_CONSTRAINTS_FAILURE")
# Subjects that print as another's
for words, subject, printed in (
        ("NUL", name(b"Test Signer\0.example.org"), "CN=Test Signer"), ("BMPString", name("Test".encode("utf-16-be"), 0x1E), "CN=Test"),
        ("several values", seq(set_of(seq(oid("2.5.4.3"), tlv(0x0C, b"Test Signer")), seq(oid("2.5.4.10"), tlv(0x0C, b"Org")))),
         "CN=Test Signer"),
        ("escape sequence", name(b"Test\x1b[2JSigner"), "CN=Test"), ("right-to-left override", name("Test \u202erengiS"), "CN=Test"),
        ("newline", name(b"Test\n002: CN=Other"), "CN=Test")):
    strange = person("x", ECKey("subject " + words), subject=subject)
    verdict(95, "subject with %s" % words, sign(TEXT, strange), PASSED, None)
fail(68, "Ed25519 signature algorithm", sign(TEXT, signer, algorithm_override=seq(oid("1.3.101.112"))), "CRYPTO_CONSTRAINTS_FAILURE")
fail(68, "ECDSA with another digest than signed over", sign(TEXT, signer, algorithm_override=signer.key.algorithm("sha512")),
     "CRYPTO_CONSTRAINTS_FAILURE")
fail(68, "RSA algorithm with an EC key", sign(TEXT, signer, algorithm_override=seq(oid("1.2.840.113549.1.1.1"), NULL)),
     "CRYPTO_CONSTRAINTS_FAILURE")
