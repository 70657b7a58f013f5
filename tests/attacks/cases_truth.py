"""cases_truth.py - what is said has to be true (156 to 161): time that is lent, compromise above the signer, anchors of one
name, old digests of lists, two certificate attributes, tags without end; and what other programs write in other words."""
from cases import *
from cases_ingest import XML, smi, xml
from cases_manifest import bad_manifest
from cases_signature import TEXT, attributes, fail, person, verdict
from cases_time import GOOD_TOKEN, LATER, VALUE, stamped
from container import CLOSE, HEAD, OPEN, Member, reference, signature_reference
from der import NULL, context, integer, octets, oid, seq
from keys import ECKey, RSAKey, RSA_OID
from pki import (SIGNING_CERTIFICATE_1, attribute, digest, pem, revocation_list, sign, signature_of, stamp_attribute, token)

# ---- 156: a later token beside an older one, whose authority has expired since ----
old_stamps = person("Old Stamps", ECKey("old stamps"), extensions=[key_usage(SIGNATURE), extended(STAMPING, critical=True)],
                    end=SIGNED_AT + 40 * DAY)
new_stamps = person("New Stamps", ECKey("new stamps"), extensions=[key_usage(SIGNATURE), extended(STAMPING, critical=True)], **LONG)
OLDER, NEWER = token(VALUE, old_stamps), token(VALUE, new_stamps, at=SIGNED_AT + 30 * DAY, serial=2)
for words, tokens in (("the older in front", (OLDER, NEWER)), ("the newer in front", (NEWER, OLDER)), ("the older alone", (OLDER,))):
    verdict(156, "two tokens in a signature, %s" % words, stamped(*tokens), UNDECIDED, "signature-timestamp-trust-001", "NO_POE",
            at=SIGNED_AT + 200 * DAY)
verdict(156, "the newer token alone", stamped(NEWER), PASSED, None, at=SIGNED_AT + 200 * DAY)

# ---- 157: reasons of a revocation that may be older than its date ----
below_text = sign(TEXT, below, certificates=[below.certificate, middle.certificate],
                  unsigned=[stamp_attribute(token(b"", stamper))])


def compromised(words, who, reason, expected, word, at_issuer):
    kind = "crl-157-" + words.replace(" ", "-")
    lists = [revocation_list(root, [(middle.serial, SIGNED_AT + DAY, reason)]), revocation_list(middle)] if at_issuer else [
        revocation_list(root, [(signer.serial, SIGNED_AT + DAY, reason)])]
    TRUST[kind] = TRUST["root"] + pem("X509 CRL", *lists)
    chain = [below.certificate, middle.certificate] if at_issuer else [signer.certificate]
    plain = sign(TEXT, who, certificates=chain)
    from cases_time import value_of
    made = sign(TEXT, who, certificates=chain, value=value_of(plain), unsigned=[stamp_attribute(token(value_of(plain), stamper))])
    verdict(157, words, made, expected, "trust-001" if word else None, word, trust=kind, says=None if word else "revoked after")


for reason, words in ((1, "key"), (2, "authority"), (10, "attribute authority")):
    compromised("an issuer, after the time stamp, for its %s was compromised" % words, below, reason, UNDECIDED, "REVOKED_NO_POE", True)
    compromised("the signer, after the time stamp, for the %s was compromised" % words, signer, reason, UNDECIDED, "REVOKED_NO_POE", False)
compromised("an issuer, after the time stamp, superseded", below, 4, PASSED, None, True)

# ---- 158: anchors of one name, without key identifiers ----
ONE, OTHER = TRUST["root"], TRUST["stranger"]
TRUST["right-first"], TRUST["right-last"] = ONE + OTHER, OTHER + ONE
third = Person("Test Root", ECKey("third root"), extensions=CA, **LONG)
TRUST["right-between"] = OTHER + ONE + pem("CERTIFICATE", third.certificate)
TRUST["two-wrong"] = OTHER + pem("CERTIFICATE", third.certificate)
for kind in ("right-first", "right-last", "right-between"):
    verdict(158, "anchors of one name, the %s" % kind.replace("-", " one "), sign(TEXT, signer), PASSED, None, trust=kind)
    verdict(158, "time stamp, anchors of one name, the %s" % kind.replace("-", " one "), stamped(GOOD_TOKEN), PASSED, None, trust=kind)
