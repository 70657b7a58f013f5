"""pdf.py - a small report and its signed copy, with any fault one wants.

Written from ISO 32000-1 (7.5.6 incremental updates, 12.8 signatures) and what a signed copy of the program looks like,
without a line of the program."""
from pki import attribute, sign, signed_attributes

ROOM = 8192   # bytes of a signature, padded


def shown(words, around=b"(Report) Tj 0 -90 Td (page) Tj"):
    """What a page shows: its head and foot, and a text in the structure."""
    return (b"/Artifact << /Type /Pagination >> BDC BT /F 12 Tf 20 180 Td %s ET EMC /P << /MCID 0 >> BDC "
            b"BT /F 12 Tf 20 100 Td (%s) Tj ET EMC" % (around, words))


PAGES = {
    1: b"<< /Pages 3 0 R /Type /Catalog >>", 2: b"<< /Producer (by hand) >>",
    3: b"<< /Count 2 /Kids [ 4 0 R 5 0 R ] /Type /Pages >>",
    4: b"<< /Contents 6 0 R /MediaBox [ 0 0 300 200 ] /Parent 3 0 R /Resources << /Font << /F 8 0 R >> >> /Type /Page >>",
    5: b"<< /Contents 7 0 R /MediaBox [ 0 0 300 200 ] /Parent 3 0 R /Resources << /Font << /F 8 0 R >> >> /Type /Page >>",
    6: shown(b"Buy B: 1234 tokens a second"), 7: shown(b"Sources"),
    8: b"<< /BaseFont /Helvetica /FirstChar 32 /Subtype /Type1 /ToUnicode 9 0 R /Type /Font /Widths [ %s] >>" % (b"600 " * 95),
    9: b"1 beginbfrange <20> <7e> <0020> endbfrange",
}
TEXT = b"Report\n\nBuy B: 1234 tokens a second\n\npage\n\fReport\n\nSources\n\npage\n"   # pages.txt of these


def stream(data, more=b""):
    return b"<< %s/Length %d >>\nstream\n%s\nendstream" % (more, len(data), data)


def body_of(value):
    return value if value.startswith((b"<<", b"[")) else stream(value)


def report(changed=None, trailer=b"", head=b"%PDF-1.7\n%\xbf\xf7\xa2\xfe\n", root=1):
    """The packed report; `changed` replaces or adds objects (None takes one away), `trailer` adds to the trailer."""
    objects = {n: v for n, v in {**PAGES, **(changed or {})}.items() if v is not None}
    out, size = head, max(objects) + 1
    places = {}
    for number in sorted(objects):
        places[number] = len(out)
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body_of(objects[number]))
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % size
    for number in range(1, size):
        out += b"%010d 00000 n \n" % places[number] if number in places else b"0000000000 00000 f \n"
    return out + b"trailer << /Info 2 0 R /Root %d 0 R /Size %d %s/ID [<00><00>] >>\nstartxref\n%d\n%%%%EOF\n" % (
        root, size, trailer, table)


