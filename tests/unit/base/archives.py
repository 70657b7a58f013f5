"""Writes archives, most of them hostile, into the folder named on the command line.

They are made when the test runs, by Python's own writers and by patching bytes, so that no binary
stands in the tree and no reader of ours has a hand in them.
"""
import gzip
import io
import lzma
import os
import struct
import subprocess
import sys
import tarfile
import zipfile
import zlib

os.chdir(sys.argv[1])


def save(name, data):
    with open(name, "wb") as file:
        file.write(data)


# --- tar

def member(name, data=b"abc", **fields):
    info = tarfile.TarInfo(name)
    info.size = len(data)
    for key, value in fields.items():
        setattr(info, key, value)
    return info, data


def tar(*members, format=tarfile.PAX_FORMAT, encoding="utf-8"):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=format, encoding=encoding, errors="surrogateescape") as archive:
        for info, data in members:
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


GOOD = (member("./b/x.json", b"{}"), member("a.txt", b"abc"), member("b", b"", type=tarfile.DIRTYPE),
        member("\u00e9/" + "n" * 90, b"long"))
good = tar(*GOOD)
save("good.tar", good)
save("good-ustar.tar", tar(*GOOD, format=tarfile.USTAR_FORMAT))
save("good-gnu.tar", tar(*GOOD, format=tarfile.GNU_FORMAT))
save("good.tar.gz", gzip.compress(good))
save("good.tar.xz", lzma.compress(good))


def zstd(data):  # RFC 8878, with stored blocks only
    out = struct.pack("<IBI", 0xFD2FB528, 0xA0, len(data))
    blocks = [data[i:i + 65536] for i in range(0, len(data), 65536)] or [b""]
    for i, block in enumerate(blocks):
        out += struct.pack("<I", len(block) << 3 | (i + 1 == len(blocks)))[:3] + block
    return out


save("good.tar.zst", zstd(good))
save("symlink.tar", tar(member("a"), member("l", b"", type=tarfile.SYMTYPE, linkname="/etc"), member("l/passwd")))
save("hardlink.tar", tar(member("a"), member("h", b"", type=tarfile.LNKTYPE, linkname="../../etc/passwd")))
save("dotdot.tar", tar(member("a"), member("../evil"), member("x/../../evil"), member("x/./y"), member("x//y")))
save("absolute.tar", tar(member("a"), member("/etc/evil")))
save("duplicate.tar", tar(member("a", b"first"), member("b"), member("a", b"second")))
save("device.tar", tar(member("a"), member("c", b"", type=tarfile.CHRTYPE), member("b", b"", type=tarfile.BLKTYPE),
                       member("f", b"", type=tarfile.FIFOTYPE)))
save("hidden.tar", tar(member("a"), member("b\x1b[2Jc"), member("x\u202egpj.exe"), member("back\\slash"), member("c\nd")))
save("latin1.tar", tar(member("a"), member("\u00e9"), format=tarfile.GNU_FORMAT, encoding="latin-1"))
save("below-file.tar", tar(member("d"), member("d-x"), member("d/e")))
save("pax-path.tar", tar(member("a"), member("innocent", pax_headers={"path": "../evil"})))
save("pax-nul.tar", tar(member("a"), member("b!c", pax_headers={"path": "b!c"})).replace(b"path=b!c", b"path=b\0c"))
save("pax-size.tar", tar(member("a"), member("b", b"x" * 600, pax_headers={"size": "1000000000000000"})))
save("links-only.tar", tar(member("l", b"", type=tarfile.SYMTYPE, linkname="x")))
save("empty-file.tar", tar(member("e", b"")))
save("many.tar", tar(*(member("n%d" % i, b"") for i in range(20001)), format=tarfile.USTAR_FORMAT))
save("cut.tar", tar(member("a", b"x" * 5000))[:2000])
save("cut-header.tar", tar(member("a"), member("b"), format=tarfile.USTAR_FORMAT)[:1300])


def header(data, at, value):  # changes a tar header and mends its checksum
    data = bytearray(data)
    data[at:at + len(value)] = value
    data[148:156] = b"        "
    data[148:156] = b"%06o\0 " % sum(data[:512])
    return bytes(data)


