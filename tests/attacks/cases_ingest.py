"""cases_ingest.py - parts F, G and H: what `inspect` says of hostile bundles. A good file of each kind comes first, so
that a refusal is not one of everything."""
import gzip
import io
import json
import os
import struct
import tarfile
import zlib

import cases_container
from cases import *
from container import Member, zip_bytes

HERE = os.path.dirname(os.path.abspath(__file__))
XML = '<?xml version="1.0" ?>\n'
TYPE = '<!DOCTYPE nvidia_smi_log SYSTEM "nvsmi_device_v12.dtd">\n'


def inspect(number, words, data, verdict, suffix, says=None, **more):
    case(number, words, data if isinstance(data, bytes) else data.encode(), verdict, suffix=suffix, says=says,
         arguments=more.pop("arguments", ["inspect", "{file}"]), **more)


# ---- F: XML ----

def smi(driver="580.159", gpu="", attributes=""):
    return ('<nvidia_smi_log%s><driver_version>%s</driver_version><gpu id="0"><product_name>NVIDIA H100</product_name>%s'
            "</gpu></nvidia_smi_log>\n" % (attributes, driver, gpu))


def xml(number, words, text, verdict=REFUSE, says=None):
    inspect(number, words, text, verdict, "smi.xml", says)


xml(116, "as nvidia-smi writes it", XML + TYPE + smi(), PASSED, "580.159")
xml(114, "external entity", XML + '<!DOCTYPE nvidia_smi_log [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + smi("&x;"),
    says="XML feature refused")
xml(114, "external parameter entity", XML + '<!DOCTYPE nvidia_smi_log [<!ENTITY % x SYSTEM "file:///etc/passwd"> %x;]>' + smi(),
    says="XML feature refused")
xml(114, "XInclude", XML + smi(gpu='<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd" '
                              'parse="text"/>'), PASSED)
bomb = "".join('<!ENTITY e%d "%s">' % (i, "&e%d;" % (i - 1) * 10 if i else "lol") for i in range(8))
xml(115, "entity bomb", XML + "<!DOCTYPE nvidia_smi_log [%s]>" % bomb + smi("&e7;"), says="XML feature refused")
xml(115, "entity bomb in an attribute", XML + "<!DOCTYPE nvidia_smi_log [%s]>" % bomb + smi(attributes=' a="&e7;"'),
    says="XML feature refused")
for words, text in (("empty subset with an element", "[<!ELEMENT a ANY>]"), ("attribute declaration",
                    '[<!ATTLIST gpu id CDATA "1">]'), ("notation", '[<!NOTATION n SYSTEM "x">]'), ("path", 'SYSTEM "file:///etc/passwd"'),
                    ("address", 'SYSTEM "http://example.org/x.dtd"'), ("public", 'PUBLIC "-//x" "x.dtd"'), ("no name of a file", "")):
    xml(116, "DOCTYPE: %s" % words, XML + "<!DOCTYPE nvidia_smi_log %s>" % text + smi(), says="XML feature refused")
xml(117, "catalogue instruction", XML + '<?oasis-xml-catalog catalog="file:///etc/passwd"?>' + smi(), PASSED, "580.159")
xml(117, "schema location", XML + smi(attributes=' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" '
                                     'xsi:schemaLocation="x http://example.org/x.xsd"'), PASSED, "580.159")
