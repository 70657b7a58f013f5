"""rounds.py DOSSIER SCRATCH [CORPUS]: whole rounds as `runs` and `check --rules` tell them.

Without a corpus: a round of our own making, as it is (every run valid, compliant, consistent) and changed in one place at a time; each
change must be found with file and line while every other run is judged as before. With one: real submissions against EXPECTED.tsv, and
the same changes in a real bundle."""
import csv, io, json, os, re, shutil, subprocess, sys
import rounds_make as made
from counted import expect, failed, finish

dossier, scratch = sys.argv[1:3]
corpus = sys.argv[3] if len(sys.argv) > 3 else None


def call(*arguments):
    run = subprocess.run([dossier, *arguments], capture_output=True, text=True)
    return run.returncode, run.stdout, run.stderr


def judged(tree, rules):
    status, out, err = call('check', '--json', '--rules', rules, tree)
    try:
        return status, json.loads(out)
    except ValueError:
        failed.append('check %s: no JSON: %s' % (tree, err[:300]))
        return status, {'runs': [], 'tree_findings': [], 'counts': {}, 'comparable': []}


def words(run):
    return run['valid'], run['compliant'], run['consistent']


# ---- changes of one file: (name, file below the result, change, code, file of the finding, line told by a function of the new text) ----
DETAIL, SUMMARY = 'performance/run_1/mlperf_log_detail.txt', 'performance/run_1/mlperf_log_summary.txt'


def line_of(text, part):
    return next(i for i, line in enumerate(text.split('\n'), 1) if part in line)


def replaced(old, new, count=1):
    return lambda text: re.sub(old, new, text, count=count)


def told(key, value):
    """The detailed log with another value of a key."""
    return replaced(r'("key": "%s", "value": )[^,]+' % re.escape(key), r'\g<1>%s' % value)


def both(*changes):
    def change(text):
        for one in changes:
            text = one(text)
        return text
    return change


def added(line, after):
    """One more line behind the first that holds `after`."""
    def change(text):
        lines = text.split('\n')
        lines.insert(line_of(text, after), line)
        return '\n'.join(lines)
    return change


ERROR = (':::MLLOG {"key": "error_runtime", "value": "Ending early: ran out of queries", "time_ms": 5.0, "namespace": '
         '"mlperf::logging", "event_type": "POINT_IN_TIME", "metadata": {"is_error": true, "is_warning": false, "file": "loadgen.cc", '
         '"line_no": 1, "pid": 7, "tid": 7}}')
