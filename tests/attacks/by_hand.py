"""by_hand.py - the hand-made check of VERIFY.txt over the dossiers of the catalogue.

    by_hand.py FOLDER [--all] [-v]

Each dossier that can be made without a signer's key, and each that holds, is judged by the commands of VERIFY.txt too
(docs/archive.md carries them letter for letter, which a unit test holds), also where the case asks the program in its own way
(withheld evidence, another anchor), but for policies, which the commands leave to the program. Whatever they pass and the program does not, or
the other way round, must be among `by_hand.txt`, with a reason; a line there that no longer holds is a failure too. With
--all the others are asked as well. run.py asks as this does without --all."""
import argparse
import concurrent.futures
import hashlib
import os
import re
import shutil
import subprocess
import sys

import cases
from cases import CASES, PASSED

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = "unzip openssl sha256sum grep sed tr paste cut cat sort uniq find rm".split()


def commands():
    """As one script that ends with the number of the command that fails. A command: indented lines without a blank one."""
    with open(os.path.join(HERE, "../../docs/archive.md")) as f:
        text = f.read().split("```text\n", 1)[1].split("\nWindows\n", 1)[0]
    found = [re.sub("(?m)^    ", "", block) for block in re.findall(r"(?m)(?:^    .*\n)+", text)]
    if len(found) != 6:
        sys.exit("docs/archive.md: %d commands, not six" % len(found))
    # Certificates of the catalogue are of one day, so -attime is given, as the text says.
    script = ["%s\n[ $? = 0 ] || exit %d\n" % (c.rstrip("\n").replace("-CAfile", '-attime "$at" -CAfile'), i)
              for i, c in enumerate(found, 1)]
    return script[0], "cd unpacked\n" + "".join(script[1:])


class Hand:
    def __init__(self, folder):
        self.folder, (self.unpack, self.check) = folder, commands()
        self.bin, self.known = os.path.join(folder, "bin"), {}
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(self.bin)
        for name in PROGRAMS:
            os.symlink(shutil.which(name), os.path.join(self.bin, name))

    def shell(self, script, place, one):
        try:
            done = subprocess.run(["/bin/sh", "-c", script], cwd=place, stdin=subprocess.DEVNULL, timeout=60, env={
                "PATH": self.bin, "at": str(one.at)}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        except subprocess.TimeoutExpired:
            return 1, "runs past a minute"
        return done.returncode, done.stdout.decode("utf-8", "backslashreplace")

    def lies(self, place, one):
        """All that the commands after the first can see: the same gives the same answer, so it is asked once."""
        seen = hashlib.sha256(repr((one.at, trust_of(one))).encode())
        for top, folders, files in os.walk(place):
            folders.sort()
            for name in sorted(folders) + sorted(files):
                path = os.path.join(top, name)
                seen.update(repr((os.path.relpath(path, place), os.path.islink(path) and os.readlink(path))).encode())
                if name != "dossier.asice" and os.path.isfile(path):
                    with open(path, "rb") as f:
                        seen.update(hashlib.sha256(f.read()).digest())
        return seen.digest()

    def __call__(self, numbered):
        """The command that fails, or 0, and what was printed."""
        index, one = numbered
        place = os.path.join(self.folder, str(index))
        os.makedirs(place)
        os.symlink(one.path, place + "/dossier.asice")
        for name in ("root.pem", "tsa.pem"):
            with open(os.path.join(place, name), "w") as f:
                f.write(cases.TRUST[trust_of(one)])
        said = self.shell(self.unpack, place, one)
        subprocess.run(["chmod", "-R", "u+rwX", place], check=False)
        if said[0] == 0:
            key = self.lies(place, one)
            if key not in self.known:
                self.known[key] = self.shell(self.check, place, one)
            said = self.known[key]
        shutil.rmtree(place, ignore_errors=True)
        return said


def trust_of(one):
    """The anchors that the program is given; None: it is asked something that the commands do not ask."""
    if one.arguments is None:
        return one.trust
    plain = ["verify", "{file}", "--json", "--allow-withheld", "--at", "--trust"]
    rest, trust = list(one.arguments), None
    while rest:
        word = rest.pop(0)
        if word not in plain:
            return None
        if word in ("--at", "--trust"):
            value = rest.pop(0)
            trust = value if word == "--trust" else trust
    found = re.fullmatch(r"\{folder\}/(.*)[.]pem", trust or "")
    return found[1] if found else None


def reasons():
    """number, or number and words: reason."""
    out = {}
    for line in open(os.path.join(HERE, "by_hand.txt")):
        line = line.strip()
        if line and not line.startswith("#"):
            who, which, reason = re.split(r"\s*\|\s*", line)
            for one in which.split(";"):
                out[who, one.strip()] = reason
    return out


def check(folder, everything=False, loud=False):
    """How many differences have no reason. `folder` was filled by run.py."""
    known, used, bad = reasons(), set(), 0
    asked, alike = [], set()
    for one in CASES:
        if trust_of(one) is None or one.suffix != "asice" or not cases.TRUST[trust_of(one)] or one.environment or len(
                one.data) > 1 << 20:   # tens of thousands of files: nothing new, and minutes
            continue
        if not everything and one.verdict != PASSED:
            if ("keyed", str(one.number)) in known or one.number in alike:
                continue
            if ("alike", str(one.number)) in known:
                alike.add(one.number)
        asked.append(one)
    hand = Hand(os.path.join(folder, "by-hand"))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        answers = list(pool.map(hand, enumerate(asked)))
    for one, (status, said) in zip(asked, answers):
        if (status == 0) == (one.verdict == PASSED):
            continue
        who = "passes" if status == 0 else "refuses"
        wanted = ((who, "%d %s" % (one.number, one.words)), (who, str(one.number)), ("alike", str(one.number)), ("keyed", str(
            one.number)))
        key = next((k for k in wanted if k in known), None)
        if key is None:
            bad += 1
            print("FAIL %03d %s: the program says %s, by hand it %s" % (
                one.number, one.words, one.verdict, "passes" if status == 0 else "fails at command %d" % status))
            if loud:
                print("    " + said.strip().replace("\n", "\n    "))
        used.add(key)
    for key in known:
        if key not in used and key[0] != "keyed":
            bad += 1
            print("FAIL by_hand.txt: no such difference any more: %s | %s" % key)
    print("%d of them by hand, %d different trees, %d pass; %d differences without a reason" % (
        len(asked), len(hand.known), sum(status == 0 for status, _ in answers), bad))
    return bad


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("-v", action="store_true")
    given = parser.parse_args()
    folder = os.path.abspath(given.folder)
    os.makedirs(folder, exist_ok=True)
    import run   # which asks this module too
    run.write(folder)
    return 1 if check(folder, given.all, given.v) else 0


if __name__ == "__main__":
    sys.exit(main())
