"""cases_manifest.py - part B: what a signed manifest says, and what it leaves out.

Where a case changes the manifest, whoever did it holds the signer's key: the reader must refuse all the same."""
import base64
import hashlib

from cases import *
from container import (ASIC, CLOSE, DIGEST_URI, DSIG, HEAD, OPEN, ROOT_FILE, reference, signature_reference)

LOG = "data/evidence/01-run/log.csv"
ENTRIES = {n: reference(n, FILES[n], root=n == ROOT_FILE) for n in sorted(FILES, key=str.encode)}


def lines(**changed):
    """All references, some in another form, by the member's name."""
    return "".join({**ENTRIES, **changed}.values())


def fail(number, words, data, check, word, **more):
    case(number, words, data, FAILED, check, word, **more)


def bad_manifest(number, words, text, word="FORMAT_FAILURE", **more):
    case(number, words, with_manifest(text), more.pop("verdict", FAILED), "manifest-001", word, **more)


def with_line(line):
    return manifest(FILES, references=lines(**{LOG: line}))


def spelled(uri):
    return with_line(reference(uri, FILES[LOG]))


# 41 to 43: members added, removed, exchanged
fail(41, "added to data", dossier({**GOOD, "data/evil.txt": b"x"}), "payload-digests", "HASH_FAILURE")
more = bag({**payload(), "data/evil.txt": b"x"})
fail(41, "added to data and to every list", dossier({**more, **{n: GOOD[n] for n in GOOD if n.startswith("META")}}),
     "references-001", "HASH_FAILURE")
fail(41, "added to every list, manifest honest about the rest", dossier(signed(more, signer, text=manifest(
    {n: d for n, d in more.items() if n != "data/evil.txt"}))), "coverage-001", "FORMAT_FAILURE")
fail(41, "added to META-INF", dossier({**GOOD, "META-INF/manifest.xml": b"<x/>"}), "layout", "FORMAT_FAILURE")
fail(41, "added beside data", dossier({**GOOD, "evil.txt": b"x"}), "layout", "FORMAT_FAILURE")
fail(41, "added to trust", dossier({**GOOD, "trust/001/evil.pem": b"x"}), "unsigned-member", "FORMAT_FAILURE")
fail(41, "second VERIFY text", dossier({**GOOD, "VERIFY-002.txt": b"trust me\n"}), "unsigned-member", "FORMAT_FAILURE")
fail(41, "name that differs by a segment", dossier({**GOOD, "data/evidence/01-run/log.csv.bak": b"x"}), "payload-digests",
     "HASH_FAILURE")


def less(name):
    return {n: d for n, d in GOOD.items() if n != name}


fail(42, "evidence removed", dossier(less(LOG)), "references-001", "HASH_FAILURE", says="missing")
fail(42, "report removed", dossier(less(ROOT_FILE)), "references-001", "HASH_FAILURE", says="missing")
fail(42, "removed from every list too", dossier({**bag({n: d for n, d in payload().items() if n != LOG}), **{
    n: GOOD[n] for n in GOOD if n.startswith("META")}}), "references-001", "HASH_FAILURE")
for name in ("bagit.txt", "bag-info.txt", "manifest-sha256.txt", "VERIFY.txt"):
    fail(42, "%s removed" % name, dossier(less(name)), "layout", "FORMAT_FAILURE")
fail(42, "tag manifest removed", dossier(less("tagmanifest-sha256.txt")), "tag-files", "FORMAT_FAILURE")
fail(42, "list of inputs removed", dossier(less("data/inputs-sha256.txt")), "evidence-id", "FORMAT_FAILURE")
fail(43, "two members exchanged", dossier({**GOOD, LOG: GOOD["data/case.json"], "data/case.json": GOOD[LOG]}),
     "references-001", "HASH_FAILURE")
