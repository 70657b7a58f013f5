"""cases_pages.py - pages that say something else than the text beside them (162), and what a printed document needs not (163)."""
from cases import *
from cases_pdf import PACKED, beside, packing, refused
from pdf import PAGES, TEXT, report, shown, signed_pdf, stream

WORDS = b"Buy B: 1234 tokens a second"


def says(words, changed, text=TEXT, reason="page", number=162):
    """Refused by `sign --pdf`; and a copy that somebody signed all the same, beside its dossier."""
    data = report(changed) if isinstance(changed, dict) else changed
    case(number, words + ", signing", packing(data, text), REFUSE, says=reason, files=KEYS, arguments=SIGN)
    return data


KEYS = {".key.pem": None, ".cert.pem": None}
SIGN = ["sign", "{file}", "--pdf", "{stem}.pdf", "--key", "{stem}.key.pem", "--cert", "{stem}.cert.pem"]


def prepare():
    from cases_signers import pem_key, second
    KEYS.update({".key.pem": pem_key(second.key).encode(), ".cert.pem": pem("CERTIFICATE", second.certificate).encode()})


prepare()
raw = PAGES[6]
page = PAGES[4]
FONT = PAGES[8]
MAP = PAGES[9]


def body(content):
    """Page one with this in place of its text."""
    return {6: raw.replace(b"(" + WORDS + b") Tj", content)}


says("a number", {6: shown(WORDS.replace(b"1234", b"9234"))})
says("a letter", {6: shown(WORDS.replace(b"Buy B", b"Buy A"))})
says("a letter less", {6: shown(WORDS[:-1])})
says("a word more", {6: shown(WORDS + b"!")})
says("words in another order", body(b"(tokens a second Buy B: 1234) Tj"))
says("pages exchanged", {6: PAGES[7], 7: PAGES[6]})
says("the same page twice", {3: b"<< /Count 2 /Kids [ 4 0 R 4 0 R ] /Type /Pages >>"}, reason="")
says("a page less", {3: b"<< /Count 1 /Kids [ 4 0 R ] /Type /Pages >>"})
says("a page more", {3: b"<< /Count 3 /Kids [ 4 0 R 5 0 R 10 0 R ] /Type /Pages >>", 10: PAGES[5]}, reason="3 pages")
says("a page more that says nothing", {3: b"<< /Count 3 /Kids [ 4 0 R 5 0 R 11 0 R ] /Type /Pages >>", 10: stream(b"0 0 9 9 re f"),
                                       11: PAGES[5].replace(b"7 0 R", b"10 0 R")}, reason="3 pages")
says("another head", {6: shown(WORDS, b"(Draft) Tj 0 -90 Td (page) Tj")})
says("another foot", {6: shown(WORDS, b"(Report) Tj 0 -90 Td (page 2) Tj")})
says("a text in the head's artifact", {6: shown(WORDS, b"(Report) Tj 0 -90 Td (page) Tj (approved) Tj")})
says("a text in an artifact of its own", {6: raw + b" /Artifact << /Type /Layout >> BDC BT /F 12 Tf (9) Tj ET EMC"})
says("signs of a verdict in letters that look like them", {6: raw + b" /Artifact << /Type /Layout >> BDC BT /F 12 Tf (z) Tj ET EMC"})
says("a text beside the structure", {6: raw + b" BT /F 12 Tf (9) Tj ET"}, reason="beside the structure")
says("a text in the structure behind the rest", {6: raw + b" /P << /MCID 1 >> BDC BT /F 12 Tf (9) Tj ET EMC"})
says("a text that is not seen", body(b"3 Tr (" + WORDS + b") Tj"), reason="operator \"Tr\"")
says("a text spaced apart", body(b"99 Tc (" + WORDS + b") Tj"), reason="operator \"Tc\"")
says("a text with the next-line operator", body(b"(" + WORDS + b") '"), reason="operator \"'\"")
says("a text that clips", body(b"7 Tr (" + WORDS + b") Tj"), reason="operator")
says("a clipping path", {6: b"0 0 1 1 re W n " + raw}, reason="operator \"W\"")
says("a picture over it", {6: raw + b" /X Do"}, reason="operator \"Do\"")
says("an inline picture over it", {6: raw + b" BI /W 1 /H 1 /BPC 8 /CS /G ID x EI"}, reason="operator")
says("a shading over it", {6: raw + b" /X sh"}, reason="operator \"sh\"")
says("a pattern as colour", {6: raw + b" /X scn"}, reason="operator")
says("compatibility section", {6: b"BX " + raw + b" EX"}, reason="operator")
says("marked by a list of properties", {6: raw.replace(b"<< /MCID 0 >>", b"/MC0")}, reason="marked in another way")
says("an artifact by a plain mark", {6: raw + b" /Artifact BMC BT /F 12 Tf (9) Tj ET EMC"}, reason="operator \"BMC\"")
says("letters said to stand for others", body(b"/Span << /ActualText <FEFF0042007500790020> >> BDC (Sell) Tj EMC (%s) Tj" % WORDS[4:]),
     reason="said to stand for others")
