#!/usr/bin/env python3
"""Writes srgb.icc: an sRGB profile of our own, ICC version 2.1, 3 x 3 matrix and one shared curve.

Usage: make_icc.py srgb.icc
Sources: ICC.1:2001-04 (layout), IEC 61966-2-1 (transfer curve, primaries), colorants adapted to D50 by the
Bradford matrix. Version 2, since PDF/A-1 checkers refuse version 4.
"""
import argparse
import struct


def s15(value):
    return struct.pack(">i", round(value * 65536))


def xyz(x, y, z):
    return b"XYZ \0\0\0\0" + s15(x) + s15(y) + s15(z)


def text(words):
    return b"text\0\0\0\0" + words.encode("ascii") + b"\0"


def description(words):
    data = words.encode("ascii") + b"\0"
    return b"desc\0\0\0\0" + struct.pack(">I", len(data)) + data + struct.pack(">IIHB", 0, 0, 0, 0) + bytes(67)


def linear(share):
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


points = 64
curve = b"curv\0\0\0\0" + struct.pack(">I", points)
curve += b"".join(struct.pack(">H", round(65535 * linear(i / (points - 1)))) for i in range(points))
tags = [
    (b"desc", description("sRGB")),
    (b"cprt", text("CC0")),
    (b"wtpt", xyz(0.9642, 1.0, 0.8249)),
    (b"rXYZ", xyz(0.43607, 0.22249, 0.01392)),
    (b"gXYZ", xyz(0.38515, 0.71687, 0.09708)),
    (b"bXYZ", xyz(0.14307, 0.06061, 0.71410)),
    (b"rTRC", curve),
    (b"gTRC", curve),
    (b"bTRC", curve),
]
at = 128 + 4 + 12 * len(tags)
table, body, placed = struct.pack(">I", len(tags)), b"", {}
for tag, data in tags:
    if data not in placed:
        placed[data] = at + len(body)
        body += data + bytes(-len(data) % 4)
    table += tag + struct.pack(">II", placed[data], len(data))
header = struct.pack(">I4sI4s4s4s", at + len(body), b"\0\0\0\0", 0x02100000, b"mntr", b"RGB ", b"XYZ ")
header += struct.pack(">6H", 2026, 1, 1, 0, 0, 0) + b"acsp" + bytes(4 + 4 + 4 + 4 + 8) + struct.pack(">I", 0)
header += s15(0.9642) + s15(1.0) + s15(0.8249)
header += bytes(128 - len(header))
parser = argparse.ArgumentParser(description="writes the profile")
parser.add_argument("file")
with open(parser.parse_args().file, "wb") as out:
    out.write(header + table + body)