fail(43, "content changed", dossier({**GOOD, LOG: GOOD[LOG].replace(b"1234", b"9999")}), "references-001", "HASH_FAILURE")
swapped = bag({**payload(), LOG: b"0,tok/s,9999\n"})
fail(43, "content and all lists changed", dossier({**swapped, **{n: GOOD[n] for n in GOOD if n.startswith("META")}}),
     "references-001", "HASH_FAILURE")
fail(43, "content, lists and manifest changed", dossier({**signed(swapped, signer), "META-INF/signature001.p7s":
                                                        GOOD["META-INF/signature001.p7s"]}), "signature-001", "HASH_FAILURE")
# 44 to 47: references
bad_manifest(44, "listed twice, same digest", with_line(ENTRIES[LOG] * 2))
bad_manifest(44, "listed twice, other digest", with_line(ENTRIES[LOG] + reference(LOG, b"other")))
bad_manifest(44, "listed twice, far apart", manifest(FILES, references=lines() + ENTRIES["bagit.txt"]))
for uri in ("data/evidence/01-run/%6cog.csv", "./" + LOG, "data//evidence/01-run/log.csv", "data/x/../evidence/01-run/log.csv",
            "/" + LOG, "file:///" + LOG, "http://example.org/" + LOG, LOG + "#id", "#id", LOG + "?q", "", " " + LOG,
            LOG + " ", LOG + "/", "DATA/evidence/01-run/log.csv", "META-INF/../" + LOG, "data\\evidence\\01-run\\log.csv"):
    bad_manifest(45, "URI %s" % (uri.encode().hex()[:40] or "empty"), spelled(uri)) if uri != \
        "DATA/evidence/01-run/log.csv" else case(45, "URI in upper case", with_manifest(spelled(uri)), FAILED,
                                                 "references-001", "HASH_FAILURE")
for uri in ("%2e%2e/x", "data%2Fcase.json", "data/a%00", "data/%c0%ae", "data/\u00e4", "data/&#x2e;&#x2e;/x"):
    bad_manifest(46, "escaped %s" % uri.encode().hex(), spelled(uri))
bad_manifest(47, "plus in a URI", spelled("data/a+b.txt"))
bad_manifest(47, "escaped blank in a URI", spelled("data/a%20b.txt"))
# 48, 49: which signature a manifest belongs to
for words, uri in (("another", "META-INF/signature002.p7s"), ("a missing file", "META-INF/signature009.p7s"),
                   ("a payload file", LOG), ("itself", "META-INF/ASiCManifest001.xml"), ("itself by another spelling",
                   "META-INF/./signature001.p7s"), ("nothing", "")):
    bad_manifest(48, "refers to %s" % words, manifest(FILES, first=signature_reference(uri=uri) if uri else
                 '<asic:SigReference URI="" MimeType="application/pkcs7-signature"/>'))
two = {**GOOD, "META-INF/ASiCManifest002.xml": manifest(FILES, 1), "META-INF/signature002.p7s":
       GOOD["META-INF/signature001.p7s"]}
fail(48, "two manifests name one signature", dossier(two), "manifest-002", "FORMAT_FAILURE")
bad_manifest(48, "announced as a time stamp", manifest(FILES, first=signature_reference(
    kind="application/vnd.etsi.timestamp-token")))
fail(49, "signature without a manifest", dossier(less("META-INF/ASiCManifest001.xml")), "signatures", "FORMAT_FAILURE")
fail(49, "manifest without a signature", dossier(less("META-INF/signature001.p7s")), "signatures", "FORMAT_FAILURE")
fail(49, "a gap in the numbers", dossier({**FILES, "META-INF/ASiCManifest002.xml": manifest(FILES, 2),
     "META-INF/signature002.p7s": GOOD["META-INF/signature001.p7s"]}), "signatures", "FORMAT_FAILURE")
fail(49, "number 000", dossier({**GOOD, "META-INF/ASiCManifest000.xml": TEXT}), "layout", "FORMAT_FAILURE")
fail(49, "a name of other tools", dossier({**GOOD, "META-INF/signatures.p7s": GOOD["META-INF/signature001.p7s"]}),
     "layout", "FORMAT_FAILURE")