LOOSE = ':::MLLOG {"key":"error_runtime","value":"x","metadata":{"is_error":true}}'
CHANGES = (
    ('INVALID', DETAIL, told('result_validity', '"INVALID"'), 'invalid', 'result_validity'),
    ('INVALID and a condition not met', DETAIL, both(told('result_validity', '"INVALID"'), told('result_min_duration_met', 'false')),
     'invalid', 'result_validity'),
    ('a condition not met beside VALID', DETAIL, told('result_min_duration_met', 'false'), 'verdict-contradicts', 'result_min_duration_met'),
    ('error line', DETAIL, added(ERROR, 'power_begin'), 'error-line', 'error_runtime'),
    ('error line in other blanks', DETAIL, added(LOOSE, 'power_begin'), 'error-line', 'error_runtime'),
    ('foreign seed', DETAIL, told('effective_schedule_rng_seed', '7'), 'seed-foreign', 'effective_schedule_rng_seed'),
    ('least duration', DETAIL, told('effective_min_duration_ms', '60000'), 'duration-short', 'effective_min_duration_ms'),
    ('dirty build', DETAIL, told('loadgen_git_status_message', '" M loadgen.cc"'), 'loadgen-dirty', 'loadgen_git_status_message'),
    ('old build', DETAIL, told('loadgen_version', '"4.1.0 @ 0123456789"'), 'loadgen-old', 'loadgen_version'),
    ('least above most', DETAIL, both(told('effective_min_query_count', '900'), told('effective_max_query_count', '100')), 'min-above-max',
     'effective_min_query_count'),
    ('debugging issue mode', DETAIL, told('effective_performance_issue_same', 'true'), 'issue-mode', 'effective_performance_issue_same'),
    ('few samples loaded', DETAIL, told('effective_performance_sample_count', '10'), 'performance-samples',
     'effective_performance_sample_count'),
    ('percentiles out of order', DETAIL, told('result_90.00_percentile_latency_ns', '1'), 'order-broken', '90.00_percentile_latency_ns'),
    ('clock off by a zone', DETAIL, told('test_datetime', '"2025-07-01T19:59:58Z"'), 'clock-local', 'test_datetime'),
    ('clock off', DETAIL, told('test_datetime', '"2025-07-01T12:03:58Z"'), 'clock-skew', 'test_datetime'),
    ('result said twice', DETAIL, added(ERROR.replace('error_runtime', 'result_validity').replace('Ending early: ran out of queries', 'INVALID')
                                        .replace('"is_error": true', '"is_error": false'), '"result_validity"'), 'said-twice', None),
    ('a line broken', DETAIL, added('{"key": "result_validity"', 'power_begin'), 'detail-broken', '{"key": "result_validity"'),
    ('cut inside a line', DETAIL, lambda text: text[:len(text) - 90], 'detail-cut', 'num_errors'),
    ('cut at a line', DETAIL, lambda text: ''.join(text.splitlines(True)[:-3]), 'detail-cut', None),
    ('cut before the verdict', DETAIL, lambda text: text[:text.index(':::MLLOG {"key": "result_validity"')], 'verdict-missing', None),
    ('empty log', DETAIL, lambda text: '', 'verdict-missing', None),
    ('no log', DETAIL, None, 'detail-missing', None),
    ('summary: verdict', SUMMARY, replaced('Result is : VALID', 'Result is : INVALID'), 'summary-differs', 'Result is'),
    ('summary: latency', SUMMARY, replaced(r'Max latency \(ns\)                : \d+', 'Max latency (ns)                : 17'),
     'summary-differs', 'Max latency'),
    ('summary: seed by one', SUMMARY, replaced(r'(qsl_rng_seed : \d+)\d', r'\g<1>5'), 'summary-differs', 'qsl_rng_seed'),
    ('summary: cut', SUMMARY, lambda text: text[:text.index('Test Parameters')], 'summary-cut', None),
    ('summary: an error', SUMMARY, replaced('No errors encountered during test.', '1 ERROR encountered. See detailed log.'),
     'errors-hidden', '1 ERROR'),
    ('accuracy below the target', 'accuracy/accuracy.txt', replaced(r"(rouge1': |accuracy=)\d+", r'\g<1>12'), 'accuracy-low', '12.'),
    ('no hash', 'accuracy/accuracy.txt', replaced('hash=0', 'h=0'), 'hash-missing', None),
    ('no accuracy', 'accuracy/accuracy.txt', None, 'accuracy-missing', None),
    ('accuracy log whole', 'accuracy/mlperf_log_accuracy.json', lambda text: '[' + '1,' * 9000 + '1]', 'accuracy-log', None),
    ('part of the data set', 'accuracy/mlperf_log_detail.txt', told('qsl_reported_total_count', '500'), 'accuracy-samples',
     'qsl_reported_total_count'),
)
TOKENS = (
    ('headline of 999999 tokens/s', DETAIL, replaced(r'("result_(?:completed_)?tokens_per_second", "value": )[^,]+', r'\g<1>999999'), 'tokens-implausible',
     'tokens_per_second'),
    ('headline of the summary', SUMMARY, replaced(r'((?:Completed t|T)okens per second: )\S+', r'\g<1>999999'), 'summary-differs', 'okens per second'),
)
SERVER = (
    ('token latency over the limit', DETAIL, both(told('result_first_token_99.00_percentile_latency_ns', '2100000000'),
                                                 told('result_first_token_99.90_percentile_latency_ns', '2200000000')), 'latency-tokens',
     'first_token_99.00'),
    ('more completed than due', DETAIL, told('result_completed_samples_per_sec', '1000'), 'rate-contradicts', 'result_completed_samples_per_sec'),
)
OFFLINE = (
    ('rate of the one query', DETAIL, told('result_samples_per_second', '31.2'), 'rate-contradicts', 'result_samples_per_second'),
    ('query of few samples', DETAIL, told('effective_samples_per_query', '100'), 'offline-samples', 'effective_samples_per_query'),
    ('shorter than told', DETAIL, replaced(r'("power_end", "value": )"[^"]+', r'\g<1>"07-01-2025 12:00:22.000'), 'short-run', 'power_end'),
)


