"""cases_pdf.py - part E: the signed copy of a report, alone and beside its dossier (108 to 113)."""
from cases import *
from cases_signers import pem_key, second
from cases_signature import person
from der import octets, tlv
from keys import RSAKey
from pdf import PAGES, ROOM, TEXT, Update, attributes, report, shown, signed_pdf, stream
from pki import SERVER, attribute, sign

PACKED = report()
COPY = signed_pdf(PACKED, signer)
LATER = SIGNED_AT + 500 * DAY


def pdf(number, words, data, expected, check="pdf", word="FORMAT_FAILURE", **more):
    case(number, words, data, expected, check, word, suffix="pdf", **more)


def fail(number, words, data, check="pdf", word="FORMAT_FAILURE", **more):
    pdf(number, words, data, FAILED, check, word, **more)


def replaced(old, new, count=1, data=COPY):
    assert old in data, old
    return data.replace(old, new, count)


def flipped(at, bit=1):
    return COPY[:at] + bytes([COPY[at] ^ bit]) + COPY[at + 1:]


# ---- 108: bytes changed ----
pdf(108, "nothing changed", COPY, PASSED, None, None, says="this is the PDF only")
pdf(108, "no anchor", COPY, UNDECIDED, "trust", "NO_CERTIFICATE_CHAIN_FOUND", trust="none")
pdf(108, "another anchor", COPY, UNDECIDED, "trust", "NO_CERTIFICATE_CHAIN_FOUND", trust="stranger")
fail(108, "a figure on a page", replaced(b"B: 1234", b"B: 9234"), "signature", "HASH_FAILURE")
fail(108, "a letter on a page", replaced(b"Buy B", b"Buy A"), "signature", "HASH_FAILURE")
fail(108, "the date of the signature", replaced(b"/M (D:2026", b"/M (D:2025"), "signature", "HASH_FAILURE")
fail(108, "a date that is none", replaced(b"/M (D:20261126133320Z", b"/M (D:20261126133320)"))
fail(108, "a date that is none, signed so", signed_pdf(PACKED, signer, date=b"x) /JS (y) /Z ("))
fail(108, "the field's name", replaced(b"/T (dossier)", b"/T (approve)"))
fail(108, "the first bytes", b"%PDF-1.4" + COPY[8:], "signature", "HASH_FAILURE")
fail(108, "the version raised to 2.0", b"%PDF-2.0" + COPY[8:])
fail(108, "signature changed by one bit", signed_pdf(PACKED, signer, {"value": b"\x30\6\2\1\1\2\1\1"}), "signature", "SIG_CRYPTO_FAILURE")
fail(108, "digest of another report", signed_pdf(PACKED, signer, content=Update(report({7: PAGES[6]})).covered()), "signature",
     "HASH_FAILURE")
fail(108, "signature of another copy", Update(PACKED).filled(sign(b"x", signer)), "signature", "HASH_FAILURE")
fail(108, "signed by a certificate that is exchanged", signed_pdf(PACKED, signer, {"certificates": [approver.certificate]}),
     "signature", "NO_SIGNING_CERTIFICATE_FOUND")
fail(108, "signer's certificate not bound", signed_pdf(PACKED, signer, {"attributes": attributes(Update(PACKED).covered(), signer,
     certificate=None)}), "signature", "FORMAT_FAILURE")
fail(108, "SHA-1", signed_pdf(PACKED, person("PDF SHA-1", RSAKey("a", 3072)), {"hashing": "sha1"}), "signature",
     "CRYPTO_CONSTRAINTS_FAILURE")
fail(108, "certificate for servers", signed_pdf(PACKED, person("PDF server", extensions=[key_usage(SIGNATURE), extended(SERVER)])),
     "certificate", "CHAIN_CONSTRAINTS_FAILURE")
fail(108, "signer revoked", COPY, "trust", "REVOKED", trust="root-revoked")
pdf(108, "signer expired", COPY, UNDECIDED, "trust", "NO_POE", at=LATER)
fail(108, "signed before the certificate", COPY, "trust", "CHAIN_CONSTRAINTS_FAILURE", at=SIGNED_AT - 40 * DAY)
garbage = signed_pdf(PACKED, signer, {"unsigned": [attribute("1.2.3.4", octets(b"anything"))]})
pdf(108, "unsigned attribute that nobody knows", garbage, UNDECIDED, "unsigned", None)
pdf(108, "unsigned attribute of text", signed_pdf(PACKED, signer, {"unsigned": [attribute("1.2.840.113549.1.9.2", tlv(
    0x0C, b"approved by the board"))]}), UNDECIDED, "unsigned", None)