# 50, 51: digests
for words, uri in (("SHA-1", DIGEST_URI["sha1"]), ("MD5", DIGEST_URI["md5"]), ("unknown", "urn:x"), ("empty", ""),
                   ("old SHA-256", "http://www.w3.org/2000/09/xmldsig#sha256"),
                   ("SHA-224", "http://www.w3.org/2001/04/xmldsig-more#sha224")):
    bad_manifest(50, "digest %s" % words, with_line(reference(LOG, FILES[LOG], method=uri)), "CRYPTO_CONSTRAINTS_FAILURE")
case(50, "SHA-256 and SHA-512 mixed", with_manifest(with_line(reference(LOG, FILES[LOG], "sha512"))), PASSED)
case(50, "SHA-384", with_manifest(with_line(reference(LOG, FILES[LOG], "sha384"))), PASSED)
value = base64.b64encode(hashlib.sha256(FILES[LOG]).digest()).decode()
spare = value[:-2] + chr(ord(value[-2]) + 1) + "="
for words, given in (("cut", value[:-4]), ("longer", value + "AAAA"), ("with a space", value[:9] + " " + value[9:]),
                     ("with a newline", value + "\n"), ("newline in front", "\n" + value), ("with spare bits set", spare),
                     ("empty", ""), ("without padding", value[:-1]), ("URL-safe", value.replace("/", "_").replace("+", "-")
                      if "/" in value or "+" in value else value[:-1] + "-"), ("hexadecimal", hashlib.sha256(
                          FILES[LOG]).hexdigest()), ("of SHA-512", base64.b64encode(hashlib.sha512(FILES[LOG]).digest()).decode())):
    case(51, "value %s" % words, with_manifest(with_line(reference(LOG, FILES[LOG], value=given))), FAILED, "references-001",
         "HASH_FAILURE")
half = len(value) // 2
for words, inside in (("comment", "<!-- -->"), ("CDATA", "<![CDATA[]]>"), ("CDATA with text", None), ("instruction", "<?x?>"),
                      ("entity", "&x;"), ("element", "<ds:x/>")):
    given = "<![CDATA[%s]]>" % value if inside is None else value[:half] + inside + value[half:]
    bad_manifest(52, "%s in a value" % words, with_line(reference(LOG, FILES[LOG], value=given)))
case(52, "character reference in a value", with_manifest(with_line(reference(
    LOG, FILES[LOG], value="&#x%x;" % ord(value[0]) + value[1:]))), FAILED, "manifest-001", "FORMAT_FAILURE")
for words, text in (("plain", "<!DOCTYPE x>"), ("with an entity", '<!DOCTYPE x [<!ENTITY a "b">]>'),
                    ("from outside", '<!DOCTYPE x SYSTEM "file:///etc/passwd">')):
    bad_manifest(53, "DOCTYPE %s" % words, manifest(FILES, head=HEAD + text), verdict=REJECT)
# 54: name spaces
renamed = TEXT.decode().replace("asic:", "q:").replace("xmlns:asic", "xmlns:q").replace("ds:", "w:").replace(
    "xmlns:ds", "xmlns:w")
case(54, "other prefixes", with_manifest(renamed), PASSED)
default = TEXT.decode().replace("<asic:", "<").replace("</asic:", "</").replace("xmlns:asic", "xmlns")
case(54, "the schema's space as default", with_manifest(default), PASSED)
bad_manifest(54, "old name space", TEXT.decode().replace("v1.2.1#", "v1.1.1#"))
bad_manifest(54, "no name space", TEXT.decode().replace("asic:", "").replace(' xmlns:asic="%s"' % ASIC, "").replace(
    'xmlns:asic', "xmlns:q"))
