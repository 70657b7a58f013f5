"""hangs_on.py WHOLE REST: facts and claims of one data.json that another lacks.

hangs_on.py DOSSIER DERIVE SAMPLES PACKED SCRATCH [--all]: evidence files of each sample taken out in turn and the case derived again:
what changed or vanished is exactly what `withhold` says hangs on the file. PACKED holds their dossiers and a key (common.sh).

Counted another way than the program does: each fact written out with all that it rests on, no digests; evidence by its own
name, since a file less may give the folders of a dossier other numbers. Without --all, of each case the first file of a format
that no case before it showed, and three more in an order that their names make by chance; with it, every file."""
import argparse
import glob
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter

MORE = 3  # files of each case beside those of a new format


def said(data):
    facts = {f["number"]: f for f in data["facts"]}
    memo = {}

    def fact(number):
        if number not in memo:
            memo[number] = json.dumps(plain(facts[number]), sort_keys=True)
        return memo[number]

    def plain(value, numbers=False):
        if isinstance(value, dict):
            return {k: plain(v, numbers or k in ("inputs", "facts")) for k, v in value.items() if k not in ("number", "evidence")}
        if isinstance(value, list):
            return [plain(v, numbers) for v in value]
        return hash(fact(value)) if numbers and isinstance(value, int) else value
    return Counter(fact(n) for n in facts), Counter(json.dumps(plain(c), sort_keys=True) for c in data["claims"])


def run(*command):
    return subprocess.run(command, capture_output=True, text=True)


def chosen(files, formats, every):
    """(packed, name) of the files to take out; `formats` are those that were seen, and are added to."""
    out = []
    for packed, name, form in files:
        if form not in formats:
            out.append((packed, name))
        formats.add(form)
    by_chance = sorted(files, key=lambda file: hashlib.sha256(file[1].encode()).digest())
    rest = [(packed, name) for packed, name, _ in by_chance if (packed, name) not in out]
    return out + (rest if every else rest[:MORE])


def held(dossier, derive, case, work, whole_file, scratch, formats, every):
    """Files tried, files without which nothing is derived, and what was told otherwise."""
    part, signer = os.path.join(scratch, "part.asice"), os.path.join(os.path.dirname(whole_file), "..", "signer")
    keys = ["--key", signer + ".key.pem", "--cert", signer + ".cert.pem"]
    whole = run(derive, case)
    if not os.path.exists(whole_file) or whole.returncode:
        return 0, 0, ["%s is not built" % case]
    data = json.loads(whole.stdout)
    before = said(data)
    all_of_it = "all %d facts and %d claims hang on it" % tuple(one.total() for one in before)
    text = open(case, encoding="utf-8").read()
    files = [(e["path"], e["name"], e.get("format") or "none") for e in data["evidence"]
             if e["path"].startswith("data/evidence/") and os.path.isfile(os.path.join(work, e["name"]))  # else inside an archive
             and '"%s"' % e["name"] not in text]  # what the case names by its path may be withheld, but not be missing
    wrong, refused, tried = [], 0, chosen(files, formats, every)
    for packed, name in tried:
        place, aside = os.path.join(work, name), os.path.join(scratch, "aside")
        shutil.move(place, aside)
        alone = not os.listdir(os.path.dirname(place))
        if alone:  # a folder that the case names must hold a file: one that says nothing
            open(os.path.join(os.path.dirname(place), "nothing"), "w").close()
        rest = run(derive, case)
        if alone:
            os.remove(os.path.join(os.path.dirname(place), "nothing"))
        shutil.move(aside, place)
        told = " ".join(run(dossier, "withhold", whole_file, packed, "-o", part, "--reason", "x", *keys).stdout.split())
        os.path.exists(part) and os.remove(part)
        if rest.returncode:
            refused += 1
            want = all_of_it
        else:
            after = said(json.loads(rest.stdout))
            want = "%d of %d facts and %d of %d claims hang on it" % tuple(
                n for b, a in zip(before, after) for n in ((b - a).total(), b.total()))
        if want not in told:
            found = re.search(r"\d+ of \d+ facts.*?hang on it|all \d+ facts.*?hang on it", told)
            wrong.append("%s without %s: %s, told: %s" % (case, name, want, found.group() if found else told[:300]))
    return len(tried), refused, wrong


def counted(whole, rest):
    """Facts and claims of one data.json that another lacks, in the words of `withhold`."""
    one, two = (said(json.load(open(name, encoding="utf-8"))) for name in (whole, rest))
    print("%d of %d facts and %d of %d claims" % tuple(n for w, r in zip(one, two) for n in ((w - r).total(), w.total())))


def main():
    if len(sys.argv) == 3:
        return counted(*sys.argv[1:])
    parser = argparse.ArgumentParser(description=__doc__)
    for word in ("dossier", "derive", "samples", "packed", "scratch"):
        parser.add_argument(word)
    parser.add_argument("--all", action="store_true")
    given = parser.parse_args()
    work, formats, wrong, total, refused = os.path.join(given.scratch, "work"), set(), [], 0, 0
    for case in sorted(glob.glob(given.samples + "/**/case*.json", recursive=True)):
        shutil.rmtree(work, ignore_errors=True)
        shutil.copytree(os.path.dirname(case), work)
        subprocess.run(["chmod", "-R", "u+w", work], check=True)
        name = os.path.relpath(case, given.samples)
        tried, none, bad = held(given.dossier, given.derive, os.path.join(work, os.path.basename(case)), work,
                                os.path.join(given.packed, name.replace("/", ".") + ".dossier", "d.asice"), given.scratch, formats, given.all)
        print("%s: %d files taken out, %d of them all of it, %d told otherwise" % (name, tried, none, len(bad)), flush=True)
        wrong += ["FAIL %s: %s" % (name, one) for one in bad]
        if tried < MORE:
            wrong.append("FAIL %s: %d files were taken out" % (name, tried))
        total, refused = total + tried, refused + none
    print("\n".join(wrong))
    print("%d files of %d formats, %d wrong" % (total, len(formats), len(wrong)))
    sys.exit(1 if wrong or len(formats) < 20 or refused > total / 2 else 0)


if __name__ == "__main__":
    main()
