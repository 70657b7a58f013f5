"""foreign.py - what other programs say of the same files.

    foreign.py FOLDER [--all] [--table docs/attacks.md]
    foreign.py --numbers docs/attacks.md

FOLDER was filled by run.py. Containers: does the tool read every member without complaint; signatures: does it accept
this signature over this manifest with the root given. Every difference from our verdict must be among `differences.txt`,
with a reason. Without --all the first refused file of each number is asked about, and every good one; with it a line
that no longer holds is a failure too. With --table the page is written anew; with --numbers only
its first table, and no tool is asked."""
import argparse
import os
import re
import shutil
import subprocess
import sys
import time
import zipfile

import cases
import run
from cases import CASES, CHECKED_AT, PASSED, REJECT, FAILED

HERE = os.path.dirname(os.path.abspath(__file__))
JARS = [os.path.join("/usr/share/java", j + ".jar") for j in ("bcprov", "bcpkix", "bcutil")]
WHEN = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(CHECKED_AT))


def quiet(*command, **how):
    try:
        return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=30, **how)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 124, b"", b"")


def each(judge):
    return lambda asked: [judge(one) for one in asked]


def python_zip(one):
    try:
        with zipfile.ZipFile(one.path) as z:
            if not z.namelist():
                return False
            for member in z.infolist():
                with z.open(member) as f:
                    if len(f.read(8 << 20)) == 8 << 20:
                        continue
        return True
    except Exception:
        return False


def batch(command, kind):
    def ask(asked):
        lines = []
        for one in asked:
            lines.append("\t".join({"cms": lambda: ["cms", one.p7s, one.text, one.root, str(CHECKED_AT)], "stamp": lambda: [
                "stamp", one.token, one.stamped, one.root, str(CHECKED_AT)]}.get(kind, lambda: [kind, one.path])()))
        done = subprocess.run(command, input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=300)
        said = done.stdout.split()
        if len(said) != len(asked):
            sys.exit("%s answers %d of %d: %s" % (command[0], len(said), len(asked), done.stderr[-500:]))
        return [word == "yes" for word in said]
    return ask


def openssl(one):
    return quiet("openssl", "cms", "-verify", "-cades", "-binary", "-inform", "DER", "-in", one.p7s, "-content", one.text, "-purpose",
                 "any", "-CAfile", one.root, "-no-CApath", "-no-CAstore", "-attime", str(CHECKED_AT), "-out", "/dev/null").returncode == 0


def certtool(one):
    return quiet("faketime", "-f", WHEN, "certtool", "--p7-verify", "--inder", "--infile", one.p7s, "--load-data", one.text,
                 "--load-ca-certificate", one.root).returncode == 0


def openssl_stamp(one):
    return quiet("openssl", "ts", "-verify", "-token_in", "-in", one.token, "-data", one.stamped, "-CAfile", one.root, "-attime",
                 str(CHECKED_AT)).returncode == 0


def pdfsig(one):
    """It ends with 0 whatever it finds, so its words count: each signature valid, the last over the whole file."""
    said = quiet("pdfsig", "-nocert", one.path, env={**os.environ, "HOME": "/nonexistent"}).stdout.decode("utf-8", "replace")
    valid = [line for line in said.splitlines() if "Signature Validation:" in line]
    return bool(valid) and all("Signature is Valid." in line for line in valid) and \
        "Total document signed" in said.split("Signature #")[-1] and "Not total document signed" not in said.split("Signature #")[-1]


