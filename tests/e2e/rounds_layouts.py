"""rounds_layouts.py DOSSIER SCRATCH RULES: rounds of our own making in every layout, from any folder on, of every benchmark of every
round. What a row must say follows from what was written: samples, seconds and tokens a sample."""
import glob, gzip, json, os, shutil, subprocess, sys
import rounds_make as made
from counted import expect, finish

dossier, scratch, rule_files = sys.argv[1:4]
SERVER = 'closed/Maker/results/M4x2/llama2-70b-99/Server'


def rows_of(path):
    run = subprocess.run([dossier, 'runs', '--json', path], capture_output=True, text=True)
    return json.loads(run.stdout) if run.returncode == 0 else []


def judged(path, rules='5.1'):
    run = subprocess.run([dossier, 'check', '--json', '--rules', 'mlperf-inference-' + rules, path], capture_output=True, text=True)
    return run.returncode, json.loads(run.stdout)


def codes(said, place):
    return [f['code'] for run in said['runs'] if run['place'] == place for f in run['findings']]


def fresh(name, **arguments):
    tree = os.path.join(scratch, name)
    made.make(tree, **arguments)
    return tree


# what the seven results are: benchmark, folder -> figure
FIGURES = {('llama2-70b-99', 'Server'): '25804.8', ('llama2-70b-99', 'Offline'): '9031.68', ('llama2-70b-99', 'Interactive'): '13894.9',
           ('whisper', 'Offline'): '2190.14', ('resnet', 'SingleStream'): '7.277778', ('resnet', 'MultiStream'): '61.422224',
           ('resnet', 'Offline'): '83.3333'}


def whole(name, rows, **want):
    found = {(row.get('benchmark'), row.get('scenario')): row.get('value') for row in rows}
    expect(len(rows) == 7 and found == FIGURES, '%s: %s' % (name, found))
    for key, value in want.items():
        expect(all(row.get(key) == value for row in rows), '%s: %s is %s' % (name, key, {row.get(key) for row in rows}))