def change_each(tree, rules, place, changes, before):
    others = {run['place']: words(run) for run in before['runs'] if run['place'] != place}
    for name, file, change, code, part in changes:
        path = os.path.join(tree, place, file)
        with open(path, newline='') as opened:
            old = opened.read()
        os.chmod(path, 0o644)
        if change is None:
            os.remove(path)
            new = None
        else:
            new = change(old)
            expect(new != old, '%s: nothing changed in %s' % (name, place))
            with open(path, 'w', newline='') as opened:
                opened.write(new)
        status, said = judged(tree, rules)
        found = [f for run in said['runs'] if run['place'] == place for f in run['findings'] if f['code'] == code]
        mine = [f for f in found if f['file'] == os.path.join(place, file)]
        expect(mine, '%s in %s: no %s; %s' % (name, place, code, [f['code'] for r in said['runs'] if r['place'] == place for f in r['findings']]))
        if mine and part is not None and new is not None:
            lines = [f.get('line') for f in mine]
            expect(any(part in new.split('\n')[n - 1] for n in lines if n), '%s: told at lines %s' % (name, lines))
        after = {run['place']: words(run) for run in said['runs'] if run['place'] != place}
        expect(after == others, '%s: other runs are judged otherwise: %s' % (name, [k for k in others if after.get(k) != others[k]]))
        fails = [f for f in found if f['weight'] == 'fails']
        expect(not fails or status == 1, '%s: exit status %d' % (name, status))
        with open(path, 'w', newline='') as opened:
            opened.write(old)


