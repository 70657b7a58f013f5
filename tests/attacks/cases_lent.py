"""cases_lent.py - time stamps over the whole in a row, each of another reach and time (164), and what an entry of a revocation
list says of the time before it (165)."""
from cases import *
from cases_signature import TEXT, person, verdict
from cases_time import LATER, VALUE, stamped, value_of
from cases_truth import new_stamps, old_stamps
from cases_signers import second, signed_by
from container import CLOSE, HEAD, OPEN, reference
from der import boolean, context, integer, seq, tlv
from keys import ECKey
from pki import digest, extension, moment, revocation_list, sign, stamp_attribute, token

# ---- 164: a row of archive time stamps ----
NEWEST, FIRST = "META-INF/ASiCArchiveManifest.xml", "META-INF/timestamp001.tst"
HERE = SIGNED_AT + 200 * DAY   # the older authority has expired, the signer has not
stranger_stamps = Person("Test Time Stamps", ECKey("stranger stamps"), stranger_root, [key_usage(SIGNATURE), extended(
    STAMPING, critical=True)], **LONG)


def everything(name):
    return True


def row(*steps, files=GOOD):
    """Each step: who stamps, at what time, and which members by name; what was newest gets its number."""
    files = dict(files)
    for number, (who, at, covers) in enumerate(steps, 1):
        if NEWEST in files:
            files["META-INF/ASiCArchiveManifest%03u.xml" % (number - 1)] = files.pop(NEWEST)
        listed = [n for n in sorted(files, key=str.encode) if covers(n)]
        text = (HEAD + OPEN + '<asic:SigReference URI="META-INF/timestamp%03u.tst" MimeType="application/vnd.etsi.timestamp-token"/>'
                % number + "".join(reference(n, files[n], "sha256") for n in listed) + CLOSE).encode()
        files[NEWEST], files["META-INF/timestamp%03u.tst" % number] = text, token(text, who, at=at, serial=number)
    return files


def but(*gone):
    return lambda name: name not in gone


def only(*kept):
    return lambda name: name in kept


def data_alone(name):
    return name.startswith("data/")


OLD, NEW = SIGNED_AT + 60, SIGNED_AT + 30 * DAY


def lent(words, steps, expected, check=None, word=None, files=GOOD, **more):
    case(164, words, dossier(row(*steps, files=files)), expected, check, word, **{"at": HERE, **more})


MANIFEST_1 = "META-INF/ASiCArchiveManifest001.xml"
NO_POE = (UNDECIDED, "timestamp-trust-001", "NO_POE")
lent("an older stamp alone", [(old_stamps, OLD, everything)], *NO_POE)
lent("an older stamp, a newer over everything", [(old_stamps, OLD, everything), (new_stamps, NEW, everything)], PASSED)
lent("an older stamp, a newer over the payload", [(old_stamps, OLD, everything), (new_stamps, NEW, data_alone)], *NO_POE)
lent("an older stamp, a newer over all but its token", [(old_stamps, OLD, everything), (new_stamps, NEW, but(FIRST))], *NO_POE)
lent("an older stamp, a newer over all but its manifest", [(old_stamps, OLD, everything), (new_stamps, NEW, but(MANIFEST_1))], *NO_POE)
lent("an older stamp, a newer over it when its authority had expired", [(old_stamps, OLD, everything), (
    new_stamps, SIGNED_AT + 50 * DAY, everything)], *NO_POE)
lent("an older stamp, one over the payload, one over everything", [(old_stamps, OLD, everything), (new_stamps, NEW, data_alone), (
    new_stamps, NEW + DAY, everything)], PASSED)
lent("an older stamp, one over everything, one over the payload", [(old_stamps, OLD, everything), (new_stamps, NEW, everything), (
    new_stamps, NEW + DAY, data_alone)], PASSED)
lent("an older stamp, a newer by nobody who is trusted", [(old_stamps, OLD, everything), (stranger_stamps, NEW, everything)], UNDECIDED,
     "timestamp-trust-001", "NO_POE")