def places():
    tree = fresh('places')
    sub = os.path.join(tree, 'closed/Maker')
    whole('a round', rows_of(tree), division='closed', submitter='Maker', compliant='compliant')
    whole('a division', rows_of(os.path.join(tree, 'closed')), division='closed', submitter='Maker', compliant='compliant')
    whole('a submitter', rows_of(sub), division='closed', submitter='Maker', compliant='compliant')
    # what the part cannot hold is not missed: nothing is refused, nothing passed
    whole('results alone', rows_of(os.path.join(sub, 'results')), division='closed', submitter='Maker', compliant=None)
    status, said = judged(os.path.join(sub, 'results'))
    expect(status == 2 and not any(f['weight'] == 'fails' for run in said['runs'] for f in run['findings']), 'results alone: %d' % status)
    status, said = judged(os.path.join(sub, 'results/M4x2/llama2-70b-99/Server'))
    expect(status == 2 and not said['tree_findings'], 'one scenario: %d %s' % (status, said['tree_findings']))
    for part, count in (('results/M4x2', 4), ('results/M4x2/llama2-70b-99', 3), ('results/M4x2/llama2-70b-99/Server', 1),
                        ('results/M4x2/llama2-70b-99/Server/performance', 1), ('results/M4x2/llama2-70b-99/Server/performance/run_1', 1),
                        ('results/M4x2/llama2-70b-99/Server/performance/run_1/mlperf_log_detail.txt', 1)):
        rows = rows_of(os.path.join(sub, part))
        expect(len(rows) == count and all((row.get('submitter'), row.get('system')) == ('Maker', 'M4x2') and
                                          row['value'] == FIGURES[row['benchmark'], row['scenario']] for row in rows),
               '%s: %s' % (part, [(row.get('benchmark'), row.get('scenario'), row.get('value')) for row in rows]))
    # below and beside folders that have names of the layout by chance
    for above in ('results', 'results/closed/x', 'closed/data/results', 'systems', 'open/x/compliance'):
        where = os.path.join(scratch, 'above', above)
        shutil.copytree(sub, os.path.join(where, 'Maker'))
        whole('a submitter below ' + above, rows_of(where), submitter='Maker', compliant='compliant')
        whole('the same, its own folder', rows_of(os.path.join(where, 'Maker')), submitter='Maker', compliant='compliant')
        shutil.copytree(tree, os.path.join(where, 'round'))
        whole('a round below ' + above, rows_of(os.path.join(where, 'round')), division='closed', submitter='Maker', compliant='compliant')
        shutil.rmtree(os.path.join(scratch, 'above'))
    # a round inside a submitter's code is none of its results
    nested = os.path.join(sub, 'code/tools/samples')
    shutil.copytree(os.path.join(tree, 'closed/Maker/results'), os.path.join(nested, 'closed/Other/results'))
    whole('samples in code', rows_of(tree), submitter='Maker')
    shutil.rmtree(os.path.join(sub, 'code'))
    # results copied out of their tree: benchmark and scenario still fix the figure
    bare = os.path.join(scratch, 'copied')
    shutil.copytree(os.path.join(sub, 'results'), bare)
    whole('copied out', rows_of(bare), submitter=None, compliant=None)
    shutil.copytree(os.path.join(tree, SERVER), os.path.join(scratch, 'alone/Server'))
    rows = rows_of(os.path.join(scratch, 'alone'))
    expect(len(rows) == 1 and rows[0]['value'] == '25804.8' and 'benchmark' not in rows[0], 'one scenario copied out: %s' % rows)
    packed = shutil.make_archive(os.path.join(scratch, 'packed'), 'zip', os.path.dirname(tree), 'places')
    whole('an archive', rows_of(packed), submitter='Maker', compliant='compliant')
    # names with blanks and letters beyond ASCII; divisions written otherwise
    named = fresh('named', submitter='Two Words & Söhne')
    whole('a submitter of several words', rows_of(named), submitter='Two Words & Söhne', compliant='compliant')
    os.rename(os.path.join(named, 'closed'), os.path.join(named, 'Closed'))
    whole('Closed', rows_of(named), division='Closed', compliant='compliant')
    # folders in other letters, logs packed one by one; logs in no folder run_1, or one spelled otherwise: the figure, and what is to mend
    other = fresh('other')
    for old in ('results', 'measurements', 'compliance', 'systems'):
        os.rename(os.path.join(other, 'closed/Maker', old), os.path.join(other, 'closed/Maker', old.capitalize()))
    for old in glob.glob(other + '/closed/*/Results/*/*/*/performance'):
        os.rename(old, old.replace('performance', 'Performance'))
    whole('folders in other letters', rows_of(other), compliant='compliant', division='closed')
    expect(judged(other)[0] == 0, 'folders in other letters: %s' % judged(other)[1]['counts'])
    packed = fresh('packed-logs')
    for name in glob.glob(packed + '/**/mlperf_log_*.txt', recursive=True):
        with open(name, 'rb') as opened, gzip.open(name + '.gz', 'wb') as out:
            out.write(opened.read())
        os.remove(name)
    whole('logs packed one by one', rows_of(packed), compliant='compliant')
    row = next(r for r in rows_of(packed) if r['scenario'] == 'Server')
    expect(row['measured']['file'].endswith('mlperf_log_detail.txt.gz'), 'a packed log: %s' % row['measured'])
    broken = glob.glob(packed + '/closed/*/results/*/*/Server/performance/run_1/mlperf_log_detail.txt.gz')[0]
    with open(broken, 'rb') as opened:
        data = opened.read()
    with open(broken, 'wb') as out:
        out.write(data[:200])
    status, said = judged(packed)
    expect(status == 1 and said['counts']['compliant'] == 6 and 'detail-missing' in codes(said, os.path.relpath(broken, packed).split('/performance')[0]),
           'a packed log that is cut: %s' % said['counts'])
    for name, change in (('none', lambda run: [os.rename(os.path.join(run, f), os.path.join(run, '..', f)) for f in os.listdir(run)]),
                         ('run1', lambda run: os.rename(run, run.replace('run_1', 'run1')))):
        loose = fresh('loose-' + name)
        for run in glob.glob(loose + '/closed/*/results/*/*/*/performance/run_1'):
            change(run)
        whole('no folder run_1: ' + name, rows_of(loose), compliant='not compliant')
        status, said = judged(loose)
        expect(status == 1 and all(any(f['code'] == 'run-other' for f in run['findings']) for run in said['runs']), 'no folder run_1: ' + name)
    # tests of a submitter without results are no result
    tests = fresh('tests-alone')
    shutil.rmtree(os.path.join(tests, 'closed/Maker/results'))
    log = glob.glob(tests + '/closed/*/compliance/*/resnet/*/TEST01/performance/run_1/mlperf_log_detail.txt')[0]
    with open(log) as opened:
        text = opened.read()
    with open(log, 'w') as out:
        out.write(text.replace('"result_validity", "value": "VALID"', '"result_validity", "value": "INVALID"'))
    status, said = judged(tests)
    told = [(f['file'], f.get('line')) for f in said['tree_findings'] if f['code'] == 'test-invalid']
    line = text.split('"result_validity"')[0].count('\n') + 1
    expect(status == 2 and said['runs'] == [] and told == [(os.path.relpath(log, tests), line)], 'tests without results: %d %s' % (status, told))