def own_round():
    tree = os.path.join(scratch, 'own')
    places = made.make(tree)
    status, said = judged(tree, 'mlperf-inference-5.1')
    expect(status == 0 and said['verified'] == 'unverified', 'own round: exit status %d' % status)
    expect(sorted(run['place'] for run in said['runs']) == sorted(places), 'own round: other places')
    for run in said['runs']:
        expect(words(run) == ('yes', 'yes', 'yes'), '%s: %s %s' % (run['place'], words(run), run['findings']))
    base = 'closed/Maker/results/'
    change_each(tree, 'mlperf-inference-5.1', base + 'M4x2/llama2-70b-99/Server', CHANGES + TOKENS + SERVER, said)
    change_each(tree, 'mlperf-inference-5.1', base + 'M4x2/llama2-70b-99/Offline', TOKENS + OFFLINE, said)
    change_each(tree, 'mlperf-inference-5.1', base + 'M4x2/whisper/Offline', TOKENS[:1], said)
    change_each(tree, 'mlperf-inference-5.1', base + 'edge_M1/resnet/Offline', CHANGES[:3], said)
    # the newer layout, and one submitter alone
    later = os.path.join(scratch, 'later')
    made.make(later, '6.1', 'Other', beside=True)
    status, said = judged(later, 'mlperf-inference-6.1')
    expect([words(run) for run in said['runs']] == [('yes', 'yes', 'yes')] * 7, 'layout of v6: %s' % [words(r) for r in said['runs']])
    change_each(later, 'mlperf-inference-6.1', 'closed/Other/results/M4x2/llama2-70b-99/Server', CHANGES + TOKENS + SERVER, said)
    change_each(later, 'mlperf-inference-6.1', 'closed/Other/results/M4x2/llama2-70b-99/Offline', TOKENS + OFFLINE, said)
    status, said = judged(os.path.join(later, 'closed', 'Other'), 'mlperf-inference-6.1')
    expect(len(said['runs']) == 7 and all(run['submitter'] == 'Other' and run['compliant'] == 'yes' for run in said['runs']),
           'a submitter alone: %s' % said['counts'])
    # accuracy of another submitter, and of another benchmark, in the place of its own
    made.make(later, '6.1', 'Next', beside=True, more=3)
    accuracy = os.path.join(later, 'closed/Other/results/M4x2/llama2-70b-99/Server/accuracy')
    shutil.move(accuracy, os.path.join(scratch, 'accuracy'))
    for name, source, wanted in (('another submitter', 'closed/Next/results/M4x2/llama2-70b-99/Server', {'accuracy-elsewhere'}),
                                 ('another benchmark', 'closed/Other/results/M4x2/whisper/Offline', {'accuracy-elsewhere', 'accuracy-unread', 'accuracy-samples'}),
                                 ('another scenario', 'closed/Other/results/M4x2/llama2-70b-99/Offline', set())):
        shutil.copytree(os.path.join(later, source, 'accuracy'), accuracy)
        status, said = judged(later, 'mlperf-inference-6.1')
        found = {run['place']: {f['code']: f for f in run['findings']} for run in said['runs']}
        codes = {code for place in found for code in found[place]} - {'unit-contradicts', 'same-measurement', 'loadgen-old'}
        expect(codes == wanted, 'accuracy of %s: %s' % (name, codes))
        told = [f for place in found for code, f in found[place].items() if code == 'accuracy-elsewhere']
        for f in told:
            with open(os.path.join(later, f['file'])) as opened:
                expect('power_begin' in opened.read().split('\n')[f['line'] - 1], 'accuracy of %s: line %s' % (name, f['line']))
        shutil.rmtree(accuracy)
    shutil.move(os.path.join(scratch, 'accuracy'), accuracy)
    shutil.rmtree(os.path.join(later, 'closed/Next'))
    # by the rules of another round
    status, said = judged(later, 'mlperf-inference-5.1')
    expect(status == 1 and all(run['compliant'] == 'no' for run in said['runs']), 'another round')
    # one measurement filed under another submitter too
    shutil.copytree(os.path.join(tree, 'closed', 'Maker'), os.path.join(tree, 'closed', 'Twin'))
    status, said = judged(tree, 'mlperf-inference-5.1')
    codes = {f['code'] for run in said['runs'] if run['submitter'] == 'Twin' for f in run['findings']}
    expect('same-elsewhere' in codes and 'division-other' in codes, 'a copied submitter: %s' % codes)
    shutil.rmtree(os.path.join(tree, 'closed', 'Twin'))
    # who may be compared with whom: another submitter's own measurements do, another data type of weights does not
    pair = os.path.join(scratch, 'pair')
    made.make(pair, submitter='Maker')
    made.make(pair, submitter='Second', more=3)
    status, said = judged(pair, 'mlperf-inference-5.1')
    servers = [group for group in said['comparable'] if (group['benchmark'], group['scenario']) == ('llama2-70b-99', 'server')]
    expect(len(servers) == 1 and len(servers[0]['runs']) == 2, 'two servers: %s' % servers)
    told = os.path.join(pair, 'closed/Second/measurements/M4x2/llama2-70b-99/Server/M4x2.json')
    with open(told) as opened:
        text = opened.read()
    made.write(told, text.replace('fp8', 'fp4'))
    status, said = judged(pair, 'mlperf-inference-5.1')
    servers = [group for group in said['comparable'] if (group['benchmark'], group['scenario']) == ('llama2-70b-99', 'server')]
    expect(len(servers) == 2 and servers[1].get('apart_from_the_one_before_by') == ['weights'], 'two formats: %s' % servers)
    # what no single run tells
    expect(not any(f['code'] in ('scenario-missing', 'calibration-missing', 'system-unused') for f in said['tree_findings']),
           'a whole tree: %s' % said['tree_findings'])
    shutil.rmtree(os.path.join(pair, 'closed/Second/results/edge_M1/resnet/MultiStream'))
    os.remove(os.path.join(pair, 'closed/Second/documentation/calibration.md'))
    shutil.copy(os.path.join(pair, 'closed/Second/systems/M4x2.json'), os.path.join(pair, 'closed/Second/systems/spare.json'))
    table = [{'Location': 'closed/Maker/results/M4x2/whisper/Offline', 'Performance_Result': 2190.14, 'Performance_Units': 'Samples/s'},
             {'Location': 'closed/Maker/results/M4x2/llama2-70b-99/Server', 'Performance_Result': 999999.0, 'Performance_Units': 'Tokens/s'},
             {'Location': 'closed/Maker/results/edge_M1/resnet/MultiStream', 'Performance_Result': '61.422224', 'Performance_Units': 'Latency (ms)'}]
    made.write(os.path.join(pair, 'summary_results.json'), json.dumps(table, indent=1))
    status, said = judged(pair, 'mlperf-inference-5.1')
    told = [(f['code'], f['file']) for f in said['tree_findings']]
    expect(sorted(told) == [('calibration-missing', 'closed/Second'), ('published-differs', 'summary_results.json'),
                            ('scenario-missing', 'closed/Second/results/edge_M1/resnet/Offline'),
                            ('system-unused', 'closed/Second/compliance/edge_M1/resnet/MultiStream'),
                            ('system-unused', 'closed/Second/systems/spare.json'), ('unit-contradicts', 'summary_results.json')],
           'a tree that lacks things: %s' % told)
    expect([f['line'] for f in said['tree_findings'] if f['code'] == 'published-differs'] == [7], 'line of the table')
    # as rows
    status, out, err = call('runs', '--csv', tree)
    rows = list(csv.DictReader(io.StringIO(out, newline='')))
    expect(status == 0 and len(rows) == 7 and all(row['verified'] == 'unverified' for row in rows), 'runs --csv: %d, %d rows' % (status, len(rows)))
    one = {(row['benchmark'], row['scenario']): row for row in rows}
    row = one[('resnet', 'MultiStream')]
    expect(row['unit'] == 'ms' and row['metric'] == 'early_stopping_latency_ms' and float(row['value']) == 61.422224,
           'a stream of eight: %s' % row)  # 8 x 7.677778 ms
    row = one[('whisper', 'Offline')]
    expect(row['unit'] == 'tokens/s' and row['accelerators'] == '2' and row['weights'] == 'fp8', 'whisper: %s' % row)
    status, out, _ = call('runs', '--json', tree)
    expect(status == 0 and len(json.loads(out)) == 7, 'runs --json')
    status, out, _ = call('runs', os.path.join(tree, base, 'M4x2/llama2-70b-99/Server/performance/run_1'))
    expect(status == 0 and 'llama2-70b-99, Server' in out and '25804.8 tokens/s' in out, 'the folder of a run: %s' % out)
    # logs that lie in no tree of a round, beside a link and a name that is no text; alone; and packed
    stray = os.path.join(scratch, 'stray')
    for name in ('one', 'two'):
        shutil.copytree(os.path.join(tree, base, 'M4x2/whisper/Offline/performance/run_1'), os.path.join(stray, name))
    os.symlink('/etc', os.path.join(stray, 'link'))
    open(os.fsencode(stray) + b'/a\xff b', 'w').close()
    status, out, err = call('runs', stray)
    expect(status == 0 and out.count('2190.14 tokens/s') == 2, 'stray logs: %d %s' % (status, out))
    status, said = judged(stray, 'mlperf-inference-5.1')
    expect(status == 2 and [run['compliant'] for run in said['runs']] == ['undecided'] * 2, 'stray logs: %d %s' % (status, said['counts']))
    expect(any(f['code'] == 'tree-left' and f['file'] == 'link' for f in said['tree_findings']), 'a link: %s' % said['tree_findings'])
    status, out, err = call('runs', os.path.join(stray, 'one', 'mlperf_log_detail.txt'))
    expect(status == 0 and '2190.14 tokens/s' in out, 'one log: %d %s' % (status, out))
    packed = shutil.make_archive(os.path.join(scratch, 'packed'), 'gztar', tree)
    status, out, err = call('runs', '--csv', packed)
    expect(status == 0 and len(out.splitlines()) == 8, 'an archive: %d %s' % (status, err))
    # a tree without any result, no tree, no such rules
    os.makedirs(os.path.join(scratch, 'none'))
    expect(call('check', '--rules', 'mlperf-inference-5.1', os.path.join(scratch, 'none'))[0] == 3, 'no result')
    expect(call('check', '--rules', 'mlperf-inference-5.1', os.path.join(scratch, 'absent'))[0] == 3, 'no tree')


