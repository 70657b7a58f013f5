"""cases_moved.py - good parts in a wrong place (151 to 155): what later manifests leave out, records of withholding and time
stamps of another signature, certificates whose extensions restrict, revisions behind a signed copy."""
import hashlib
import json

from cases import *
from cases_pdf import COPY, OTHER, PAGES, appended
from cases_signature import TEXT
from cases_signers import second, signoff, signed_by
from cases_time import VALUE, archived, value_of
from der import NULL, boolean, integer, octets, seq
from keys import ECKey
from pdf import stream
from pki import extension, sign, stamp_attribute, token

LOG, EMPTY, RECORD = "data/evidence/01-run/log.csv", "data/evidence/01-run/empty.txt", "withheld/002.json"
ROOT_PEM = ["--at", str(CHECKED_AT), "--json", "--trust", "{folder}/root.pem"]

# ---- 151: a second signature ----


def seconded(covered=lambda files: files, decision="approved", laid=lambda files: files, first=FILES, record_text=None):
    """A dossier signed once, then again over `covered` of its members; `laid` is what is packed in the end."""
    files = signed({**first, "signoff/001.json": signoff(1, "engineer", "made")}, signer)
    files["signoff/002.json"] = signoff(2, "procurement", decision)
    if record_text:
        files[RECORD] = record_text
    files = laid(files)
    text = manifest(covered(files), 2)
    return {**files, "META-INF/ASiCManifest002.xml": text, "META-INF/signature002.p7s": sign(text, second)}


def without(*gone):
    return lambda files: {n: d for n, d in files.items() if n not in gone}


case(151, "second manifest over everything", dossier(seconded()), PASSED)
for words, gone in (("a piece of evidence", LOG), ("the case", "data/case.json"), ("the report", "data/report/report.html"),
                    ("the list of files", "manifest-sha256.txt")):
    case(151, "second manifest leaves out %s" % words, dossier(seconded(without(gone))), FAILED, "coverage-002", "FORMAT_FAILURE")
case(151, "second manifest leaves out its own sign-off", dossier(seconded(without("signoff/002.json"))), FAILED)
case(151, "second manifest has another digest of a member", dossier(seconded(lambda files: {**files, LOG: b"9\n"})), FAILED,
     "references-002", "HASH_FAILURE")

# ---- 152: withheld here, recorded there ----
HERE, THERE = FILES, bag({**payload(), LOG: b"0,tok/s,9999\n"})


def elsewhere(words, files, check=None):
    case(152, words, dossier(files), FAILED, check, None, arguments=["verify", "{file}", "--allow-withheld"] + ROOT_PEM)


def recorded(*pairs):
    return (json.dumps({"format": "dossier-withheld/1", "members": [{"path": path, "sha256": hashlib.sha256(data).hexdigest(), "size": len(
        data), "reason": "secret"} for path, data in pairs]}, indent=2) + "\n").encode()


good = seconded(decision="withheld", laid=without(LOG), record_text=recorded((LOG, HERE[LOG])))
other = seconded(decision="withheld", laid=without(LOG), first=THERE, record_text=recorded((LOG, THERE[LOG])))
case(152, "withheld and recorded here", dossier(good), PASSED, "withheld-002", None, arguments=["verify", "{file}", "--allow-withheld"] + ROOT_PEM)
elsewhere("record and signature of another dossier of the signer", {n: other[n] if "002" in n else d for n, d in good.items()})
elsewhere("record of another dossier, signed here", seconded(decision="withheld", laid=without(LOG), record_text=recorded((LOG, THERE[LOG]))))
elsewhere("another dossier's member in the place of the withheld one", {**good, LOG: THERE[LOG]}, "withheld-002")
elsewhere("two members, each recorded as the other", seconded(decision="withheld", laid=without(LOG, EMPTY), record_text=recorded(
    (LOG, HERE[EMPTY]), (EMPTY, HERE[LOG]))))

# ---- 153: extensions ----


def restricted(words, extensions, expected, word="CHAIN_CONSTRAINTS_FAILURE", check="certificate-001", issuer=root):
    who = Person("Restricted " + words, ECKey("restricted " + words), issuer, extensions)
    certificates = [who.certificate] + ([issuer.certificate] if issuer is not root else [])
    case(153, words, with_signature(sign(TEXT, who, certificates=certificates)), expected, check if expected != PASSED else None, word if
         expected != PASSED else None)