# ---- 109: bytes appended ----
for words, more in (("a newline", b"\n"), ("a comment", b"% approved\n"), ("an end mark", b"%%EOF\n"), ("a NUL", b"\0"),
                    ("64 KiB of zeros", bytes(65536)), ("another report", PACKED), ("the same update", COPY[len(PACKED):])):
    fail(109, "%s behind" % words, COPY + more)
fail(109, "cut behind the report", PACKED)
fail(109, "cut in the update", COPY[:-200])
fail(109, "cut by one byte", COPY[:-1])
fail(109, "a byte in front", b"%PDF-1.7\n" + COPY)


def appended(objects, behind=COPY, trailer=True, table=True):
    """An update behind the signed file, as incremental saving makes it."""
    out, places = behind, {}
    previous = int(behind[behind.rindex(b"startxref\n") + 10:].split()[0])
    for number, value in objects:
        places[number] = len(out)
        out += b"%d 0 obj\n%s\nendobj\n" % (number, value)
    start = len(out)
    if table:
        out += b"xref\n" + b"".join(b"%d 1\n%010d 00000 n \n" % (n, places[n]) for n in sorted(places))
    if trailer:
        out += b"trailer << /Root 1 0 R /Size 40 /Prev %d >>\nstartxref\n%d\n%%%%EOF\n" % (previous, start)
    return out


OTHER = stream(shown(b"Buy A: 9999 tokens a second"))
fail(109, "incremental saving: another page content", appended([(6, OTHER)]))
fail(109, "incremental saving without a table", appended([(6, OTHER)], table=False))
fail(109, "incremental saving without a trailer", appended([(6, OTHER)], table=False, trailer=False))
fail(109, "incremental saving that repeats the signature", appended([(6, OTHER), (10, COPY[COPY.index(b"<< /Type /Sig"):COPY.index(
    b" >>\nendobj\n", COPY.index(b"/Contents <"))] + b" >>")]))
fail(109, "incremental saving between report and signature", signed_pdf(appended([(6, OTHER)], PACKED), signer))
# Two honest signatures, one behind the other, as other programs write them: refused, since the second may be anybody's.
fail(109, "signed a second time by another", signed_pdf(COPY, second, again=True))
fail(109, "signed a second time by the same", signed_pdf(COPY, signer, again=True))

# ---- 110: which bytes are covered ----


def ranged(words, ranges, resigned=True, number=110):
    """A copy whose ByteRange is another: signed over what it says by who holds the key, or patched by who does not."""
    update = Update(PACKED, ranges=ranges(Update(PACKED)))
    a, b, n = update.ranges
    content = update.numbered()[:a] + update.numbered()[b:b + n] if resigned else Update(PACKED).covered()
    fail(number, words, update.filled(sign(content, signer, attributes=attributes(content, signer))))


ranged("gap begins earlier", lambda u: (u.first - 40, u.second, len(u.file) - u.second))
ranged("gap ends later", lambda u: (u.first, u.second + 40, len(u.file) - u.second - 40))
ranged("gap of nothing", lambda u: (u.first, u.first, len(u.file) - u.first), False)
ranged("ends before the file does", lambda u: (u.first, u.second, len(u.file) - u.second - 30))
ranged("longer than the file", lambda u: (u.first, u.second, len(u.file) - u.second + 30))
ranged("ranges overlap", lambda u: (u.first, u.first - 100, len(u.file) - u.first + 100))
ranged("second range empty", lambda u: (u.first, u.second, 0))
ranged("first range empty", lambda u: (0, u.second, len(u.file) - u.second))
ranged("brackets left out of the gap", lambda u: (u.first + 1, u.second - 1, len(u.file) - u.second + 1))
ranged("patched by who has no key", lambda u: (u.first - 40, u.second, len(u.file) - u.second), False)
ranged("covers the report alone", lambda u: (len(PACKED), u.second, 0))
fail(110, "does not begin at 0", replaced(b"/ByteRange [ 0 ", b"/ByteRange [ 1 "))
fail(110, "negative", replaced(b"/ByteRange [ 0 0", b"/ByteRange [ 0 -"))
fail(110, "in octal", replaced(b"/ByteRange [ 0 0", b"/ByteRange [ 0o0"))
fail(110, "spaced otherwise", replaced(b"/ByteRange [ 0 ", b"/ByteRange [0  "))
fail(110, "called otherwise", replaced(b"/ByteRange", b"/ByteRang#"))
fail(110, "null", replaced(b"/ByteRange [ 0 ", b"/ByteRange null"))
fail(110, "indirect", replaced(b"/ByteRange [ 0 ", b"/ByteRange 9 0 R "[:15]))
gap = COPY.index(b" ] /Contents <") + 14
tail = COPY.rindex(b"0>")
fail(110, "padding not of zeros", COPY[:tail] + b"1" + COPY[tail + 1:])
fail(110, "an object in the padding", COPY[:tail - 60] + b"> >>\nendobj\n30 0 obj\n<< /S /JavaScript >>\nendobj\n<<".ljust(60, b" ")[:60] +
     COPY[tail:])
