"""pki.py - certificates, revocation lists, signatures and time stamps with any fault one wants.

RFC 5280 (certificates, lists), RFC 5652 (CMS), RFC 5035 (signing certificate), RFC 3161 (time stamps)."""
from der import (NULL, bits, boolean, context, generalized, integer, moment, octets, oid, seq, set_of, tlv)
from keys import DIGEST_OID, digest, key_id

DAY = 86400
SIGNED_AT = 1795700000   # 2026-11-26T13:33:20Z
CHECKED_AT = SIGNED_AT + 10 * DAY

ID_DATA = "1.2.840.113549.1.7.1"
ID_SIGNED_DATA = "1.2.840.113549.1.7.2"
ID_TST_INFO = "1.2.840.113549.1.9.16.1.4"
EMAIL, SERVER, STAMPING = "1.3.6.1.5.5.7.3.4", "1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.8"
DOCUMENT, ANY_USAGE = "1.3.6.1.5.5.7.3.36", "2.5.29.37.0"
# Bits of key usage, from the left.
SIGNATURE, NON_REPUDIATION, ENCIPHER, CERT_SIGN, CRL_SIGN = 0x80, 0x40, 0x20, 0x04, 0x02


def name(text, kind=0x0C):
    return seq(set_of(seq(oid("2.5.4.3"), tlv(kind, text if isinstance(text, bytes) else text.encode()))))


def extension(object_id, value, critical=False):
    return seq(oid(object_id), boolean(True) if critical else b"", octets(value))


def key_usage(value):
    unused = (value & -value).bit_length() - 1
    return extension("2.5.29.15", bits(bytes([value]), unused), True)


def extended(*purposes, critical=False):
    return extension("2.5.29.37", seq(*(oid(p) for p in purposes)), critical)


def authority(path=None):
    return extension("2.5.29.19", seq(boolean(True), integer(path) if path is not None else b""), True)


NOT_AUTHORITY = extension("2.5.29.19", seq(), True)


class Person:
    """A key with its certificate. `issuer` None: self-signed."""
    serials = 1000

    def __init__(self, label, key, issuer=None, extensions=(), start=SIGNED_AT - 30 * DAY, end=SIGNED_AT + 300 * DAY,
                 subject=None, hashing="sha256", serial=None, identifiers=True):
        Person.serials += 1
        self.key, self.issuer = key, issuer or self
        self.subject = subject or name(label)
        self.serial = serial or Person.serials
        signer = issuer or self
        extensions = list(extensions)
        if identifiers:
            extensions.append(extension("2.5.29.14", octets(key_id(key))))
        body = seq(context(0, integer(2)), integer(self.serial), signer.key.algorithm(hashing), signer.subject,
                   seq(moment(start), moment(end)), self.subject, key.public(),
                   context(3, seq(*extensions)) if extensions else b"")
        self.certificate = seq(body, signer.key.algorithm(hashing), bits(signer.key.sign(hashing, body)))
        self.chain = [self.certificate] + (issuer.chain if issuer else [])


def pem(kind, *values):
    import base64
    out = ""
    for value in values:
        text = base64.b64encode(value).decode()
        lines = "\n".join(text[i:i + 64] for i in range(0, len(text), 64))
        out += "-----BEGIN %s-----\n%s\n-----END %s-----\n" % (kind, lines, kind)
    return out


def revocation_list(issuer, revoked=(), this=CHECKED_AT - DAY, following=CHECKED_AT + 30 * DAY, extensions=(), key=None,
                    number=7, hashing="sha256"):
    """revoked: (serial, seconds, reason or None) each."""
    key = key or issuer.key
    entries = []
    for serial, seconds, reason in revoked:
        inside = seq(extension("2.5.29.21", tlv(0x0A, bytes([reason])))) if reason is not None else b""
        entries.append(seq(integer(serial), moment(seconds), inside))
    body = seq(integer(1), key.algorithm(hashing), issuer.subject, moment(this), moment(following),
               seq(*entries) if entries else b"",
               context(0, seq(extension("2.5.29.20", integer(number)), *extensions)))
    return seq(body, key.algorithm(hashing), bits(key.sign(hashing, body)))


def attribute(object_id, *values):
    return seq(oid(object_id), set_of(*values))


CONTENT_TYPE, MESSAGE_DIGEST, SIGNING_TIME = "1.2.840.113549.1.9.3", "1.2.840.113549.1.9.4", "1.2.840.113549.1.9.5"
SIGNING_CERTIFICATE_2, SIGNING_CERTIFICATE_1 = "1.2.840.113549.1.9.16.2.47", "1.2.840.113549.1.9.16.2.12"
STAMP_ATTRIBUTE, COMMITMENT = "1.2.840.113549.1.9.16.2.14", "1.2.840.113549.1.9.16.2.16"