verdict(158, "anchors of that name, none the right one", sign(TEXT, signer), UNDECIDED, "trust-001", "NO_CERTIFICATE_CHAIN_FOUND",
        trust="two-wrong")

# ---- 159: lists ----
rsa_root = Person("RSA Root", RSAKey("a", 3072), extensions=CA, **LONG)
under_rsa = person("Under RSA", issuer=rsa_root)
UNDER = sign(TEXT, under_rsa)
for hashing in ("md5", "sha1", "sha224", "sha256", "sha384", "sha512"):
    for words, revoked in (("clean", []), ("revoking", [(under_rsa.serial, SIGNED_AT - DAY, 4)])):
        kind = "crl-159-%s-%s" % (hashing, words)
        TRUST[kind] = pem("CERTIFICATE", rsa_root.certificate) + pem("X509 CRL", revocation_list(rsa_root, revoked, hashing=hashing))
        believed = hashing in ("sha256", "sha384", "sha512")
        expected = UNDECIDED if not believed else FAILED if revoked else PASSED
        verdict(159, "%s list over %s" % (words, hashing), UNDER, expected, "trust-001", {UNDECIDED: "TRY_LATER", FAILED: "REVOKED"}.get(
            expected), trust=kind)
        if not believed:
            TRUST[kind + "-and-good"] = TRUST[kind] + pem("X509 CRL", revocation_list(rsa_root))
            verdict(159, "%s list over %s beside a clean one over SHA-256" % (words, hashing), UNDER, PASSED, None, trust=kind + "-and-good")

# ---- 160: the older attribute beside the newer one ----


def old_attribute(data, *more):
    return attribute(SIGNING_CERTIFICATE_1, seq(seq(seq(octets(digest("sha1", data)), *more))))


issuer_serial = seq(seq(context(4, signer.issuer.subject)), integer(signer.serial))
verdict(160, "both name the signer", sign(TEXT, signer, attributes=attributes(old=old_attribute(signer.certificate))), PASSED, None)
verdict(160, "both name the signer, by issuer and number too", sign(TEXT, signer, attributes=attributes(old=old_attribute(
    signer.certificate, issuer_serial))), PASSED, None)
for words, data in (("another certificate", approver.certificate), ("the root", root.certificate), ("nothing", b"")):
    fail(160, "the older one names %s" % words, sign(TEXT, signer, attributes=attributes(old=old_attribute(data))), "SIG_CRYPTO_FAILURE")
fail(160, "the older one names another number", sign(TEXT, signer, attributes=attributes(old=old_attribute(signer.certificate, seq(
    seq(context(4, signer.issuer.subject)), integer(signer.serial + 1))))), "SIG_CRYPTO_FAILURE")
fail(160, "the older one is no attribute of certificates", sign(TEXT, signer, attributes=attributes(old=attribute(
    SIGNING_CERTIFICATE_1, seq()))), "FORMAT_FAILURE")

# ---- 161: tags ----
SPACES = "".join(' xmlns:n%d="u"' % i for i in range(40000))
for words, text in (
        ("name spaces on the root", TEXT.replace(b" xmlns:asic", SPACES.encode() + b" xmlns:asic")),
        ("name spaces on one reference", TEXT.replace(b"<asic:DataObjectReference ", b"<asic:DataObjectReference" + SPACES.encode() + b" ", 1)),
        ("name spaces behind a stray quote", TEXT.replace(b"<asic:DataObjectReference ", b"<x '><asic:DataObjectReference" + SPACES.encode() +
                                                         b" ", 1)),
        ("attributes on the root", TEXT.replace(b" xmlns:asic", "".join(' a%d="1"' % i for i in range(90000)).encode() + b" xmlns:asic")),
        ("a tag that does not end", TEXT[:TEXT.index(b"<asic:SigR")] + b"<asic:SigReference" + SPACES.encode())):
    case(161, "manifest, nobody's signature: %s" % words, dossier({**GOOD, "META-INF/ASiCManifest001.xml": text}), REJECT, "manifest-001",
         "FORMAT_FAILURE")
