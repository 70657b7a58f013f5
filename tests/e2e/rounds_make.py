"""rounds_make.py - a small round of MLPerf Inference, of our own making: logs in the form that LoadGen writes, whose rates, counts,
latencies and dates agree, and the files that the rules want beside them. `make` returns the folder of each result."""
import datetime, json, os, zlib

SEEDS = {'5.1': (1780908523862526354, 14771362308971278857, 18209322760996052031),
         '6.1': (2085463073848966840, 2747215439041700203, 16159082839903944936)}
SYSTEM_KEYS = ('division submitter status system_name number_of_nodes host_processor_model_name host_processors_per_node '
               'host_processor_core_count host_memory_capacity host_storage_capacity host_storage_type accelerators_per_node '
               'accelerator_model_name accelerator_memory_capacity framework operating_system system_type other_software_stack '
               'host_processor_frequency host_processor_caches host_memory_configuration host_processor_interconnect host_networking '
               'host_networking_topology accelerator_frequency accelerator_host_interconnect accelerator_interconnect '
               'accelerator_interconnect_topology accelerator_memory_configuration accelerator_on-chip_memories cooling hw_notes sw_notes '
               'host_network_card_count system_type_detail').split()
STEPS = ('50.00', '90.00', '95.00', '97.00', '99.00', '99.90')


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w', newline='\n') as file:
        file.write(text)


class Log:
    def __init__(self):
        self.lines = []

    def put(self, key, value, ms, error=False, warning=False):
        flag = lambda it: 'true' if it else 'false'
        self.lines.append(':::MLLOG {"key": "%s", "value": %s, "time_ms": %.6f, "namespace": "mlperf::logging", "event_type": '
                          '"POINT_IN_TIME", "metadata": {"is_error": %s, "is_warning": %s, "file": "made.cc", "line_no": 1, '
                          '"pid": 7, "tid": 7}}\n' % (key, json.dumps(value) if not isinstance(value, float) else '%g' % value, ms,
                                                       flag(error), flag(warning)))

    def text(self):
        return ''.join(self.lines)


