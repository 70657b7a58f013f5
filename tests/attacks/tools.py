"""tools.py - part I and what else is asked of the whole program: environment, output, system calls, what is linked.

Each function is one number; it gives None where the catalogue holds, "skipped: why", or what is wrong."""
import json
import os
import re
import shutil
import struct
import subprocess

import cases
from cases import CHECKED_AT, GOOD_DOSSIER, TRUST


class Tools:
    def __init__(self, program, folder, source):
        self.program, self.folder, self.source = program, folder, source
        self.good = os.path.join(folder, "good.asice")
        with open(self.good, "wb") as f:
            f.write(GOOD_DOSSIER)
        self.root = os.path.join(folder, "root.pem")
        self.case = os.path.join(source, "samples/software-bottleneck/case.json")

    def run(self, *arguments, environment=None, **how):
        how.setdefault("capture_output", True)
        return subprocess.run([self.program, *arguments], env={**os.environ, **(environment or {})}, **how)

    def verify(self, *more, **how):
        return self.run("verify", self.good, "--at", str(CHECKED_AT), "--trust", self.root, *more, **how)

    def symbols(self):
        return subprocess.run(["nm", "-D", "--undefined-only", self.program], capture_output=True, text=True).stdout

    def case_102(self):
        """Only the answer to the query that was sent is taken, and a refused one leaves the dossier as it was."""
        from cases import DAY, SIGNED_AT, stamper
        from der import children, integer, octets, read, seq
        from pki import response, token
        old, query = os.path.join(self.folder, "stamped.asice"), os.path.join(self.folder, "q.tsq")
        answer, out = os.path.join(self.folder, "a.tsr"), os.path.join(self.folder, "out.asice")
        shutil.copy(self.good, old)
        if self.run("timestamp", old, "--request", query).returncode != 0:
            return "no query"
        with open(query, "rb") as f:
            parts = children(f.read())
        imprint = read(children(parts[1])[1])[1]
        nonce = int.from_bytes(read(parts[2])[1], "big", signed=True)

        def stamp(**changed):
            return token(b"", stamper, **{"imprint": imprint, "nonce": nonce, "at": SIGNED_AT + DAY, **changed})

        for words, data, want in (
                ("a good answer", response(stamp()), 0), ("rejection", response(None, 2), 3), ("rejection with a token", response(
                    stamp(), 2), 3), ("waiting", response(None, 3), 3), ("granted without a token", response(None), 3),
                ("another nonce", response(stamp(nonce=nonce + 1)), 3), ("no nonce", response(stamp(nonce=None)), 3),
                ("another imprint", response(stamp(imprint=b"x" * 32)), 3), ("no certificate", response(stamp(certificates=[])), 3),
                ("bytes behind", response(stamp()) + b"\0", 3), ("garbage", b"no", 3), ("empty", b"", 3),
                ("something else in the token's place", response(seq(integer(1))), 3),
                ("text in the token's place", response(octets(b"x")), 3)):
            with open(answer, "wb") as f:
                f.write(data)
            done = self.run("timestamp", old, "--request", query, "--response", answer, "-o", out)
            if done.returncode != want or os.path.exists(out) != (want == 0):
                return "%s: status %d, %s" % (words, done.returncode, done.stderr[-200:])
            if want == 0:
                os.remove(out)
        return None

    def case_113(self):
        """No script, launch action or embedded program in the report; what is embedded is data."""
        if not shutil.which("qpdf"):
            return "skipped: qpdf is not installed"
        out = os.path.join(self.folder, "report")
        if self.run("report", self.case, "-o", out).returncode not in (0, 1, 2):
            return "no report"
        text = subprocess.run(["qpdf", "--qdf", "--object-streams=disable", out + "/report/report.pdf", "-"],
                              capture_output=True).stdout
        bad = [w for w in (b"/JavaScript", b"/JS ", b"/Launch", b"/EmbeddedFile", b"/SubmitForm", b"/GoToR", b"/RichMedia")
               if w in text]
        if not text.startswith(b"%PDF"):
            return "qpdf reads nothing"
        return "holds %s" % bad if bad else None

    def case_121(self):
        """No XPath, XSLT or schema machinery is linked."""
        found = re.findall(r"\b(xmlXPath\w+|xslt\w+|xmlSchematron\w+|xmlRelaxNG\w+|xmlSchema\w+|xmlXInclude\w+)", self.symbols())
        return "linked: %s" % found if found else None

    def case_135(self):
        """Nothing is exported for a spreadsheet, so that no cell can be a formula."""
        out = os.path.join(self.folder, "report")
        files = [f for _, _, names in os.walk(os.path.join(out, "report")) for f in names]
        if not files:
            return "no report"
        bad = [f for f in files if f.endswith((".csv", ".tsv", ".xlsx", ".ods"))]
        return "writes %s" % bad if bad else None

    def case_141(self):
        """A file that another program changes while it is packed is told, or packed as it was read."""
        folder = os.path.join(self.folder, "changing")
        shutil.copytree(os.path.dirname(self.case), folder, dirs_exist_ok=True)
        path = os.path.join(folder, "h100-unit6/llm-decode-bf16-cudagraph-long-r1/notes.bin")
        with open(path, "wb") as f:
            f.truncate(80 << 20)   # more is mapped, not read
        out = os.path.join(self.folder, "changing.asice")
        building = subprocess.Popen([self.program, "build", folder + "/case.json", "-o", out, "--store"], stdout=subprocess.DEVNULL,
                                    stderr=subprocess.PIPE)
        with open(path, "r+b") as f:
            count = 0
            while building.poll() is None:
                count += 1
                f.seek(count % (80 << 20))
                f.write(bytes([count % 255 + 1]))
                f.flush()
        said = building.stderr.read().decode()
        building.stderr.close()
        if building.returncode == 3:
            return None if "changed" in said and not os.path.exists(out) else "3, but: %s" % said[-200:]
        os.remove(path)
        held = self.run("verify", out).returncode
        os.remove(out)
        return None if building.returncode in (0, 1, 2) and held == 2 else "packed, and verify says %d" % held

    def case_142(self):
        """Links, pipes, circles and files that cannot be read, each by its name."""
        top = os.path.join(self.folder, "odd")
        shutil.rmtree(top, ignore_errors=True)
        os.makedirs(top + "/bundle/sub")
        with open(top + "/bundle/lscpu.json", "w") as f:
            f.write('{"lscpu":[{"field":"Architecture:","data":"x86_64"}]}')
        if self.run("inspect", top + "/bundle").returncode != 0:
            return "a good bundle is refused"
        for what, make in (("link", lambda p: os.symlink("/etc/passwd", p)), ("circle", lambda p: os.symlink("..", p)),
                           ("pipe", os.mkfifo), ("socket", self.socket), ("broken link", lambda p: os.symlink("absent", p))):
            path = top + "/bundle/sub/" + what
            make(path)
            done = self.run("inspect", top + "/bundle", timeout=20)
            if done.returncode != 0 or what.encode() + b": warning: left out" not in done.stderr:
                return "%s: status %d, %s" % (what, done.returncode, done.stderr[-200:])
            os.unlink(path)
        for path in (top + "/absent", "/dev/null", "/dev/stdin"):
            if self.run("verify", path, stdin=subprocess.DEVNULL, timeout=20).returncode not in (1, 3):
                return path
        return None

    @staticmethod
    def socket(path):
        import socket
        here = os.getcwd()
        os.chdir(os.path.dirname(path))
        s = socket.socket(socket.AF_UNIX)
        s.bind(os.path.basename(path))
        s.close()
        os.chdir(here)

    def case_143(self):
        """Nothing in the environment changes the answer."""
        hostile = os.path.join(self.folder, "openssl.cnf")
        with open(hostile, "w") as f:
            f.write("openssl_conf = a\n[a]\nengines = b\nalg_section = d\n[b]\nc = c\n[c]\ndynamic_path = /absent.so\ninit = 1\n"
                    "[d]\ndefault_properties = fips=yes\n")
        plain = self.verify("--json")
        for name, value in (("OPENSSL_CONF", hostile), ("OPENSSL_MODULES", "/absent"), ("OPENSSL_ENGINES", "/absent"),
                            ("SSL_CERT_FILE", "/etc/passwd"), ("SSL_CERT_DIR", "/"), ("TZ", "Pacific/Kiritimati"), ("LC_ALL", "tr_TR.UTF-8"),
                            ("LC_ALL", "de_DE.UTF-8"), ("LANG", "xx"), ("SOURCE_DATE_EPOCH", "1"), ("SOURCE_DATE_EPOCH", "x"),
                            ("XML_CATALOG_FILES", "file:///absent"), ("TMPDIR", "/absent"), ("HOME", "/absent"), ("PATH", ""),
                            ("MALLOC_PERTURB_", "165")):
            other = self.verify("--json", environment={name: value})
            if (other.returncode, other.stdout) != (plain.returncode, plain.stdout) or plain.returncode != 0:
                return "%s=%s changes the answer" % (name, value)
        return None

    def case_144(self):
        """A full disk leaves the old file and no other."""
        key = os.path.join(self.folder, "k")
        if self.run("keygen", "-o", key, environment={"SOURCE_DATE_EPOCH": "1795700000"}).returncode not in (0, 3):
            return "no key"
        place = os.path.join(self.folder, "place")
        os.makedirs(place, exist_ok=True)
        old = os.path.join(place, "old.asice")
        shutil.copy(self.good, old)
        for limit in (0, 1, 20):   # blocks of 512 or 1024 bytes
            done = subprocess.run(["sh", "-c", "trap '' XFSZ; ulimit -f %d; exec \"$@\"" % limit, "sh", self.program, "sign", old,
                                   "--role", "approver", "--key", key + ".key.pem", "--cert", key + ".cert.pem"], capture_output=True)
            if done.returncode == 0 and limit == 0 or done.returncode not in (0, 4):
                return "limit %d: status %d" % (limit, done.returncode)
            if limit == 0 and open(old, "rb").read() != GOOD_DOSSIER:
                return "limit %d: the old file is gone" % limit
            if os.listdir(place) != ["old.asice"]:
                return "limit %d leaves %s" % (limit, os.listdir(place))
        return None

    def case_145(self):
        """What a file says is never printed raw."""
        for one in cases.CASES:
            if one.number in (16, 95) or one.number == 134:
                for more in ([], ["--json"]):
                    done = self.run(*[a for a in one.command if a != "--json"], *more)
                    said = done.stdout + done.stderr
                    try:
                        text = said.decode()
                    except UnicodeDecodeError:
                        return "%s: not UTF-8" % one.words
                    if any(ord(c) < 32 and c != "\n" or c in "\x7f\u202e\u202d\u2066" for c in text):
                        return "%s: raw" % one.words
                    if more and done.stdout:
                        json.loads(done.stdout)
        return None

    def case_146(self):
        """Output that cannot be written is never success."""
        for how in (">&-", ">/dev/full"):
            done = subprocess.run(["sh", "-c", "\"$@\" " + how, "sh", self.program, "verify", self.good, "--at", str(CHECKED_AT), "--trust",
                                   self.root], capture_output=True)
            if done.returncode != 4:
                return "%s: status %d" % (how, done.returncode)
        return None

    def case_147(self):
        """No socket and no other program; the same without a network."""
        found = re.findall(r"\b(socket|connect|getaddrinfo|gethostbyname|execve?|execvp|fork|vfork|system|popen|posix_spawnp?)@",
                           self.symbols())
        if found:
            return "linked: %s" % found
        alone = subprocess.run(["unshare", "-rn", "true"], capture_output=True).returncode == 0 if shutil.which("unshare") else False
        if alone:
            done = subprocess.run(["unshare", "-rn", self.program, "verify", self.good, "--at", str(CHECKED_AT), "--trust", self.root],
                                  capture_output=True)
            if done.returncode != 0:
                return "fails without a network: %d" % done.returncode
        if not shutil.which("strace"):
            return "skipped: no strace; %s" % ("run in an empty network name space" if alone else "unshare -n not allowed")
        trace = os.path.join(self.folder, "trace")
        for command in (["verify", self.good, "--at", str(CHECKED_AT), "--trust", self.root],
                        ["build", self.case, "-o", os.path.join(self.folder, "traced.asice")]):
            done = subprocess.run(["strace", "-f", "-qq", "-o", trace, "-e", "trace=network,execve,execveat", self.program] + command,
                                  capture_output=True)
            if done.returncode not in (0, 1, 2):
                return "skipped: strace is not allowed here" if b"ptrace" in done.stderr else "traced: %d" % done.returncode
            calls = [line for line in open(trace) if "execve(" not in line or self.program not in line]
            calls = [line for line in calls if "+++" not in line and "---" not in line]
            if calls:
                return "calls %s" % calls[:2]
        return None

    def case_148(self):
        """A dossier made by hand with openssl and zip."""
        for tool in ("openssl", "zip"):
            if not shutil.which(tool):
                return "skipped: %s is not installed" % tool
        top = os.path.join(self.folder, "hand")
        shutil.rmtree(top, ignore_errors=True)
        files = {**cases.FILES, "META-INF/ASiCManifest001.xml": cases.TEXT, "mimetype": cases_mimetype()}
        for name, data in files.items():
            os.makedirs(os.path.dirname(os.path.join(top, name)), exist_ok=True)
            with open(os.path.join(top, name), "wb") as f:
                f.write(data)
        from cases_signers import pem_key, second
        with open(self.folder + "/hand.key", "w") as f:
            f.write(pem_key(second.key))
        with open(self.folder + "/hand.pem", "w") as f:
            f.write(cases.pem("CERTIFICATE", second.certificate))
        steps = ["openssl cms -sign -cades -binary -nosmimecap -md sha256 -in META-INF/ASiCManifest001.xml -signer ../hand.pem "
                 "-inkey ../hand.key -outform DER -out META-INF/signature001.p7s",
                 "rm -f ../hand.asice && zip -q -X -0 -D ../hand.asice mimetype && zip -q -X -D -r ../hand.asice . -x mimetype"]
        for step in steps:
            done = subprocess.run(["sh", "-c", step], cwd=top, capture_output=True, text=True)
            if done.returncode:
                return "%s: %s" % (step[:20], done.stderr)
        # openssl writes its own clock as signing time.
        done = self.run("verify", self.folder + "/hand.asice", "--trust", self.root, "--json", "--at", str(CHECKED_AT))
        said = json.loads(done.stdout)
        bad = [c for c in said["checks"] if c["state"] in ("fails", "undecided") and not (
            c["id"] == "certificate-001" and c["indication"] == "SIG_CONSTRAINTS_FAILURE")]
        return None if not bad else "%s %s: %s" % (bad[0]["id"], bad[0]["state"], bad[0]["detail"])

    def case_149(self):
        """The clock decides nothing that --at decides."""
        plain = self.verify("--json")
        if shutil.which("faketime"):
            for day in ("1970-01-02", "2038-01-20", "2106-02-08"):
                done = subprocess.run(["faketime", "-f", day + " 00:00:00", self.program, "verify", self.good, "--at",
                                       str(CHECKED_AT), "--trust", self.root, "--json"], capture_output=True)
                if (done.returncode, done.stdout) != (plain.returncode, plain.stdout):
                    return "another answer in %s" % day
        for at in (0, 2147483648, 4294967296 + 1, 253402300799):
            done = self.run("verify", self.good, "--at", str(at), "--trust", self.root)
            if done.returncode not in (1, 2):
                return "--at %d: %d" % (at, done.returncode)
        return None if shutil.which("faketime") else "skipped in part: no faketime"


def cases_mimetype():
    from container import MIMETYPE
    return MIMETYPE
