"""Inputs of `./dev bench`, made anew on any machine: the same bytes for the same size."""
import csv
import glob
import json
import os
import random
import shutil
import tempfile

MEGABYTE = 1000000


def lines_to(path, size, head, line, between="", tail=""):
    """Writes line(number) until the file has about `size` bytes."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as out:
        written, number, part = out.write(head), 0, []
        while written < size:
            text = (between if number else "") + line(number)
            part.append(text)
            written += len(text)
            number += 1
            if number % 10000 == 0:
                out.write("".join(part))
                part = []
        out.write("".join(part) + tail)
    return number


def trace(folder, size):
    """As torch.profiler writes it: a kernel, an operator and a launch in turn."""
    state = random.Random(13)
    clock = [1.7e15]
    shape = [
        '  {"ph": "X", "cat": "kernel", "name": "void at::native::vectorized_elementwise_kernel<4, '
        'at::native::FillFunctor<float> >(int)", "pid": 0, "tid": 7, "ts": %.3f, "dur": %.3f, "args": '
        '{"External id": %d, "device": 0, "context": 1, "stream": 7, "registers per thread": 18, '
        '"warps per SM": 1.9, "grid": [64, 1, 1], "block": [128, 1, 1]}}',
        '  {"ph": "X", "cat": "cpu_op", "name": "aten::fill_", "pid": 4211, "tid": 4211, "ts": %.3f, "dur": %.3f, '
        '"args": {"External id": %d, "Record function id": 0}}',
        '  {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 4211, "tid": 4211, "ts": %.3f, '
        '"dur": %.3f, "args": {"External id": %d, "cbid": 211}}']

    def line(number):
        clock[0] += state.random() * 20
        return shape[number % 3] % (clock[0], state.random() * 9, number)
    lines_to(folder + "/trace.json", size,
             '{\n  "schemaVersion": 1,\n  "deviceProperties": [\n    {"id": 0, "name": "NVIDIA H100 80GB HBM3", '
             '"totalGlobalMem": 84929347584, "computeMajor": 9, "computeMinor": 0, "numSms": 132}\n  ],\n'
             '  "traceEvents": [\n', line, ",\n", '\n  ],\n  "traceName": "trace.json"\n}\n')


def telemetry(folder, size):
    """As nvidia-smi --query-gpu writes it, eight accelerators in turn."""
    state = random.Random(14)

    def line(number):
        at = number // 8 * 0.1
        return "2026/03/%02d %02d:%02d:%06.3f, %d, NVIDIA H100 80GB HBM3, %.2f W, %d %%, %d, %d MHz, 2619 MHz, %d MiB\n" % (
            2 + at // 86400, at // 3600 % 24, at // 60 % 60, at % 60, number % 8, 300 + state.random() * 380,
            state.randint(90, 100), state.randint(40, 75), state.randint(1200, 1980), 70000 + number % 100)
    lines_to(folder + "/power.csv", size,
             "timestamp, index, name, power.draw [W], utilization.gpu [%], temperature.gpu, clocks.current.sm [MHz], "
             "clocks.current.memory [MHz], memory.used [MiB]\n", line)


def rows(path, count):
    """One series: start, duration and tokens of each step."""
    state, at = random.Random(15), 0.0
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as out:
        out.write("t_start_s,duration_s,tokens\n")
        for _ in range(count):
            took = round(0.1 + state.random() / 1000, 5)
            out.write("%.5f,%.5f,640\n" % (at, took))
            at += took


def runs(source, folder, count):
    """A case of `count` runs on two systems, of samples/made/driver-regression: each run with times of its own."""
    state = random.Random(16)
    os.makedirs(folder)
    shutil.copy(source + "/case.json", folder)
    for side in "AB":
        shutil.copytree("%s/%s/captures" % (source, side), "%s/%s/captures" % (folder, side))
        for number in range(count // 2):
            to = "%s/%s/r%04d" % (folder, side, number + 1)
            path = "%s/%s/r%d" % (source, side, number % 3 + 1)
            os.makedirs(to)
            shutil.copy(path + "/run.json", to)
            at = 0.0
            with open(path + "/steps.csv") as old, open(to + "/steps.csv", "w") as out:
                out.write("t_start_s,duration_s,tokens\n")
                for row in csv.DictReader(old):
                    took = round(float(row["duration_s"]) * (1 + state.gauss(0, 0.002)), 5)
                    out.write("%.5f,%.5f,%s\n" % (at, took, row["tokens"]))
                    at += took


def evidence(source, folder, size):
    """The same case of six runs with `size` bytes of logs as documents of system A."""
    state = random.Random(17)
    shutil.copytree(source, folder)
    words = "request finished batch tokens cache block queue worker step latency decode prefill schedule".split()
    for part in range(8):
        lines_to("%s/logs/server-%d.log" % (folder, part), size // 8, "", lambda number:
                 "2026-03-02 10:%02d:%02d,%03d INFO [%s] %s %s: %.3f ms, %d tokens\n" % (
                     number // 60 % 60, number % 60, state.randint(0, 999), state.choice(words), state.choice(words),
                     state.choice(words), state.random() * 90, state.randint(1, 4096)))
    case = json.load(open(folder + "/case.json"))
    case["documents"] = ["logs/*"]
    with open(folder + "/case.json", "w") as out:
        json.dump(case, out, indent=2)


def packing(source, folder, size):
    """The same, of which the logs say again what their first two megabytes say: as long as one likes, made in no time."""
    evidence(source, folder, min(size, 16 * MEGABYTE))
    for part in range(8):
        path = "%s/logs/server-%d.log" % (folder, part)
        with open(path) as log:
            said = log.read()
        with open(path, "a") as log:
            for _ in range(size // 8 // len(said) - 1):
                log.write(said)


def mlperf(folder, size):
    """Detail logs of LoadGen, 16 MB each, in the folders of a submission."""
    state = random.Random(18)

    def line(number):
        key, value = ("result_validity", '"VALID"') if number == 0 else ("logged_completion", state.randint(1, 10 ** 9))
        return (':::MLLOG {"key": "%s", "value": %s, "time_ms": %.6f, "namespace": "mlperf::logging", "event_type": '
                '"POINT_IN_TIME", "metadata": {"is_error": false, "is_warning": false, "file": "loadgen.cc", '
                '"line_no": %d, "pid": 1, "tid": 2}}\n' % (key, value, number * 0.7, 100 + number % 900))
    for part in range(max(1, size // (16 * MEGABYTE))):
        to = "%s/closed/maker/results/system-%d/llama/Server/performance/run_1" % (folder, part)
        lines_to(to + "/mlperf_log_detail.txt", min(size, 16 * MEGABYTE), "", line)


def logs(folder, size):
    """Ten detail logs of LoadGen a bundle, of at most 100 MB each, which say their first megabyte again and again."""
    each = min(size // 10, 100 * MEGABYTE)
    with tempfile.TemporaryDirectory() as first:
        mlperf(first, min(each, MEGABYTE))
        with open(glob.glob(first + "/**/mlperf_log_detail.txt", recursive=True)[0]) as log:
            said = log.read()
    for part in range(size // each):
        to = "%s/bundle-%d/run-%d" % (folder, part // 10, part % 10)
        os.makedirs(to)
        with open(to + "/mlperf_log_detail.txt", "w") as log:
            for _ in range(max(1, each // len(said))):
                log.write(said)
