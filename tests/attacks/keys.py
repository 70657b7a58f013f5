"""keys.py - RSA (RFC 8017) and ECDSA (FIPS 186-5, nonces by RFC 6979) in integers, so that every signature comes out
the same on each run. For tests only: neither constant time nor secret."""
import hashlib
import hmac

from der import NULL, bits, integer, oid, read, seq

DIGEST_OID = {
    "md5": "1.2.840.113549.2.5", "sha1": "1.3.14.3.2.26", "sha224": "2.16.840.1.101.3.4.2.4",
    "sha256": "2.16.840.1.101.3.4.2.1", "sha384": "2.16.840.1.101.3.4.2.2", "sha512": "2.16.840.1.101.3.4.2.3",
    "sha3_256": "2.16.840.1.101.3.4.2.8", "shake_128": "2.16.840.1.101.3.4.2.11",
}
ECDSA_OID = {
    "sha1": "1.2.840.10045.4.1", "sha224": "1.2.840.10045.4.3.1", "sha256": "1.2.840.10045.4.3.2",
    "sha384": "1.2.840.10045.4.3.3", "sha512": "1.2.840.10045.4.3.4", "sha3_256": "2.16.840.1.101.3.4.3.10",
}
RSA_OID = {
    "md5": "1.2.840.113549.1.1.4", "sha1": "1.2.840.113549.1.1.5", "sha224": "1.2.840.113549.1.1.14",
    "sha256": "1.2.840.113549.1.1.11", "sha384": "1.2.840.113549.1.1.12", "sha512": "1.2.840.113549.1.1.13",
}


def digest(name, data):
    h = hashlib.new(name, data)
    return h.digest(32) if name.startswith("shake") else h.digest()


class Curve:
    def __init__(self, name, p, a, b, g, n, object_id):
        self.name, self.p, self.a, self.b, self.g, self.n, self.oid = name, p, a, b, g, n, object_id
        self.size = (p.bit_length() + 7) // 8
        self.table = []  # row i: 0 to 15 times 16^i g

    def double(self, point):
        x, y, z = point
        if not z:
            return point
        p = self.p
        s = 4 * x * y * y % p
        m = (3 * x * x + self.a * pow(z, 4, p)) % p
        x3 = (m * m - 2 * s) % p
        return x3, (m * (s - x3) - 8 * pow(y, 4, p)) % p, 2 * y * z % p

    def add(self, one, other):
        if not one[2]:
            return other
        if not other[2]:
            return one
        p = self.p
        (x1, y1, z1), (x2, y2, z2) = one, other
        u1, u2 = x1 * z2 * z2 % p, x2 * z1 * z1 % p
        s1, s2 = y1 * pow(z2, 3, p) % p, y2 * pow(z1, 3, p) % p
        if u1 == u2:
            return self.double(one) if s1 == s2 else (1, 1, 0)
        h, r = (u2 - u1) % p, (s2 - s1) % p
        x3 = (r * r - h ** 3 - 2 * u1 * h * h) % p
        return x3, (r * (u1 * h * h - x3) - s1 * h ** 3) % p, h * z1 * z2 % p

    def times(self, k):
        """k g by the digits of k: the same point is multiplied a thousand times."""
        out, i = (1, 1, 0), 0
        while k:
            if i == len(self.table):
                row = [(1, 1, 0), self.double(self.table[-1][8]) if i else (*self.g, 1)]
                while len(row) < 16:
                    row.append(self.add(row[-1], row[1]))
                self.table.append(row)
            out = self.add(out, self.table[i][k & 15])
            k >>= 4
            i += 1
        z = pow(out[2], -1, self.p)
        return out[0] * z * z % self.p, out[1] * z ** 3 % self.p


def h(text):
    return int(text.replace(" ", ""), 16)


P256 = Curve("P-256", h("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff"),
             h("ffffffff00000001000000000000000000000000fffffffffffffffffffffffc"),
             h("5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b"),
             (h("6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"),
              h("4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5")),
             h("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"), "1.2.840.10045.3.1.7")
P384 = Curve("P-384", h("fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff0000000000000000ffffffff"),
             h("fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff0000000000000000fffffffc"),
             h("b3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aef"),
             (h("aa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a385502f25dbf55296c3a545e3872760ab7"),
              h("3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c00a60b1ce1d7e819d7a431d7c90ea0e5f")),
             h("ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973"),
             "1.3.132.0.34")
P192 = Curve("P-192", h("fffffffffffffffffffffffffffffffeffffffffffffffff"), h("fffffffffffffffffffffffffffffffefffffffffffffffc"),
             h("64210519e59c80e70fa7e9ab72243049feb8deecc146b9b1"),
             (h("188da80eb03090f67cbf20eb43a18800f4ff0afd82ff1012"), h("07192b95ffc8da78631011ed6b24cdd573f977a11e794811")),
             h("ffffffffffffffffffffffff99def836146bc9b1b4d22831"), "1.2.840.10045.3.1.1")
