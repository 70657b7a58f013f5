"""container.py - a small dossier from its parts, and ZIP files with any fault one wants.

Written from docs/archive.md and PKWARE's APPNOTE 6.3, without a line of the program."""
import base64
import functools
import hashlib
import struct
import zlib

from pki import sign

MIMETYPE = b"application/vnd.etsi.asic-e+zip"
ASIC, DSIG = "http://uri.etsi.org/02918/v1.2.1#", "http://www.w3.org/2000/09/xmldsig#"
DIGEST_URI = {
    "sha256": "http://www.w3.org/2001/04/xmlenc#sha256", "sha512": "http://www.w3.org/2001/04/xmlenc#sha512",
    "sha384": "http://www.w3.org/2001/04/xmldsig-more#sha384", "sha1": "http://www.w3.org/2000/09/xmldsig#sha1",
    "md5": "http://www.w3.org/2001/04/xmldsig-more#md5",
}


@functools.lru_cache(None)
def deflated(data):
    packer = zlib.compressobj(6, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


class Member:
    """What both headers say, and what is in between. Fields that are None follow from the data."""
    def __init__(self, name, data, deflate=False, stream=None, **given):
        self.name = name if isinstance(name, bytes) else name.encode()
        self.local_name = self.name
        self.method = 8 if deflate else 0
        self.data = data if stream is None else stream
        if deflate and stream is None:
            self.data = deflated(data)
        self.crc, self.size, self.packed = zlib.crc32(data), len(data), None
        self.version, self.flags, self.time, self.date = (20 if deflate else 10), 0, 0, 0x21
        self.made_by, self.attributes, self.internal = 3 << 8, 0o100644 << 16, 0
        self.extra = self.local_extra = self.comment = self.descriptor = b""
        self.offset = self.local = None   # local: fields of the local header that differ
        self.in_local = self.in_central = True
        self.disk = 0
        for key, value in given.items():
            assert hasattr(self, key), key
            setattr(self, key, value)

    def shared(self, local):
        field = {k: getattr(self, k) for k in ("version", "flags", "method", "time", "date", "crc", "size", "packed")}
        if field["packed"] is None:
            field["packed"] = len(self.data)
        if local and self.local:
            field.update(self.local)
        return field

    def local_header(self):
        f = self.shared(True)
        return struct.pack("<4s5H3I2H", b"PK\3\4", f["version"], f["flags"], f["method"], f["time"], f["date"],
                           f["crc"], f["packed"], f["size"], len(self.local_name), len(self.local_extra)) + \
            self.local_name + self.local_extra

    def central_header(self, offset):
        f = self.shared(False)
        at = offset if self.offset is None else self.offset
        return struct.pack("<4s6H3I5H2I", b"PK\1\2", self.made_by, f["version"], f["flags"], f["method"], f["time"],
                           f["date"], f["crc"], f["packed"], f["size"], len(self.name), len(self.extra),
                           len(self.comment), self.disk, self.internal, self.attributes, at) + \
            self.name + self.extra + self.comment


def zip_bytes(members, prefix=b"", adjusted=True, suffix=b"", comment=b"", count=None, before_directory=b"",
              directory_offset=None, disk=0):
    pieces, offsets = [prefix], {}
    at = len(prefix) if adjusted else 0
    for member in members:
        offsets[id(member)] = at
        if member.in_local:
            pieces.append(member.local_header() + member.data + member.descriptor)
            at += len(pieces[-1])
    pieces.append(before_directory)
    start = at + len(before_directory)
    listed = [m for m in members if m.in_central]
    directory = b"".join(m.central_header(offsets[id(m)]) for m in listed)
    count = len(listed) if count is None else count
    end = struct.pack("<4s4H2IH", b"PK\5\6", disk, disk, count & 0xFFFF, count & 0xFFFF, len(directory),
                              start if directory_offset is None else directory_offset, len(comment)) + comment
    return b"".join(pieces + [directory, end, suffix])


# ---- the dossier inside ----

def sums(entries):
    return "".join("%s  %s\n" % (hashlib.sha256(entries[n]).hexdigest(), n)
                   for n in sorted(entries, key=str.encode)).encode()


def media(member):
    return {"html": "text/html", "json": "application/json", "txt": "text/plain", "csv": "text/csv",
            "xml": "text/xml", "p7s": "application/pkcs7-signature"}.get(member.rsplit(".", 1)[-1],
                                                                       "application/octet-stream")


def reference(uri, data, hashing="sha256", root=False, value=None, method=None, kind=None):
    value = base64.b64encode(hashlib.new(hashing, data).digest()).decode() if value is None else value
    return ('<asic:DataObjectReference URI="%s" MimeType="%s"%s><ds:DigestMethod Algorithm="%s"/>'
            "<ds:DigestValue>%s</ds:DigestValue></asic:DataObjectReference>") % (
                uri, kind or media(uri), ' Rootfile="true"' if root else "",
                DIGEST_URI[hashing] if method is None else method, value)


HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
OPEN = '<asic:ASiCManifest xmlns:asic="%s" xmlns:ds="%s">' % (ASIC, DSIG)
CLOSE = "</asic:ASiCManifest>"


def signature_reference(number=1, kind="application/pkcs7-signature", uri=None):
    return '<asic:SigReference URI="%s" MimeType="%s"/>' % (uri or "META-INF/signature%03u.p7s" % number, kind)


ROOT_FILE = "data/report/report.html"


def manifest(covered, number=1, **changes):
    """covered: name to bytes. changes: head, open, first, references, last, close."""
    lines = changes.get("references")
    if lines is None:
        lines = "".join(reference(n, covered[n], root=n == ROOT_FILE) for n in sorted(covered, key=str.encode))
    return (changes.get("head", HEAD) + changes.get("open", OPEN) + changes.get("first", signature_reference(number)) +
            lines + changes.get("last", "") + changes.get("close", CLOSE)).encode()


def payload():
    log = "".join("%d,tok/s,1234\n" % i for i in range(30)).encode()
    return {"data/case.json": b'{ "format": "dossier-case/1" }\n', "data/evidence/01-run/log.csv": log,
            "data/evidence/01-run/empty.txt": b"", ROOT_FILE: b"<!doctype html><p>report</p>\n"}


LISTS = ("data/inputs-sha256.txt", "manifest-sha256.txt", "tagmanifest-sha256.txt", "bag-info.txt")


def bag(files):
    """Adds the lists and tag files that `files` (data/...) give."""
    out = {n: d for n, d in files.items() if n.startswith("data/") and n != LISTS[0]}
    out[LISTS[0]] = sums({n: d for n, d in out.items() if not n.startswith("data/report/")})
    listed = sums(out)
    tags = {"bagit.txt": b"BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n", "manifest-sha256.txt": listed,
            "VERIFY.txt": b"Commands stand in docs/archive.md.\n",
            "bag-info.txt": ("Bagging-Date: 2026-11-27\nPayload-Oxum: %d.%d\nDossier-Evidence-Id: %s\n"
                             "Dossier-Content-Id: %s\n" % (
                                 sum(map(len, out.values())), len(out), hashlib.sha256(out[LISTS[0]]).hexdigest(),
                                 hashlib.sha256(listed).hexdigest())).encode()}
    tags["tagmanifest-sha256.txt"] = sums(tags)
    return {**out, **tags}


def signed(files, signer, number=1, text=None, **faults):
    """`files` with manifest and signature `number`; text: the manifest's bytes where they are given."""
    text = manifest(files, number) if text is None else text
    return {**files, "META-INF/ASiCManifest%03u.xml" % number: text,
            "META-INF/signature%03u.p7s" % number: sign(text, signer, **faults)}


def dossier_members(files, deflate=()):
    out = [Member("mimetype", MIMETYPE)]
    return out + [Member(n, files[n], n in deflate) for n in sorted(files, key=str.encode)]


def dossier(files, **how):
    return zip_bytes(dossier_members(files), **how)