fail(110, "a second signature in the padding", COPY[:gap + 3000 * 2] + sign(b"x", approver).hex().encode()[:2000] + COPY[gap + 8000:])
fail(110, "hexadecimal in upper case", COPY[:gap] + COPY[gap:tail].upper() + COPY[tail:])
fail(110, "a blank in the hexadecimal", COPY[:gap + 10] + b" " + COPY[gap + 11:])
fail(110, "contents as a string", COPY[:gap - 1] + b"(" + COPY[gap:tail + 1] + b")" + COPY[tail + 2:])
fail(110, "contents empty", COPY[:gap] + b"0" * (2 * ROOM) + COPY[gap + 2 * ROOM:])
fail(110, "contents indirect", replaced(b" ] /Contents <", b" ] /Contents >"))
fail(110, "contents in another place first", signed_pdf(PACKED, signer, filters=b"/Contents <00> /Filter /Adobe.PPKLite /SubFilter "
     b"/ETSI.CAdES.detached"))
fail(110, "two byte ranges", signed_pdf(PACKED, signer, filters=b"/ByteRange [ 0 1 2 3 ] /Filter /Adobe.PPKLite /SubFilter "
     b"/ETSI.CAdES.detached"))
for words, kind in (("adbe.pkcs7.detached", b"adbe.pkcs7.detached"), ("adbe.pkcs7.sha1", b"adbe.pkcs7.sha1"),
                    ("adbe.x509.rsa_sha1", b"adbe.x509.rsa_sha1"), ("a document time stamp", b"ETSI.RFC3161"), ("none", b"")):
    fail(110, "kind of signature: %s" % words, signed_pdf(PACKED, signer, filters=b"/Filter /Adobe.PPKLite" + (
        b" /SubFilter /" + kind if kind else b"")))
fail(110, "bytes between the objects of the update", signed_pdf(PACKED, signer, between=b"% hidden\n"))
fail(110, "bytes before the update", signed_pdf(PACKED, signer, before=b"% hidden\n"))
fail(110, "an object more in the update", signed_pdf(PACKED, signer, extra=[(13, b"<< /S /JavaScript /JS (app.alert\\(1\\)) >>")]))
made = sign(Update(PACKED).covered(), signer, attributes=attributes(Update(PACKED).covered(), signer))
fail(110, "bytes behind the signature's value", Update(PACKED).filled(made + b"\5\0"))
fail(110, "signature of indefinite length", Update(PACKED).filled(b"\x30\x80" + made[4:] + b"\0\0"))
fail(110, "signature shifted by a zero", Update(PACKED).filled(b"\0" + made))

# ---- 111: what the page shows ----
fail(111, "shadow: page content replaced in the signed update", signed_pdf(PACKED, signer, extra=[(6, OTHER)]))
fail(111, "shadow: content replaced after signing", appended([(6, OTHER)]))
fail(111, "shadow: a page taken away after signing", appended([(3, b"<< /Count 1 /Kids [ 5 0 R ] /Type /Pages >>")]))
fail(111, "shadow: a page put in after signing", appended([(3, b"<< /Count 3 /Kids [ 4 0 R 5 0 R 5 0 R ] /Type /Pages >>")]))
fail(111, "shadow: font exchanged after signing", appended([(8, b"<< /BaseFont /Symbol /Subtype /Type1 /Type /Font >>")]))
fail(111, "shadow: a note laid over the page", appended([(20, b"<< /Type /Annot /Subtype /FreeText /Rect [ 0 0 300 200 ] /DA (/F 12 Tf) "
     b"/Contents (Buy A) >>"), (4, PAGES[4][:-2] + b"/Annots [ 20 0 R ] >>")]))