def several_runs():
    tree = fresh('several')
    run = os.path.join(tree, SERVER, 'performance')
    detail, summary = made.logs('Server', made.SEEDS['5.1'], 61440, 800, 294.0, limits=(2000000000, 200000000), samples=24576)
    for number in (2, 10):
        made.write(os.path.join(run, 'run_%d' % number, 'mlperf_log_detail.txt'), detail)
        made.write(os.path.join(run, 'run_%d' % number, 'mlperf_log_summary.txt'), summary)
    rows = [row for row in rows_of(tree) if (row['benchmark'], row['scenario']) == ('llama2-70b-99', 'Server')]
    expect([(row['place'], row['value'], row['compliant']) for row in rows] ==
           [(SERVER, '25804.8', 'compliant'), (SERVER + '/performance/run_10', '22579.2', 'compliant'),
            (SERVER + '/performance/run_2', '22579.2', 'compliant')], 'runs beside run_1: %s' % [(r['place'], r['value']) for r in rows])
    status, said = judged(tree)
    expect(status == 0 and codes(said, SERVER) == [] and codes(said, SERVER + '/performance/run_2') == ['run-further', 'same-measurement'],
           'runs beside run_1: %d %s' % (status, codes(said, SERVER + '/performance/run_2')))
    expect(not any('performance' in place for group in said['comparable'] for place in group['runs']), 'run_1 alone is compared')
    shutil.rmtree(os.path.join(run, 'run_1'))
    rows = [row for row in rows_of(tree) if (row['benchmark'], row['scenario']) == ('llama2-70b-99', 'Server')]
    expect(len(rows) == 2 and rows[0]['place'] == SERVER and rows[0]['value'] == '22579.2', 'no run_1: %s' % [r['place'] for r in rows])
    status, said = judged(tree)
    expect(status == 1 and 'run-other' in codes(said, SERVER), 'no run_1: %s' % codes(said, SERVER))


def logs_missing():
    tree = fresh('missing')
    for place in (SERVER, 'closed/Maker/results/M4x2/whisper/Offline'):
        os.remove(os.path.join(tree, place, 'performance/run_1/mlperf_log_detail.txt'))
    by = {row['place']: row for row in rows_of(tree)}
    row = by[SERVER]
    expect((row.get('value'), row.get('valid'), row.get('compliant')) == ('25804.8', 'VALID', 'not compliant') and
           row['source'].endswith('/mlperf_log_summary.txt:6'), 'a summary alone: %s' % row)
    row = by['closed/Maker/results/M4x2/whisper/Offline']
    expect((row.get('value'), row.get('unit')) == ('2190.14', 'tokens/s'), 'a summary alone: %s' % row)
    status, said = judged(tree)
    expect(status == 1 and 'detail-missing' in codes(said, SERVER), 'a summary alone: %s' % codes(said, SERVER))
    file = os.path.join(tree, SERVER, 'performance/run_1/mlperf_log_summary.txt')
    with open(file) as opened:
        text = opened.read()
    made.write(file, text.replace('Result is : VALID', 'Result is : INVALID'))
    status, said = judged(tree)
    expect('invalid' in codes(said, SERVER), 'an INVALID summary alone: %s' % codes(said, SERVER))
    for file, text in (('closed/Maker/systems/M4x2.json', None), ('closed/Maker/systems/edge_M1.json', '{"division": '),
                       ('closed/Maker/results/edge_M1/resnet/Offline/performance/run_1/mlperf_log_detail.txt', '')):
        os.remove(os.path.join(tree, file))
        if text is not None:
            made.write(os.path.join(tree, file), text)
    rows = rows_of(tree)
    expect(len(rows) == 7, 'systems missing and broken: %d rows' % len(rows))
    status, said = judged(tree)
    expect(all('system-broken' in [f['code'] for f in run['findings']] for run in said['runs']), 'systems missing and broken')


