"""run.py - makes every file of the attack catalogue and asks the program about each.

    run.py DOSSIER BATCH [FOLDER]

DOSSIER is the program, BATCH the same in one process (batch.c). FOLDER keeps the files. Exits 0 where every case says
what the catalogue says, and all numbers of numbers.txt have a case."""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import by_hand
import cases
import cases_conduct
import cases_container
import cases_manifest
import cases_moved
import cases_signature
import cases_signers
import cases_ingest
import cases_lent
import cases_pages
import cases_pdf
import cases_seal
import cases_time
import cases_truth
import cases_variants
import tools
from cases import CASES, FAILED, PASSED, REFUSE, REJECT, UNDECIDED

HERE = os.path.dirname(os.path.abspath(__file__))
RESULT = {REJECT: "TOTAL-FAILED", FAILED: "TOTAL-FAILED", UNDECIDED: "INDETERMINATE", PASSED: "TOTAL-PASSED"}
STATUS = {REJECT: 1, FAILED: 1, UNDECIDED: 2, PASSED: 0, REFUSE: 3}
STATE = {REJECT: ("fails",), FAILED: ("fails",), UNDECIDED: ("undecided",), PASSED: ("holds", "note")}


def lay(one):
    """What is no plain file, made anew."""
    if os.path.islink(one.path) or os.path.exists(one.path):
        shutil.rmtree(one.path) if os.path.isdir(one.path) and not os.path.islink(one.path) else os.unlink(one.path)
    if one.place:
        os.makedirs(os.path.dirname(one.path + one.place), exist_ok=True)
        with open(one.path + "/lscpu.json", "w") as f:
            f.write(cases_ingest.lscpu())
    one.make(one.path + one.place)


def write(folder):
    """All files, and the command line of each case."""
    for kind, text in cases.TRUST.items():
        if text:
            with open(os.path.join(folder, kind + ".pem"), "w") as f:
                f.write(text)
    with open(os.path.join(folder, "hostile.cnf"), "w") as f:
        f.write("openssl_conf = a\n[a]\nengines = b\nalg_section = d\n[b]\nc = c\n[c]\ndynamic_path = /absent.so\ninit = 1\n"
                "[d]\ndefault_properties = fips=yes\n")
    stems = set()
    for one in CASES:
        stem = one.stem()
        while stem in stems:
            stem += "x"
        stems.add(stem)
        one.path = os.path.join(folder, stem + "." + one.suffix)
        if one.data is not None:
            with open(one.path, "wb") as f:
                f.write(one.data)
        if one.make:
            lay(one)
        for suffix, data in one.files.items():
            with open(os.path.join(folder, stem + suffix), "wb") as f:
                f.write(data)
        if one.arguments is None:
            one.command = ["verify", one.path, "--at", str(one.at), "--json"]
            if cases.TRUST[one.trust]:
                one.command += ["--trust", os.path.join(folder, one.trust + ".pem")]
        else:
            one.command = [a.replace("{file}", one.path).replace("{stem}", os.path.join(folder, stem))
                           .replace("{folder}", folder) for a in one.arguments]
    return CASES


def ask(batch, asked):
    """Status, output and errors of each."""
    text = "".join("%d\t%s\n" % (i, "\t".join(one.command)) for i, one in enumerate(asked))
    done = subprocess.run([batch], input=text.encode(), capture_output=True, env={**os.environ, "SOURCE_DATE_EPOCH": str(
        cases.CHECKED_AT)})
    data, at, answers = done.stdout, 0, []
    for i in range(len(asked)):
        end = data.find(b"\n", at)
        if end < 0:
            sys.exit("the program ended with status %d at %s" % (done.returncode, asked[i].path))
        label, status, out, err = (int(n) for n in data[at:end].split())
        assert label == i
        at = end + 1
        answers.append((status, data[at:at + out].decode("utf-8", "backslashreplace"),
                        data[at + out:at + out + err].decode("utf-8", "backslashreplace")))
        at += out + err
    return answers


RAW = re.compile("[\x00-\x09\x0b-\x1f\x7f\x9b\u202d\u202e\u2066\u2067\udcff]")


