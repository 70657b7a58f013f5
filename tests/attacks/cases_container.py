"""cases_container.py - part A: the ZIP around a dossier. Every file holds an honestly signed dossier, changed as said."""
import io
import struct
import zlib

from cases import *
from container import MIMETYPE, Member


def reject(number, words, data, **more):
    case(number, words, data, REJECT, "container", "FORMAT_FAILURE", **more)


def plus(*extra, at=None):
    """The good members and some more, before META-INF comes or at the end."""
    members = good_members()
    members[len(members) if at is None else at:len(members) if at is None else at] = extra
    return packed(members)


def named(number, words, *names):
    reject(number, words, plus(*(Member(n, b"evil %d\n" % i) for i, n in enumerate(names))))


def changed(name, **given):
    """The member `name` with fields of its headers changed."""
    members = good_members()
    for member in members:
        if member.name == name:
            for key, value in given.items():
                assert hasattr(member, key)
                setattr(member, key, value)
    return packed(members)


LOG = b"data/evidence/01-run/log.csv"

named(1, "up one folder", b"../evil.txt")
named(1, "up inside a path", b"data/../../evil.txt")
named(1, "a lone point", b"data/./evil.txt")
named(1, "ends in two points", b"data/..")
named(2, "absolute", b"/etc/x")
named(2, "absolute, two slashes", b"//host/share/x")
named(2, "drive letter", b"C:/x")
named(3, "backslash up", b"..\\evil.txt")
named(3, "backslash inside", b"data\\evil.txt")
members = good_members()
reject(4, "same name twice, other data", plus(Member(LOG, b"0,tok/s,9999\n")))
reject(4, "same name twice, evil first", plus(Member(LOG, b"0,tok/s,9999\n"), at=1))
reject(4, "same name twice, same data", plus(Member("data/case.json", FILES["data/case.json"])))
named(5, "upper and lower case", b"data/a.txt", b"data/A.TXT")
named(5, "case of a folder", b"data/evidence/01-RUN/log.csv")
named(6, "NFC and NFD", "data/\u00e4.txt".encode(), "data/a\u0308.txt".encode())
reject(7, "local name differs", changed(LOG, local_name=b"data/evidence/01-run/lag.csv"))
reject(7, "local name shorter", changed(LOG, local_name=b"data/x"))
orphan = Member(LOG, b"0,tok/s,9999\n", in_central=False)
reject(8, "orphan local entry before the real one", plus(orphan, at=3))
reject(8, "orphan local entry at the front", plus(orphan, at=0))
reject(9, "script in front, offsets adjusted", packed(good_members(), prefix=b"#!/bin/sh\necho evil\nexit\n",
                                                      adjusted=False))
reject(9, "script in front, offsets from the file's start", packed(good_members(), prefix=b"#!/bin/sh\nexit\n"))
reject(10, "junk in front", b"junk" + GOOD_DOSSIER)
reject(10, "one byte in front", b"\0" + GOOD_DOSSIER)
for words, more in (("one byte", b"\0"), ("a line", b"evil\n"), ("64 KiB", bytes(65536)), ("an end record", GOOD_DOSSIER[-22:])):
    reject(11, "%s behind" % words, GOOD_DOSSIER + more)
reject(12, "two archives in a row", GOOD_DOSSIER + packed(good_members()))
reject(12, "another archive in front", packed([Member("x", b"x")]) + GOOD_DOSSIER)
reject(13, "symbolic link and a file below it", plus(
    Member("data/lnk", b"/etc/passwd", attributes=0o120777 << 16), Member("data/lnk/x", b"x")))
reject(13, "symbolic link alone", plus(Member("data/lnk", b"/etc/passwd", attributes=0o120777 << 16)))
reject(13, "folder", plus(Member("data/d", b"", attributes=0o040755 << 16 | 0x10)))
reject(13, "device", plus(Member("data/d", b"", attributes=0o020644 << 16)))
reject(13, "set-user-id", plus(Member("data/d", b"x", attributes=0o104755 << 16)))
for bad in ("CON", "aux.txt", "a.", "b ", "c:d", "com1.log", "LPT9", "nul", "prn.tar.gz", " a", "-rf", ".hidden", "a*b",
            "a?b", 'a"b', "a<b", "a|b", "~a", "$(x)", "a;b"):
    named(14, "name %s" % bad.encode().hex(), b"data/" + bad.encode())