K256 = Curve("secp256k1", 2 ** 256 - 2 ** 32 - 977, 0, 7,
             (h("79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"),
              h("483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8")),
             h("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"), "1.3.132.0.10")


class ECKey:
    kind = "EC"

    def __init__(self, label, curve=P256, explicit=False):
        self.curve = curve
        self.d = int.from_bytes(hashlib.sha512(label.encode()).digest(), "big") % (curve.n - 1) + 1
        self.point = curve.times(self.d)
        self.explicit = explicit

    def parameters(self):
        c = self.curve
        if not self.explicit:
            return oid(c.oid)
        point = b"\x04" + c.g[0].to_bytes(c.size, "big") + c.g[1].to_bytes(c.size, "big")
        return seq(integer(1), seq(oid("1.2.840.10045.1.1"), integer(c.p)),
                   seq(b"\x04" + bytes([c.size]) + c.a.to_bytes(c.size, "big"),
                       b"\x04" + bytes([c.size]) + c.b.to_bytes(c.size, "big")),
                   b"\x04" + bytes([len(point)]) + point, integer(c.n), integer(1))

    def public(self):
        raw = b"\x04" + b"".join(v.to_bytes(self.curve.size, "big") for v in self.point)
        return seq(seq(oid("1.2.840.10045.2.1"), self.parameters()), bits(raw))

    def algorithm(self, name):
        return seq(oid(ECDSA_OID[name]))

    def sign(self, name, data):
        n, size = self.curve.n, (self.curve.n.bit_length() + 7) // 8
        hashed = digest(name, data)
        z = int.from_bytes(hashed, "big") >> max(0, 8 * len(hashed) - n.bit_length())
        seed = self.d.to_bytes(size, "big") + (z % n).to_bytes(size, "big")
        key, value = b"\0" * 32, b"\1" * 32
        for mark in (b"\0", b"\1"):
            key = hmac.new(key, value + mark + seed, "sha256").digest()
            value = hmac.new(key, value, "sha256").digest()
        while True:
            got = b""
            while len(got) < size:
                value = hmac.new(key, value, "sha256").digest()
                got += value
            k = int.from_bytes(got[:size], "big") >> (8 * size - n.bit_length())
            if 0 < k < n:
                r = self.curve.times(k)[0] % n
                s = pow(k, -1, n) * (z + r * self.d) % n
                return seq(integer(r), integer(s))
            key = hmac.new(key, value + b"\0", "sha256").digest()
            value = hmac.new(key, value, "sha256").digest()


# A prime is SHAKE-256 of its label with both upper bits and the lowest set, plus an offset that was searched for once.
PRIME_OFFSETS = {"ap512": 22, "aq512": 94, "ap1024": 762, "aq1024": 178, "ap1536": 714, "aq1536": 4974,
                 "small exponentp1024": 3810, "small exponentq1024": 3978}


def prime(label, size):
    raw = int.from_bytes(hashlib.shake_256(label.encode()).digest(size // 8), "big")
    return (raw | 3 << (size - 2) | 1) + PRIME_OFFSETS.get(label + str(size), 0)


def mgf1(name, seed, size):
    out = b""
    for i in range(size // len(digest(name, b"")) + 1):
        out += digest(name, seed + i.to_bytes(4, "big"))
    return out[:size]


class RSAKey:
    kind = "RSA"

    def __init__(self, label, size=3072, exponent=65537):
        p, q = prime(label + "p", size // 2), prime(label + "q", size // 2)
        self.n, self.e, self.size = p * q, exponent, size // 8
        self.d = pow(exponent, -1, (p - 1) * (q - 1))

    def public(self):
        return seq(seq(oid("1.2.840.113549.1.1.1"), NULL), bits(seq(integer(self.n), integer(self.e))))

    def algorithm(self, name):
        return seq(oid(RSA_OID[name]), NULL)

    def sign(self, name, data):
        info = seq(seq(oid(DIGEST_OID[name]), NULL), b"\x04" + bytes([len(digest(name, b""))]) + digest(name, data))
        padded = b"\0\1" + b"\xff" * (self.size - 3 - len(info)) + b"\0" + info
        return pow(int.from_bytes(padded, "big"), self.d, self.n).to_bytes(self.size, "big")

    def sign_pss(self, name, data, salt, mask=None, trailer=0xBC):
        mask = mask or name
        hashed = digest(name, b"\0" * 8 + digest(name, data) + salt)
        room = self.size - len(hashed) - 1
        block = b"\0" * (room - len(salt) - 1) + b"\1" + salt
        block = bytes(a ^ b for a, b in zip(block, mgf1(mask, hashed, room)))
        block = bytes([block[0] & 0x7F]) + block[1:]
        value = int.from_bytes(block + hashed + bytes([trailer]), "big")
        return pow(value, self.d, self.n).to_bytes(self.size, "big")


def key_id(key):
    """The subject key identifier: SHA-1 of the key's bits (RFC 5280 section 4.2.1.2)."""
    body = read(key.public())[1]
    return hashlib.sha1(read(body, read(body)[2])[1][1:]).digest()