bad_manifest(54, "prefix bound to another space", TEXT.decode().replace("<ds:DigestValue>", '<ds:DigestValue xmlns:ds="urn:x">', 1))
bad_manifest(54, "prefixes exchanged", TEXT.decode().replace('xmlns:asic="%s" xmlns:ds="%s"' % (ASIC, DSIG),
                                                           'xmlns:asic="%s" xmlns:ds="%s"' % (DSIG, ASIC)))
# 55, 56: extensions and wrapping
bad_manifest(55, "element before SigReference", manifest(FILES, first="<asic:x/>" + signature_reference()))
bad_manifest(55, "two SigReferences", manifest(FILES, first=signature_reference() * 2))
bad_manifest(55, "SigReference last", manifest(FILES, first="", last=signature_reference()))
bad_manifest(55, "no SigReference", manifest(FILES, first=""))
bad_manifest(55, "no reference", manifest(FILES, references=""))


def extended_by(inside):
    return manifest(FILES, last="<asic:ASiCManifestExtensions>%s</asic:ASiCManifestExtensions>" % inside)


bad_manifest(55, "critical extension", extended_by('<asic:Extension Critical="true"><x/></asic:Extension>'))
bad_manifest(55, "critical by number", extended_by('<asic:Extension Critical="1"><x/></asic:Extension>'))
bad_manifest(55, "extension that does not say", extended_by("<asic:Extension><x/></asic:Extension>"))
case(55, "extension that is not critical", with_manifest(extended_by(
    '<asic:Extension Critical="false"><x/></asic:Extension>')), PASSED, says="passed over extensions")
bad_manifest(55, "unknown attribute", TEXT.decode().replace(' Rootfile="true"', ' Rootfile="true" x="y"'))
bad_manifest(56, "reference outside the root", manifest(FILES) + ENTRIES[LOG].encode())
bad_manifest(56, "reference before the root", manifest(FILES, head=HEAD + ENTRIES[LOG]))
bad_manifest(56, "reference inside a reference", with_line(ENTRIES[LOG].replace(
    "</asic:DataObjectReference>", ENTRIES["bagit.txt"] + "</asic:DataObjectReference>")))
hidden = manifest(FILES, references=lines(**{LOG: ""}),
                  last='<asic:ASiCManifestExtensions><asic:Extension Critical="false">%s</asic:Extension>'
                  "</asic:ASiCManifestExtensions>" % ENTRIES[LOG])
fail(56, "reference hidden in an extension", with_manifest(hidden), "coverage-001", "FORMAT_FAILURE")
bad_manifest(56, "reference after the extensions", manifest(FILES, last="<asic:ASiCManifestExtensions/>" + ENTRIES["bagit.txt"],
             references=lines(**{"bagit.txt": ""})))
bad_manifest(56, "root inside another element", manifest(FILES, open="<x>" + OPEN, close=CLOSE + "</x>"))
bad_manifest(56, "text between references", with_line(ENTRIES[LOG] + "x"))
# 57: encodings
plain = TEXT.decode()
for words, text in (("UTF-16 LE", b"\xff\xfe" + plain.encode("utf-16-le")), ("UTF-16 BE", b"\xfe\xff" + plain.encode("utf-16-be")),
                    ("byte order mark", b"\xef\xbb\xbf" + TEXT), ("declared as Latin-1", plain.replace("UTF-8", "ISO-8859-1")),
                    ("declared as UTF-7", plain.replace("UTF-8", "UTF-7")), ("declared as UTF-16", plain.replace("UTF-8", "UTF-16")),
                    ("XML 1.1", plain.replace('"1.0"', '"1.1"')), ("blank in front", b" " + TEXT), ("cut", TEXT[:-20]),
                    ("empty", b""), ("not XML", b"manifest\n"), ("bytes behind", TEXT + b"x"), ("NUL behind", TEXT + b"\0"),
                    ("overlong UTF-8", TEXT.replace(b"text/html", b"text/\xc0\xafhtml")),
                    ("element not closed", plain.replace("</asic:ASiCManifest>", ""))):
    bad_manifest(57, words, text, verdict=REJECT)
