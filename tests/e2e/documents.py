"""documents.py SOURCE PLACE: every command of docs/*.md, page by page and in order, each page's in the folder of PLACE that bears its
name, where the files lie that it names; else in PLACE itself.

A command is a line of an indented block, or of a fence marked make or sql; README.md's are run by readme.py, which holds what they print,
too. What cannot be run here stands in ELSEWHERE with the reason. Prints how many ran and how many did not and why; a block that is neither
a command nor known to be none (NO_COMMAND) fails, as does a row of either table that no page needs any more."""
import collections
import glob
import os
import pty
import re
import sqlite3
import subprocess
import sys

import yaml

ELSEWHERE = [  # page, how a line or block begins, why it is not run here
    ("*", r"vllm |aiperf |bench\.py |guidellm |python3 token_benchmark_ray|perf_analyzer |genai-perf |llama-bench |trtexec |hyperfine |"
          r"--benchmark_repetitions|go test |cargo bench|pytest |fio |runcpu |FORCE_TIMES_TO_RUN|\./program ", "another's tool"),
    ("run.md", r"nvidia-smi |kill \$!", "needs an accelerator"),
    ("archive.md", r"Needed: a POSIX shell", "run by e2e.verify_txt"),
    ("attacks.md", r"python3 tests/attacks/foreign\.py", "run by attacks.foreign"),
    ("install.md", r"\./dev package|apt (install|purge) |man dossier|tar -xzf build/release|export PATH=~/dossier", "installing, whose steps e2e.package and tests/chroot.sh take"),
    ("performance.md", r"\./dev bench", "minutes of measuring, of which e2e.bench runs a part"),
    ("portfolio.md", r"-- DuckDB", "another's engine"),
    ("scale.md", r"# sc: a SparkContext", "another's engine"),
]
NO_COMMAND = [  # page, how a block begins
    ("*", r"[{\[]|\"[a-z_]+\": "), ("architecture.md", r"case\.json, bundles -->|each run for itself"), ("case.md", r"case\.json:5:58: input"),
    ("ledger.md", r"run,planned,present"), ("portfolio.md", r"export/dossier="),
]
ANSWERS = (0, 1, 2)  # an answer, whichever; 3 and 4 are a line or a file that is not understood


def blocks(text):
    """(kind, lines) of each indented block, "", and of each fence, its mark, in the order of the page."""
    found = []
    for match in re.finditer(r"(?ms)^```([a-z]*)\n(.*?)^```|(?:^ {4,}[^\n]*(?:\n|\Z))+", text):
        body = match.group(2) if match.group(2) is not None else match.group(0)
        lines = body.rstrip("\n").split("\n")
        least = min(len(line) - len(line.lstrip(" ")) for line in lines if line.strip())
        found.append((match.group(1) or "", [line[least:] for line in lines]))
    return found


def listed(table, page, text):
    return next((row for row in table if row[0] in ("*", page) and re.match(row[1], text)), None)