named(15, "NUL in a name", b"data/a.txt\0.exe")
named(16, "escape sequence in a name", b"data/\x1b[2Jx")
named(16, "right-to-left override", "data/\u202egpj.exe".encode())
named(16, "newline in a name", b"data/a\nb")
named(16, "empty name", b"")
reject(17, "encrypted flag", changed(LOG, flags=1))
reject(17, "strong encryption flag", changed(LOG, flags=0x41))
reject(17, "masked headers flag", changed(LOG, flags=0x2000))
zeros = Member("data/zeros.bin", bytes(50 << 20), deflate=True)
reject(18, "50 MiB of zeros in 51 kB", plus(zeros))
reject(18, "2 MiB of zeros", plus(Member("data/zeros.bin", bytes(2 << 20), deflate=True)))
first, second = Member("data/a.txt", b"good\n"), Member("data/b.txt", b"good\n", in_local=False)
body = good_members()
start = len(packed(body)) - 22 - sum(len(m.central_header(0)) for m in body)
first.offset = second.offset = start
reject(19, "two central headers, one local", packed(body + [first, second]))
quoted = Member("data/outer.bin", Member("data/inner.txt", b"evil\n").local_header() + b"evil\n")
inner = Member("data/inner.txt", b"evil\n", in_local=False, offset=start + len(quoted.local_header()))
reject(19, "a member inside another's data", packed(body + [quoted, inner]))
reject(20, "says 10, inflates to 50 MiB", plus(Member("data/z", bytes(50 << 20), True, size=10)))
reject(20, "says one byte less", plus(Member("data/z", bytes(1000), True, size=999)))
reject(20, "says one byte more", plus(Member("data/z", bytes(1000), True, size=1001)))
reject(20, "stored with two sizes", plus(Member("data/z", b"0123456789", size=9)))
reject(21, "wrong CRC, stored", changed(LOG, crc=1))
reject(21, "wrong CRC, deflated", plus(Member("data/z", bytes(1000), True, crc=1)))
reject(21, "zero CRC", changed(LOG, crc=0))
reject(22, "stored locally, deflated centrally", plus(Member("data/z", bytes(100), True, local={"method": 0})))
reject(22, "deflated locally, stored centrally", changed(LOG, local={"method": 8}))
reject(23, "end record counts one too few", packed(good_members(), count=len(good_members()) - 1))
reject(23, "end record counts one too many", packed(good_members(), count=len(good_members()) + 1))
reject(23, "end record counts none", packed(good_members(), count=0))
huge = struct.pack("<HHQQ", 1, 16, 1 << 62, 1 << 62)
reject(24, "ZIP64 extra with absurd sizes", plus(Member("data/z", b"x", extra=huge, local_extra=huge, size=0xFFFFFFFF,
                                                        packed=0xFFFFFFFF)))
reject(24, "ZIP64 end records", packed(good_members())[:-22] + struct.pack(
    "<4sQHHIIQQQQ", b"PK\6\6", 44, 45, 45, 0, 0, 13, 13, 1000, 0) + struct.pack("<4sIQI", b"PK\6\7", 0, 0, 1) +
    GOOD_DOSSIER[-22:])
spelled = b"evil.txt"
unicode_path = struct.pack("<HHBI", 0x7075, 5 + len(spelled), 1, zlib.crc32(b"data/a.txt")) + spelled
reject(25, "Unicode path extra", plus(Member("data/a.txt", b"x", extra=unicode_path, local_extra=unicode_path)))
reject(25, "time stamp extra", plus(Member("data/a.txt", b"x", extra=b"UT\5\0\1\0\0\0\0", local_extra=b"UT\5\0\1\0\0\0\0")))
reject(25, "extra in the local header alone", plus(Member("data/a.txt", b"x", local_extra=b"UT\5\0\1\0\0\0\0")))
reject(26, "mimetype last", packed(good_members()[1:] + good_members()[:1]))
reject(26, "mimetype second", packed([good_members()[1], good_members()[0]] + good_members()[2:]))
reject(26, "no mimetype", packed(good_members()[1:]))
reject(27, "mimetype with an extra field", changed(b"mimetype", extra=b"\0\0\0\0", local_extra=b"\0\0\0\0"))
reject(28, "member only in a local header", plus(Member("data/hidden.txt", b"x", in_central=False)))
reject(28, "member only in the directory", plus(Member("data/ghost.txt", b"", in_local=False)))
named(29, "a file that is also a folder", b"data/d", b"data/d/e")
named(29, "the same by case", b"data/d", b"data/D/e")
reject(30, "archive inside the comment", packed(good_members(), comment=packed(good_members())[:60000]))
reject(30, "a comment", packed(good_members(), comment=b"hello"))
reject(30, "comment of a member", changed(LOG, comment=b"hello"))
named(31, "not UTF-8, no flag", b"data/\xe4.txt")
reject(31, "not UTF-8, flag", plus(Member(b"data/\xe4.txt", b"x", flags=0x800)))
reject(32, "data descriptor on a stored member", changed(
    LOG, flags=8, descriptor=struct.pack("<4sIII", b"PK\7\10", zlib.crc32(FILES[LOG.decode()]), len(FILES[LOG.decode()]),
                                         len(FILES[LOG.decode()]))), says="not written by dossier")