def line_ends():
    tree = fresh('ends')
    for base, _, names in os.walk(tree):
        for name in names:
            if name.endswith('.txt'):
                with open(os.path.join(base, name)) as opened:
                    text = opened.read()
                with open(os.path.join(base, name), 'w', newline='') as opened:
                    opened.write(text.replace('\n', '\r\n'))
    whole('lines that end as on Windows', rows_of(tree), compliant='compliant')


def benchmarks():
    """Every benchmark of every round in every scenario that it may have: one row, the figure of its metric."""
    for file in sorted(os.listdir(rule_files)):
        with open(os.path.join(rule_files, file)) as opened:
            rules = json.load(opened)
        if not file.startswith('mlperf-inference'):
            continue
        seeds = tuple(int(rules['seeds'][key]) for key in ('qsl', 'sample_index', 'schedule'))
        tree = os.path.join(scratch, 'all-' + rules['round'])
        want = {}
        for at, work in enumerate(rules['benchmarks']):
            asked = {s for suite in work.get('required', {}).values() for s in suite} | set(work.get('one_of', ()))
            for scenario in sorted(asked):
                logged = 'Server' if scenario == 'Interactive' else scenario
                tokens = 80.0 if 'tokens' in work.get('metric', {}).get(scenario, '') else None
                limit = work.get('tokens', {}).get(scenario)
                count, seconds = 40000 + at, 700 + at
                limits = (limit['ttft_ns'], limit['tpot_ns']) if limit else (10**9, 10**8) if tokens and logged == 'Server' else None
                detail, summary = made.logs(logged, seeds, count, seconds, tokens, limits=limits)
                place = 'closed/Maker/results/S 1/%s/%s' % (work['name'], scenario.lower() if at % 2 else scenario)
                if 'inferred' in work.get('metric', {}).get(scenario, ''):
                    names = ('result_tokens_per_second', 'result_completed_tokens_per_second')
                    for name in names:
                        detail = detail.replace(name, name.replace('result_', 'result_inferred_'))
                made.write(os.path.join(tree, place, 'performance/run_1/mlperf_log_detail.txt'), detail)
                made.write(os.path.join(tree, place, 'performance/run_1/mlperf_log_summary.txt'), summary)
                rate = float('%g' % (count / seconds))
                if scenario == 'SingleStream':
                    mean = round(seconds * 1e9 / count)
                    late = 'percentile' in work.get('metric', {}).get(scenario, '')
                    want[place] = (mean + (90 if late else 500000)) / (1e9 if work['name'].startswith('wan-') else 1e6)
                elif scenario == 'MultiStream':
                    want[place] = (round(seconds * 1e9 / count) + 900000) / 1e6
                elif tokens:
                    want[place] = float('%g' % (rate * tokens))
                else:
                    want[place] = float('%g' % (rate * 1.001)) if rules['scheduled_server'] and logged == 'Server' else rate
        rows = {row['place']: row for row in rows_of(tree)}
        expect(set(rows) == set(want), '%s: %d of %d rows' % (rules['round'], len(rows), len(want)))
        for place, value in want.items():
            row = rows.get(place, {})
            near = row.get('value') is not None and abs(float(row['value']) - value) <= 1e-9 * value
            expect(near and row['round'] == rules['round'] and row['valid'] == 'VALID' and row['system'] == 'S 1',
                   '%s %s: %s %s, expected %s' % (rules['round'], place, row.get('value'), row.get('unit'), value))