plain = tar(member("a", b"x" * 600), format=tarfile.USTAR_FORMAT)
save("size-8g.tar", header(plain, 124, b"\x80\0\0\0" + struct.pack(">Q", 8 << 30)))
save("size-negative.tar", header(plain, 124, b"\xff" * 12))
save("mtime-negative.tar", header(plain, 136, b"\xff" * 12))
save("bad-checksum.tar", tar(member("a"), format=tarfile.USTAR_FORMAT) [:512].replace(b"ustar", b"usTar") + bytes(1536))
save("polyglot.tar", header(plain, 0, b"PK\3\4"))
with open("holes", "wb") as file:
    file.truncate(1 << 26)
    file.seek(1 << 25)
    file.write(b"x")
subprocess.run(["tar", "--format=gnu", "-S", "-cf", "sparse.tar", "holes"], check=True)
subprocess.run(["tar", "--format=posix", "-S", "-cf", "sparse-pax.tar", "holes"], check=True)
os.remove("holes")

# --- compressed files

zeros = bytes(1 << 26)
save("bomb.tar.gz", gzip.compress(tar(member("zeros", zeros))))
save("bomb-behind.tar.gz", gzip.compress(good + zeros))
save("bomb.gz", gzip.compress(zeros))
save("bomb.xz", lzma.compress(zeros))
save("plain.gz", gzip.compress(b"text\n"))
save("plain.xz", lzma.compress(b"text\n"))
save("plain.zst", zstd(b"text\n"))
save("empty.gz", gzip.compress(b""))
save("empty.xz", lzma.compress(b""))
save("empty.zst", zstd(b""))
save("two.gz", gzip.compress(b"te") + gzip.compress(b"") + gzip.compress(b"xt\n"))
save("nested.gz", gzip.compress(gzip.compress(gzip.compress(b"text\n"))))
save("nested.xz", lzma.compress(lzma.compress(b"text\n")))
save("trailing.gz", gzip.compress(b"text\n") + b"rubbish")
text = gzip.compress(b"text\n" * 100)
save("cut.gz", text[:-9])
save("cut-trailer.gz", text[:-1])
save("checksum.gz", text[:-8] + bytes([text[-8] ^ 1]) + text[-7:])
save("length.gz", text[:-4] + bytes([text[-4] ^ 1]) + text[-3:])
xz = lzma.compress(b"text\n" * 100)
save("cut.xz", xz[:-20])
save("flipped.xz", xz[:30] + bytes([xz[30] ^ 1]) + xz[31:])
save("magic.gz", b"\x1f\x8b\x08")
save("cut.zst", zstd(b"text\n")[:-2])
save("damaged.tar.gz", gzip.compress(good)[:-8] + bytes(8))

# --- zip

def zipped(*members, **fields):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data, method in members:
            info = zipfile.ZipInfo(name)
            info.compress_type = method
            for key, value in fields.items():
                setattr(info, key, value)
            archive.writestr(info, data)
    return out.getvalue()


S, D = zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED
good = zipped(("b/x.json", b"{}", S), ("a.txt", b"abc", D), ("b/", b"", S), ("\u00e9/" + "n" * 90, b"long", D))
save("good.zip", good)


class Pipe(io.RawIOBase):  # a stream without seek: sizes follow the data
    def __init__(self):
        self.data = b""

    def writable(self):
        return True

    def write(self, data):
        self.data += bytes(data)
        return len(data)


pipe = Pipe()
with zipfile.ZipFile(pipe, "w") as archive:
    with archive.open(zipfile.ZipInfo("a.txt"), "w") as file:
        file.write(b"abc")
save("streamed.zip", pipe.data)
out = io.BytesIO()
with zipfile.ZipFile(out, "w") as archive:
    with archive.open("a.txt", "w", force_zip64=True) as file:
        file.write(b"abc")
save("zip64-local.zip", out.getvalue())
save("empty.zip", zipped())
one = zipped(("a.txt", b"abc", S))
central, end = one.index(b"PK\1\2"), one.index(b"PK\5\6")


def patch(data, at, value):
    return data[:at] + value + data[at + len(value):]


