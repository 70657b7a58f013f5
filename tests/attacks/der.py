"""der.py - values in DER (ITU-T X.690), written out byte by byte so that any rule can be broken."""
import calendar
import time


def length(n):
    if n < 128:
        return bytes([n])
    digits = n.to_bytes((n.bit_length() + 7) // 8, "big")
    return bytes([0x80 | len(digits)]) + digits


def tlv(tag, *parts):
    body = b"".join(parts)
    return bytes([tag]) + length(len(body)) + body


def seq(*parts):
    return tlv(0x30, *parts)


def set_of(*parts):
    return tlv(0x31, *sorted(parts))


def context(number, *parts, constructed=True):
    return tlv((0xA0 if constructed else 0x80) | number, *parts)


def integer(value):
    size = max(1, (value.bit_length() + 8) // 8) if value >= 0 else (value.bit_length() + 8) // 8 or 1
    return tlv(0x02, value.to_bytes(size, "big", signed=True))


def octets(value):
    return tlv(0x04, value)


def bits(value, unused=0):
    return tlv(0x03, bytes([unused]), value)


def boolean(value):
    return tlv(0x01, b"\xff" if value else b"\x00")


NULL = b"\x05\x00"


def oid(text):
    numbers = [int(n) for n in text.split(".")]
    out = b""
    for n in [40 * numbers[0] + numbers[1]] + numbers[2:]:
        group = bytes([n & 127])
        while n > 127:
            n >>= 7
            group = bytes([n & 127 | 128]) + group
        out += group
    return tlv(0x06, out)


def moment(seconds):
    """Time of a certificate or signing-time: UTCTime before 2050, GeneralizedTime from then on."""
    t = time.gmtime(seconds)
    if 1950 <= t.tm_year < 2050:
        return tlv(0x17, time.strftime("%y%m%d%H%M%SZ", t).encode())
    return generalized(seconds)


def generalized(seconds, ending="Z"):
    return tlv(0x18, (time.strftime("%Y%m%d%H%M%S", time.gmtime(seconds)) + ending).encode())


def seconds_of(text):
    return calendar.timegm(time.strptime(text, "%Y-%m-%d"))


def read(data, at=0):
    """Tag, content and end of the value at `at`."""
    tag, n, head = data[at], data[at + 1], 2
    if n & 0x80:
        digits = n & 0x7F
        n, head = int.from_bytes(data[at + 2:at + 2 + digits], "big"), 2 + digits
    return tag, data[at + head:at + head + n], at + head + n


def children(data):
    """The values inside one constructed value, whole."""
    body = read(data)[1]
    at, out = 0, []
    while at < len(body):
        end = read(body, at)[2]
        out.append(body[at:end])
        at = end
    return out