fail(111, "shadow: the field made visible", replaced(b"/Rect [ 0 0 0 0 ]", b"/Rect [ 0 0 9 9 ]"))
fail(111, "shadow: the field's picture", replaced(b"/BBox [ 0 0 0 0 ] /Length 0", b"/BBox [ 0 0 9 9 ] /Length 0"))
fail(111, "shadow: visible field, signed so", signed_pdf(PACKED, signer, field=b"<< /Type /Annot /Subtype /Widget /FT /Sig /T (dossier) "
     b"/F 4 /Rect [ 0 0 300 200 ] /P 4 0 R /V 10 0 R /AP << /N 12 0 R >> >>"))
fail(111, "the first page made anew in the update", signed_pdf(PACKED, signer, page=PAGES[5][:-2] + b"/Annots [ 11 0 R ] >>"))
fail(111, "the catalog made anew in the update", signed_pdf(PACKED, signer, catalog=b"<< /Pages 13 0 R /Type /Catalog /AcroForm << "
     b"/Fields [ 11 0 R ] /SigFlags 3 >> >>", extra=[(13, b"<< /Count 1 /Kids [ 5 0 R ] /Type /Pages >>")]))
fail(111, "catalog opens an action", signed_pdf(PACKED, signer, catalog=PAGES[1][:-2] + b"/OpenAction << /S /JavaScript /JS (x) >> "
     b"/AcroForm << /Fields [ 11 0 R ] /SigFlags 3 >> >>"))
table = COPY.rindex(b"xref\n1 1\n")
fail(111, "table of the update points elsewhere", COPY[:table + 9] + b"%010d" % COPY.index(b"2 0 obj") + COPY[table + 19:])
fail(111, "table of the report points elsewhere", replaced(b"%010d 00000 n" % PACKED.index(b"6 0 obj"),
     b"%010d 00000 n" % PACKED.index(b"7 0 obj")))
fail(111, "the last table is another", COPY[:COPY.rindex(b"startxref\n")] + b"startxref\n%d\n%%%%EOF\n" % PACKED.index(b"xref\n0"))
fail(111, "an earlier table is another", replaced(b"/Prev ", b"/Prev 0"))
fail(111, "two trailers", signed_pdf(PACKED, signer, before=PACKED[PACKED.index(b"trailer"):]))


def beside(words, copy, dossier_bytes, expected, word, check="packed", number=111):
    pdf(number, words, copy, expected, check, word, files={".asice": dossier_bytes}, arguments=[
        "verify", "{file}", "{stem}.asice", "--at", str(CHECKED_AT), "--json", "--trust", "{folder}/root.pem"])


def packing(data, text=TEXT):
    return dossier(signed(bag({**payload(), **({"data/report/report.pdf": data} if data else {}), "data/report/pages.txt": text}),
                          signer))


beside("beside its dossier", COPY, packing(PACKED), PASSED, "")
beside("beside the dossier of another report", COPY, packing(report({6: PAGES[7]})), FAILED, "HASH_FAILURE")
beside("beside a dossier that packs the signed copy", COPY, packing(COPY), FAILED, "HASH_FAILURE")
beside("beside a dossier without a report", COPY, packing(None), FAILED, "HASH_FAILURE")
beside("another report signed, beside the dossier", signed_pdf(report({6: PAGES[7]}), signer), packing(PACKED), FAILED, "HASH_FAILURE")
beside("beside a dossier that does not hold", COPY, dossier({**signed(bag({**payload(), "data/report/report.pdf": PACKED}), signer),
       "data/case.json": b"{}"}), FAILED, "HASH_FAILURE", "dossier")
beside("beside a dossier that nobody signed", COPY, dossier(bag({**payload(), "data/report/report.pdf": PACKED,
       "data/report/pages.txt": TEXT})), UNDECIDED, None,
       "dossier")

# ---- 112: what is not signed, and 113: what no report of ours holds ----