def endpoints():
    """Runs against an endpoint in a single stream: the 90th percentile, as early stopping bounds it where the file has that."""
    tree = os.path.join(scratch, 'endpoint')
    made.make(tree, '6.1', beside=True)
    for benchmark, unit, divisor in (('qwen3.6-27b', 'ms', 1e6), ('wan-2.2-t2v-a14b', 's', 1e9)):
        place = 'closed/Maker/results/edge_M1/%s/SingleStream' % benchmark
        file = os.path.join(tree, place, 'performance/result_summary.json')
        told = {'n_samples_issued': 1007, 'n_samples_completed': 1007, 'n_samples_failed': 0, 'duration_ns': 3834436534116, 'complete': True,
                'latency': {'percentiles': {'99.0': 23288437535.0, '90.0': 6647216240.0}}, 'tpot': {'percentiles': {'99.0': 44314109.65}},
                'ttft': {'percentiles': {'99.0': 4560133706.0}}, 'output_sequence_lengths': {'total': 77005},
                'legacy_loadgen_window_duration_ns': None, 'qps': 1007 / 3834.436534116, 'tps': 77005 / 3834.436534116,
                'run_config': {'scheduler_random_seed': 16159082839903944936, 'dataloader_random_seed': 2747215439041700203}}
        made.write(file, json.dumps(told, indent=1))
        for name in ('config.yaml', 'accuracy/accuracy_results.json'):
            made.write(os.path.join(tree, place, name), '{}\n')
        shutil.copy(os.path.join(tree, 'closed/Maker/results/edge_M1/resnet/SingleStream/measurements.json'), os.path.join(tree, place))
        row = next(row for row in rows_of(tree) if row['place'] == place)
        expect(abs(float(row['value']) - 6647216240.0 / divisor) < 1e-6 and row['unit'] == unit and row['round'] == '6.1' and
               row['definition'] == '90th percentile of latency at the client' and 'valid' not in row, 'endpoint: %s' % row)
        status, said = judged(tree, '6.1')
        run = next(run for run in said['runs'] if run['place'] == place)
        expect((run['compliant'], run['consistent'], codes(said, place)) == ('undecided', 'yes', ['rules-part']), 'endpoint: %s' % run)
        for change, code, part in (({'run_config': {'scheduler_random_seed': 7, 'dataloader_random_seed': 2747215439041700203}}, 'seed-foreign', '7'),
                                   ({'duration_ns': 59000000000, 'qps': 1007 / 59, 'tps': 77005 / 59}, 'short-run', 'duration_ns'),
                                   ({'n_samples_failed': 2}, 'endpoint-failed', 'failed')):
            text = json.dumps(dict(told, **change), indent=1)
            made.write(file, text)
            status, said = judged(tree, '6.1')
            found = [f for run in said['runs'] if run['place'] == place for f in run['findings'] if f['code'] == code]
            expect(found and part in text.split('\n')[found[0]['line'] - 1], 'endpoint %s: %s' % (code, codes(said, place)))
        told['latency']['early_stopping_percentiles'] = {'90.0': 6700000000.0, '99.0': 24000000000.0}
        made.write(file, json.dumps(told, indent=1))
        row = next(row for row in rows_of(tree) if row['place'] == place)
        expect(abs(float(row['value']) - 6700000000.0 / divisor) < 1e-6 and 'early stopping' in row['definition'], 'early stopping: %s' % row)
        os.remove(os.path.join(tree, place, 'accuracy/accuracy_results.json'))
        status, said = judged(tree, '6.1')
        expect('accuracy-missing' in codes(said, place), 'endpoint without accuracy: %s' % codes(said, place))