says("a number said to stand for another", body(b"(Buy B: ) Tj /Span << /ActualText <FEFF0031003200330034> >> BDC (9999) Tj EMC ( tokens a second) Tj"),
     reason="said to stand for others")
says("nothing said to stand for letters", body(b"/Span << /ActualText <FEFF0078> >> BDC EMC (%s) Tj" % WORDS), reason="stand where nothing does")
ELEMENT = (b"<< /Type /StructTreeRoot /K 11 0 R >>", b"<< /Type /StructElem /S /P /P 10 0 R /Pg 4 0 R /K 0 /ActualText (%s) >>" % WORDS)
says("a picture of the number, said in the structure", {**body(b""), 1: PAGES[1][:-2] + b"/StructTreeRoot 10 0 R >>", 10: ELEMENT[0],
                                                        11: ELEMENT[1]}, reason="nothing is written")
says("a map that gives a letter two meanings", {9: MAP + b" 1 beginbfchar <32> <0039> endbfchar"}, reason="two meanings")
says("a map that says another letter", {9: b"2 beginbfrange <20> <38> <0020> <3a> <7e> <003a> endbfrange 1 beginbfchar <39> <0031> endbfchar",
                                        6: shown(WORDS.replace(b"1234", b"8234"))})
says("a map that leaves a letter out", {9: b"1 beginbfrange <20> <61> <0020> endbfrange"}, reason="no font says")
says("a map from another map", {9: b"/Other usecmap " + MAP}, reason="character map")
says("a map with a comment", {9: b"% 1 beginbfchar\n" + MAP}, reason="character map")
says("a map of ranges without end", {9: b"1 beginbfrange <20> <7e> <0020>"}, reason="character map")
says("a map of half pairs", {9: b"1 beginbfrange <20> <7e> <d800> endbfrange"}, reason="no text")
says("a font without a map", {8: FONT.replace(b"/ToUnicode 9 0 R ", b"")}, reason="stream is missing")
says("a font of drawings", {8: FONT.replace(b"/Type1", b"/Type3")}, reason="cannot be told")
says("a font in another coding", {8: b"<< /BaseFont /X /Subtype /Type0 /Encoding /UniJIS-UTF16-H /ToUnicode 9 0 R /Type /Font >>",
                                  9: b""}, reason="")
says("content compressed", {6: b"<< /Filter /ASCIIHexDecode /Length %d >>\nstream\n%s>\nendstream" % (len(raw.hex()) + 1, raw.hex().encode())},
     reason="compressed")