# A member whose central sizes and offset stand in a ZIP64 field.
wide = struct.pack("<HHQQQ", 1, 24, 3, 3, 0)
record = patch(patch(one[central:end], 20, b"\xff" * 8), 42, b"\xff" * 4)
record = patch(record, 30, struct.pack("<H", len(wide))) + wide
save("zip64-central.zip", one[:central] + record + patch(one[end:], 12, struct.pack("<I", len(record))))
save("zip64-short.zip", one[:central] + patch(one[central:end], 20, b"\xff" * 8) + one[end:])

save("dotdot.zip", zipped(("../evil", b"x", S), ("a", b"abc", S)))
save("absolute.zip", zipped(("/etc/evil", b"x", S), ("a", b"abc", S)))
save("backslash.zip", zipped(("..!evil", b"x", S), ("a", b"abc", S)).replace(b"..!evil", b"..\\evil"))
save("nul.zip", zipped(("a.txt!.exe", b"x", S), ("a", b"abc", S)).replace(b"a.txt!.exe", b"a.txt\0.exe"))
save("latin1.zip", zipped(("?", b"x", S), ("a", b"abc", S)).replace(b"?", b"\xe9"))
two = zipped(("a", b"1", S), ("b", b"2", S))
first = two.index(b"PK\1\2")
save("duplicate.zip", two[:first].replace(b"b2", b"a2") + two[first:].replace(b"b", b"a"))
save("symlink.zip", zipped(("l", b"/etc/passwd", S), external_attr=0o120777 << 16, create_system=3))
save("encrypted.zip", patch(patch(one, 6, b"\1\0"), central + 8, b"\1\0"))
save("bzip2.zip", zipped(("a", b"x", S), ("b", b"abc" * 100, zipfile.ZIP_BZIP2)))
save("local-name.zip", patch(one, 30, b"e.txt"))
save("local-method.zip", patch(one, 8, b"\x08\0"))
save("checksum.zip", patch(one, 35, b"x"))
save("size-small.zip", patch(one, central + 24, struct.pack("<I", 2)))
deflated = zipped(("a.txt", b"abc" * 1000, D))
there = deflated.index(b"PK\1\2")
save("size-less.zip", patch(deflated, there + 24, struct.pack("<I", 10)))
save("size-more.zip", patch(deflated, there + 24, struct.pack("<I", 3001)))
save("size-huge.zip", patch(deflated, there + 24, struct.pack("<I", 0x3FFFFFFF)))
save("stored-huge.zip", patch(one, central + 20, struct.pack("<I", 0x7FFFFFFF)))
save("offset.zip", patch(one, central + 42, struct.pack("<I", 0x7FFFFFFF)))
save("appended.zip", one + b"x")
save("prepended.zip", b"PK\3\4" + one)
save("count-less.zip", patch(two, two.index(b"PK\5\6") + 8, b"\1\0\1\0"))
save("count-more.zip", patch(one, end + 8, b"\2\0\2\0"))
save("count-many.zip", patch(one, end + 8, b"\xfe\xff\xfe\xff"))
save("overlap.zip", one[:central] + one[central:end] * 2 +
     patch(patch(one[end:], 8, b"\2\0\2\0"), 12, struct.pack("<I", 2 * (end - central))))
save("bomb.zip", zipped(("zeros", zeros, D)))
save("comment.zip", patch(one, end + 20, struct.pack("<H", 5)) + b"hello")
save("comment-archive.zip", patch(one, end + 20, struct.pack("<H", len(two))) + two)
save("folder-data.zip", zipped(("d/", b"x", S), ("a", b"abc", S)))
deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
packed = deflate.compress(b"abc") + deflate.flush()
trailing = zipped(("a.txt", packed + b"junk", S))
there = trailing.index(b"PK\1\2")
crc = struct.pack("<I", zlib.crc32(b"abc"))
trailing = patch(patch(patch(trailing, 8, b"\x08\0"), there + 10, b"\x08\0"), there + 16, crc)
save("deflate-trailing.zip", patch(trailing, there + 24, struct.pack("<I", 3)))
save("no-archive.bin", b"PK but not really")
