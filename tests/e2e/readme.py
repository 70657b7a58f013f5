"""What README.md shows is what happens, and what it and docs/*.md point at is there.

readme.py commands SOURCE SCRATCH  runs each `$ ...` line of README.md, one after the other, in SCRATCH; the lines below
                                   it are what it prints, a line "..." stands for any lines
readme.py links SOURCE             each relative link and picture of README.md and docs/*.md
readme.py spelled SOURCE DOSSIER   each command of the program in README.md and docs/*.md: its verb and its options are the program's
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
    with open(os.path.join(source, "docs", "README.md"), encoding="utf-8") as file:
        named = set(re.findall(r"\]\(([^)#]+)\)", file.read()))
    for name in {os.path.basename(p) for p in glob.glob(os.path.join(source, "docs", "*.md"))} - named - {"README.md"}:
        bad += 1
        print("docs/README.md does not name %s" % name)
    if seen < 5:
        print("only %d links found" % seen)
        bad += 1
    return bad


def pages(source):
    return [os.path.join(source, "README.md")] + sorted(glob.glob(os.path.join(source, "docs", "*.md")))


def program_lines(text):
    """Each command line that starts the program: in a block, indented or fenced, or between backticks."""
    text = re.sub(r"\\\n *", " ", text)
    found = re.findall(r"(?m)^ {4,}(?:[-$] )?(dossier [a-z-].*)$", text)
    found += re.findall(r"(?m)^(dossier [a-z-].*)$", "\n".join(re.findall(r"(?ms)^```[a-z]*$(.*?)^```", text)))
    found += [re.sub(r"\s+", " ", line) for line in re.findall(r"`(dossier [a-z-][^`]*)`", text)]
    return [re.split(r" [|&;>] | >|  +#", line)[0] for line in found]


def check_spelled(source, dossier):
    bad = seen = 0
    text_of = {}
    for page in pages(source):
        with open(page, encoding="utf-8") as file:
            lines = program_lines(file.read())
        for line in lines:
            verb = line.split(" ")[1]
            if verb not in text_of:
                done = subprocess.run([dossier, "help", verb], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
                text_of[verb] = done.stdout if done.returncode == 0 or verb.startswith("-") or verb == "help" else None
            seen += 1
            options = re.findall(r"(?:^|[ \[])(--?[a-z][a-z-]*)", line.split(" ", 2)[2] if line.count(" ") > 1 else "")
            wrong = [o for o in options if text_of[verb] is not None and not re.search(re.escape(o) + r"(?![a-z-])", text_of[verb])]
            if text_of[verb] is None or wrong:
                bad += 1
                print("%s: %s: %s" % (os.path.relpath(page, source), line, " ".join(wrong) or "no such verb"))
    print("%d commands" % seen)
    return bad + (seen < 80)


if __name__ == "__main__":
    if sys.argv[1] == "spelled":
        sys.exit(1 if check_spelled(sys.argv[2], sys.argv[3]) else 0)
    if sys.argv[1] == "commands":
        sys.exit(1 if run_commands(sys.argv[2], sys.argv[3]) else 0)
    sys.exit(1 if check_links(sys.argv[2]) else 0)