says("content in two streams", {4: page.replace(b"/Contents 6 0 R", b"/Contents [ 6 0 R 7 0 R ]")}, reason="stream is missing")
says("a page cut", {4: page[:-2] + b"/CropBox [ 0 0 10 10 ] >>"}, reason="turned, cut")
says("a page turned", {4: page[:-2] + b"/Rotate 180 >>"}, reason="turned, cut")
says("an escaped name in the content", {6: raw.replace(b"/F 12", b"/#46 12")}, reason="escaped name")
says("a comment in the content", {6: raw + b"% Tj\n"}, reason="comment")
says("a text without end", {6: raw[:-4]}, reason="does not end")
says("a bracket that is open in the content", {6: raw + b" (a"}, reason="no word at all")
says("a string that is no hexadecimal", {6: raw + b" <4z>"}, reason="no word at all")
says("axes turned inside a text", body(b"1 0 0 1 9 9 cm (" + WORDS + b") Tj"), reason="axes")
says("states without end", {6: b"q " * 100 + raw}, reason="too deep")
says("a font that the page has not", {6: raw.replace(b"/F 12", b"/G 12")}, reason="font that the page")
says("pages.txt that says another number", {}, TEXT.replace(b"1234", b"1235"))
says("pages.txt empty", {}, b"", reason="pages.txt")
says("pages.txt with a page more", {}, TEXT + b"\f" + TEXT, reason="pages.txt")
says("pages.txt with brackets about another number", {}, TEXT.replace(b"1234", b"[1]1234"))
says("a mark that is not raised, and so another number", {}, TEXT.replace(b"1234", b"123[4]"))
says("a mark that is not raised, by itself between words", {}, TEXT.replace(b"1234", b"[1234]"))


def marked(size, rise, mark=b"4", at=20 + 10 * 7.2):
    """"123" and behind it a mark of this size, raised by so much."""
    return report(body(b"(Buy B: 123) Tj /F %d Tf 1 0 0 1 %g %g Tm (%s) Tj /F 12 Tf 1 0 0 1 120 100 Tm (tokens a second) Tj"
                       % (size, at, 100 + rise, mark)))


case(162, "a mark raised, signing", packing(marked(7, 4.3), TEXT.replace(b"1234", b"123[4]")), PASSED, status=0, files=KEYS, arguments=SIGN)
case(162, "a mark in brackets, signing", packing(marked(12, 0, b"[4]"), TEXT.replace(b"1234", b"123[4]")), PASSED, status=0, files=KEYS,
     arguments=SIGN)
case(162, "marks in a row, raised, signing", packing(marked(7, 4.3, b"a, b"), TEXT.replace(b"1234", b"123[a], [b]")), PASSED, status=0,
     files=KEYS, arguments=SIGN)
says("a mark that is small, and not raised", marked(7, 0), TEXT.replace(b"1234", b"123[4]"))
says("a mark raised by a hair", marked(12, 1), TEXT.replace(b"1234", b"123[4]"))
says("marks in a row, of which the first is not raised", marked(12, 0, b"a, b"), TEXT.replace(b"1234", b"123[a], [b]"))
case(162, "lines broken elsewhere, signing", packing(PACKED, TEXT.replace(b" tokens ", b"\ntokens  ")), PASSED, status=0, files=KEYS,
     arguments=SIGN)
forged = report({6: shown(WORDS.replace(b"1234", b"9234"))})
beside("pages that say another number, signed, beside the dossier that packs them", signed_pdf(forged, signer), packing(forged), FAILED,
       None, "pages", 162)

# ---- 163: keys, kinds and filters that no list names ----
LINK = b"<< /Type /Annot /Subtype /Link /Rect [ 0 0 9 9 ] %s >>"


def annotation(more):
    return {4: page[:-2] + b"/Annots [ 10 0 R ] >>", 10: LINK % more}


def action(text):
    return annotation(b"/A << /Type /Action %s >>" % text)


def catalog(more):
    return {1: PAGES[1][:-2] + more + b" >>"}