def ranges(one):
    """What a patient reader does by hand: cuts out what the last ByteRange says, and asks openssl."""
    data = open(one.path, "rb").read()
    found = re.findall(rb"/ByteRange *\[ *(\d+) +(\d+) +(\d+) +(\d+) *\]", data)
    if not found:
        return False
    a, n, b, m = (int(x) for x in found[-1])
    text = re.sub(rb"[^0-9a-fA-F]", b"", data[a + n:b])
    der = bytes.fromhex(text[:len(text) // 2 * 2].decode())
    size = 4 + int.from_bytes(der[2:4], "big")
    for suffix, part in ((".p7s", der[:size]), (".ranges", data[a:a + n] + data[b:b + m])):
        with open(one.path + suffix, "wb") as f:
            f.write(part)
    one.p7s, one.text = one.path + ".p7s", one.path + ".ranges"
    return openssl(one)


class Gpgsm:
    """Needs a home of its own with the root in it."""
    def __init__(self, folder):
        self.home = os.path.join(folder, "gnupg")
        self.ready = False

    def __call__(self, one):
        environment = {**os.environ, "GNUPGHOME": self.home}
        if not self.ready:
            shutil.rmtree(self.home, ignore_errors=True)
            os.makedirs(self.home, 0o700)
            with open(self.home + "/gpgsm.conf", "w") as f:
                f.write("disable-crl-checks\ndisable-dirmngr\n")
            quiet("faketime", "-f", WHEN, "gpgsm", "--batch", "--import", one.root, env=environment)
            said = quiet("openssl", "x509", "-in", one.root, "-noout", "-fingerprint", "-sha1").stdout.decode()
            with open(self.home + "/trustlist.txt", "w") as f:
                f.write(said.split("=")[1].strip() + " S relax\n")
            self.ready = True
        return quiet("faketime", "-f", WHEN, "gpgsm", "--batch", "--verify", one.p7s, one.text, env=environment).returncode == 0


def tools(folder):
    """Column, what must be there, and how a list is asked."""
    java = shutil.which("javac") and all(map(os.path.exists, JARS))
    node = shutil.which("node") and os.path.isdir(os.path.join(HERE, "../web/node_modules/pkijs"))
    if java:
        subprocess.run(["javac", "-cp", ":".join(JARS), "-d", folder, os.path.join(HERE, "Foreign.java")], check=True)
    run_java = ["java", "-Xshare:auto", "-XX:TieredStopAtLevel=1", "-cp", ":".join(JARS + [folder]), "Foreign"]
    run_node = ["node", os.path.join(HERE, "foreign.mjs")]
    has = shutil.which
    seven = has("7zz") or has("7z")
    zips = [
        ("unzip", has("unzip"), each(lambda c: quiet("unzip", "-tqq", c.path).returncode == 0)),
        ("7-Zip", seven, each(lambda c: quiet(seven, "t", "-bso0", "-bsp0", "-tzip", c.path).returncode == 0)),
        ("libarchive", has("bsdtar"), each(lambda c: quiet("sh", "-c", 'bsdtar -xOf "$1" >/dev/null', "sh", c.path).returncode == 0)),
        ("libarchive, pipe", has("bsdtar"), each(lambda c: quiet("sh", "-c", 'cat "$1" | bsdtar -xOf - >/dev/null', "sh", c.path)
                                               .returncode == 0)),
        ("Python", True, each(python_zip)), ("Java", java, batch(run_java, "zip")), ("Java, stream", java, batch(run_java, "stream")),
        ("yauzl", node, batch(run_node, "zip")),
    ]
    signatures = [
        ("openssl", has("openssl"), each(openssl)), ("certtool", has("certtool") and has("faketime"), each(certtool)),
        ("gpgsm", has("gpgsm") and has("faketime"), each(Gpgsm(folder))), ("BouncyCastle", java, batch(run_java, "cms")),
        ("pkijs", node, batch(run_node, "cms")),
    ]
    pdfs = [
        ("qpdf --check", has("qpdf"), each(lambda c: quiet("qpdf", "--check", c.path).returncode == 0)),
        ("pdfsig", has("pdfsig"), each(pdfsig)), ("openssl over ByteRange", has("openssl"), each(ranges)),
    ]
    stamps = [("openssl ts", has("openssl"), each(openssl_stamp)), ("BouncyCastle", java, batch(run_java, "stamp"))]
    return {"container": zips, "signature": signatures, "time stamp": stamps, "signed PDF": pdfs}


def prepare(folder):
    """The lists of cases; signatures and tokens lie beside what they are over as files of their own."""
    run.write(folder)
    containers = [c for c in CASES if c.number <= 37 and c.suffix == "asice" and len(c.data) < 30 << 20]
    good = cases.Case(0, "a good dossier", cases.GOOD_DOSSIER, PASSED)
    good.path = os.path.join(folder, "good.asice")
    with open(good.path, "wb") as f:
        f.write(good.data)
    signatures = [c for c in CASES if c.cms is not None and c.trust == "root" and c.at == CHECKED_AT and not c.awaits and
                  c.verdict in (PASSED, FAILED, REJECT)]
    text = os.path.join(folder, "manifest.xml")
    with open(text, "wb") as f:
        f.write(cases.TEXT)
    for one in signatures:
        one.p7s, one.text, one.root = one.path + ".p7s", text, os.path.join(folder, "root.pem")
        if one.words == "content changed by one byte":
            one.text = one.path + ".xml"
            with open(one.text, "wb") as f:
                f.write(cases.TEXT.replace(b"text/html", b"text/htmk"))
        with open(one.p7s, "wb") as f:
            f.write(one.cms)
    stamps = [c for c in CASES if c.stamp and c.trust == "root" and c.at == CHECKED_AT and c.verdict != cases.UNDECIDED]
    for one in stamps:
        one.token, one.stamped, one.root = one.path + ".tst", one.path + ".stamped", os.path.join(folder, "root.pem")
        for path, data in zip((one.token, one.stamped), one.stamp):
            with open(path, "wb") as f:
                f.write(data)
    pdfs = [c for c in CASES if c.suffix == "pdf" and c.trust == "root" and c.at == CHECKED_AT and c.arguments is None and c.verdict != cases.UNDECIDED]
    for one in pdfs:
        one.root = os.path.join(folder, "root.pem")
    return {"container": [good] + containers, "signature": signatures, "time stamp": stamps, "signed PDF": pdfs}


def first_of_each(asked):
    seen, out = set(), []
    for one in asked:
        if one.verdict == PASSED or one.number not in seen:
            out.append(one)
            if one.verdict != PASSED:
                seen.add(one.number)
    return out


def differences():
    """(kind, tool, number or *): reason."""
    out = {}
    for line in open(os.path.join(HERE, "differences.txt")):
        line = line.strip()
        if line and not line.startswith("#"):
            kind, tool, numbers, reason = re.split(r"\s*\|\s*", line)
            for number in numbers.split(","):
                out[kind, tool, number.strip()] = reason
    return out


def compare(kind, asked, columns, known, used):
    """Answers by column; prints what no line of differences.txt explains."""
    bad, answers = 0, {}
    for tool, there, ask in columns:
        if not there:
            print("skipped: %s is not installed" % tool)
            continue
        answers[tool] = ask(asked)
        for one, said in zip(asked, answers[tool]):
            if said == (one.verdict == PASSED):
                continue
            if one.number == 150:   # whatever the list says
                bad += 1
                print("FAIL %s | %s | %03d %s: not agreed" % (kind, tool, one.number, one.words))
                continue
            wanted = [(kind, tool, "%d %s" % (one.number, one.words))]
            if one.verdict != PASSED:   # what we pass and others refuse needs a line of its own
                wanted += [(kind, tool, str(one.number)), (kind, "any", str(one.number))]
            key = next((k for k in wanted if k in known), None)
            if key is None:
                bad += 1
                print("FAIL %s | %s | %03d %s: we say %s, it %s" % (kind, tool, one.number, one.words, one.verdict, "accepts" if said else
                                                                    "refuses"))
            used.add(key)
    return bad, answers


def table(out, asked, answers):
    out.append("| case | " + " | ".join(["dossier"] + list(answers)) + " |")
    out.append("| --- |" + " --- |" * (len(answers) + 1))
    for i, one in enumerate(asked):
        words = "accepts" if one.verdict == PASSED else "refuses" if one.verdict != cases.UNDECIDED else "undecided"
        cells = ["accepts" if answers[t][i] else "refuses" for t in answers]
        cells = ["**%s**" % c if c != words else c for c in cells]
        out.append("| %03d %s | %s |" % (one.number, one.words, " | ".join([words] + cells)))


TITLES = {"container": "Containers", "signature": "Signatures", "time stamp": "Time stamps", "signed PDF": "Signed PDF"}


def page(asked, answers, known):
    out = [open(os.path.join(HERE, "attacks.md.in")).read().rstrip(), "", "## The numbers", ""] + run.numbers_table()
    for kind, title in TITLES.items():
        out += ["", "## " + title, ""]
        table(out, asked[kind], answers[kind])
    out += ["", "## Why others differ", "", "| about | tool | cases | reason |", "| --- | --- | --- | --- |"]
    rows = {}
    for (kind, tool, number), reason in known.items():
        rows.setdefault((kind, tool, reason), []).append(number)
    out += ["| %s | %s | %s | %s |" % (kind, tool, ", ".join(numbers), reason)
            for (kind, tool, reason), numbers in rows.items()]
    return "\n".join(out) + "\n"


def numbers(path):
    with open(path) as f:
        old = f.read()
    first, rest = old.index("## The numbers"), old.index("## Containers")
    with open(path, "w") as f:
        f.write(old[:first] + "## The numbers\n\n" + "\n".join(run.numbers_table()) + "\n\n" + old[rest:])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--table", metavar="FILE")
    parser.add_argument("--numbers", metavar="FILE")
    given = parser.parse_args()
    if given.numbers:
        return numbers(given.numbers)
    if not given.folder:
        parser.error("a folder is missing")
    folder = os.path.abspath(given.folder)
    os.makedirs(folder, exist_ok=True)
    asked = prepare(folder)
    if not given.all:
        asked = {kind: first_of_each(some) for kind, some in asked.items()}
    known, used, bad, answers = differences(), set(), 0, {}
    columns = tools(folder)
    for kind in asked:
        more, answers[kind] = compare(kind, asked[kind], columns[kind], known, used)
        bad += more
    complete = given.all and all(len(answers[kind]) == len(columns[kind]) for kind in asked)
    for key in known:
        if key not in used and complete:
            bad += 1
            print("FAIL no such difference any more: %s" % " | ".join(key))
    print("%s; %d tools" % (", ".join("%d of %s" % (len(some), TITLES[kind]) for kind, some in asked.items()),
                            sum(map(len, answers.values()))))
    if given.table:
        with open(given.table, "w") as f:
            f.write(page(asked, answers, known))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