def signing_certificate(certificate, hashing="sha256"):
    named = b"" if hashing == "sha256" else seq(oid(DIGEST_OID[hashing]))
    return attribute(SIGNING_CERTIFICATE_2, seq(seq(seq(named, octets(digest(hashing, certificate))))))


def signed_attributes(content, signer, hashing="sha256", at=SIGNED_AT, content_type=ID_DATA, certificate=None):
    """By name, so that a case can leave one out, double it or put another in its place."""
    return {
        "type": attribute(CONTENT_TYPE, oid(content_type)),
        "digest": attribute(MESSAGE_DIGEST, octets(digest(hashing, content))),
        "time": attribute(SIGNING_TIME, moment(at)),
        "certificate": signing_certificate(certificate or signer.certificate,
                                           hashing if hashing in ("sha384", "sha512") else "sha256"),
    }


def algorithm(hashing):
    return seq(oid(DIGEST_OID[hashing]))


def pss_algorithm(hashing, salt, mask=None, trailer=None):
    return seq(oid("1.2.840.113549.1.1.10"), seq(
        context(0, seq(oid(DIGEST_OID[hashing]), NULL)),
        context(1, seq(oid("1.2.840.113549.1.1.8"), seq(oid(DIGEST_OID[mask or hashing]), NULL))),
        context(2, integer(salt)), context(3, integer(trailer)) if trailer is not None else b""))


def signature_of(signer, hashing, data):
    """Algorithm and value, as our own signing gives them."""
    if signer.key.kind == "RSA":
        return seq(oid("1.2.840.113549.1.1.1"), NULL), signer.key.sign(hashing, data)
    return signer.key.algorithm(hashing), signer.key.sign(hashing, data)


def signer_info(content, signer, hashing="sha256", attributes=None, order=None, identifier=None, version=1, sign=None,
                unsigned=(), no_attributes=False, value=None, algorithm_override=None, digest_algorithm=None, **more):
    """One SignerInfo; every part can be given by the case."""
    if attributes is None:
        attributes = sorted(signed_attributes(content, signer, hashing, **more).values())
    body = b"".join(attributes)
    signed_over = content if no_attributes else tlv(0x31, body)
    made = (sign or signature_of)(signer, hashing, signed_over)
    identifier = identifier or seq(signer.issuer.subject, integer(signer.serial))
    return seq(integer(version), identifier, digest_algorithm or algorithm(hashing),
               b"" if no_attributes else context(0, body), algorithm_override or made[0],
               octets(made[1] if value is None else value),
               context(1, *sorted(unsigned)) if unsigned else b"")


def signed_data(infos, certificates, hashing="sha256", lists=(), content=None, content_type=ID_DATA, version=1,
                algorithms=None, outer=ID_SIGNED_DATA, sort=True):
    """ContentInfo with SignedData."""
    inside = context(0, octets(content)) if content is not None else b""
    certificates = sorted(certificates) if sort else certificates
    return seq(oid(outer), context(0, seq(
        integer(version), algorithms or set_of(algorithm(hashing)), seq(oid(content_type), inside),
        context(0, *certificates) if certificates else b"", context(1, *sorted(lists)) if lists else b"",
        set_of(*infos))))


def sign(content, signer, hashing="sha256", certificates=None, lists=(), **faults):
    """A signature as dossier makes it, but for `faults` of the SignerInfo."""
    chain = certificates if certificates is not None else signer.chain[:-1] or signer.chain
    return signed_data([signer_info(content, signer, hashing, **faults)], chain, hashing, lists)


def stamp_info(imprint, hashing="sha256", at=SIGNED_AT + 60, policy="1.3.6.1.4.1.99999.1", ending="Z", nonce=None,
               serial=1, time_text=None):
    """TSTInfo (RFC 3161 section 2.4.2)."""
    when = tlv(0x18, time_text) if time_text is not None else generalized(at, ending)
    return seq(integer(1), oid(policy), seq(seq(oid(DIGEST_OID[hashing])), octets(imprint)), integer(serial), when,
               integer(nonce) if nonce is not None else b"")


def token(data, authority_, hashing="sha256", imprint=None, certificates=None, attributes=None, version_1=False,
          **about):
    """A TimeStampToken over `data`."""
    info = stamp_info(digest(hashing, data) if imprint is None else imprint, hashing, **about)
    if attributes is None:
        named = signed_attributes(info, authority_, content_type=ID_TST_INFO, at=about.get("at", SIGNED_AT + 60))
        if version_1:
            named["certificate"] = attribute(SIGNING_CERTIFICATE_1, seq(seq(seq(octets(
                digest("sha1", authority_.certificate))))))
        attributes = sorted(named.values())
    made = signer_info(info, authority_, attributes=attributes)
    chain = certificates if certificates is not None else authority_.chain[:-1] or authority_.chain
    return signed_data([made], chain, content=info, content_type=ID_TST_INFO, version=3)


def stamp_attribute(made):
    return attribute(STAMP_ATTRIBUTE, made)


def response(made, status=0):
    return seq(seq(integer(status)), made or b"")