lent("an older stamp, one by nobody who is trusted, one over everything", [(old_stamps, OLD, everything), (
    stranger_stamps, NEW, everything), (new_stamps, NEW + DAY, everything)], UNDECIDED, "timestamp-trust-002",
     "NO_CERTIFICATE_CHAIN_FOUND", also=["timestamp-trust-001"])
lent("the signer expired, an older stamp and a newer over everything", [(old_stamps, OLD, everything), (new_stamps, NEW, everything)],
     PASSED, at=LATER)
lent("the signer expired, the stamps over the payload", [(old_stamps, OLD, data_alone), (new_stamps, NEW, data_alone)], UNDECIDED, "trust-001",
     "NO_POE", at=LATER)
lent("the signer expired, a stamp over his signature and not its manifest", [(new_stamps, NEW, but("META-INF/ASiCManifest001.xml"))],
     UNDECIDED, "trust-001", "NO_POE", at=LATER)
ORDER = (FAILED, "timestamp-order-002", "SIG_CONSTRAINTS_FAILURE")
lent("the newer stamp says to be older than what it covers", [(new_stamps, NEW, everything), (new_stamps, OLD, everything)], *ORDER)
lent("the newer stamp says to be older than a token that it covers", [(new_stamps, NEW, everything), (new_stamps, OLD, only(
    FIRST, MANIFEST_1))], *ORDER)
lent("the newer stamp is five minutes older than what it covers", [(new_stamps, NEW, everything), (new_stamps, NEW - 300, everything)], PASSED)
lent("two stamps of one second", [(new_stamps, NEW, everything), (new_stamps, NEW, everything)], PASSED)
lent("the newer stamp says to be older than what it does not cover", [(new_stamps, NEW, everything), (new_stamps, OLD, data_alone)], PASSED)
numbered = row((new_stamps, OLD, everything), (new_stamps, NEW, everything))
case(164, "two stamps, their tokens exchanged", dossier({**numbered, FIRST: numbered["META-INF/timestamp002.tst"],
     "META-INF/timestamp002.tst": numbered[FIRST]}), FAILED, "timestamp-002", "HASH_FAILURE", at=HERE)
case(164, "two stamps, their manifests exchanged", dossier({**numbered, NEWEST: numbered[MANIFEST_1], MANIFEST_1: numbered[NEWEST]}),
     FAILED, "timestamp-002", "FORMAT_FAILURE", at=HERE)
case(164, "a stamp of another dossier in front", dossier({**numbered, FIRST: row((new_stamps, OLD, data_alone))[FIRST]}), FAILED,
     "timestamp-002", "HASH_FAILURE", at=HERE)
# A token in the signature, and stamps over the file that it lies in.
inside = {**GOOD, "META-INF/signature001.p7s": stamped(token(VALUE, old_stamps, at=OLD))}
lent("a token in the signature, a stamp over everything", [(new_stamps, NEW, everything)], PASSED, files=inside)
lent("a token in the signature, a stamp over the payload", [(new_stamps, NEW, data_alone)], UNDECIDED, "signature-timestamp-trust-001",
     "NO_POE", files=inside)
lent("a token in the signature, a stamp over it when its authority had expired", [(new_stamps, SIGNED_AT + 50 * DAY, everything)], UNDECIDED,
     "signature-timestamp-trust-001", "NO_POE", files=inside)
younger = {**GOOD, "META-INF/signature001.p7s": stamped(token(VALUE, new_stamps, at=NEW))}
lent("a token in the signature that is younger than the stamp over it", [(new_stamps, OLD, everything)], FAILED, "signature-timestamp-001",
     "SIG_CONSTRAINTS_FAILURE", files=younger)
