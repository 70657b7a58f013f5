"""Two small bundles of each family of tools, made: A at one speed, B a tenth slower.  families.py FOLDER [FAMILY...]

Layouts are those of the tools' own documentation; every number is drawn by a seed. Folders are FOLDER/FAMILY/A and B."""
import json
import math
import os
import random
import statistics
import sys

SLOWER = {'A': 1.0, 'B': 1.1}
BEGIN = 1795820400.0  # 2026-11-27T23:00:00Z


def put(folder, name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w') as out:
        out.write(text)


def drawn(made, mean, share, count):
    return [round(mean * (1 + made.gauss(0, share)), 9) for _ in range(count)]


def summary(times):
    return {'mean': statistics.fmean(times), 'stddev': statistics.stdev(times), 'median': statistics.median(times),
            'min': min(times), 'max': max(times)}


def hyperfine(made, slow, files):
    for number in range(files):
        times = drawn(made, 0.25 * slow, 0.01, 10)
        yield 'run%d.json' % number, json.dumps({'results': [dict(
            summary(times), command='sort words', user=0.2, system=0.01, times=times, exit_codes=[0] * len(times))]})


def google(made, slow):
    rows = []
    for name, mean in (('BM_Sort', 120 * slow), ('BM_Find', 40.0)):
        times = drawn(made, mean, 0.004, 8)
        rows += [{'name': name, 'run_name': name, 'run_type': 'iteration', 'repetitions': 8, 'repetition_index': i, 'threads': 1,
                  'iterations': 1000, 'real_time': time, 'cpu_time': time, 'time_unit': 'ns'} for i, time in enumerate(times)]
        # --benchmark_repetitions=8 writes these behind them, --benchmark_report_aggregates_only writes these alone.
        rows += [{'name': name + '_' + which, 'run_name': name, 'run_type': 'aggregate', 'repetitions': 8, 'threads': 1, 'aggregate_name': which,
                  'aggregate_unit': 'percentage' if which == 'cv' else 'time', 'iterations': 8, 'real_time': value, 'cpu_time': value, 'time_unit': 'ns'}
                 for which, value in (('mean', statistics.fmean(times)), ('median', statistics.median(times)), ('stddev', statistics.stdev(times)),
                                      ('cv', statistics.stdev(times) / statistics.fmean(times)))]
    context = {'date': '2026-11-27T23:00:00+00:00', 'host_name': 'bench', 'num_cpus': 8, 'mhz_per_cpu': 3000,
               'library_build_type': 'release'}
    yield 'out.json', json.dumps({'context': context, 'benchmarks': rows})


def pytest(made, slow):
    for number in range(3):
        times = drawn(made, 0.002 * slow * (1 + 0.002 * made.random()), 0.01, 12)
        stats = dict(summary(times), stddev_outliers='0;0', data=times, rounds=12, iterations=1, total=sum(times), ops=1 / statistics.fmean(times))
        yield 'run%d.json' % number, json.dumps({
            'machine_info': {'node': 'bench', 'python_version': '3.11.2', 'system': 'Linux'}, 'datetime': '2026-11-27T23:00:00',
            'version': '4.0.0', 'commit_info': {},
            'benchmarks': [{'name': 'test_parse', 'fullname': 'test_x.py::test_parse', 'group': None, 'params': None, 'stats': stats}]})


def phoronix(made, slow):
    samples = drawn(made, 50 / slow, 0.004, 6)
    value, raw = statistics.fmean(samples), ':'.join('%.6f' % s for s in samples)
    yield 'composite.xml', """<?xml version="1.0"?>
<PhoronixTestSuite><Generated><Title>made</Title><LastModified>2026-11-27 23:00:00</LastModified>
<TestClient>Phoronix Test Suite v10.8.4</TestClient></Generated>
<System><Identifier>one</Identifier><Hardware>Processor: X</Hardware><Software>OS: Debian 12</Software><User>u</User>
<TimeStamp>2026-11-27 23:00:00</TimeStamp><TestClientVersion>10.8.4</TestClientVersion></System>
<Result><Identifier>pts/made-1.0.0</Identifier><Title>Made</Title><AppVersion>1.0</AppVersion><Arguments>-a</Arguments>
<Description>Test: A</Description><Scale>MB/s</Scale><Proportion>HIB</Proportion><DisplayFormat>BAR_GRAPH</DisplayFormat>
<Data><Entry><Identifier>one</Identifier><Value>%.6f</Value><RawString>%s</RawString></Entry></Data></Result>
</PhoronixTestSuite>
""" % (value, raw)


def llama(made, slow):
    for number in range(3):
        times = [round(6.4e9 * slow * (1 + made.gauss(0, 0.003))) for _ in range(5)]
        rates = [128e9 / time for time in times]
        yield 'run%d.json' % number, json.dumps([{
            'build_commit': '0123abc4', 'build_number': 7000, 'cpu_info': 'X', 'gpu_info': '', 'backends': 'CPU',
            'model_filename': 'model-q8_0.gguf', 'model_type': 'llama 8B Q8_0', 'model_size': 8000000000, 'model_n_params': 8000000000,
            'n_batch': 2048, 'n_ubatch': 512, 'n_threads': 8, 'type_k': 'f16', 'type_v': 'f16', 'n_gpu_layers': 0, 'n_prompt': 0,
            'n_gen': 128, 'n_depth': 0, 'test_time': '2026-11-27T23:0%d:00Z' % number, 'avg_ns': round(statistics.fmean(times)),
            'stddev_ns': round(statistics.stdev(times)), 'avg_ts': statistics.fmean(rates), 'stddev_ts': statistics.stdev(rates),
            'samples_ns': times, 'samples_ts': rates}])


def fio(made, slow):
    for number in range(3):
        rate = round(500e6 / slow * (1 + made.gauss(0, 0.003)))
        read = {'io_bytes': rate * 60, 'bw_bytes': rate, 'iops': rate / 4096, 'runtime': 60000, 'total_ios': rate * 60 // 4096}
        yield 'run%d.json' % number, json.dumps({
            'fio version': 'fio-3.33', 'timestamp': int(BEGIN) + 100 * number, 'time': 'x',
            'jobs': [{'jobname': 'randread', 'error': 0, 'job options': {'name': 'randread', 'rw': 'randread', 'bs': '4k', 'size': '1g',
                                                                        'runtime': '60', 'time_based': '1'},
                      'read': read, 'job_runtime': 60000}]})


def go(made, slow):
    text = 'goos: linux\ngoarch: amd64\npkg: example.org/x\ncpu: X\n'
    for _ in range(10):
        text += 'BenchmarkEncode-8\t    1000\t   %.0f ns/op\n' % (1.2e6 * slow * (1 + made.gauss(0, 0.004)))
        text += 'BenchmarkDecode-8\t    2000\t   %.0f ns/op\n' % (0.8e6 * (1 + made.gauss(0, 0.001)))
    yield 'bench.txt', text + 'PASS\nok  \texample.org/x\t30.1s\n'


def criterion(made, slow):
    for number in range(3):
        level = 91e-6 * slow * (1 + made.gauss(0, 0.003))
        loops = [10.0 * (i + 1) for i in range(100)]
        times = [n * 1e9 * level * (1 + made.gauss(0, 0.002)) for n in loops]
        place = 'run%d/fib/new/' % number
        yield place + 'benchmark.json', json.dumps({'group_id': 'fib', 'function_id': None, 'value_str': None, 'throughput': None,
                                                    'full_id': 'fib', 'directory_name': 'fib', 'title': 'fib'})
        yield place + 'sample.json', json.dumps({'sampling_mode': 'Linear', 'iters': loops, 'times': times})


def spec(made, slow):
    for number in range(3):
        ratios = [round(r / slow * (1 + made.gauss(0, 0.004)), 6) for r in (400.0, 300.0)]
        head = ('Benchmark,"Base # Copies","Base Run Time","Base Rate","Base Selected","Base Status","Peak # Copies","Peak Run Time",'
                '"Peak Rate","Peak Selected","Peak Status",Description\n')
        row = '%s,16,%.6f,%.6f,%d,S,,,,,,"refrate(ref) iteration #%d"\n'
        both = list(zip(('500.perlbench_r', '502.gcc_r'), ratios))
        full = ''.join(row % (name, 25472 / (ratio * by), ratio * by, by == 1.0, at + 1)
                       for name, ratio in both for at, by in enumerate((0.99, 1.0, 1.01)))
        rows = ''.join(row % (name, 25472 / ratio, ratio, 1, 2) for name, ratio in both)
        mean = math.exp(sum(math.log(r) for r in ratios) / 2)
        yield 'CPU2017.%03d.intrate.csv' % number, (
            'valid,1\n\n"SPEC CPU2017 Integer Rate Result"\n\n"Full Results Table"\n\n' + head + full + '\n"Selected Results Table"\n\n'
            + head + rows +
            '\nSPECrate2017_int_base,%.6f\n"Tested with SPEC CPU2017",v1.1.9\n' % mean)


def requests(made, slow, tokens=64, flight=8, length=100):
    """Start, time to the first token and gaps between tokens of requests, `flight` of them at once."""
    free, out = [0.001 * i for i in range(flight)], []
    while min(free) < length:
        slot = free.index(min(free))
        first = 0.05 * slow * made.uniform(0.98, 1.02)
        gaps = [round(0.01 * slow * made.uniform(0.95, 1.05), 9) for _ in range(tokens - 1)]
        out.append((free[slot], round(first, 9), gaps))
        free[slot] += first + sum(gaps)
    return out, max(free)


def vllm(made, slow):
    for number in range(3):
        log, end = requests(made, slow)
        n = len(log)
        yield 'run%d/serve.json' % number, json.dumps({
            'date': '20261127-230000', 'backend': 'vllm', 'model_id': 'example/model-8b', 'tokenizer_id': 'example/model-8b',
            'num_prompts': n, 'request_rate': 'inf', 'burstiness': 1.0, 'max_concurrency': 8, 'duration': end, 'completed': n,
            'failed': 0, 'total_input_tokens': 16 * n, 'total_output_tokens': 64 * n, 'request_throughput': n / end,
            'output_throughput': 64 * n / end, 'input_lens': [16] * n, 'output_lens': [64] * n, 'ttfts': [r[1] for r in log],
            'itls': [r[2] for r in log], 'start_times': [7000 + 200 * number + r[0] for r in log], 'generated_texts': [''] * n,
            'errors': [''] * n})


def sglang(made, slow):
    for number in range(3):
        log, end = requests(made, slow)
        n = len(log)
        yield 'run%d.jsonl' % number, json.dumps({
            'backend': 'sglang', 'dataset_name': 'random', 'sharegpt_output_len': None, 'request_rate': math.inf, 'max_concurrency': 8, 'random_input_len': 16,
            'random_output_len': 64, 'random_range_ratio': 1.0, 'duration': end, 'completed': n, 'total_input_tokens': 16 * n,
            'total_output_tokens': 64 * n, 'request_throughput': n / end, 'output_throughput': 64 * n / end, 'input_lens': [16] * n,
            'output_lens': [64] * n, 'ttfts': [r[1] for r in log], 'itls': [r[2] for r in log], 'errors': [''] * n}) + '\n'


def aiperf(made, slow):
    for number in range(3):
        log, _ = requests(made, slow)
        lines = []
        for start, first, gaps in log:
            at = int((BEGIN + 200 * number + start) * 1e9)
            whole = first + sum(gaps)
            lines.append(json.dumps({
                'metadata': {'timestamp_ns': at, 'request_start_ns': at, 'request_end_ns': at + int(whole * 1e9), 'credit_phase': 'profiling'},
                'metrics': {'ttft': {'value': first * 1e3, 'unit': 'ms'}, 'request_latency': {'value': whole * 1e3, 'unit': 'ms'},
                            'output_sequence_length': {'value': 64, 'unit': 'tokens'},
                            'input_sequence_length': {'value': 16, 'unit': 'tokens'}}, 'error': None}))
        yield 'run%d/profile_export.jsonl' % number, '\n'.join(lines) + '\n'


def perf_analyzer(made, slow):
    for number in range(3):
        log, end = requests(made, slow)
        zero = (BEGIN + 200 * number) * 1e9
        rows = []
        for start, first, gaps in log:
            at, stamps = zero + start * 1e9, []
            time = at + first * 1e9
            for gap in [0.0] + gaps:
                time += gap * 1e9
                stamps.append(int(time))
            rows.append({'timestamp': int(at), 'response_timestamps': stamps})
        yield 'run%d/profile_export.json' % number, json.dumps({'experiments': [{
            'experiment': {'mode': 'concurrency', 'value': 8}, 'requests': rows,
            'window_boundaries': [int(zero), int(zero + end * 1e9)]}], 'version': '2.50.0'})


def genai_perf(made, slow):
    """As GenAI-Perf leaves a run: perf_analyzer's requests, with its own sums in JSON and CSV beside them."""
    for name, text in perf_analyzer(made, slow):
        folder, count, slow = os.path.dirname(name), text.count('response_timestamps'), slow * 1.0001  # no two runs alike
        yield name, text
        yield folder + '/profile_export_genai_perf.json', json.dumps({
            'output_token_throughput': {'unit': 'tokens/sec', 'avg': round(752.5 / slow, 3)}, 'request_latency': {'unit': 'ms', 'avg': 680 * slow},
            'request_throughput': {'unit': 'requests/sec', 'avg': 11.8 / slow}, 'request_count': {'unit': 'count', 'avg': count},
            'input_config': {'model': ['example'], 'perf_analyzer': {'stimulus': {'concurrency': 8}}}})
        yield folder + '/profile_export_genai_perf.csv', (
            'Metric,avg\nRequest Latency (ms),%.2f\n\nMetric,Value\n'
            'Output Token Throughput (per sec),%.2f\nRequest Throughput (per sec),%.2f\n' % (680 * slow, 752.5 / slow, 11.8 / slow))


def fio_mixed(made, slow):
    """Reads and writes by one job, of which the writes alone are slower, and a job behind it that reads."""
    nothing = {'io_bytes': 0, 'bw_bytes': 0, 'iops': 0, 'runtime': 0, 'total_ios': 0}
    for number in range(3):
        def moved(rate):
            rate = round(rate * (1 + made.gauss(0, 0.0003)))
            return {'io_bytes': rate * 60, 'bw_bytes': rate, 'iops': rate / 4096, 'runtime': 60000, 'total_ios': rate * 60 // 4096}
        option = {'size': '1g', 'runtime': '60', 'time_based': '1'}
        yield 'run%d.json' % number, json.dumps({
            'fio version': 'fio-3.33', 'timestamp': int(BEGIN) + 200 * number, 'time': 'x',
            'jobs': [{'jobname': 'mix', 'error': 0, 'job options': dict(option, name='mix', rw='randrw', bs='4k'), 'read': moved(350e6),
                      'write': moved(150e6 / slow), 'trim': nothing, 'job_runtime': 60000},
                     {'jobname': 'seq', 'error': 0, 'job options': dict(option, name='seq', rw='read', bs='128k'), 'read': moved(900e6),
                      'write': nothing, 'trim': nothing, 'job_runtime': 60000}]})


def trtexec(made, slow):
    for number in range(3):
        at, rows = 10.0, []
        while at < 75000:
            compute = round(20 * slow * made.uniform(0.99, 1.01), 4)
            a, b, c = round(at + 0.1, 4), round(at + 0.2, 4), round(at + 0.2 + compute, 4)
            rows.append({'startEnqMs': round(at, 4), 'endEnqMs': round(at + 0.05, 4), 'startH2dMs': a, 'endH2dMs': b, 'startComputeMs': b,
                         'endComputeMs': c, 'startD2hMs': c, 'endD2hMs': round(c + 0.1, 4), 'h2dMs': round(b - a, 4),
                         'computeMs': compute, 'd2hMs': 0.1, 'latencyMs': round(b - a + compute + 0.1, 4)})
            at = round(c + 0.2, 4)
        yield 'run%d/times.json' % number, json.dumps(rows)


def guidellm(made, slow):
    for number in range(3):
        log, end = requests(made, slow)
        rows = []
        for index, (start, first, gaps) in enumerate(log):
            at, whole = BEGIN + 200 * number + start, first + sum(gaps)
            rows.append({'request_id': str(index), 'start_time': at, 'request_latency': whole, 'time_to_first_token_ms': first * 1e3, 'prompt_tokens': 16,
                         'output_tokens': 64, 'info': {'status': 'completed', 'timings': {
                             'request_start': at, 'first_token_iteration': at + first, 'last_token_iteration': at + whole, 'request_end': at + whole}}})
        n = len(rows)
        rate = {'successful': {'mean': n / end, 'count': n}, 'total': {'mean': n / end}}
        yield 'run%d/benchmarks.json' % number, json.dumps({
            'metadata': {'version': 1, 'guidellm_version': '0.5.0'}, 'args': {'model': 'example/model-8b', 'profile': 'concurrent'},
            'benchmarks': [{'type_': 'generative_benchmark', 'config': {'strategy': {'type_': 'concurrent', 'streams': 8}},
                            'metrics': {'request_totals': {'successful': n, 'errored': 0, 'incomplete': 0, 'total': n}, 'requests_per_second': rate,
                                        'output_tokens_per_second': {'successful': {'mean': 64 * n / end}, 'total': {'mean': 64 * n / end}}},
                            'requests': {'successful': rows, 'errored': [], 'incomplete': []}, 'start_time': BEGIN, 'end_time': BEGIN + end}]})


FAMILIES = {'hyperfine': lambda m, s: hyperfine(m, s, 3), 'hyperfine-once': lambda m, s: hyperfine(m, s, 1), 'google-benchmark': google,
            'pytest-benchmark': pytest, 'phoronix': phoronix, 'llama-bench': llama, 'fio': fio, 'go': go, 'criterion': criterion,
            'spec': spec, 'vllm': vllm, 'sglang': sglang, 'aiperf': aiperf, 'perf_analyzer': perf_analyzer, 'genai-perf': genai_perf, 'fio-mixed': fio_mixed, 'trtexec': trtexec,
            'guidellm': guidellm}


def main(folder, *only):
    if folder.startswith('-'):
        sys.exit(__doc__)
    for family, write in FAMILIES.items():
        if only and family not in only:
            continue
        for side, slow in SLOWER.items():
            made = random.Random(family + side)
            for name, text in write(made, slow):
                put(os.path.join(folder, family, side), name, text)


if __name__ == '__main__':
    main(*sys.argv[1:])