def endpoint_accuracy():
    """Runs against an endpoint whose accuracy is told in JSON: one score by the measure of its benchmark, several by their number of samples."""
    tree = os.path.join(scratch, 'endpoint-accuracy')
    made.make(tree, '6.1', 'Made', beside=True)
    lengths = {'total': 2400000000, 'avg': 3751.5}
    scored = {'dataset_name': 'dsr1', 'score': 81.25, 'unit_samples': 4388, 'total_samples': 4388, 'complete': True,
              'response_counts': {'issued': 4388, 'scored': 4388, 'empty': 3, 'missing': 0}, 'output_sequence_lengths': lengths}
    parts = [dict(scored, dataset_name=name, score=score, total_samples=count, response_counts={'issued': count, 'missing': 0})
             for name, score, count in (('aime', 0.9, 240), ('gpqa', 0.7, 990), ('lcb', 0.8, 3165))]
    told = {'n_samples_issued': 90000, 'n_samples_completed': 90000, 'n_samples_failed': 0, 'duration_ns': 700000000000, 'complete': True,
            'qps': 90000 / 700, 'tps': 2400000000 / 700, 'output_sequence_lengths': {'total': 2400000000},
            'ttft': {'percentiles': {'99.0': 1900000000.0}}, 'tpot': {'percentiles': {'99.0': 79000000.0}},
            'latency': {'percentiles': {'99.0': 9e10, '90.0': 7e10}}}
    vision = dict(told, latency={'percentiles': {'99.0': 11900000000.0}}, ttft={'percentiles': {'99.0': 9e9}})
    seen = dict(scored, score=0.787, total_samples=48289, output_sequence_lengths={'total': 9, 'avg': 1.0})

    def put(benchmark, summary, scores, division='closed'):
        place = '%s/Made/results/M4x2/%s/Server' % (division, benchmark)
        shutil.rmtree(os.path.join(tree, place), ignore_errors=True)
        shutil.copytree(os.path.join(tree, 'closed/Made/results/M4x2/llama2-70b-99/Server'), os.path.join(tree, place))
        for name in ('performance', 'accuracy'):
            shutil.rmtree(os.path.join(tree, place, name))
        texts = {'performance/result_summary.json': json.dumps(summary, indent=1), 'config.yaml': 'type: online\n',
                 'accuracy/accuracy_results.json': scores if isinstance(scores, str) else json.dumps({'accuracy_scores': scores}, indent=1)}
        for name in texts:
            made.write(os.path.join(tree, place, name), texts[name])
        status, said = judged(tree, '6.1')
        run = next(run for run in said['runs'] if run['place'] == place)
        others = [r for r in said['runs'] if r['place'] != place and '/M4x2/llama2' in r['place']]
        expect(others and all(r['compliant'] == 'yes' for r in others), 'endpoint accuracy %s: others' % benchmark)
        return run, lambda found: texts[found['file'][len(place) + 1:]].split('\n')[found['line'] - 1]

    for benchmark, summary, scores, part in (('deepseek-r1', told, [scored], 'audits'), ('gpt-oss-120b', told, parts, 'accuracy and audits'),
                                             ('qwen3-vl-235b-a22b', vision, [seen], 'audits')):
        run, line = put(benchmark, summary, scores)
        expect(run['compliant'] == 'undecided' and [(f['code'], f['found']) for f in run['findings']] == [('rules-part', part)],
               'endpoint accuracy %s: %s' % (benchmark, run['findings']))
    for benchmark, summary, scores, code, key in (
            ('deepseek-r1', told, [dict(scored, score=80.1)], 'accuracy-low', '"score"'),
            ('deepseek-r1', told, [dict(scored, output_sequence_lengths={'total': 9, 'avg': 3100.0})], 'accuracy-low', '"avg"'),
            ('deepseek-r1', told, [dict(scored, output_sequence_lengths={'total': 9, 'avg': 4300.0})], 'accuracy-high', '"avg"'),
            ('deepseek-r1', told, [dict(scored, total_samples=4000)], 'accuracy-samples', '"total_samples"'),
            ('deepseek-r1', told, [dict(scored, complete=False)], 'accuracy-samples', '"complete"'),
            ('deepseek-r1', told, [dict(scored, response_counts={'issued': 4388, 'missing': 12})], 'accuracy-samples', '"missing"'),
            ('gpt-oss-120b', told, parts[:2], 'accuracy-samples', '"total_samples"'),
            ('deepseek-r1', told, '{"accuracy_scores": [', 'accuracy-unread', 'accuracy_scores'),
            ('qwen3-vl-235b-a22b', vision, [dict(seen, score=0.77)], 'accuracy-low', '"score"'),
            ('qwen3-vl-235b-a22b', dict(vision, latency={'percentiles': {'99.0': 12100000000.0}}), [seen], 'latency-over', '"99.0"'),
            ('deepseek-r1', dict(told, ttft={'percentiles': {'99.0': 2000000001.0}}), [scored], 'latency-tokens', '"99.0"'),
            ('deepseek-r1', dict(told, tpot={'percentiles': {'99.0': 81000000.0}}), [scored], 'latency-tokens', '"99.0"')):
        run, line = put(benchmark, summary, scores)
        found = [f for f in run['findings'] if f['code'] != 'rules-part']
        expect([f['code'] for f in found] == [code] and run['compliant'] == 'no' and key in line(found[0]),
               'endpoint accuracy %s %s: %s' % (benchmark, code, run['findings']))
    shutil.rmtree(os.path.join(tree, 'closed/Made/results/M4x2/deepseek-r1'))


