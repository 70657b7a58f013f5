"""pdf_strings.py FILE.pdf ... - what our PDFs hold beside the words on their pages, which pdftotext leaves away: titles, bookmarks,
alternative texts, what links say and where they lead, metadata; and whether a file is attached. Nothing in them is compressed."""
import re, sys


def text_of(token):
    """Of "(...)" or "<FEFF...>", as ISO 32000-1, 7.3.4 has them."""
    if token[:1] == b"<":
        raw = bytes.fromhex(re.sub(rb"\s", b"", token[1:-1]).decode("ascii"))
    else:
        plain = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f", b"\n": b""}
        raw = re.sub(rb"\\([0-7]{1,3}|.)", lambda m: bytes([int(m.group(1), 8) & 255]) if m.group(1)[:1].isdigit()
                     else plain.get(m.group(1), m.group(1)), token[1:-1], flags=re.S)
    return raw[2:].decode("utf-16-be", "replace") if raw[:2] == b"\xfe\xff" else raw.decode("latin-1")


def strings(path):
    data = open(path, "rb").read()
    found = re.findall(rb"/([A-Z][A-Za-z]*)\s*(\((?:\\.|[^\\()])*\)|<[0-9A-Fa-f\s]+>)", data, re.S)
    texts = [text_of(token) for name, token in found if name != b"ID"]
    texts += [part.decode("utf-8", "replace") for part in re.findall(rb"<x:xmpmeta.*?</x:xmpmeta>", data, re.S)]
    return texts + ["an attached file"] * len(re.findall(rb"/EmbeddedFiles?\b|/Filespec\b", data))


if __name__ == "__main__":
    for path in sys.argv[1:]:
        print("\n".join(strings(path)))