case(57, "no declaration", with_manifest(plain.replace(HEAD, "")), PASSED)
case(57, "line breaks between elements", with_manifest(plain.replace("><asic:Data", ">\n  <asic:Data")), PASSED)
# 58: the list of the bag
for words, change in (("disagrees", lambda t: t.replace(b"0", b"1", 1)), ("CRLF", lambda t: t.replace(b"\n", b"\r\n")),
                      ("a line missing", lambda t: t[t.index(b"\n") + 1:]), ("a line more", lambda t: t + b"0" * 64 +
                       b"  data/more.txt\n"), ("escaped name", lambda t: b"\\" + t), ("binary marks", lambda t: t.replace(
                           b"  ", b" *")), ("upper case digests", lambda t: t.upper().replace(b"DATA", b"data")),
                      ("other order", lambda t: b"".join(reversed(t.splitlines(True)))), ("no last newline", lambda t: t[:-1]),
                      ("a comment", lambda t: b"# x\n" + t)):
    files = {**FILES, "manifest-sha256.txt": change(FILES["manifest-sha256.txt"])}
    fail(58, "list: %s" % words, dossier(signed(files, signer)), "payload-digests", "HASH_FAILURE")
files = {**FILES, "tagmanifest-sha256.txt": FILES["tagmanifest-sha256.txt"][:-10]}
fail(58, "tag list cut", dossier(signed(files, signer)), "tag-files", "HASH_FAILURE")
for label in ("Payload-Oxum: ", "Dossier-Content-Id: ", "Dossier-Evidence-Id: "):
    info = FILES["bag-info.txt"].decode()
    files = {**FILES, "bag-info.txt": info.replace(label, label + "0").encode()}
    fail(58, "bag-info: %swrong" % label, dossier(signed(files, signer)), "bag-info", "HASH_FAILURE")
    files = {**FILES, "bag-info.txt": (info + info[info.index(label):].split("\n")[0] + "\n").encode()}
    fail(58, "bag-info: %stwice" % label, dossier(signed(files, signer)), "bag-info", "FORMAT_FAILURE")
# 59, 60: attributes
bad_manifest(59, "two root files", with_line(reference(LOG, FILES[LOG], root=True)))
bad_manifest(59, "root file neither true nor false", TEXT.decode().replace('Rootfile="true"', 'Rootfile="yes"'))
fail(59, "root file missing", with_manifest(with_line(ENTRIES[LOG] + reference(
    "data/report/absent.html", b"", root=True)).decode().replace(ENTRIES[ROOT_FILE], reference(ROOT_FILE, FILES[ROOT_FILE]))),
     "references-001", "HASH_FAILURE", says="missing")
script = bag({**payload(), "data/evidence/02-run/x.sh": b"#!/bin/sh\necho\n"})
case(60, "a script called text/html", with_manifest(manifest(script, references="".join(
    reference(n, script[n], root=n == ROOT_FILE, kind="text/html" if n.endswith(".sh") else None)
    for n in sorted(script, key=str.encode))), script), PASSED, says="warning")
# 61 to 65: several signatures
both = signed({**GOOD, "signoff/002.json": b"{}"}, approver, 2)
POLICY = ("# who must have signed\nrequire engineer 1\nrequire approver 1\n").encode()


def transplanted():
    other = bag({**payload(), "data/evidence/02-run/x.csv": b"1\n"})
    return {**other, **{n: GOOD[n] for n in GOOD if n.startswith("META-INF")}}


fail(63, "pair of another dossier", dossier(transplanted()), "references-001", "HASH_FAILURE")
half_covered = {n: d for n, d in transplanted().items()}
small = {n: FILES[n] for n in FILES if n.startswith("data/")}
fail(63, "pair that covers only files both have", dossier(signed(bag({**payload(), "data/evidence/02-run/x.csv": b"1\n"}), signer,
     text=manifest({n: d for n, d in small.items() if n != "data/inputs-sha256.txt"}))), "coverage-001", "FORMAT_FAILURE")