xml(118, "depth of 300", XML + smi(gpu="<a>" * 300 + "</a>" * 300), says="too deep")
xml(118, "depth of 100000", XML + smi(gpu="<a>" * 100000 + "</a>" * 100000), says="too deep")
xml(118, "12 MB of text", XML + smi(gpu="<a>%s</a>" % ("x" * 12000000)), PASSED)
xml(119, "attribute twice", XML + smi(attributes=' a="1" a="2"'))
xml(119, "NUL", XML + smi("580\0.159"))
xml(119, "not closed", (XML + smi())[:-20])
xml(119, "two roots", XML + smi() + smi())
xml(119, "invalid UTF-8", (XML + smi("580\udc80.159")).encode("utf-8", "surrogateescape"))
xml(119, "control character", XML + smi("580\x01.159"))
xml(120, "200000 attributes", XML + smi(attributes="".join(' a%d="1"' % i for i in range(200000))), REFUSE, says="1000 attributes")
xml(120, "name of 1 MB", XML + smi(gpu="<%s/>" % ("n" * 1000000)), REFUSE)
xml(120, "same xml:id twice", XML + smi(gpu='<a xml:id="x"/><b xml:id="x"/>'), PASSED)
xml(120, "20000 name spaces", XML + smi(gpu="".join('<a xmlns:n%d="u%d"/>' % (i, i) for i in range(20000))), REFUSE, says="different names")
xml(120, "2000 name spaces", XML + smi(gpu="".join('<a xmlns:n%d="u%d"/>' % (i, i) for i in range(2000))), PASSED)
for name in ("UTF-7", "Shift_JIS", "ISO-8859-1", "IBM037", "UTF-32"):
    xml(122, "declared as %s" % name, '<?xml version="1.0" encoding="%s"?>' % name + smi())
xml(122, "declared as utf-8", '<?xml version="1.0" encoding="utf-8"?>' + smi(), PASSED, "580.159")
for name in ("utf-16-le", "utf-16-be", "cp037"):
    inspect(122, "in %s" % name, (XML + smi()).encode(name), PASSED, "smi.xml", "not read")
for number in ("NaN", "INF", "1e999", "0x10", "1,5", "\u0661\u0662", "9" * 4000, "1e5e5", "+-1", "--1", "1 000"):
    xml(123, "number %s" % number[:8], XML + smi(gpu="<fb_memory_usage><total>%s MiB</total></fb_memory_usage>" % number), PASSED,
        "value not understood")

# ---- G: JSON ----


def lscpu(field="\"64\"", more=""):
    return '{"lscpu":[{"field":"Architecture:","data":"x86_64"},{"field":"CPU(s):","data":%s%s}]}' % (field, more)


def json_case(number, words, text, verdict=REFUSE, says=None, suffix="lscpu.json"):
    inspect(number, words, text, verdict, suffix, says)


json_case(124, "good", lscpu(), PASSED, "64")
json_case(124, "key twice", lscpu(more=',"data":"128"'), says="name stands twice")
json_case(124, "key twice, one escaped", lscpu(more=',"d\\u0061ta":"128"'), says="name stands twice")
json_case(125, "keys that differ by case", lscpu(more=',"DATA":"128"'), PASSED, "64")
SERVE = json.load(open(os.path.join(HERE, "../golden/ingest/vllm/serve.json")))


def serve(**changed):
    text = json.dumps(SERVE)
    for key, value in changed.items():
        old = '"%s": %s' % (key, json.dumps(SERVE[key]))
        assert old in text
        text = text.replace(old, '"%s": %s' % (key, value))
    return text


json_case(126, "a good result", serve(), PASSED, "8368.66", "serve.json")
# Tools write these two where they have no number: none is taken.
json_case(126, "NaN", serve(output_throughput="NaN"), PASSED, 'not disclosed ("NaN")', "serve.json")
json_case(126, "Infinity", serve(output_throughput="Infinity"), PASSED, "not taken", "serve.json")
for words, value in (("1e999", "1e999"), ("-1e999", "-1e999"), ("1e99999999999", "1e99999999999")):
    json_case(126, words, serve(output_throughput=value), REFUSE, None, "serve.json")
json_case(127, "2^53 + 1", serve(completed="9007199254740993"), PASSED, "9007199254740993", "serve.json")
json_case(127, "12.3400 stays 12.3400", serve(mean_ttft_ms="12.3400"), PASSED, "12.3400", "serve.json")
for words, value in (("leading zero", "01"), ("no digit behind the point", "1."), ("no digit before it", ".5"), ("hexadecimal", "0x10"),
                     ("plus", "+1"), ("bare minus", "-"), ("exponent without digits", "1e"), ("underscore", "1_0")):
    json_case(128, words, serve(completed=value), REFUSE, "serve.json:1:", "serve.json")