def refused(number, words, data, says=None, expected=REFUSE, judged=True):
    """`sign --pdf` on a dossier that packs this report, and `verify` on the report itself."""
    case(number, words + ", signing", packing(data), expected, says=says, status=0 if expected == PASSED else 3, files={
        ".key.pem": pem_key(second.key).encode(), ".cert.pem": pem("CERTIFICATE", second.certificate).encode()}, arguments=[
            "sign", "{file}", "--pdf", "{stem}.pdf", "--key", "{stem}.key.pem", "--cert", "{stem}.cert.pem"])
    if expected != PASSED and judged:
        fail(number, words, data)


refused(112, "a report as we write it", PACKED, None, PASSED)
refused(112, "a report that is signed", COPY, "updated or encrypted", judged=False)   # by itself it is what 108 passes
refused(112, "updated", appended([(6, OTHER)], PACKED), "updated or encrypted")
refused(112, "encrypted", report(trailer=b"/Encrypt 2 0 R "), "updated or encrypted")
refused(112, "with a form", report({1: PAGES[1][:-2] + b"/AcroForm << /Fields [ ] >> >>"}), "form fields")
refused(112, "with a stream in place of a table", PACKED[:PACKED.index(b"xref\n0")] + b"9 0 obj\n" + stream(
    b"", b"/Type /XRef /W [ 1 2 1 ] /Size 10 /Root 1 0 R ") + b"\nendobj\nstartxref\n%d\n%%%%EOF\n" % PACKED.index(b"xref\n0"))
refused(112, "with two kinds of tables", report(trailer=b"/XRefStm 20 "), "another place than reports have")
refused(112, "linearised", b"%PDF-1.7\n9 0 obj\n<< /Linearized 1 /L 1 >>\nendobj\n" + PACKED[9:], None)
refused(112, "objects in a stream", report({9: stream(b"4 0 << >>", b"/Type /ObjStm /N 1 /First 4 ")}), "active")
refused(112, "no catalog", report({1: b"[ ]"}), "catalog")
refused(112, "pages in a circle", report({3: b"<< /Count 2 /Kids [ 3 0 R ] /Type /Pages >>"}), "first page")
refused(112, "no PDF at all", b"%!PS-Adobe\n", "no PDF as dossier writes", judged=False)
ACTIVE = (
    ("script", {9: b"<< /S /JavaScript /JS (app.alert\\(1\\)) >>"}),
    ("script, its name escaped", {9: b"<< /S /Java#53cript >>"}),
    ("script at opening", {1: PAGES[1][:-2] + b"/OpenAction << /S /JavaScript /JS (x) >> >>"}),
    ("action at opening", {1: PAGES[1][:-2] + b"/OpenAction [ 4 0 R /Fit ] >>"}),
    ("further actions", {4: PAGES[4][:-2] + b"/AA << /O 9 0 R >> >>", 9: b"<< /S /Named /N /Print >>"}),
    ("a program to start", {9: b"<< /S /Launch /F (calc.exe) >>"}),
    ("an embedded file", {9: stream(b"MZ", b"/Type /EmbeddedFile ")}),
    ("a tree of embedded files", {1: PAGES[1][:-2] + b"/Names << /EmbeddedFiles << /Names [ ] >> >> >>"}),
    ("a form to send", {9: b"<< /S /SubmitForm /F (http://example.org) >>"}),
    ("another document", {9: b"<< /S /GoToR /F (x.pdf) >>"}),
    ("rich media", {9: b"<< /Type /Annot /Subtype /RichMedia >>"}),
    ("layers that hide", {1: PAGES[1][:-2] + b"/OCProperties << /OCGs [ ] >> >>"}),
)
for words, changed in ACTIVE:
    data = report(changed)
    refused(113, words, data, "active")
    fail(113, "%s, signed all the same" % words, signed_pdf(data, signer))
TEXTS = report({2: b"<< /Producer (/JavaScript (/Launch) #41 \\) /AA) /Title <2f4a53> >>"})
refused(113, "words of scripts in a text are no script", TEXTS, None, PASSED)
pdf(113, "words of scripts in a text, signed", signed_pdf(report({2: TEXTS[TEXTS.index(b"<< /Prod"):TEXTS.index(
    b"\nendobj", TEXTS.index(b"<< /Prod"))], 6: b"BT (/JavaScript /Launch) Tj ET"}), signer), PASSED, None, None)