SMUGGLED = (
    ("a script behind a link", action(b"/S /JavaScript /JS (x)")),
    ("a script in a stream behind a link", {**action(b"/S /JavaScript /JS 11 0 R"), 11: stream(b"app.alert(1)")}),
    ("a script behind a web address", action(b"/S /URI /URI (https://example.org) /Next << /S /JavaScript /JS (x) >>")),
    ("a script in place of an address", action(b"/S /URI /URI (javascript:alert\\(1\\))")),
    ("a file in place of an address", action(b"/S /URI /URI (file:///etc/passwd)")),
    ("an address with a line end", action(b"/S /URI /URI (https://example.org\\012x)")),
    ("an address in other letters", action(b"/S /URI /URI (JAVASCRIPT:x)")),
    ("an address with a blank before it", action(b"/S /URI /URI ( https://example.org)")),
    ("an address that is a name", action(b"/S /URI /URI /x")),
    ("an action by name", action(b"/S /Named /N /Print")),
    ("a thread of another document", action(b"/S /Thread /D 1 /F (x.pdf)")),
    ("another document, hidden in a destination", action(b"/S /GoTo /D [ 4 0 R /Fit ] /F (x.pdf)")),
    ("an action that hides", action(b"/S /Hide /T (x)")),
    ("a place inside a document", action(b"/S /GoToDp /Dp 1")),
    ("a script of a page", {4: page[:-2] + b"/AA << /O << /S /URI /URI (https://example.org) >> >> >>"}),
    ("a script of a bookmark", {**catalog(b"/Outlines 10 0 R"), 10: b"<< /First 11 0 R /Last 11 0 R /Count 1 >>",
                                11: b"<< /Title (a) /Parent 10 0 R /A << /S /JavaScript /JS (x) >> >>"}),
    ("scripts by name", catalog(b"/Names << /JavaScript << /Names [ (a) << /S /JavaScript /JS (x) >> ] >> >>")),
    ("names of templates", catalog(b"/Names << /Templates << /Names [ ] >> >>")),
    ("files by an association", catalog(b"/AF [ << /Type /Filespec /F (a) >> ]")),
    ("a portfolio", catalog(b"/Collection << /View /D >>")),
    ("permissions", catalog(b"/Perms << /DocMDP null >>")),
    ("data of another program", {4: page[:-2] + b"/PieceInfo << /X << /LastModified (D:2026) >> >> >>"}),
    ("layers", catalog(b"/OCProperties << /OCGs [ ] >>")),
    ("a layer on a page's part", annotation(b"/OC << /Type /OCG /Name (a) >>")),
    ("an opening in full screen", catalog(b"/PageMode /FullScreen")),
    ("attachments shown", catalog(b"/PageMode /UseAttachments")),
    ("a view without menus", catalog(b"/ViewerPreferences << /HideMenubar true >>")),
    ("a version of its own", catalog(b"/Version /2.0")),
    ("extensions", catalog(b"/Extensions << /ADBE << /BaseVersion /1.7 /ExtensionLevel 8 >> >>")),
    ("requirements", catalog(b"/Requirements [ << /S /EnableJavaScripts >> ]")),
    ("a base for addresses", catalog(b"/URI << /Base (https://example.org) >>")),
    ("a web capture", catalog(b"/SpiderInfo << /V 1 >>")),
    ("a note with a look of its own", annotation(b"/AP << /N 6 0 R >>")),
    ("a note as text", {4: page[:-2] + b"/Annots [ << /Type /Annot /Subtype /FreeText /Rect [ 0 0 9 9 ] /Contents (x) >> ] >>"}),
    ("a stamp", {4: page[:-2] + b"/Annots [ << /Type /Annot /Subtype /Stamp /Rect [ 0 0 9 9 ] >> ] >>"}),
    ("a field on a page", {4: page[:-2] + b"/Annots [ << /Type /Annot /Subtype /Widget /Rect [ 0 0 9 9 ] >> ] >>"}),
    ("an attachment on a page", {4: page[:-2] + b"/Annots [ << /Type /Annot /Subtype /FileAttachment /Rect [ 0 0 9 9 ] >> ] >>"}),
    ("a redaction", {4: page[:-2] + b"/Annots [ << /Type /Annot /Subtype /Redact /Rect [ 0 0 9 9 ] >> ] >>"}),
    ("a kind that nobody knows", {10: b"<< /Type /Filespec >>"}),
    ("a picture by PostScript", {10: stream(b"showpage", b"/Type /XObject /Subtype /PS ")}),
    ("a form that stands for another document", {10: stream(b"", b"/Type /XObject /Subtype /Form /Ref << /F (x.pdf) >> ")}),
    ("a stream that lies elsewhere", {10: stream(b"", b"/F (x.bin) ")}),
    ("a stream that lies elsewhere, compressed there", {10: stream(b"", b"/FFilter /FlateDecode ")}),
    ("a filter that guesses letters", {10: stream(b"", b"/Filter /JBIG2Decode ")}),
    ("a filter of keys", {10: stream(b"", b"/Filter [ /Crypt ] ")}),
    ("filters in filters", {10: stream(b"", b"/Filter [ [ /FlateDecode ] ] ")}),
    ("a key that nobody knows", {10: b"<< /Approved true >>"}),
    ("a key in another letter's case", {10: b"<< /javascript (x) >>"}),
    ("the catalog in a table of fonts", {**catalog(b"/Verdict (approved)"), 4: page.replace(b"<< /F 8 0 R >>", b"1 0 R")}),
    ("a page in a table of fonts", {4: page.replace(b"<< /F 8 0 R >>", b"<< /F 8 0 R /Font 10 0 R >>")[:-2] + b"/Annots [ 10 0 R ] >>",
                                    10: LINK % b"/JSX (x)"}),
    ("a table in a table", {4: page.replace(b"<< /F 8 0 R >>", b"<< /F 8 0 R /Font << /Approved true >> >>")}),
    ("a key twice", {10: b"<< /Title (a) /Title (b) >>"}),
    ("a dictionary too deep", {10: b"<< /K " * 90 + b"null" + b" >>" * 90}),
    ("an array too deep", {10: b"<< /K " + b"[ " * 400 + b"null" + b" ]" * 400 + b" >>"}),
    ("an object that no table names", None),
    ("an object between objects", None),
)
for words, changed in SMUGGLED:
    if changed is None:
        hidden = b"30 0 obj\n<< /Title (a) >>\nendobj\n"
        at = PACKED.index(b"7 0 obj") if "between" in words else PACKED.index(b"xref\n0")
        data = PACKED[:at] + hidden + PACKED[at:]
        table = data.index(b"xref\n0")
        lines = data[table:]
        for number in range(1, 10):
            place = PACKED.index(b"\n%d 0 obj\n" % number) + 1
            moved = place + (len(hidden) if place >= at else 0)
            lines = lines.replace(b"%010d 00000 n" % place, b"%010d 00000 n" % moved)
        data = data[:table] + lines[:lines.index(b"startxref")] + b"startxref\n%d\n%%%%EOF\n" % table
    else:
        data = report(changed)
    refused(163, words, data, "active")
    case(163, words + ", signed all the same", signed_pdf(data, signer), FAILED, "pdf", "FORMAT_FAILURE", suffix="pdf")
for words, changed in (("a link to a web address", action(b"/S /URI /URI (https://example.org/a?b=c)")),
                       ("a link inside", annotation(b"/Dest [ 5 0 R /XYZ 0 0 null ] /F 4 /Border [ 0 0 0 ] /Contents (x)")),
                       ("a link to a place", action(b"/S /GoTo /D [ 5 0 R /Fit ]")),
                       ("bookmarks", {**catalog(b"/Outlines 10 0 R /PageMode /UseOutlines"), 10: b"<< /First 11 0 R /Last 12 0 R /Count 2 >>",
                                      11: b"<< /Title (a) /Parent 10 0 R /Next 12 0 R /Dest [ 4 0 R /Fit ] >>",
                                      12: b"<< /Title (b) /Parent 10 0 R /Prev 11 0 R /Dest [ 5 0 R /Fit ] >>"}),
                       ("fonts of any name", {4: page.replace(b"<< /F 8 0 R >>", b"<< /F 8 0 R /JSX 8 0 R /Approved 8 0 R >>")})):
    refused(163, words, report(changed), None, PASSED)