PURPOSE = extended(EMAIL, DOCUMENT)
restricted("usage: non-repudiation alone", [key_usage(NON_REPUDIATION), PURPOSE], PASSED)
restricted("usage: key agreement alone", [key_usage(0x08), PURPOSE], FAILED)
restricted("usage: data encipherment alone", [key_usage(0x10), PURPOSE], FAILED)
restricted("usage: to sign lists alone", [key_usage(CRL_SIGN), PURPOSE], FAILED)
restricted("constraints twice", [NOT_AUTHORITY, NOT_AUTHORITY, key_usage(SIGNATURE), PURPOSE], FAILED)
restricted("constraints that cannot be read", [extension("2.5.29.19", octets(b"x"), True), key_usage(SIGNATURE), PURPOSE], FAILED)
restricted("constraints with a negative path", [extension("2.5.29.19", seq(boolean(True), integer(-1)), True), key_usage(SIGNATURE), PURPOSE], FAILED)
restricted("an extension that nobody knows, not critical", USAGE + [extension("1.2.3.4", NULL)], PASSED)
restricted("a known extension twice", USAGE + [PURPOSE], FAILED)
loose = Person("Loose CA", ECKey("loose"), root, [extension("2.5.29.19", seq(boolean(True), integer(-1)), True), key_usage(CERT_SIGN)], **LONG)
restricted("issuer with a negative path", USAGE, UNDECIDED, "NO_CERTIFICATE_CHAIN_FOUND", "trust-001", loose)

# ---- 154: time stamps of something else of the same length ----
flipped = bytes([VALUE[0] ^ 1]) + VALUE[1:]
for words, about in (("over as many other bytes", flipped), ("over the signature's last bytes", VALUE[1:] + b"\0")):
    case(154, "time stamp %s" % words, with_signature(sign(TEXT, signer, unsigned=[stamp_attribute(token(about, stamper))])), FAILED,
         "signature-timestamp-001", "HASH_FAILURE")
twice = signed_by((signer, "engineer"), (second, "approver"))
first_stamp = stamp_attribute(token(value_of(twice["META-INF/signature001.p7s"]), stamper))
case(154, "time stamp of signature 1 inside signature 2", dossier({**twice, "META-INF/signature002.p7s": sign(
    twice["META-INF/ASiCManifest002.xml"], second, unsigned=[first_stamp])}), FAILED, "signature-timestamp-002", "HASH_FAILURE")
case(154, "record of time over as many other bytes", archived(lambda t: token(t[:-1] + bytes([t[-1] ^ 1]), stamper, "sha512"))[0], FAILED,
     "timestamp-001", "HASH_FAILURE")

# ---- 155: revisions behind a signed copy ----


def revised(words, data):
    case(155, words, data, FAILED, "pdf", "FORMAT_FAILURE", suffix="pdf", arguments=["verify", "{file}"] + ROOT_PEM)


SCRIPT = (30, b"<< /S /JavaScript /JS (app.alert\\(1\\)) >>")
field = COPY[COPY.index(b"<< /Type /Sig"):COPY.index(b" >>\nendobj\n", COPY.index(b"/Contents <"))] + b" >>"
emptied = field[:field.index(b"/Contents <")] + b"/Contents <00> >>"
for words, objects in (
        ("a script at opening", [SCRIPT, (1, PAGES[1][:-2] + b"/OpenAction 30 0 R /AcroForm << /Fields [ 11 0 R ] /SigFlags 3 >> >>")]),
        ("a script of a page", [SCRIPT, (4, PAGES[4][:-2] + b"/AA << /O 30 0 R >> /Annots [ 11 0 R ] >>")]),
        ("a program behind a note", [(30, b"<< /Type /Annot /Subtype /Link /Rect [ 0 0 300 200 ] /A << /S /Launch /F (x) >> >>"), (
            4, PAGES[4][:-2] + b"/Annots [ 11 0 R 30 0 R ] >>")]),
        ("the signature emptied", [(10, emptied)]), ("a page emptied", [(6, b"null")]),
        ("data for later verification", [(1, PAGES[1][:-2] + b"/DSS << /Certs [ ] >> /AcroForm << /Fields [ 11 0 R ] /SigFlags 3 >> >>")]),
        ("nothing at all", [])):
    revised("revision: %s" % words, appended(objects))
revised("revision: a page covered, then as it was", appended([(6, stream(PAGES[6]))], appended([(6, OTHER)])))
revised("revision: its table is a stream", appended([(6, OTHER), (31, stream(b"", b"/Type /XRef /W [ 1 2 1 ] /Size 40 /Root 1 0 R "))], table=False))
