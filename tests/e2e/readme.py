"""What README.md shows is what happens, and what it and docs/*.md point at is there.

readme.py commands SOURCE SCRATCH  runs each `$ ...` line of README.md, one after the other, in SCRATCH; the lines below
                                   it are what it prints, a line "..." stands for any lines
readme.py links SOURCE             each relative link and picture of README.md and docs/*.md
"""
import glob
import os
import re
import subprocess
import sys


def commands(text):
    """(command, printed lines) of each command in an indented block."""
    found = []
    for line in text.split("\n"):
        if line.startswith("    $ "):
            found.append((line[6:], []))
        elif line.startswith("    ") and found and found[-1][1] is not None:
            found[-1][1].append(line[4:].rstrip())
        elif line.strip() == "" and found and found[-1][1] is not None:
            found[-1][1].append("")
        elif found and found[-1][1] is not None:
            found.append((None, None))  # prose ends the block
    return [(c, strip_blank(p)) for c, p in found if c is not None]


def strip_blank(lines):
    while lines and lines[-1] == "":
        lines = lines[:-1]
    return lines


def fits(expected, printed):
    """Whether the lines fit, "..." standing for any number of lines."""
    if not expected:
        return not printed
    if expected[0].strip() == "...":
        return any(fits(expected[1:], printed[i:]) for i in range(len(printed) + 1))
    return bool(printed) and line_fits(expected[0], printed[0]) and fits(expected[1:], printed[1:])


def line_fits(expected, printed):
    """Whether one line fits, "..." inside it standing for a word, such as a count that grows with the rule set."""
    return re.fullmatch(r"\S+".join(re.escape(part) for part in expected.split("...")), printed) is not None


def run_commands(source, scratch):
    bad = 0
    with open(os.path.join(source, "README.md"), encoding="utf-8") as file:
        all_commands = commands(file.read())
    if len(all_commands) < 5:
        print("only %d commands found" % len(all_commands))
        return 1
    for command, expected in all_commands:
        done = subprocess.run(["sh", "-c", command], cwd=scratch, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        printed = strip_blank([line.rstrip() for line in done.stdout.decode("utf-8").split("\n")])
        if done.returncode != 0 or (expected and not fits(expected, printed)):
            bad += 1
            print("$ %s\nexit %d; shown:\n%s\nprinted:\n%s" % (command, done.returncode, "\n".join(expected),
                                                             "\n".join(printed[:60])))
        else:
            print("holds: $ %s" % command)
    return bad


def check_links(source):
    bad = seen = 0
    for name in [os.path.join(source, "README.md")] + sorted(glob.glob(os.path.join(source, "docs", "*.md"))):
        with open(name, encoding="utf-8") as file:
            text = re.sub(r"(?m)^    .*$|`[^`\n]*`", "", file.read())  # code is no link
        for target in re.findall(r"\]\(([^)\s#]+)(?:#[^)]*)?\)", text):
            if re.match(r"[a-z]+:", target):
                continue
            seen += 1
            if not os.path.exists(os.path.join(os.path.dirname(name), target)):
                bad += 1
                print("%s: %s is not there" % (os.path.relpath(name, source), target))
    if seen < 5:
        print("only %d links found" % seen)
        bad += 1
    return bad


if __name__ == "__main__":
    if sys.argv[1] == "commands":
        sys.exit(1 if run_commands(sys.argv[2], sys.argv[3]) else 0)
    sys.exit(1 if check_links(sys.argv[2]) else 0)
