"""family_table.py DOSSIER SOURCE SCRATCH [CORPUS]: each family of tools through one command, as a table.

Of two bundles of each family, made (tests/e2e/families.py), and, where CORPUS is given, of all pairs of real bundles of each: the answers of
`dossier compare`, which judges by the profile engineering, the most lines and seconds that one took, and the statements that `new` asks for
under `purchase` and under `engineering` with captures of a machine beside them, asked until nothing more is asked, with the facts in them in
brackets (from the fewest to the most of the family's bundles). FAMILIES="hyperfine go": of those alone; EACH=1: a row a pair; SECONDS=no: without
them, as docs/compare.md holds it; COMMANDS=bare as for scaffolds.py. Exit status 1: an answer of more than 30 lines, or one that took a second
of the machine's time."""
import itertools
import os
import re
import resource
import shutil
import subprocess
import sys

MADE = ["hyperfine", "google-benchmark", "pytest-benchmark", "phoronix", "llama-bench", "fio", "go", "criterion", "spec", "vllm", "sglang", "trtexec",
        "guidellm", "aiperf", "perf_analyzer", "genai-perf"]
REAL = ["fio", "genai-perf", "google-benchmark", "guidellm", "hyperfine", "inferencemax", "llama-bench", "perf-analyzer", "phoronix",
        "pytest-benchmark/storage-2.5", "trtexec", "vllm", "nsys", "torch-profiler", "mlperf"]
WORDS = ["≈ comparable", "= equal", "≠ not comparable", "… incomplete"]


def answer(dossier, a, b):
    """The verdict, or verdicts, of the answer; its lines; seconds of processor time."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([dossier, "compare", a, b], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    now = resource.getrusage(resource.RUSAGE_CHILDREN)
    lines = done.stdout.rstrip("\n").split("\n")
    verdict = [word for line in lines for word in WORDS if line.startswith(word)] or [
        "%d tests: %s" % (len(rows), ", ".join("%d %s" % (sum(g in row for row in rows), g) for g in "≈≠…" if any(g in row for row in rows)))
        for rows in [[line for line in lines if re.search("  [≈≠…] ", line)]] if rows] or [lines[0][:74]]
    return verdict[0], len(lines), now.ru_utime + now.ru_stime - spent.ru_utime - spent.ru_stime


def statements(source, dossier, bundles, scratch, profile):
    """As scaffolds.py counts them, which fills them in, of all bundles: from the fewest to the most."""
    shutil.rmtree(scratch, ignore_errors=True)
    done = subprocess.run([sys.executable, os.path.join(source, "tests", "e2e", "scaffolds.py"), dossier,
                           os.path.join(source, "samples", "software-bottleneck", "h100-unit6", "captures"), scratch, *bundles],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, env=dict(os.environ, PROFILE=profile))
    found = [tuple(map(int, pair)) for pair in re.findall(r"(\d+) statements of +(\d+) facts", done.stdout)]
    if not found:
        return "-"
    ranges = [(min(column), max(column)) for column in zip(*found)]
    return "%s (%s)" % tuple("%d" % least if least == most else "%d to %d" % (least, most) for least, most in ranges)


def main(dossier, source, scratch, corpus=None):
    only, timed = os.environ.get("FAMILIES", "").split(), os.environ.get("SECONDS") != "no"
    made = os.path.join(scratch, "made")
    names = [name for name in MADE if not only or name in only]
    shutil.rmtree(made, ignore_errors=True)
    os.makedirs(made)
    subprocess.run([sys.executable, os.path.join(source, "tests", "e2e", "families.py"), made, *names], check=True)
    families = [(name + ", made", [os.path.join(made, name, side) for side in "AB"]) for name in names]
    for name in REAL if corpus else []:
        folder = os.path.join(corpus, name)
        inside = [os.path.join(folder, one) for one in sorted(os.listdir(folder)) if not re.fullmatch(r"SOURCE\.txt|README\.txt|.*\.tsv", one)]
        families += [(name.split("/")[0], inside)] if not only or name in only else []
    bad = 0
    print("| family | pairs | answers | lines at most |%s purchase | engineering |\n| --- | --- | --- | --- |%s --- | --- |" % (
        (" s at most |", " --- |") if timed else ("", "")))
    for family, bundles in families:
        pairs = list(itertools.combinations(bundles, 2))
        told = [answer(dossier, a, b) for a, b in pairs]
        bad += sum(lines > 30 or took >= 1 for _, lines, took in told)
        count = {}
        for verdict, _, _ in told:
            count[verdict] = count.get(verdict, 0) + 1
        if os.environ.get("EACH"):
            for (a, b), (verdict, lines, took) in zip(pairs, told):
                print("| %s: %s, %s | | %s | %d |%s | |" % (family, os.path.basename(a), os.path.basename(b), verdict, lines,
                                                          " %.2f |" % took if timed else ""))
        answers = ", ".join(verdict if len(pairs) == 1 else "%d %s" % (times, verdict) for verdict, times in count.items())
        asked = [statements(source, dossier, bundles[:1] if "made" in family else bundles, os.path.join(scratch, "fill"), profile)
                 for profile in ("mlperf" if family == "mlperf" else "purchase", "engineering")]
        print("| %s | %d | %s | %d |%s %s | %s |" % (family, len(pairs), answers, max(lines for _, lines, _ in told),
                                                   " %.2f |" % max(took for _, _, took in told) if timed else "", *asked), flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:5]))