def endpoints():
    """A run against an endpoint: no log of LoadGen; its rate is told over another window than the run lasted (2318.93 s)."""
    tree = os.path.join(scratch, 'endpoint')
    made.make(tree, '6.1', 'Made', beside=True)
    where = os.path.join(tree, 'closed/Made/results/M4x2/gpt-oss-120b/Server')
    shutil.copytree(os.path.join(tree, 'closed/Made/results/M4x2/llama2-70b-99/Server'), where)
    shutil.rmtree(os.path.join(where, 'performance'))
    told = {'n_samples_issued': 600000, 'n_samples_completed': 600000, 'n_samples_failed': 0, 'duration_ns': 2318930000000,
            'complete': True, 'qps': 310.08, 'tps': 77520.0, 'legacy_loadgen_window_duration_ns': 1934950000000,
            'output_sequence_lengths': {'total': 149999424}, 'ttft': {'percentiles': {'99.0': 900000000}},
            'latency': {'percentiles': {'99.0': 4000000000}}}
    file = os.path.join(where, 'performance', 'result_summary.json')
    made.write(file, json.dumps(told, indent=1))
    made.write(os.path.join(where, 'config.yaml'), 'type: online\n')
    place = 'closed/Made/results/M4x2/gpt-oss-120b/Server'
    status, out, err = call('runs', '--json', tree)
    row = next(r for r in json.loads(out) if r.get('place') == place)
    expect(row['value'] == '77520.0' and row['unit'] == 'tokens/s' and 'not of the run' in row['definition'], 'endpoint: %s' % row)
    expect(row['ttft_p99']['text'] == '900000000' and row['round'] == '6.1', 'endpoint: %s' % row)
    for changes, code in (({}, 'endpoint-windows'), ({'n_samples_failed': 3}, 'endpoint-failed'), ({'complete': False}, 'endpoint-failed'),
                          ({'tps': 999999.0}, 'rate-contradicts'), ({'n_samples_completed': 700000}, 'rate-contradicts')):
        made.write(file, json.dumps(dict(told, **changes), indent=1))
        status, said = judged(tree, 'mlperf-inference-6.1')
        run = next(r for r in said['runs'] if r['place'] == place)
        expect(any(f['code'] == code and f['file'].endswith('result_summary.json') and f.get('line') for f in run['findings']),
               'endpoint %s: %s' % (changes, run['findings']))
        expect(sum(words(r) == ('yes', 'yes', 'yes') for r in said['runs']) == 7, 'endpoint %s: others' % changes)
    made.write(file, '{"qps": ')
    status, said = judged(tree, 'mlperf-inference-6.1')
    expect(len(said['runs']) == 8 and status == 1, 'a broken endpoint: %s' % said['counts'])