def fault(one, status, out, err):
    """What is wrong with the answer, or None."""
    if one.verdict is None:   # either way, as long as the program answers
        return "status %d" % status if status not in (0, 3) else None
    want = one.status if one.status is not None else STATUS[one.verdict]
    if RAW.search(out + err):
        return "prints raw what a file says"
    if one.awaits:
        return "passes, although %s is not judged" % one.awaits if status == 0 and one.verdict != PASSED else None
    if status != want:
        return "status %d, expected %d" % (status, want)
    if one.says and one.says not in out + err:
        return "does not say %r" % one.says
    if one.verdict == REFUSE or one.arguments and "--json" not in one.arguments:
        return None
    said = json.loads(out)
    if said["result"] != RESULT[one.verdict]:
        return "result %s" % said["result"]
    if one.verdict == REJECT and one.check == "container" and len(said["checks"]) != 1:
        return "something was read of a container that is refused"
    for begin in one.also:
        if not any(c["id"].startswith(begin) and c["state"] == "holds" for c in said["checks"]):
            return "%s does not hold" % begin
    if not one.check:
        return None
    found = [c for c in said["checks"] if c["id"].startswith(one.check) and c["state"] in STATE[one.verdict]]
    if not found:
        return "no check %s that %s" % (one.check, STATE[one.verdict][0])
    if one.word is not None and not any(c["indication"] == one.word for c in found):
        return "%s gives %s, expected %s" % (one.check, found[0]["indication"] or "no word", one.word or "none")
    return None


def titles_read():
    titles = {}
    for line in open(os.path.join(HERE, "numbers.txt")):
        if line.strip() and not line.startswith("#"):
            number, words = line.split("|")
            titles[int(number)] = words.strip()
    return titles


def numbers_table():
    """One row a number: what it is about, its files, and what is said of them. Part of docs/attacks.md."""
    titles = titles_read()
    out = ["| number | about | files | expected, by check and reason code |", "| --- | --- | --- | --- |"]
    for number in sorted(titles):
        counts = {}
        for one in CASES:
            if one.number == number:
                said = one.verdict or "either, no crash"
                if one.check or one.word:
                    said += " (%s)" % " ".join(w for w in ((one.check or "").replace("-001", ""), one.word) if w)
                counts[said] = counts.get(said, 0) + 1
        words = "; ".join("%s: %d" % (said, counts[said]) for said in sorted(counts))
        out.append("| %d | %s | %d | %s |" % (number, titles[number], sum(counts.values()), words))
    return out


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("batch")
    parser.add_argument("folder", nargs="?")
    parser.add_argument("-v", action="store_true")
    given = parser.parse_args()
    program, batch = given.program, given.batch
    with tempfile.TemporaryDirectory() as scratch:
        folder = given.folder or scratch
        os.makedirs(folder, exist_ok=True)
        folder = os.path.abspath(folder)
        asked = write(folder)
        bad, waiting = 0, {}
        for one in [c for c in asked if c.environment]:   # before the first use of a library
            done = subprocess.run([program] + one.command, capture_output=True, text=True, env={**os.environ, **{
                k: v.replace("{folder}", folder) for k, v in one.environment.items()}})
            wrong = fault(one, done.returncode, done.stdout, done.stderr)
            if wrong:
                bad += 1
                print("FAIL %03d %s, by itself: %s" % (one.number, one.words, wrong))
        for one, got in zip(asked, ask(batch, asked)):
            wrong = fault(one, *got)
            if one.awaits:
                waiting.setdefault(one.number, one.awaits)
            if wrong:
                bad += 1
                print("FAIL %03d %s: %s" % (one.number, one.words, wrong))
                if given.v or os.environ.get("VERBOSE"):
                    print("    " + (got[1] + got[2]).replace("\n", "\n    "))
        bad += by_hand.check(folder)
        numbers = {one.number for one in asked}
        source = os.path.dirname(os.path.dirname(HERE))
        with open(os.path.join(source, "docs/attacks.md")) as f:
            if "\n".join(numbers_table()) not in f.read():
                bad += 1
                print("FAIL docs/attacks.md has another table of numbers; write it anew: foreign.py --numbers docs/attacks.md")
        whole = tools.Tools(program, os.path.abspath(folder), source)
        for name in sorted(n for n in dir(whole) if n.startswith("case_")):
            number = int(name[5:])
            wrong = getattr(whole, name)()
            if wrong and wrong.startswith("skipped"):
                print("%03d %s" % (number, wrong))
            elif wrong:
                bad += 1
                print("FAIL %03d %s" % (number, wrong))
        titles = titles_read()
        missing = sorted(set(titles) - numbers)
        print("%d files, %d as the catalogue says; %d of %d numbers" % (
            len(asked), len(asked) - min(bad, len(asked)), len(numbers), len(titles)))
        for number, what in sorted(waiting.items()):
            print("not judged yet: %d awaits %s" % (number, what))
        if missing:
            print("no case: %s" % " ".join(map(str, missing)))
        return 1 if bad or missing else 0


if __name__ == "__main__":
    sys.exit(main())
