"""cases_time.py - part D: time stamps inside signatures and over archive manifests."""
from cases import *
from cases_signature import TEXT, attributes, fail, person, verdict
from container import CLOSE, OPEN, HEAD, reference
from der import integer, octets, read, seq, children, tlv
from keys import ECKey
from pki import (CRL_SIGN, ID_TST_INFO, algorithm, digest, response, revocation_list, sign, signed_attributes, signer_info,
                 stamp_attribute, token)

LATER = SIGNED_AT + 500 * DAY


def value_of(der):
    """The signature's value in `der`."""
    data = children(children(der)[1])[0]
    infos = children(data)[-1]
    return read(children(children(infos)[0])[5])[1]


PLAIN = sign(TEXT, signer)
VALUE = value_of(PLAIN)


def stamped(*tokens, who=signer, **more):
    return sign(TEXT, who, unsigned=[stamp_attribute(t) for t in tokens], **more)


def one(number, words, made, expected, check="signature-timestamp-001", word=None, **more):
    verdict(number, words, stamped(made), expected, check, word, stamp=(made, VALUE), **more)


GOOD_TOKEN = token(VALUE, stamper)
one(89, "expired now, time stamp inside validity", GOOD_TOKEN, PASSED, None, at=LATER)
one(89, "not expired, time stamp", GOOD_TOKEN, PASSED, None)
one(89, "time stamp, no anchor", GOOD_TOKEN, UNDECIDED, "signature-timestamp-trust-001", "NO_CERTIFICATE_CHAIN_FOUND", at=LATER, trust="none")
verdict(90, "signing time after the time stamp", stamped(token(VALUE, stamper, at=SIGNED_AT - DAY)), FAILED, "proof-001",
        "SIG_CONSTRAINTS_FAILURE")   # the
# catalogue warns; a signature that existed before its signer says it was made is refused
after = revocation_list(root, [(signer.serial, SIGNED_AT + DAY, 4)])
compromised = revocation_list(root, [(signer.serial, SIGNED_AT + DAY, 1)])
TRUST["root-after"] = TRUST["root"] + pem("X509 CRL", after)
TRUST["root-compromised"] = TRUST["root"] + pem("X509 CRL", compromised)
one(92, "revoked after the time stamp", GOOD_TOKEN, PASSED, None, trust="root-after", says="revoked after")
one(92, "key compromised after the time stamp", GOOD_TOKEN, UNDECIDED, "trust-001", "REVOKED_NO_POE", trust="root-compromised")
fail(92, "revoked, no time stamp", PLAIN, "REVOKED", "trust-001", trust="root-after")
one(97, "time stamp of another signature", token(b"another value", stamper), FAILED, word="HASH_FAILURE")
one(98, "imprint with SHA-1", token(VALUE, stamper, "sha1"), FAILED, word="CRYPTO_CONSTRAINTS_FAILURE")
one(98, "imprint with MD5", token(VALUE, stamper, "md5"), FAILED, word="CRYPTO_CONSTRAINTS_FAILURE")
one(98, "imprint too short", token(VALUE, stamper, imprint=digest("sha256", VALUE)[:20]), FAILED, word="HASH_FAILURE")
one(98, "imprint too long", token(VALUE, stamper, imprint=digest("sha256", VALUE) + b"\0"), FAILED, word="HASH_FAILURE")
for words, more in (("without extended usage", []), ("extended usage not critical", [extended(STAMPING)]),
                    ("further extended usage", [extended(STAMPING, EMAIL, critical=True)]),
                    ("extended usage for email", [extended(EMAIL, critical=True)])):
    who = person("Stamps " + words, ECKey("stamps " + words), extensions=[key_usage(SIGNATURE)] + more)
    one(99, "authority %s" % words, token(VALUE, who), FAILED, word="CHAIN_CONSTRAINTS_FAILURE")
one(100, "before the certificate", token(VALUE, stamper, at=SIGNED_AT - 40 * DAY), FAILED, "proof-001", "SIG_CONSTRAINTS_FAILURE")
one(100, "after the certificate", token(VALUE, stamper, at=SIGNED_AT + 301 * DAY), UNDECIDED, "trust-001", "NO_POE",
    at=LATER)
one(100, "after the revocation", GOOD_TOKEN, FAILED, "trust-001", "REVOKED", trust="root-revoked")
one(101, "of the future", token(VALUE, stamper, at=CHECKED_AT + 30 * DAY), FAILED, word="SIG_CONSTRAINTS_FAILURE")
brief = person("Brief Stamps", ECKey("brief stamps"), extensions=[key_usage(SIGNATURE), extended(STAMPING, critical=True)],
               end=SIGNED_AT + 100 * DAY)