class Update:
    """What is written behind the packed file; each part can be given by the case."""
    def __init__(self, packed, catalog=None, page=None, field=None, date=b"20261126133320Z", before=b"", between=b"",
                 extra=(), ranges=None, again=False, filters=b"/Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached"):
        size = int(packed[packed.rindex(b"/Size ") + 6:].split()[0])
        at_last = int(packed[packed.rindex(b"startxref\n") + 10:].split()[0])
        old = {n: packed[packed.rindex(b"\n%d 0 obj\n" % n) + len(b"\n%d 0 obj\n" % n):] for n in (1, 4)}
        old = {n: v[:v.index(b"\nendobj\n")] for n, v in old.items()}
        if again:   # a further signature: the field joins the others
            catalog = old[1].replace(b"/Fields [ ", b"/Fields [ %d 0 R " % (size + 1))
            page = old[4].replace(b"/Annots [ ", b"/Annots [ %d 0 R " % (size + 1))
            field = b"<< /Type /Annot /Subtype /Widget /FT /Sig /T (second) /F 132 /Rect [ 0 0 0 0 ] /P 4 0 R /V %d 0 R >>" % size
        catalog = catalog or old[1][:-2] + b"/AcroForm << /Fields [ %d 0 R ] /SigFlags 3 >> >>" % (size + 1)
        page = page or old[4][:-2] + b"/Annots [ %d 0 R ] >>" % (size + 1)
        field = field or (b"<< /Type /Annot /Subtype /Widget /FT /Sig /T (dossier) /F 132 /Rect [ 0 0 0 0 ] /P 4 0 R /V %d 0 R "
                          b"/AP << /N %d 0 R >> >>" % (size, size + 2))
        form = b"<< /Type /XObject /Subtype /Form /BBox [ 0 0 0 0 ] /Length 0 >>\nstream\n\nendstream"
        out, places = before, {}

        def put(number, value):
            nonlocal out
            places[number] = len(packed) + len(out)
            out += b"%d 0 obj\n%s\nendobj\n" % (number, value)

        put(1, catalog)
        put(4, page)
        start = b"%d 0 obj\n<< /Type /Sig %s /M (D:%s) /ByteRange [ 0 " % (size, filters, date)
        places[size] = len(packed) + len(out)
        out += start
        self.range_at = len(packed) + len(out)
        out += b"0000000000 0000000000 0000000000 ] /Contents "
        self.first = len(packed) + len(out)
        out += b"<" + b"0" * (2 * ROOM) + b">"
        self.second = len(packed) + len(out)
        out += b" >>\nendobj\n" + between
        put(size + 1, field)
        put(size + 2, form)
        for number, value in extra:
            put(number, value)
        table = len(packed) + len(out)
        out += b"xref\n"
        for run in self.runs(sorted(places)):
            out += b"%d %d\n" % (run[0], len(run)) + b"".join(b"%010d 00000 n \n" % places[n] for n in run)
        trailer = packed[packed.rindex(b"trailer << "):packed.rindex(b"startxref\n")]
        if again:
            trailer = trailer[:trailer.index(b"/Prev")] + trailer[trailer.index(b"/ID"):]
        out += trailer.replace(b"/Size %d" % size, b"/Size %d /Prev %d" % (max(places) + 1, at_last))
        self.file = packed + out + b"startxref\n%d\n%%%%EOF\n" % table
        self.ranges = ranges or (self.first, self.second, len(self.file) - self.second)
        self.size = size

    @staticmethod
    def runs(numbers):
        """As the program writes them: catalog and page each by itself, what is new in one."""
        old, new = [n for n in numbers if n <= 9], [n for n in numbers if n > 9]
        return [[n] for n in old] + ([new] if new else [])

    def numbered(self):
        text = b"%010d %010d %010d" % self.ranges
        return self.file[:self.range_at] + text + self.file[self.range_at + len(text):]

    def covered(self):
        file = self.numbered()
        return file[:self.first] + file[self.second:]

    def filled(self, der, pad=None):
        text = der.hex().encode()
        return self.numbered()[:self.first + 1] + text + (pad or b"0" * (2 * ROOM - len(text))) + self.file[self.second - 1:]


def attributes(content, who, **changed):
    """PAdES has no signing time inside; the date stands in the PDF."""
    named = {**signed_attributes(content, who, "sha256"), "time": None, **changed}
    return sorted(v for v in named.values() if v is not None)


def signed_pdf(packed, who, faults=None, pad=None, content=None, **parts):
    """A signed copy; `faults` go into the signature, `parts` into the update, `content` is signed in place of the ranges."""
    update = Update(packed, **parts)
    content = update.covered() if content is None else content
    faults = dict(faults or {})
    faults.setdefault("attributes", attributes(content, who))
    return update.filled(sign(content, who, **faults), pad)