# A string that is no text gives no value, and that is told; the rest of what the tool wrote is read.
json_case(128, "raw tab in a string", lscpu('"6\t4"'), PASSED, "1 string that is no text")
json_case(128, "invalid UTF-8", lscpu('"6\udc804"').encode("utf-8", "surrogateescape"), PASSED, "1 string that is no text")
json_case(128, "byte order mark, as shells of Windows write it", "\ufeff" + lscpu(), PASSED, "64")
json_case(128, "text behind", lscpu() + " x")
json_case(128, "second value behind", lscpu() + lscpu())
json_case(128, "comma at the end", lscpu()[:-1] + ",}")
json_case(128, "comment in front", "/* x */" + lscpu(), PASSED, "not read")
json_case(128, "comment inside", lscpu(more="/* x */"))
json_case(128, "single quotes", lscpu("'64'"))
json_case(128, "cut", lscpu()[:-4])
json_case(128, "bad escape", lscpu('"\\x41"'), PASSED, "1 string that is no text")
json_case(129, "escaped NUL", lscpu('"64\\u0000"'), PASSED, "1 string that is no text")
json_case(129, "escaped NUL in a key", lscpu(more=',"a\\u0000":1'))
json_case(129, "raw NUL", lscpu('"64\0"'), PASSED, "1 string that is no text")
json_case(130, "lone high surrogate", lscpu('"\\ud800"'), PASSED, "1 string that is no text")
json_case(130, "lone low surrogate", lscpu('"\\udc00"'), PASSED, "1 string that is no text")
json_case(130, "surrogates exchanged", lscpu('"\\udc00\\ud800"'), PASSED, "1 string that is no text")
json_case(130, "a pair", lscpu('"64"', ',"x":"\\ud83d\\ude00"'), PASSED, "64")
for depth in (65, 1001, 1000000):
    json_case(131, "depth of %d" % depth, lscpu(more=',"x":' + "[" * depth + "]" * depth), says="too deep")
json_case(132, "a million items", lscpu(more=',"x":[' + "0," * 999999 + "0]"), PASSED, "64")
json_case(132, "number of 10 MB", lscpu(more=',"x":' + "1" * 10000000), REFUSE)
json_case(132, "string of 10 MB", lscpu(more=',"x":"' + "x" * 10000000 + '"'), PASSED, "64")
json_case(132, "blanks of 10 MB", lscpu() + " " * 10000000, PASSED, "64")
json_case(132, "40000 keys, one twice at the end", lscpu(more="".join(',"k%d":0' % i for i in range(40000)) + ',"k0":1'),
          says="name stands twice")
ITERATIONS = open(os.path.join(HERE, "../golden/ingest/decode/iterations.jsonl")).read().splitlines(True)
lines = [ITERATIONS[0]] + [ITERATIONS[-1]] * 9999


def log(number, words, changed, **more):
    text = "".join(changed)
    inspect(number, words, text, more.pop("verdict", REFUSE), "iterations.jsonl", **more)


log(133, "10000 good lines", lines, verdict=PASSED)
for words, bad in (("cut", ITERATIONS[-1][:20] + "\n"), ("text", "Traceback (most recent call last):\n"), ("array", "[1]\n"),
                   ("two values", ITERATIONS[-1].rstrip() + ITERATIONS[-1])):
    log(133, "line 5000: %s" % words, lines[:4999] + [bad] + lines[5000:], says="iterations.jsonl:5000:")
log(133, "last line cut", lines[:-1] + [lines[-1][:20]], says="iterations.jsonl:10000:")
for words, value in (("__proto__", '"__proto__"'), ("markup", '"<script>alert(1)</script>"'), ("escape sequence", '"\\u001b[2J"')):
    json_case(134, "%s as a value" % words, lscpu('"64"').replace('"x86_64"', value), PASSED)
json_case(134, "__proto__ as a key", lscpu(more=',"__proto__":{"data":"128"}'), PASSED, "64")