xml(161, "name spaces on the root", XML + smi(attributes=SPACES), REFUSE, says="name spaces")
xml(161, "name spaces on an element", XML + smi(gpu="<a%s/>" % SPACES), REFUSE, says="name spaces")
xml(161, "name spaces behind a stray quote", XML + smi(gpu="<a '><a%s/>" % SPACES), REFUSE)
xml(161, "attributes on an element", XML + smi(gpu="<a%s/>" % "".join(' a%d="1"' % i for i in range(90000))), REFUSE, says="attributes")
NAMES = "".join("<e%d/>" % i for i in range(200000))   # a second and a half, and the square of more
xml(161, "names", XML + smi(gpu=NAMES), REFUSE, says="different names")
xml(161, "names of instructions", XML + smi(gpu="".join("<?p%d x?>" % i for i in range(200000))), REFUSE, says="different names")
xml(161, "names, but in a comment", XML + smi(gpu="<!--%s-->" % NAMES), PASSED)
xml(161, "name spaces, but in a comment", XML + smi(gpu="<!--<a%s/>-->" % SPACES), PASSED)
xml(161, "name spaces, but in CDATA", XML + smi(gpu="<a><![CDATA[<a%s/>]]></a>" % SPACES), PASSED)
xml(161, "sixteen name spaces, a > in each", XML + smi(gpu="<a%s/>" % "".join(' xmlns:n%d="u>"' % i for i in range(16))), PASSED)

# ---- the words of other programs ----
for words, declaration in (("ElementTree in UTF-8", "<?xml version='1.0' encoding='utf-8'?>\n"),
                           ("ElementTree in ASCII", "<?xml version='1.0' encoding='us-ascii'?>\n"),
                           ("blanks", '<?xml version = "1.0"\tencoding = "Utf-8" standalone="no" ?>\n')):
    text = TEXT.replace(HEAD.encode(), declaration.encode())
    assert text != TEXT
    case(57, "declared as by %s" % words, dossier(signed(FILES, signer, text=text)), PASSED)
for words, declaration in (("ASCII that is none", "<?xml version='1.0' encoding='ascii'?>"), ("no version", "<?xml encoding='utf-8'?>"),
                           ("two encodings", "<?xml version='1.0' encoding='utf-8' encoding='utf-8'?>"),
                           ("quotes that differ", "<?xml version='1.0\" encoding='utf-8'?>"),
                           ("something behind", "<?xml version='1.0' encoding='utf-8' x='y'?>")):
    case(57, "declared with %s" % words, dossier(signed(FILES, signer, text=TEXT.replace(HEAD.encode(), declaration.encode()))), REJECT,
         "manifest-001", "FORMAT_FAILURE", says="XML declaration")


def named_with_digest(who, hashing, data):
    """RFC 5754 section 3.2, as pkijs signs."""
    return seq(oid(RSA_OID[hashing]), NULL), who.key.sign(hashing, data)


for hashing in ("sha256", "sha384", "sha512"):
    verdict(148, "RSA named with %s" % hashing, sign(TEXT, rsa_signer, hashing, sign=named_with_digest), PASSED, None)
fail(68, "RSA named with another digest", sign(TEXT, rsa_signer, sign=lambda who, _, data: (seq(oid(RSA_OID["sha512"]), NULL), who.key.sign(
    "sha256", data))), "CRYPTO_CONSTRAINTS_FAILURE")
fail(68, "RSA named with SHA-1", sign(TEXT, rsa_signer, sign=lambda who, _, data: (seq(oid(RSA_OID["sha1"]), NULL), who.key.sign(
    "sha1", data))), "CRYPTO_CONSTRAINTS_FAILURE")
verdict(90, "signing time after the time of verification", sign(TEXT, signer, at=CHECKED_AT + DAY), PASSED, "signing-time-001", says="warning: it lies after")
verdict(90, "signing time a minute ahead", sign(TEXT, signer, at=CHECKED_AT + 60), PASSED, None)
for words, a, b in (("folders", "data/report/a.txt", "data/Report/b.txt"), ("folders above", "data/evidence/x/y/a", "data/Evidence/z/b")):
    files = bag({**payload(), a: b"1", b: b"2"})
    case(5, "%s that differ by case alone" % words, dossier(signed(files, signer)), REJECT, "container", "FORMAT_FAILURE", says="upper and lower case")
