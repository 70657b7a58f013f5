"""alike.py SOUND FOLDER: dossiers that hold deflated bytes of a sound one, and are not it.

swapped: two deflated members have each other's bytes, sizes and CRC; crc, size: the header of one says another CRC, or another size of
its content. Local and central header agree in each, so that only decoding, or the lists, can tell."""
import struct
import sys
import zipfile


def headers(whole, name):
    """Offsets of a member's local and central header, and its data."""
    with zipfile.ZipFile(sys.argv[1]) as z:
        local = z.getinfo(name).header_offset
    length = struct.unpack("<H", whole[local + 26:local + 28])[0]
    central = whole.index(b"PK\1\2", z.start_dir)
    while whole[central + 46:central + 46 + length] != name.encode():
        central = whole.index(b"PK\1\2", central + 4)
    return local, central, local + 30 + length


def patched(name, field, value):
    """`field`: 0 CRC, 4 packed size, 8 size, all of four bytes behind offset 14 and 16."""
    whole = bytearray(open(sys.argv[1], "rb").read())
    local, central, _ = headers(whole, name)
    for at in (local + 14 + field, central + 16 + field):
        struct.pack_into("<I", whole, at, value(struct.unpack("<I", whole[at:at + 4])[0]))
    return bytes(whole)


def swapped(one, two):
    """The container packed anew with the bytes of both exchanged, as whoever forges it would."""
    import io
    out = io.BytesIO()
    with zipfile.ZipFile(sys.argv[1]) as z, zipfile.ZipFile(out, "w") as o:
        for info in z.infolist():
            other = {one: two, two: one}.get(info.filename, info.filename)
            member = zipfile.ZipInfo(info.filename, info.date_time)
            member.create_system, member.external_attr, member.compress_type = 3, info.external_attr, info.compress_type
            o.writestr(member, z.read(other), compresslevel=6)
    return out.getvalue()


name = "data/report/report.html"
made = {"swapped": swapped(name, "data/report/pages.txt"), "crc": patched(name, 0, lambda v: v ^ 1), "size": patched(name, 8, lambda v: v + 1),
        "longer": patched(name, 8, lambda v: v - 1)}
for word, whole in made.items():
    open("%s/z-%s.asice" % (sys.argv[2], word), "wb").write(whole)