one(103, "authority expired now", token(VALUE, brief), UNDECIDED, "signature-timestamp-trust-001", "NO_POE",
    at=SIGNED_AT + 200 * DAY)
verdict(104, "two time stamps, one bad", stamped(GOOD_TOKEN, token(b"another value", stamper, serial=2)), FAILED, "signature-timestamp-001",
        "HASH_FAILURE")
verdict(104, "time stamp that is a response", stamped(response(GOOD_TOKEN)), REJECT, "signature-timestamp-001", "FORMAT_FAILURE")
verdict(104, "time stamp that is garbage", stamped(seq()), FAILED, "signature-timestamp-001", "FORMAT_FAILURE")
one(105, "certificate named by SHA-1 alone", token(VALUE, stamper, version_1=True), PASSED, None)
for words, text in (("with a fraction", b"20261126133420.5Z"), ("with a long fraction", b"20261126133420.123456Z"),
                    ("with a fraction that ends in zero", b"20261126133420.50Z")):
    one(107, "time %s" % words, token(VALUE, stamper, time_text=text), PASSED, None)
for words, text in (("without Z", b"20261126133420"), ("with an offset", b"20261126133420+0100"), ("without seconds", b"202611261334Z"), ("of year 2050", b"20500101000000Z"),
                    ("with a comma", b"20261126133420,5Z"), ("month 13", b"20261326133420Z"), ("leap second", b"20261126133460Z"),
                    ("empty", b"")):
    one(107, "time %s" % words, token(VALUE, stamper, time_text=text), FAILED, word="CHAIN_CONSTRAINTS_FAILURE" if "2050" in words else "FORMAT_FAILURE")
# Forged in other ways than the catalogue names.
forged = person("Test Time Stamps", ECKey("forged"), None, [key_usage(SIGNATURE), extended(STAMPING, critical=True)], **LONG)
one(97, "authority nobody trusts", token(VALUE, forged), UNDECIDED, "signature-timestamp-trust-001", "NO_CERTIFICATE_CHAIN_FOUND",
    at=LATER)
broken = bytearray(GOOD_TOKEN)
broken[-3] ^= 1
one(97, "time stamp's signature changed", bytes(broken), FAILED, word="SIG_CRYPTO_FAILURE")
one(97, "bytes behind the time stamp", GOOD_TOKEN + b"\5\0", UNDECIDED, "unsigned-001")
one(97, "time stamp over the manifest instead", token(TEXT, stamper), FAILED, word="HASH_FAILURE")
# Records of time over an archive manifest.
covered = {**GOOD}


def archived(made, only=None, number=1, name="META-INF/ASiCArchiveManifest.xml"):
    """The dossier, its token, and what that is over."""
    listed = {n: d for n, d in covered.items() if only is None or n in only}
    text = (HEAD + OPEN + '<asic:SigReference URI="META-INF/timestamp%03u.tst" MimeType="application/vnd.etsi.timestamp-token"/>'
            % number + "".join(reference(n, listed[n], "sha512") for n in sorted(listed, key=str.encode)) + CLOSE).encode()
    return dossier({**covered, name: text, "META-INF/timestamp%03u.tst" % number: made(text)}), (made(text), text)


def archive(number, words, made, expected, check=None, word=None, only=None, **more):
    data, stamp = archived(made, only)
    case(number, words, data, expected, check, word, stamp=stamp, **more)


archive(65, "archive manifest over everything", lambda t: token(t, stamper, "sha512"), PASSED)
archive(65, "archive manifest over some members", lambda t: token(t, stamper, "sha512"), UNDECIDED, "trust-001",
        "NO_POE", only=["META-INF/ASiCManifest001.xml"], at=LATER)
archive(104, "record that is a response", lambda t: response(token(t, stamper, "sha512")), REJECT, "timestamp-001", "FORMAT_FAILURE")
archive(104, "record of other content", lambda t: token(b"other", stamper, "sha512"), FAILED, "timestamp-001", "HASH_FAILURE")
archive(106, "archive time stamp older than the signature", lambda t: token(t, stamper, "sha512", at=SIGNED_AT - 20 * DAY), FAILED,
        "proof-001", "SIG_CONSTRAINTS_FAILURE")