lent("a token in the signature that is younger than a stamp over the payload", [(new_stamps, OLD, data_alone)], PASSED, files=younger)
# What is shown of one of two signatures shows nothing of the other.
twice = signed_by((signer, "engineer"), (second, "approver"))
for number in (1, 2):
    name, who = "META-INF/signature%03u.p7s" % number, (signer, second)[number - 1]
    text = twice["META-INF/ASiCManifest%03u.xml" % number]
    made = sign(text, who, value=value_of(twice[name]), unsigned=[stamp_attribute(token(value_of(twice[name]), new_stamps, at=NEW))])
    if number == 2:   # the first is covered by the second, so it stays as it is
        case(164, "both signers expired, the second one stamped", dossier({**twice, name: made}), UNDECIDED, "trust-001", "NO_POE", at=LATER,
             also=["trust-002"])
lent("both signers expired, a stamp over the second signature", [(new_stamps, NEW, only("META-INF/signature002.p7s",
     "META-INF/ASiCManifest002.xml"))], UNDECIDED, "trust-001", "NO_POE", files=twice, at=LATER, also=["trust-002"])
lent("both signers expired, a stamp over the first signature", [(new_stamps, NEW, only("META-INF/signature001.p7s",
     "META-INF/ASiCManifest001.xml"))], UNDECIDED, "trust-002", "NO_POE", files=twice, at=LATER, also=["trust-001"])

# ---- 165: reasons, and dates of invalidity ----
BEFORE, AFTER = SIGNED_AT - DAY, SIGNED_AT + DAY


def entry_list(words, entries, kind):
    """A list of `root` whose entries are given as (date, extensions)."""
    from der import bits
    body = seq(integer(1), root.key.algorithm("sha256"), root.subject, moment(CHECKED_AT - DAY), moment(CHECKED_AT + 30 * DAY), seq(*[
        seq(integer(signer.serial), moment(at), *([seq(*more)] if more else [])) for at, more in entries]), context(0, seq(extension(
            "2.5.29.20", integer(7)), *([extension("2.5.29.27", integer(6), True)] if kind == "delta" else []))))
    return seq(body, root.key.algorithm("sha256"), bits(root.key.sign("sha256", body)))


def reason(value):
    return extension("2.5.29.21", tlv(0x0A, bytes([value])))


def invalid(at):
    from datetime import datetime, timezone
    return extension("2.5.29.24", tlv(0x18, datetime.fromtimestamp(at, timezone.utc).strftime("%Y%m%d%H%M%SZ").encode()))


STAMPED = stamped(token(VALUE, new_stamps))


def revoked(words, entries, expected, word, made=STAMPED, kind="whole", beside=b"", says=None):
    """`expected` of the signature `made`."""
    name = "crl-165-" + words.replace(" ", "-").replace(",", "")
    lists = [entry_list(words, entries, kind)] + ([beside] if beside else [])
    TRUST[name] = TRUST["root"] + pem("X509 CRL", *lists)
    verdict(165, words, made, expected, "trust-001" if word is not None else None, word, trust=name, says=says)


UNKNOWN = (UNDECIDED, "REVOKED_NO_POE")
NAMES = {0: "unspecified", 1: "key compromise", 2: "CA compromise", 3: "affiliation changed", 4: "superseded", 5: "cessation",
         6: "on hold", 7: "a reason that is not used", 9: "privilege withdrawn", 10: "AA compromise", 11: "a reason of the future"}
for value, name in NAMES.items():
    revoked("before the stamp, " + name, [(BEFORE, [reason(value)])], FAILED, "REVOKED")
    revoked("after the stamp, " + name, [(AFTER, [reason(value)])], *(UNKNOWN if value in (1, 2, 7, 10, 11) else (PASSED, None)), says=None if
            value in (1, 2, 7, 10, 11) else "revoked after")
    revoked("no stamp, " + name, [(AFTER, [reason(value)])], FAILED, "REVOKED", made=sign(TEXT, signer))