class Pages:
    def __init__(self, source, place):
        self.source, self.root, self.place = source, place, place
        self.ran, self.bad, self.not_run, self.needed = 0, [], collections.Counter(), set()

    def failed(self, page, command, why):
        self.bad.append("FAIL %s: %s\n     %s" % (page, command, why))

    def shell(self, page, command, **more):
        """One command, or a script; with --ask at a terminal, where every question is answered by Enter."""
        if "--ask" in command:
            ours, theirs = pty.openpty()
            os.write(ours, b"\n" * 100)
            more.update(stdin=theirs)
        else:
            more.update(stdin=subprocess.DEVNULL)
        done = subprocess.run(["sh", "-ec", command], cwd=self.place, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=600, **more)
        self.ran += 1
        if done.returncode not in ANSWERS:
            self.failed(page, command, "exit %d\n%s" % (done.returncode, done.stdout[-800:]))
        return done

    def is_elsewhere(self, page, text):
        row = listed(ELSEWHERE, page, text)
        if row is not None:
            self.needed.add(row)
            self.not_run[row[2]] += 1
        return row is not None

    def recipe(self, page, lines):
        """A job of GitHub or GitLab, as YAML reads it: its script, and that the report that is kept is the one that is written."""
        job = yaml.safe_load("\n".join(lines))
        step = job[0] if isinstance(job, list) else job["performance"]
        script = step["run"] if "run" in step else "\n".join(step["script"])
        done = self.shell(page, script, env=dict(os.environ, GITHUB_STEP_SUMMARY="summary.md"))
        summary = os.path.join(self.place, "summary.md")
        told = open(summary, encoding="utf-8").read() if "run" in step and os.path.exists(summary) else done.stdout
        if "gate" not in told.lower() and "run" not in step:
            self.failed(page, script, "no word of the gate")
        if "run" in step and not told.startswith("### dossier"):
            self.failed(page, script, "no summary")
        if "artifacts" in step and step["artifacts"]["reports"]["junit"] not in script:
            self.failed(page, script, "the report that is kept is not the one that is written")

    def fence(self, page, kind, lines):
        if kind == "sql":
            self.ran += 1
            rows = sqlite3.connect(os.path.join(self.place, "export.sqlite")).execute("\n".join(lines)).fetchall()
            print("%s: %d rows of %s" % (page, len(rows), lines[1]))
            return
        with open(os.path.join(self.place, "Makefile"), "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
        self.shell(page, "make -s")

    def block(self, page, kind, lines):
        first = lines[0].strip()
        none = listed(NO_COMMAND, page, first)
        if none is not None or kind == "json":
            self.needed.add(none)
        elif kind in ("sql", "make"):
            self.fence(page, kind, lines)
        elif re.match(r"- name: |[a-z]+:$", first):
            self.recipe(page, lines)
        elif page in ("archive.md", "performance.md", "portfolio.md", "scale.md") and self.is_elsewhere(page, first):
            pass
        else:
            for line in [line for line in lines if line.strip()]:
                line = re.sub(r"^\$ ", "", line)
                if self.is_elsewhere(page, line):
                    continue
                if not re.match(r"dossier |ls |sh |mkdir |date ", line):
                    self.failed(page, line, "is it a command? it stands in no table of documents.py")
                    continue
                done = self.shell(page, line)
                if "--gate" in line and "gate" not in done.stdout.lower() + line.partition(">")[2]:
                    self.failed(page, line, "no word of the gate")

    def inline(self, page, text):
        """Whole commands between backticks that print what the program knows."""
        text = re.sub(r"(?ms)^```.*?^```|^ {4,}.*?$", "", text)
        for line in sorted(set(re.findall(r"`(dossier (?:formats|rules|schema|vocabulary|recipe|capture-script|steady|--version)(?: [a-z -]+)?)`", text))):
            if line not in ("dossier schema", "dossier recipe", "dossier steady"):
                self.shell(page, line)


def main(source, place):
    pages = Pages(source, place)
    for path in sorted(glob.glob(os.path.join(source, "docs", "*.md"))):
        page = os.path.basename(path)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        own = os.path.join(place, page[:-3])
        pages.place = own if os.path.isdir(own) else place
        before, without = pages.ran, sum(pages.not_run.values())
        for kind, lines in blocks(text):
            pages.block(page, kind, lines)
        pages.inline(page, text)
        print("%s: %d ran, %d did not" % (page, pages.ran - before, sum(pages.not_run.values()) - without))
    for row in ELSEWHERE + NO_COMMAND:
        if row not in pages.needed:
            pages.failed(row[0], row[1], "no page has it any more")
    print("%d commands ran; %d did not: %s" % (pages.ran, sum(pages.not_run.values()),
                                               ", ".join("%d %s" % (n, why) for why, n in sorted(pages.not_run.items()))))
    print("\n".join(pages.bad))
    return len(pages.bad) + (pages.ran < 60)


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1], sys.argv[2]) else 0)