# ---- H: bundles in archives ----

# 136: the files of part A again, as bundles. A layout that is odd but clear may be read; these must not be.
NEVER = {1, 2, 3, 4, 13, 15, 16, 17, 18, 20, 21, 29, 35, 37}
LENIENT = {(13, "set-user-id"), (2, "drive letter"), (29, "the same by case")}
for other in [c for c in CASES if c.number <= 38 and c.data and len(c.data) < 1 << 20]:
    must = other.number in NEVER and (other.number, other.words) not in LENIENT
    inspect(136, "as a bundle: %d %s" % (other.number, other.words), other.data, REFUSE if must else None, "zip")


def tar(*members, **how):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=how.get("format", tarfile.USTAR_FORMAT)) as archive:
        for name, data, *more in members:
            info = tarfile.TarInfo(name)
            info.size = len(data)
            for key, value in (more[0] if more else {}).items():
                setattr(info, key, value)
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


GOOD_MEMBER = ("run/lscpu.json", lscpu().encode())


def refuse_tar(number, words, data, suffix="tar", **more):
    inspect(number, words, data, REFUSE, suffix, **more)


inspect(137, "good", tar(GOOD_MEMBER), PASSED, "tar", "64")
refuse_tar(137, "link and a file through it", tar(("run/l", b"", {"type": tarfile.SYMTYPE, "linkname": "/etc"}), ("run/l/passwd", b"x")))
refuse_tar(137, "link alone", tar(GOOD_MEMBER, ("run/l", b"", {"type": tarfile.SYMTYPE, "linkname": "lscpu.json"})))
refuse_tar(137, "hard link to outside", tar(GOOD_MEMBER, ("run/l", b"", {"type": tarfile.LNKTYPE, "linkname": "/etc/passwd"})))
refuse_tar(137, "hard link inside", tar(GOOD_MEMBER, ("run/l", b"", {"type": tarfile.LNKTYPE, "linkname": "run/lscpu.json"})))
refuse_tar(137, "up in the name of a link", tar(GOOD_MEMBER, ("run/l", b"", {"type": tarfile.SYMTYPE, "linkname": "../../x"})))
for words, kind in (("character device", tarfile.CHRTYPE), ("block device", tarfile.BLKTYPE), ("pipe", tarfile.FIFOTYPE)):
    refuse_tar(137, words, tar(GOOD_MEMBER, ("run/d", b"", {"type": kind})))
for words, name in (("up", "../x"), ("up inside", "run/../../x"), ("absolute", "/etc/x")):
    refuse_tar(137, "name: %s" % words, tar(GOOD_MEMBER, (name, b"x")))
refuse_tar(137, "same name twice", tar(GOOD_MEMBER, GOOD_MEMBER))
refuse_tar(137, "pax path that goes up", tar(("run/x", b"x", {"pax_headers": {"path": "../../evil"}}), format=tarfile.PAX_FORMAT))
refuse_tar(137, "pax size", tar(("run/x", b"x" * 600, {"pax_headers": {"size": "99999999999"}}), format=tarfile.PAX_FORMAT))


def header(data, **fields):
    """The first header of a tar with raw fields, its checksum mended."""
    block = bytearray(data[:512])
    places = {"size": (124, 12), "mtime": (136, 12), "type": (156, 1), "name": (0, 100), "magic": (257, 8)}
    for key, value in fields.items():
        at, room = places[key]
        block[at:at + room] = value.ljust(room, b"\0")
    block[148:156] = b" " * 8
    block[148:156] = b"%06o\0 " % sum(block)
    return bytes(block) + data[512:]