reject(32, "data descriptor with zero sizes in front", changed(
    LOG, flags=8, local={"crc": 0, "size": 0, "packed": 0}, descriptor=struct.pack(
        "<4sIII", b"PK\7\10", zlib.crc32(FILES[LOG.decode()]), len(FILES[LOG.decode()]), len(FILES[LOG.decode()]))),
       says="not written by dossier")
for words, data in (("with a newline", MIMETYPE + b"\n"), ("wrong", b"application/zip"), ("with a byte order mark",
                    b"\xef\xbb\xbf" + MIMETYPE), ("empty", b""), ("ASiC-S", b"application/vnd.etsi.asic-s+zip"),
                    ("in upper case", MIMETYPE.upper())):
    reject(33, "mimetype %s" % words, packed([Member("mimetype", data)] + good_members()[1:]))
reject(33, "mimetype deflated", packed([Member("mimetype", MIMETYPE, True)] + good_members()[1:]))
reject(34, "end record alone claims 65534 members", struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, 65534, 65534, 178, 0, 0)
       .rjust(200, b"\0"))
reject(34, "end record claims 65535 members", packed(good_members(), count=65535))
reject(34, "offset of 4 GiB", changed(LOG, offset=0xFFFFFFFF))
reject(34, "directory at 4 GiB", packed(good_members(), directory_offset=0xFFFFFFFE))
reject(34, "size of 4 GiB", changed(LOG, size=0xFFFFFFFF, packed=0xFFFFFFFF))
reject(34, "65536 members, counted as none", packed(good_members()[:1] + [Member("d%05d" % i, b"") for i in range(65535)]))
reject(34, "second disk", packed(good_members(), disk=1))
reject(34, "member on a second disk", changed(LOG, disk=1))
stream = zlib.compressobj(6, zlib.DEFLATED, -15)
whole = stream.compress(b"evidence\n" * 20) + stream.flush()
for words, data in (("bytes behind the stream", whole + b"\0"), ("stream without its last block", whole[:-2]),
                    ("stream with one byte less", whole[:-1]), ("a second stream behind", whole + whole),
                    ("nothing", b""), ("a reserved block type", b"\7\0")):
    reject(35, "deflated: %s" % words, plus(Member("data/z", b"evidence\n" * 20, True, stream=data)))
flush = zlib.compressobj(6, zlib.DEFLATED, -15)
reject(35, "deflated: flushed, never finished", plus(Member(
    "data/z", b"evidence\n" * 20, True, stream=flush.compress(b"evidence\n" * 20) + flush.flush(zlib.Z_SYNC_FLUSH))))
named(36, "path of 241 bytes", b"data/" + b"a" * 117 + b"/" + b"b" * 118)
named(36, "segment of 129 bytes", b"data/" + b"a" * 129)
named(36, "40 levels", b"data/" + b"a/" * 39 + b"a")
for method in (1, 2, 6, 9, 12, 14, 93, 95, 97, 98, 99):
    reject(37, "method %d" % method, plus(Member("data/z", b"x", method=method)))
reject(38, "times differ", changed(LOG, local={"time": 1}))
reject(38, "dates differ", changed(LOG, local={"date": 0x22}))
reject(38, "versions differ", changed(LOG, local={"version": 20}))
reject(38, "flags differ", changed(LOG, local={"flags": 0x800}))
reject(38, "CRCs differ", changed(LOG, local={"crc": 1}))
reject(38, "sizes differ", changed(LOG, local={"size": 1}))
for n in (0, 1, 21, 22, 29, 30, 100, len(GOOD_DOSSIER) // 2, len(GOOD_DOSSIER) - 23, len(GOOD_DOSSIER) - 22,
          len(GOOD_DOSSIER) - 1):
    reject(39, "cut to %d bytes" % n, GOOD_DOSSIER[:n])
for i in range(0, len(GOOD_DOSSIER), len(GOOD_DOSSIER) // 40):
    flipped = bytearray(GOOD_DOSSIER)
    flipped[i] ^= 1 << i % 8
    case(40, "bit %d of byte %d" % (i % 8, i), bytes(flipped), FAILED)