revoked("after the stamp, no reason", [(AFTER, [])], PASSED, None, says="revoked after")
revoked("after the stamp, two reasons", [(AFTER, [reason(4), reason(1)])], *UNKNOWN)
revoked("after the stamp, a reason that cannot be read", [(AFTER, [extension("2.5.29.21", integer(4))])], *UNKNOWN)
revoked("after the stamp, superseded, invalid before it", [(AFTER, [reason(4), invalid(BEFORE)])], *UNKNOWN)
revoked("after the stamp, no reason, invalid before it", [(AFTER, [invalid(BEFORE)])], *UNKNOWN)
revoked("after the stamp, superseded, invalid after it", [(AFTER, [reason(4), invalid(AFTER)])], PASSED, None, says="revoked after")
revoked("after the stamp, superseded, invalid at a time that cannot be read", [(AFTER, [reason(4), extension("2.5.29.24", tlv(
    0x18, b"yesterday"))])], *UNKNOWN)
revoked("twice after the stamp, superseded and compromised", [(AFTER, [reason(4)]), (AFTER, [reason(1)])], *UNKNOWN)
revoked("twice after the stamp, compromised and superseded", [(AFTER, [reason(1)]), (AFTER, [reason(4)])], *UNKNOWN)
revoked("twice, after the stamp and before", [(AFTER, [reason(4)]), (BEFORE, [reason(4)])], FAILED, "REVOKED")
revoked("twice, taken off and compromised", [(AFTER, [reason(8)]), (AFTER, [reason(1)])], UNDECIDED, None)
revoked("taken off in a whole list", [(BEFORE, [reason(8)])], UNDECIDED, "", says="only a delta list")
revoked("taken off in a delta list alone", [(BEFORE, [reason(8)])], UNDECIDED, "TRY_LATER", kind="delta")
revoked("taken off in a delta list, a whole list without it", [(BEFORE, [reason(8)])], PASSED, None, kind="delta", beside=revocation_list(root))
revoked("on hold in a delta list, a whole list without it", [(BEFORE, [reason(6)])], FAILED, "REVOKED", kind="delta", beside=revocation_list(root))
# An authority of time stamps, under a stamp over everything of another one.
SOON = SIGNED_AT + 5 * DAY
for value, word in ((1, "REVOKED_NO_POE"), (2, "REVOKED_NO_POE"), (4, None)):
    TRUST["stamps-%u" % value] = TRUST["root"] + pem("X509 CRL", revocation_list(root, [(old_stamps.serial, SOON + DAY, value)]))
    lent("the older authority revoked after the newer stamp, %s" % NAMES[value], [(old_stamps, OLD, everything), (new_stamps, SOON, everything)],
         UNDECIDED if word else PASSED, "timestamp-trust-001" if word else None, word, trust="stamps-%u" % value, at=CHECKED_AT)
    lent("the older authority revoked, %s, the newer stamp over the payload" % NAMES[value], [(old_stamps, OLD, everything), (
        new_stamps, SOON, data_alone)], FAILED, "timestamp-trust-001", "REVOKED", trust="stamps-%u" % value, at=CHECKED_AT)

# ---- what other programs may write for the same manifest ----
HEADER, BODY = (t + e for t, e in zip(TEXT.decode().split("?>", 1), ("?>", "")))
REFERENCE = "<asic:DataObjectReference"


def written(words, body, header=HEADER):
    case(54, "manifest: " + words, dossier(signed(FILES, signer, text=(header + body).encode())), PASSED)


written("a line for each tag", BODY.replace("><", ">\r\n\t<"))
written("lines inside of tags", BODY.replace(" URI=", "\n  URI="))
written("single quotes", BODY.replace('"', "'"))
written("blanks before each end", BODY.replace('"/>', '" />').replace('">', '" >'))
written("blanks around each equals sign", BODY.replace('="', ' = "'))
written("comments", "<!-- a -->" + BODY.replace(REFERENCE, "<!-- b -->" + REFERENCE) + "<!-- c -->\n")
written("a reference in a comment", BODY.replace(REFERENCE, "<!-- " + reference("data/never.csv", b"never") + " -->" + REFERENCE, 1))
written("end tags for empty elements", BODY.replace('#sha256"/>', '#sha256"></ds:DigestMethod>'))
written("a name space on each digest", BODY.replace("<ds:DigestValue", '<ds:DigestValue xmlns:ds="http://www.w3.org/2000/09/xmldsig#"'))
written("no declaration", BODY, "")