def power():
    """Wall power of a run, as a table is published with it: watts of a rate, millijoules a query of a stream."""
    tree = fresh('power')
    table = []
    for place, unit, queries in ((SERVER, 'W', 1), ('closed/Maker/results/edge_M1/resnet/SingleStream', 'mJ/query', 90000)):
        run = os.path.join(tree, place, 'performance')
        lines = ['Time,07-01-2025 %02d:%02d:%02d.500,Watts,%s,Volts,230,Amps,2,PF,0.9,Mark,x_testing\n' %
                 (12 + (s + 3600) // 3600 - 1, s // 60 % 60, s % 60, 400 + s % 2) for s in range(0, 900)]
        made.write(os.path.join(run, 'run_1/spl.txt'), ''.join(lines))
        for name in ('client.json', 'client.log', 'ptd_logs.txt', 'server.json', 'server.log'):
            made.write(os.path.join(run, 'power', name), '{}\n')
        row = next(row for row in rows_of(tree) if row['place'] == place)
        seconds = 700 if unit == 'W' else 610
        watts = 400.5
        want = watts if unit == 'W' else watts * seconds * 1000 / queries
        expect(row.get('power_unit') == unit and abs(float(row['power']) - want) < 1e-9 * want, 'power: %s' % row.get('power'))
        table.append({'Location': place, 'Performance_Result': float(row['value']), 'Power_Result': want})
    made.write(os.path.join(tree, 'summary_results.json'), json.dumps(table, indent=1))
    status, said = judged(tree)
    expect(not said['tree_findings'], 'power as published: %s' % said['tree_findings'])
    table[1]['Power_Result'] *= 0.9
    made.write(os.path.join(tree, 'summary_results.json'), json.dumps(table, indent=1))
    status, said = judged(tree)
    expect([(f['code'], f['line']) for f in said['tree_findings']] == [('published-differs', 7)], 'power otherwise: %s' % said['tree_findings'])


def power_forensics():
    """What a meter's log says against itself and the load; a rehearsal that is not valid is no result."""
    tree = fresh('meter')
    run = os.path.join(tree, SERVER, 'performance')

    def meter(first, channels):
        clock = lambda s: (first + s // 3600, s // 60 % 60, s % 60)
        text = ''.join('Time,07-01-2025 %02d:%02d:%02d.500,Watts,400,Volts,230,Amps,2,PF,0.9,Mark,x_testing%s\n' % (*clock(s), channels(s))
                       for s in range(0, 900))
        made.write(os.path.join(run, 'run_1/spl.txt'), text)
        return text
    for name in ('client.json', 'client.log', 'ptd_logs.txt', 'server.json', 'server.log'):
        made.write(os.path.join(run, 'power', name), '{}\n')
    detail, summary = made.logs('Server', made.SEEDS['5.1'], 61440, 700, 294.0, limits=(2000000000, 200000000), samples=24576)
    made.write(os.path.join(run, 'ranging/mlperf_log_detail.txt'), detail.replace('"VALID"', '"INVALID"'))
    made.write(os.path.join(run, 'ranging/mlperf_log_summary.txt'), summary.replace('VALID', 'INVALID'))
    of = lambda watts: ''.join(',Ch%d,Watts,%s,Volts,230,Amps,1,PF,0.9' % (i, w) for i, w in enumerate(watts, 1))
    meter(12, lambda s: of((250, 150)))
    rows = rows_of(tree)
    status, said = judged(tree)
    expect(len(rows) == 7 and status == 0 and codes(said, SERVER) == [], 'two channels: %d %s' % (status, codes(said, SERVER)))
    meter(12, lambda s: of((250, 150)) if s != 17 else of((250, 90)))
    status, said = judged(tree)
    found = [(f['code'], f.get('line')) for r in said['runs'] if r['place'] == SERVER for f in r['findings']]
    expect(found == [('analysers-sum', 18)], 'channels that do not add up: %s' % found)
    meter(13, lambda s: '')
    status, said = judged(tree)
    expect({'power-none', 'clock-skew'} <= set(codes(said, SERVER)) and status == 1, 'a meter an hour late: %s' % codes(said, SERVER))
    for name in ('client.json', 'ptd_logs.txt'):
        os.remove(os.path.join(run, 'power', name))
    status, said = judged(tree)
    expect(codes(said, SERVER).count('power-missing') == 2, 'files of the meter missing: %s' % codes(said, SERVER))


places()
power_forensics()
endpoints()
endpoint_accuracy()
power()
several_runs()
logs_missing()
line_ends()
benchmarks()
finish(300)