def logs(scenario, seeds, count, seconds, tokens=None, mode='PerformanceOnly', limits=None, slowest=None, zone=0, samples=None):
    """Detailed log and summary of one run: `count` samples in `seconds`, `tokens` a sample."""
    log, summary = Log(), []
    begin = datetime.datetime(2025, 7, 1, 12, 0, 0)
    end = begin + datetime.timedelta(seconds=seconds)
    stop = (seconds + 2) * 1000.0
    per_query = count if scenario == 'Offline' else 1
    for key, value in (('loadgen_version', '5.1.0 @ 0123456789'), ('loadgen_git_status_message', ''),
                       ('test_datetime', (begin + datetime.timedelta(seconds=zone - 2)).strftime('%Y-%m-%dT%H:%M:%SZ')),
                       ('sut_name', 'MadeSUT'), ('qsl_name', 'MadeQSL'), ('qsl_reported_total_count', samples or count),
                       ('qsl_reported_performance_count', samples or count)):
        log.put(key, value, 0.01)
    log.put('requested_use_token_latencies', tokens is not None, 0.02)
    if limits:
        log.put('requested_server_ttft_latency', limits[0], 0.02)
        log.put('requested_server_tpot_latency', limits[1], 0.02)
    for key, value in (('scenario', scenario), ('test_mode', mode), ('samples_per_query', per_query), ('target_latency_ns', 0),
                       ('min_duration_ms', 600000), ('max_duration_ms', 0), ('min_query_count', 1), ('max_query_count', 0),
                       ('qsl_rng_seed', seeds[0]), ('sample_index_rng_seed', seeds[1]), ('schedule_rng_seed', seeds[2]),
                       ('performance_issue_unique', False), ('performance_issue_same', False),
                       ('performance_sample_count', samples or count), ('sample_concatenate_permutation', False)):
        log.put('effective_' + key, value, 0.03)
    log.put('loaded_qsl_set', list(range(200)), 1)
    if mode == 'AccuracyOnly':
        log.put('power_begin', begin.strftime('%m-%d-%Y %H:%M:%S.000'), stop)
        log.put('power_end', end.strftime('%m-%d-%Y %H:%M:%S.000'), stop)
        return log.text(), '\nNo warnings encountered during test.\n\nNo errors encountered during test.\n'
    queries = 1 if scenario == 'Offline' else count
    log.put('generated_query_count', queries, 2)
    log.put('generated_samples_per_query', per_query, 2)
    log.put('power_begin', begin.strftime('%m-%d-%Y %H:%M:%S.000'), stop)
    log.put('power_end', end.strftime('%m-%d-%Y %H:%M:%S.000'), stop)
    log.put('result_validity', 'VALID', stop)
    say = summary.append
    say('MLPerf Results Summary\nSUT name : MadeSUT\nScenario : %s\nMode     : PerformanceOnly' % scenario)
    if scenario == 'Server':
        log.put('result_perf_constraints_met', True, stop)
    log.put('result_min_duration_met', True, stop)
    log.put('result_min_queries_met', True, stop)
    if scenario != 'Offline':
        log.put('early_stopping_met', True, stop)
    log.put('result_query_count', queries, stop)
    most = round(seconds * 1e9) if scenario == 'Offline' else slowest or 900000000 + seconds
    rate = float('%g' % (count / seconds))
    head = []
    if scenario == 'Offline':
        log.put('result_samples_per_second', rate, stop)
        head.append('Samples per second: %g' % rate)
    elif scenario == 'Server':
        log.put('result_scheduled_samples_per_sec', float('%g' % (rate * 1.001)), stop)
        log.put('result_completed_samples_per_sec', rate, stop)
        head.append('Completed samples per second    : %.2f' % rate)
    mean = most // 2
    if scenario in ('SingleStream', 'MultiStream'):
        mean = round(seconds * 1e9 / count)
        log.put('result_qps_without_loadgen_overhead', float('%g' % (1e9 / mean)), stop)
        log.put('early_stopping_latency_ss', mean + 500000, stop)
        log.put('early_stopping_latency_ms', mean + 900000, stop)
        most = mean * 2
        head.append('90.0th percentile latency (ns) : %d' % (mean + 90))
    for key, value in (('min', mean // 2), ('max', most), ('mean', mean)):
        log.put('result_%s_latency_ns' % key, value, stop)
    steps = [mean + (most - mean) * i // 10 for i in range(len(STEPS))]
    if scenario in ('SingleStream', 'MultiStream'):
        steps = [mean + i * 90 for i in range(len(STEPS))]
    for step, value in zip(STEPS, steps):
        log.put('result_%s_percentile_latency_ns' % step, value, stop)
    if tokens is not None:
        name = 'result_tokens_per_second' if scenario == 'Offline' else 'result_completed_tokens_per_second'
        if scenario == 'Server':
            for part, top in (('first_token', limits[0] // 2), ):
                for step, share in zip(STEPS, range(1, 7)):
                    log.put('result_first_token_%s_percentile_latency_ns' % step, top * share // 6, stop)
            for step, share in zip(STEPS, range(1, 7)):
                log.put('result_time_per_output_token_%s_percentile_ns' % step, limits[1] // 2 * share // 6, stop)
        if scenario in ('Offline', 'Server'):
            log.put(name, float('%g' % (rate * tokens)), stop)
            head.append(('Tokens per second: %g' if scenario == 'Offline' else 'Completed tokens per second: %g') %
                        float('%g' % (rate * tokens)))
    log.put('num_errors', 0, stop)
    say('\n'.join(head))
    say('Result is : VALID')
    if scenario == 'Server':
        say('  Performance constraints satisfied : Yes')
    say('  Min duration satisfied : Yes\n  Min queries satisfied : Yes')
    if scenario != 'Offline':
        say('  Early stopping satisfied: Yes')
    say('\nAdditional Stats\nMin latency (ns)                : %d\nMax latency (ns)                : %d' % (mean // 2, most))
    say('Mean latency (ns)               : %d' % mean)
    for step, value in zip(STEPS, steps):
        say('%s percentile latency (ns)   : %d' % (step, value))
    say('\nTest Parameters Used\nsamples_per_query : %d\nmin_duration (ms): 600000\nqsl_rng_seed : %d' % (per_query, seeds[0]))
    say('\nNo warnings encountered during test.\n\nNo errors encountered during test.\n')
    return log.text(), '\n'.join(summary)


LLAMA = "{'rouge1': 44.5, 'rouge2': 22.1, 'rougeL': 28.7, 'rougeLsum': 42.0, 'tokens_per_sample': 294.0}\n"
ROWS = (  # benchmark, folder of the scenario, scenario of the log, samples, seconds, tokens a sample, limits, accuracy, tests, system
    ('llama2-70b-99', 'Server', 'Server', 61440, 700, 294.0, (2000000000, 200000000), LLAMA, ('TEST06',), 'M4x2'),
    ('llama2-70b-99', 'Offline', 'Offline', 24576, 800, 294.0, None, LLAMA, ('TEST06',), 'M4x2'),
    ('llama2-70b-99', 'Interactive', 'Server', 30720, 650, 294.0, (450000000, 40000000), LLAMA, ('TEST06',), 'M4x2'),
    ('whisper', 'Offline', 'Offline', 1633 * 12, 680, 76.0, None, 'Word Error Rate: 2.1%, accuracy=97.9%\n', ('TEST01',), 'M4x2'),
    ('resnet', 'SingleStream', 'SingleStream', 90000, 610, None, None, 'accuracy=76.100%, good=38050, total=50000\n',
     ('TEST01', 'TEST04'), 'edge_M1'),
    ('resnet', 'MultiStream', 'SingleStream', 90000, 610, None, None, 'accuracy=76.100%, good=38050, total=50000\n',
     ('TEST01', 'TEST04'), 'edge_M1'),
    ('resnet', 'Offline', 'Offline', 50000, 600, None, None, 'accuracy=76.100%, good=38050, total=50000\n',
     ('TEST01', 'TEST04'), 'edge_M1'))
SAMPLES = {'llama2-70b-99': 24576, 'whisper': 1633, 'resnet': 50000}


def system(submitter, name, count, kind, model):
    told = {key: 'told' for key in SYSTEM_KEYS}
    told.update(division='closed', submitter=submitter, status='available', system_type=kind, accelerators_per_node=str(count),
                number_of_nodes='1', accelerator_model_name=model, system_name=name)
    return json.dumps(told, indent=1)


def make(root, round_='5.1', submitter='Maker', beside=False, more=0):
    """`beside`: the layout since v6, with measurements and compliance inside results. `more`: seconds that each run takes longer."""
    base = os.path.join(root, 'closed', submitter)
    places = []
    write(os.path.join(base, 'systems', 'M4x2.json'), system(submitter, 'Made node (2x M4)', 2, 'datacenter', 'Made M4'))
    write(os.path.join(base, 'systems', 'edge_M1.json'), system(submitter, 'Made box', 1, 'edge', 'Made M1'))
    write(os.path.join(base, 'documentation', 'calibration.md'), 'none needed\n')
    for benchmark, folder, scenario, count, seconds, tokens, limits, accuracy, tests, name in ROWS:
        seconds += more
        where = os.path.join(base, 'results', name, benchmark, folder)
        run = os.path.join(where, 'performance', 'run_1')
        detail, summary = logs(scenario, SEEDS[round_], count, seconds, tokens, limits=limits, samples=SAMPLES[benchmark])
        write(os.path.join(run, 'mlperf_log_detail.txt'), detail)
        write(os.path.join(run, 'mlperf_log_summary.txt'), summary)
        own = zlib.crc32(('%s %s %s' % (submitter, benchmark, folder)).encode()) % 2999  # no two accuracy runs take as long
        detail, summary = logs(scenario, SEEDS[round_], SAMPLES[benchmark], 500 + own, mode='AccuracyOnly')
        write(os.path.join(where, 'accuracy', 'mlperf_log_detail.txt'), detail)
        write(os.path.join(where, 'accuracy', 'mlperf_log_summary.txt'), summary)
        write(os.path.join(where, 'accuracy', 'accuracy.txt'), accuracy + '\nhash=' + '0' * 64 + '\n')
        write(os.path.join(where, 'accuracy', 'mlperf_log_accuracy.json'), '[]\n')
        told = json.dumps({'input_data_types': 'fp16', 'weight_data_types': 'fp8', 'retraining': 'N', 'starting_weights_filename': 'w',
                           'weight_transformations': 'quantised'})
        measured = where if beside else os.path.join(base, 'measurements', name, benchmark, folder)
        write(os.path.join(measured, 'measurements.json' if beside else name + '.json'), told)
        write(os.path.join(measured, 'user.conf'), '*.Server.target_qps = 1\n')
        write(os.path.join(measured, 'README.md'), 'how\n')
        for test in tests:
            at = os.path.join(where if beside else os.path.join(base, 'compliance', name, benchmark, folder), test)
            six = 'First token check pass: True\nEOS check pass: True\nSample length check pass: True\n'
            write(os.path.join(at, 'verify_accuracy.txt'), six if test == 'TEST06' else 'TEST PASS\n')
            if test in ('TEST01', 'TEST04'):
                write(os.path.join(at, 'verify_performance.txt'), 'TEST PASS\n')
                detail, _ = logs(scenario, SEEDS[round_], count, seconds, tokens, limits=limits, samples=SAMPLES[benchmark])
                write(os.path.join(at, 'performance', 'run_1', 'mlperf_log_detail.txt'), detail)
        places.append(os.path.relpath(where, root))
    return places