plain = tar(("run/x", b"x" * 600))
refuse_tar(137, "size of 8 GiB", header(plain, size=b"77777777777\0"))
refuse_tar(137, "size in base 256", header(plain, size=b"\x80" + b"\0" * 3 + b"\x7f" * 8))
refuse_tar(137, "negative size", header(plain, size=b"\xff" * 12))
sparse = bytearray(header(tar(("run/x", b"x" * 600), format=tarfile.GNU_FORMAT), type=b"S"))
sparse[386:410] = b"00004000000\0" + b"00000001130\0"
sparse[483:495] = b"77777777777\0"
refuse_tar(137, "sparse, with a huge size", header(bytes(sparse), type=b"S"))
refuse_tar(137, "unknown type", header(plain, type=b"V"))
refuse_tar(137, "negative time", header(tar(GOOD_MEMBER), mtime=b"\xff" * 12))
inspect(137, "name without NUL", tar((("run/" + "n" * 96), b"x"), GOOD_MEMBER), PASSED, "tar", "64")
refuse_tar(137, "cut in a member", plain[:900])
refuse_tar(137, "cut in a header", tar(GOOD_MEMBER, ("run/x", b"x"))[:1300])
inspect(137, "checksum", plain[:148] + b"0000000\0" + plain[156:], PASSED, "tar", "not read")
for words, magic, suffix in (("rar", b"Rar!\x1a\7\1\0", "rar"), ("7z", b"7z\xbc\xaf\x27\x1c\0\4", "7z"), ("cab", b"MSCF\0\0\0\0", "cab"),
                             ("lha", b"\x20\0-lh5-", "lzh"), ("xar", b"xar!\0\x1c\0\1", "xar"), ("cpio", b"070707", "cpio"),
                             ("ar", b"!<arch>\n", "a"), ("iso", bytes(32769) + b"CD001", "iso"), ("mtree", b"#mtree\n", "mtree"),
                             ("bzip2", b"BZh91AY&SY", "tar.bz2"), ("lzip", b"LZIP\1", "tar.lz"), ("compress", b"\x1f\x9d\x90", "tar.Z"),
                             ("uuencode", b"begin 644 x\n", "uu")):
    inspect(138, "%s is not opened" % words, magic + bytes(2000), PASSED, suffix, "not read")
once = gzip.compress(tar(GOOD_MEMBER), mtime=0)
inspect(139, "gzip once", once, PASSED, "tar.gz", "64")
inspect(139, "gzip in gzip in gzip", gzip.compress(gzip.compress(once, mtime=0), mtime=0), None, "tar.gz")
zeros = io.BytesIO()
with gzip.GzipFile(fileobj=zeros, mode="wb", compresslevel=1, mtime=0) as f:
    f.write(bytes(64 << 20))
inspect(139, "64 MiB of zeros", zeros.getvalue(), REFUSE, "iterations.jsonl.gz")
inspect(139, "64 MiB of zeros called a tar", zeros.getvalue(), None, "tar.gz")
inner = zip_bytes([Member("z%d" % i, bytes(1 << 20), True) for i in range(16)])
for _ in range(3):
    inner = zip_bytes([Member("lib%d.zip" % i, inner, True) for i in range(16)])
inspect(139, "zips in zips in zips", inner, PASSED, "zip")
inspect(139, "many members of zeros", zip_bytes([Member("z%d" % i, bytes(4 << 20), True) for i in range(20)]), REFUSE, "zip")
refuse_tar(139, "bytes behind gzip", once + b"junk", "tar.gz")
refuse_tar(139, "gzip cut", once[:-9], "tar.gz")
refuse_tar(139, "gzip checksum", once[:-8] + b"\0\0\0\0" + once[-4:], "tar.gz")
inspect(140, "tar and zip in one", tar(("run/lscpu.json", lscpu('"64"').encode())) + zip_bytes([Member(
    "run/lscpu.json", lscpu('"128"').encode())]), REFUSE, "tar")
inspect(140, "zip and tar in one", zip_bytes([Member("run/lscpu.json", lscpu('"128"').encode())]) + tar(GOOD_MEMBER), REFUSE, "zip")
inspect(140, "JSON and XML in one", '<nvidia_smi_log/>\n' + lscpu(), REFUSE, "lscpu.json")
inspect(140, "zip called JSON", zip_bytes([Member("run/lscpu.json", lscpu().encode())]), PASSED, "json", "64")
