"""family_table.py DOSSIER SOURCE SCRATCH [CORPUS]: each family of tools through one command, as a table.

Of two bundles of each family, made (tests/e2e/families.py) and, where CORPUS is given, real: the answer of `dossier compare`, its lines and
the time it took, and the statements that `new` asks for under `purchase` and under `engineering` with captures of a machine beside them,
asked until nothing more is asked, with the facts in them in brackets; COMMANDS=bare as for scaffolds.py. Exit status 1: an answer of more than 30 lines, or one that took a second."""
import os
import re
import shutil
import subprocess
import sys
import time

REAL = [("fio", "azure-vm-fio326", "local-fio333"), ("fio", "azure-vm-fio326", "azure-vm-verify-error"),
        ("genai-perf", "aiperf-v0-run1", "genai-perf-analyze-gpt2"), ("google-benchmark", "upstream-test1", "upstream-test3"),
        ("guidellm", "v0.2-stripped", "v0.5-qwen3-4b-fp8-xpu"), ("hyperfine", "local-nonzero-exit", "local-sha-gzip"),
        ("inferencemax", "kimik25-int4-mi355x", "token-position-glm5"), ("llama-bench", "rtx4090-b5606", "rx7900xtx-vulkan-b7356"),
        ("perf-analyzer", "decoupled-doc-example", "docs-sample"), ("phoronix", "pts-10.8.4-142-results", "pts-10.8.4-zstd-with-logs"),
        ("phoronix", "pts-5.2.1-vm-schbench", "pts-8.0.1-docker-osbench"),
        ("pytest-benchmark", "storage-2.5/0001.json", "storage-2.5/0030.json"), ("trtexec", "detr-int8", "superbench-a100"),
        ("vllm", "lambda-llama31-8b-fp8-a100-2024", "lambda-llama31-8b-fp8-h100-2024"),
        ("vllm", "minimax-h100-vs-bw1000-log", "inferencex-gptoss120b-disagg16"), ("nsys", "dsocr-rtx5090-decode", "dsocr-rtx5090-prefill"),
        ("torch-profiler", "a100-alexnet-2023", "a100-resnet-2gpu-2024"),
        ("mlperf", "v5.1-amd-mi300x8-llama2-70b-99", "v4.1-oracle-gh200-gptj-99")]
MADE = ["hyperfine", "google-benchmark", "pytest-benchmark", "phoronix", "llama-bench", "fio", "go", "criterion", "spec", "vllm", "sglang", "trtexec",
        "guidellm", "aiperf", "perf_analyzer", "genai-perf"]


def answer(dossier, a, b):
    """Verdicts in the answer, its lines, seconds."""
    began = time.time()
    done = subprocess.run([dossier, "compare", a, b], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    took = time.time() - began
    lines = done.stdout.rstrip("\n").split("\n")
    verdict = [line for line in lines if re.match("[≈≠…=] ", line)] or [
        "%d tests: %s" % (len(rows), ", ".join("%d %s" % (sum(g in row for row in rows), g) for g in "≈≠…" if any(g in row for row in rows)))
        for rows in [[line for line in lines if re.search("  [≈≠…] ", line)]] if rows] or [lines[0]]
    return verdict[0][:74], len(lines), took


def statements(source, dossier, bundle, scratch, profile):
    """As scaffolds.py counts them, which fills them in."""
    shutil.rmtree(scratch, ignore_errors=True)
    done = subprocess.run([sys.executable, os.path.join(source, "tests", "e2e", "scaffolds.py"), dossier,
                           os.path.join(source, "samples", "software-bottleneck", "h100-unit6", "captures"), scratch, bundle],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, env=dict(os.environ, PROFILE=profile))
    found = re.search(r"(\d+) statements of +(\d+) facts", done.stdout)
    return "%s (%s)" % found.groups() if found else "-"


def main(dossier, source, scratch, corpus=None):
    made = os.path.join(scratch, "made")
    shutil.rmtree(made, ignore_errors=True)
    os.makedirs(made)
    subprocess.run([sys.executable, os.path.join(source, "tests", "e2e", "families.py"), made, *MADE], check=True)
    pairs = [(family + ", made", os.path.join(made, family, "A"), os.path.join(made, family, "B")) for family in MADE]
    pairs += [(family, os.path.join(corpus, family, a), os.path.join(corpus, family, b)) for family, a, b in REAL] if corpus else []
    bad = 0
    print("| family | answer | lines | s | purchase | engineering |\n| --- | --- | --- | --- | --- | --- |")
    for family, a, b in pairs:
        verdict, lines, took = answer(dossier, a, b)
        bad += lines > 30 or took >= 1
        asked = [statements(source, dossier, a, os.path.join(scratch, "fill"), profile) for profile in ("purchase", "engineering")]
        print("| %s | %s | %d | %.2f | %s | %s |" % (family, verdict, lines, took, *asked), flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:5]))