KEYS = {'p99_latency_ns': 'latency_p99', 'ttft_p99_ns': 'ttft_p99', 'tpot_p99_ns': 'tpot_p99'}


def same_number(a, b):
    return a is not None and b is not None and float(a) == float(b)


def real_rounds():
    folder = os.path.join(corpus, 'mlperf')
    status, out, err = call('runs', '--json', folder)
    rows = {row['place']: row for row in json.loads(out) if 'place' in row and 'scenario_in_log' in row}
    expect(status == 0, 'runs of the corpus: %d %s' % (status, err[:200]))
    for want in csv.DictReader(open(os.path.join(folder, 'EXPECTED.tsv')), delimiter='\t'):
        row = rows.get(want['bundle'] + '/' + want['location'])
        name = want['bundle'] + ' ' + want['location']
        if row is None:
            failed.append('no row for ' + name)
            continue
        expect(row['scenario_in_log'] == want['scenario_in_log'], '%s: scenario %s' % (name, row['scenario_in_log']))
        expect(row['valid'] == want['validity'], '%s: %s' % (name, row['valid']))
        eight = want['bundle'].startswith('v5.1-gateoverflow')  # published from the 99th percentile, EXPECTED names the stream's own figure
        if not eight:
            expect(row['metric'] == want['metric_key'], '%s: metric %s' % (name, row['metric']))
            expect(same_number(row['measured']['text'], want['metric_value']), '%s: %s' % (name, row['measured']))
        if want['published_value']:
            expect(same_number(row['value'], want['published_value']), '%s: %s, published %s' % (name, row['value'], want['published_value']))
        units = {'Tokens/s': 'tokens/s', 'Samples/s': 'samples/s', 'Queries/s': 'queries/s', 'Latency (ms)': 'ms'}
        if want['published_units'] and want['bundle'] != 'v5.1-intel-gnr128c-whisper':  # its tokens are published as samples
            expect(row['unit'] == units[want['published_units']], '%s: unit %s' % (name, row['unit']))
        for column, key in KEYS.items():
            if want[column]:
                expect(same_number(row[key]['text'], want[column]), '%s: %s is %s' % (name, key, row.get(key)))
        if want['avg_power_w']:
            expect(abs(float(row['mean_power']['text']) - float(want['avg_power_w'])) < 5e-5, '%s: %s' % (name, row['mean_power']))
        expect(row['accelerator'] == want['accelerator'], '%s: accelerator %s' % (name, row['accelerator']))
        expect(row['accelerators_per_node'] == int(want['count']), '%s: accelerators %s' % (name, row))
        expect(row['weights'] == want['weight_data_types'], '%s: weights %s' % (name, row['weights']))
    codes = {}
    for rules in ('5.1', '5.0', '4.1'):
        status, said = judged(folder, 'mlperf-inference-' + rules)
        for run in said['runs']:
            bundle = run['place'].split('/')[0]
            if bundle.startswith('v' + rules):
                codes.setdefault(bundle, set()).update(f['code'] for f in run['findings'])
                expect(run['consistent'] == 'yes', '%s: not consistent: %s' % (run['place'], run['findings']))
        codes.setdefault('tree', set()).update(f['code'] for f in said['tree_findings'])
    for bundle, code in (('v5.1-intel-gnr128c-whisper', 'unit-contradicts'), ('v5.1-redhat-h100x1-llama3.1-8b', 'count-name'),
                         ('v5.1-redhat-h100x1-llama3.1-8b', 'clock-local'), ('v5.0-test-ghrunner-cpu-resnet50-offline-short', 'short-run'),
                         ('v5.0-test-ghrunner-cpu-resnet50-offline-short', 'duration-short'),
                         ('v5.1-krai-h100x8-llama3.1-70b-fp8-open-invalid-test06', 'test-invalid'),
                         ('v5.1-lenovo-b200x8-llama2-70b-99.9-server-power-invalid-ranging', 'power-missing'), ('tree', 'system-unused')):
        expect(code in codes.get(bundle, ()), '%s: no %s but %s' % (bundle, code, codes.get(bundle)))
    invalid = [bundle for bundle, found in codes.items() if 'test-invalid' in found]
    expect(sorted(invalid) == ['tree', 'v5.1-krai-h100x8-llama3.1-70b-fp8-open-invalid-test06'], 'tests that are not valid: %s' % invalid)
    # tests without results are no result, and the one that ran out of queries is told by file and line
    orphan = os.path.join(folder, 'v5.1-hpe-rtx4000ada-resnet-orphan-compliance-invalid')
    status, said = judged(orphan, 'mlperf-inference-5.1')
    told = [f for f in said['tree_findings'] if f['code'] == 'test-invalid']
    expect(status == 2 and said['runs'] == [] and len(told) == 1 and told[0]['found'] == 'INVALID' and
           '"result_validity", "value": "INVALID"' in open(os.path.join(orphan, told[0]['file'])).read().split('\n')[told[0]['line'] - 1],
           'tests without results: %d %s' % (status, told))
    # the same changes in a real bundle
    tree = os.path.join(scratch, 'real')
    for bundle in ('v5.1-amd-mi300x8-llama2-70b-99', 'v5.1-redhat-h100x1-llama3.1-8b'):
        shutil.copytree(os.path.join(folder, bundle), tree, dirs_exist_ok=True)
        subprocess.run(['chmod', '-R', 'u+w', tree], check=True)
    status, before = judged(tree, 'mlperf-inference-5.1')
    expect(status == 0, 'real bundles as they are: %d' % status)
    for place, changes in (('closed/AMD/results/8xMI300X_2xEPYC_9575F/llama2-70b-99/Server', CHANGES[:6] + CHANGES[16:25] + TOKENS),
                           ('closed/AMD/results/8xMI300X_2xEPYC_9575F/llama2-70b-99/Offline', CHANGES[:6] + TOKENS),
                           ('closed/RedHat/results/XE8640_4xH100_vLLM/llama3.1-8b/Offline', TOKENS)):
        change_each(tree, 'mlperf-inference-5.1', place, changes, before)


own_round()
endpoints()
if corpus:
    real_rounds()
finish(100)
