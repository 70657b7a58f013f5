"""rounds_training.py DOSSIER SCRATCH [CORPUS]: results of MLPerf Training. A score is worked out here by its rule: the mean of the runs
without the fastest and the slowest, a run that did not arrive being slower than all, times the factor of scaling.json."""
import glob, json, os, re, resource, shutil, subprocess, sys
from counted import expect, finish
from rounds_make import write

dossier, scratch, corpus = (sys.argv[1:] + [None] * 3)[:3]
RULES = 'mlperf-training-5.1'
SECONDS = (1800, 1700, 1750, 1900, 1650, 1720, 1730, 1740, 1760, 1600)


def log(number, seconds, benchmark='llama2_70b_lora', status='success', reached=0.9241, seed=None, prefix='', batch=8, stop=True,
        gone=('samples_count', 3456), division='closed', evals=()):
    """One run: what a launcher prints, and the lines of mlperf_logging."""
    lines, begin = ['starting worker', 'NCCL version 2.27'], 1756976176796 + number * 10000000

    def put(ms, key, value, event='POINT_IN_TIME', **more):
        lines.append('%s:::MLLOG %s' % (prefix, json.dumps({'namespace': '', 'time_ms': ms, 'event_type': event, 'key': key, 'value': value,
                                                            'metadata': dict({'file': 'made.py', 'lineno': 1}, **more)})))
    for key, value in (('submission_benchmark', benchmark), ('submission_org', 'Maker'), ('submission_division', division),
                       ('submission_status', 'onprem'), ('submission_platform', '8xM4'), ('seed', 100 + number if seed is None else seed),
                       ('global_batch_size', batch)):
        put(begin - 90000, key, value)
    put(begin, 'run_start', None, 'INTERVAL_START')
    put(begin + 1000, 'eval_accuracy', 0.97)
    put(begin + 2000, 'tracked_stats', {'throughput': 2.03})
    for at, (samples, metric, value) in enumerate(evals[number] if evals else ()):
        put(begin + round(seconds * 1000) - 900 + at, 'eval_accuracy', value, samples_count=samples, metric=metric)
    if not evals:
        put(begin + round(seconds * 1000) - 5, 'eval_accuracy', reached, **(dict([gone(number) if callable(gone) else gone]) if gone else {}))
    if stop:
        put(begin + round(seconds * 1000), 'run_stop', None, 'INTERVAL_END', status=status)
    return '\n'.join(lines) + '\n'


def score(seconds, drop=1, aborted=0, factor=1.0):
    order = sorted(seconds)
    kept = order[drop:len(order) - (drop - aborted)]
    return sum(kept) / len(kept) / 60 * factor


def make(tree, benchmark='llama2_70b_lora', seconds=SECONDS, **more):
    place = 'Maker/results/node_x8/' + benchmark
    for number, took in enumerate(seconds):
        write(os.path.join(tree, place, 'result_%d.txt' % number), log(number, took, benchmark, **more))
    write(os.path.join(tree, 'Maker/systems/node_x8.json'),
          json.dumps({'submitter': 'Maker', 'division': 'closed', 'status': 'Available on-premise', 'system_name': 'node', 'number_of_nodes': '2',
                      'accelerators_per_node': '8', 'accelerator_model_name': 'Made M4', 'host_processor_model_name': 'P', 'framework': 'F'}))
    return place


def rows_of(tree):
    out = subprocess.run([dossier, 'runs', '--json', tree], capture_output=True, text=True)
    rows = json.loads(out.stdout) if out.returncode == 0 else []
    return [row for row in rows if row['suite'] == 'MLPerf Training'], rows


def judged(tree, rules=RULES):
    run = subprocess.run([dossier, 'check', '--json', '--rules', rules, tree], capture_output=True, text=True)
    return run.returncode, json.loads(run.stdout) if run.stdout.startswith('{') else {'runs': []}


def near(text, value):
    return text is not None and abs(float(text) - value) < 1e-9 * value


def scores():
    tree = os.path.join(scratch, 'own')
    place = make(tree)
    scored, rows = rows_of(tree)
    expect(len(scored) == 1 and len(rows) == 11, 'one score and ten runs: %d of %d' % (len(scored), len(rows)))
    row = scored[0]
    expect(near(row['value'], score(SECONDS)) and row['unit'] == 'min' and row['metric'] == 'time_to_train', 'score: %s' % row)
    expect((row['division'], row['submitter'], row['system'], row['benchmark'], row['valid']) ==
           ('closed', 'Maker', 'node_x8', 'llama2_70b_lora', 'success'), 'names: %s' % row)
    expect(row['accelerators'] == 16 and row['model'] == 'Llama 2 70B, LoRA' and row['place'] == place, 'system: %s' % row)
    expect(row['derivation'] == 'mean of 8 of 10 runs, without result_3.txt, result_9.txt', 'derivation: %s' % row['derivation'])
    status, said = judged(tree)
    expect(status == 0 and [(r['place'], r['valid'], r['compliant'], r['consistent'], r['findings']) for r in said['runs']] ==
           [(place, 'yes', 'yes', 'yes', [])], 'as it is: %d %s' % (status, said['runs']))
    expect(len(said['comparable']) == 1 and said['comparable'][0]['benchmark'] == 'llama2_70b_lora', 'comparable')
    write(os.path.join(tree, place, 'scaling.json'), '{"scaling_factor": 1.25}')
    row = rows_of(tree)[0][0]
    expect(near(row['value'], score(SECONDS, factor=1.25)) and row['derivation'].endswith(', x 1.25 of scaling.json'), 'scaled: %s' % row)
    os.remove(os.path.join(tree, place, 'scaling.json'))
    # from any folder on, and packed; as folders of any name
    for part in ('Maker', 'Maker/results', 'Maker/results/node_x8', place):
        scored, _ = rows_of(os.path.join(tree, part))
        expect(len(scored) == 1 and scored[0]['system'] == 'node_x8' and near(scored[0]['value'], score(SECONDS)), '%s: %s' % (part, scored))
    packed = shutil.make_archive(os.path.join(scratch, 'packed'), 'gztar', tree)
    expect(near(rows_of(packed)[0][0]['value'], score(SECONDS)), 'packed')
    shutil.copytree(os.path.join(tree, place), os.path.join(scratch, 'stray', 'mine'))
    scored, _ = rows_of(os.path.join(scratch, 'stray'))
    expect(len(scored) == 1 and scored[0]['benchmark'] == 'llama2_70b_lora' and near(scored[0]['value'], score(SECONDS)), 'stray: %s' % scored)
    # benchmarks of other counts: forty runs drop four at either end, three drop one
    seconds = [1500 + 37 * i % 41 for i in range(40)]
    make(os.path.join(scratch, 'forty'), 'unet3d', seconds, reached=0.9085)
    expect(near(rows_of(os.path.join(scratch, 'forty'))[0][0]['value'], score(seconds, 4)), 'forty')
    status, said = judged(os.path.join(scratch, 'forty'), 'mlperf-training-4.0')
    expect(status == 2 and [(f['code'], f['weight']) for f in said['runs'][0]['findings']] == [('convergence-unjudged', 'note')],
           'forty: %s' % said['runs'])
    status, said = judged(os.path.join(scratch, 'forty'))
    expect(status == 1 and 'benchmark-unknown' in [f['code'] for f in said['runs'][0]['findings']], 'a benchmark that the round lacks')
    make(os.path.join(scratch, 'three'), 'llama31_405b', (7000, 7300, 7100), reached=5.5)
    expect(near(rows_of(os.path.join(scratch, 'three'))[0][0]['value'], 7100 / 60), 'three')
    # what a launcher puts in front of each line
    make(os.path.join(scratch, 'prefix'), prefix='12: ')
    expect(near(rows_of(os.path.join(scratch, 'prefix'))[0][0]['value'], score(SECONDS)), 'prefix')
    # one run is no result, but has a time
    make(os.path.join(scratch, 'single'), seconds=(1800,))
    row = rows_of(os.path.join(scratch, 'single'))[0][0]
    expect(near(row['value'], 30) and row['derivation'] == 'mean of 1 of 1 runs', 'single: %s' % row)
    # no result of training: files of that name by chance; rules of the other suite
    write(os.path.join(scratch, 'other/results/a/b/result_1.txt'), 'accuracy 1\n')
    expect(rows_of(os.path.join(scratch, 'other'))[0] == [], 'files of that name')
    expect(judged(tree, 'mlperf-inference-5.1')[0] == 3, 'rules of inference')


def changes():
    tree = os.path.join(scratch, 'changed')
    place = make(tree)
    make(tree, 'rgat', reached=0.7211, batch=16384, gone=('epoch_num', 0.9))
    path = os.path.join(tree, place)
    for name, number, text, code, part, valid in (
            ('one did not arrive', 4, log(4, 1650, status='aborted'), 'run-aborted', 'run_stop', 'yes'),
            ('target missed', 2, log(2, 1750, reached=0.9312), 'target-missed', '0.9312', 'yes'),
            ('cut', 5, log(5, 1720, stop=False), 'detail-cut', None, 'yes'),
            ('a seed again', 6, log(6, 1730, seed=103), 'seed-again', '"seed"', 'yes'),
            ('another batch', 7, log(7, 1740, batch=16), 'settings-differ', 'global_batch_size', 'yes'),
            ('another benchmark', 8, log(8, 1760, benchmark='rgat'), 'work-other', 'submission_benchmark', 'yes'),
            ('a log twice', 9, log(3, 1900), 'run-copied', 'run_start', 'yes'),
            ('stopped before it began', 1, log(1, -3), 'rate-contradicts', 'run_stop', 'yes'),
            ('no seed', 0, '\n'.join(l for l in log(0, 1800).split('\n') if '"seed"' not in l), 'run-key', None, 'yes'),
            ('no log', 0, 'Traceback (most recent call last):\n', 'verdict-missing', None, 'yes'),
            ('a batch said otherwise', 3, log(3, 1900) + log(3, 1900, batch=4), 'said-twice', 'global_batch_size', 'yes')):
        file = os.path.join(path, 'result_%d.txt' % number)
        with open(file) as opened:
            old = opened.read()
        write(file, text)
        status, said = judged(tree)
        run = next(r for r in said['runs'] if r['place'] == place)
        mine = [f for f in run['findings'] if f['code'] == code and f['file'].endswith('result_%d.txt' % number)]
        expect(mine, '%s: %s' % (name, [(f['code'], f['file']) for f in run['findings']]))
        if mine and part:
            expect(part in text.split('\n')[mine[0]['line'] - 1], '%s: line %s' % (name, mine[0].get('line')))
        expect(run['valid'] == valid, '%s: valid %s' % (name, run['valid']))
        other = next(r for r in said['runs'] if r['place'] != place)
        expect((other['valid'], other['compliant'], other['findings']) == ('yes', 'yes', []), '%s: the other result: %s' % (name, other))
        write(file, old)
    write(os.path.join(path, 'result_9.txt'), log(9, 1600, status='aborted'))
    row = next(r for r in rows_of(tree)[0] if r['place'] == place)
    expect(near(row['value'], score(SECONDS[:9], aborted=1)) and row['valid'] == '9 of 10 runs: success', 'one aborted: %s' % row)
    write(os.path.join(path, 'result_0.txt'), log(0, 1800, status='aborted'))
    row = next(r for r in rows_of(tree)[0] if r['place'] == place)
    status, said = judged(tree)
    run = next(r for r in said['runs'] if r['place'] == place)
    expect('value' not in row and run['valid'] == 'no' and 'invalid' in [f['code'] for f in run['findings']] and status == 1,
           'two aborted: %s' % row)
    os.remove(os.path.join(path, 'result_0.txt'))
    status, said = judged(tree)
    expect('runs-count' in [f['code'] for r in said['runs'] for f in r['findings']], 'nine runs')
    os.remove(os.path.join(tree, 'Maker/systems/node_x8.json'))
    status, said = judged(tree)
    expect(all('system-broken' in [f['code'] for f in r['findings']] for r in said['runs']), 'no description')


def convergence():
    """Reference points of llama2_70b_lora: 20 runs for a batch of 8, by rcps_llama2_70b_lora.json; t of 5 % for 18 + 8 - 2 runs by a printed
    table. A submission of 10 runs, the extremes off."""
    points = {8: (3072, 2688, 3456, 3072, 3072, 3072, 3456, 3456, 3072, 2688, 3456, 3072, 3072, 3072, 3840, 3456, 2688, 3072, 3456, 3456),
              16: (3840, 3840, 4224, 3840, 3840, 3840, 4608, 3840, 4608, 3840, 4992, 3840, 3840, 3840, 4992, 3840, 3840, 4224, 3840, 3456)}

    def mean(runs):
        return sum(sorted(runs)[1:-1]) / (len(runs) - 2)

    def deviation(runs):
        return (sum((x - sum(runs) / len(runs)) ** 2 for x in runs) / len(runs)) ** 0.5
    t_24 = 1.7109
    least = mean(points[8]) - t_24 * deviation(points[8]) * (1 / 18 + 1 / 8) ** 0.5
    middle, spread = (mean(points[8]) + mean(points[16])) / 2, (deviation(points[8]) + deviation(points[16])) / 2
    t_26 = 1.7056
    least_12 = middle - t_26 * spread * (1 / 20 + 1 / 8) ** 0.5

    def found(batch, samples, factor=None, **more):
        tree = os.path.join(scratch, 'convergence')
        shutil.rmtree(tree, ignore_errors=True)
        place = make(tree, batch=batch, gone=('samples_count', samples) if samples else None, **more)
        if factor:
            write(os.path.join(tree, place, 'scaling.json'), '{\n"scaling_factor": %r}' % factor)
        status, said = judged(tree)
        return status, {f['code']: f for f in said['runs'][0]['findings']}, said['runs'][0]['compliant']
    for name, wanted, told in (
            ('slower', (0, [], 'yes'), found(8, 3200)),
            ('within, unscaled', (0, ['scaling-other'], 'yes'), found(8, 3072)),
            ('within, scaled', (0, [], 'yes'), found(8, 3072, mean(points[8]) / 3072)),
            ('within, scaled too little', (0, ['scaling-other'], 'yes'), found(8, 3072, 1.01)),
            ('slower, scaled', (0, ['scaling-other'], 'yes'), found(8, 3200, 1.2)),
            ('just within', (0, [], 'yes'), found(8, least + 0.1, mean(points[8]) / (least + 0.1))),
            ('just too fast', (1, ['convergence-fast'], 'no'), found(8, least - 0.1, 1.5)),
            ('between points, within', (0, [], 'yes'), found(12, least_12 + 0.1, middle / (least_12 + 0.1))),
            ('between points, too fast', (1, ['convergence-fast'], 'no'), found(12, least_12 - 0.1)),
            ('below all points', (0, [], 'yes'), found(4, 3200)),
            ('below all points, faster', (2, ['convergence-unjudged'], 'undecided'), found(4, 1000)),
            ('above all points', (2, ['convergence-unjudged'], 'undecided'), found(256, 20000)),
            ('not told', (2, ['convergence-unjudged'], 'undecided'), found(8, None)),
            ('open', (0, [], 'yes'), found(8, 1000, division='open'))):
        expect((told[0], sorted(told[1]), told[2]) == wanted, '%s: %s, wanted %s' % (name, told, wanted))
    # RetinaNet's point at 1280 (6.67 epochs) lies above the line from 1024 (6) to 2048 (7.89), 6.47, and is left out
    tree = os.path.join(scratch, 'above')
    make(tree, 'retinanet', SECONDS[:5], reached=0.3405, batch=1280, gone=('epoch_num', 6.6))
    status, said = judged(tree)
    expect(status == 0 and said['runs'][0]['findings'] == [], 'a point above the line: %s' % said['runs'])
    told = found(8, 3072, 1.01)[1]['scaling-other']
    expect(told['found'] == '1.01' and abs(float(told['expected']) - mean(points[8]) / 3072) < 1e-9 and told['line'] == 2 and
           told['file'].endswith('scaling.json'), 'factor: %s' % told)
    told = found(8, 2688)[1]['convergence-fast']
    expect(abs(float(told['expected'].split()[0]) - least) < 0.1 and '2688' in told['found'], 'least: %s' % told)


def earlier():
    """Rounds 4.0 to 5.0. Factors that were published with results of 4.0 (gpt3 of two systems of a submitter, Stable Diffusion of another):
    each is the one that the reference's points give, by one of two practices that the suite's check had."""
    def found(name, rules, benchmark, batch, gone=None, factor=None, count=10, bypass=False, **more):
        tree = os.path.join(scratch, 'earlier', name)
        place = make(tree, benchmark, SECONDS[:count] if count <= 10 else [1500 + 37 * i % 41 for i in range(count)], batch=batch, gone=gone, **more)
        if factor:
            write(os.path.join(tree, place, 'scaling.json'), '{"scaling_factor": %r}' % factor)
        if bypass:
            write(os.path.join(tree, place, 'package_checker_params'), 'rcp-bypass')
        status, said = judged(tree, rules)
        return status, sorted(f['code'] for f in said['runs'][0]['findings']), said['runs'][0]
    unit = 24 * 1024 * 2048  # samples x tokens between two evaluations of gpt3
    gpt3 = dict(rules='mlperf-training-4.0', benchmark='gpt3', count=3, reached=2.6899)
    step = 512000

    def diffusion(late, clip=0.16):  # FID comes a step before CLIP is there; the first step where both hold counts
        return [[(4 * step, 'FID', 89), (4 * step, 'CLIP', 0.14), (s * step, 'CLIP', clip), (s * step, 'FID', 82.5), (7 * step, 'FID', 80),
                 (7 * step, 'CLIP', clip)] for s in [6] * late + [5] * (10 - late)]
    sd = dict(rules='mlperf-training-4.0', benchmark='stable_diffusion', batch=1024)
    for name, wanted, told in (
            ('between two points', (0, []), found('a', batch=6144, gone=('epoch_num', 28 * unit), factor=1.0223214285714286, **gpt3)),
            ('a point left out', (0, []), found('b', batch=3072, gone=('epoch_num', 24 * unit), factor=1.0104166666666667, **gpt3)),
            ('a point not left out', (0, []), found('c', batch=3072, gone=('epoch_num', 24 * unit), **gpt3)),
            ('neither', (0, ['scaling-other']), found('d', batch=3072, gone=('epoch_num', 24 * unit), factor=1.02, **gpt3)),
            ('too fast', (1, ['convergence-fast']), found('e', batch=3072, gone=('epoch_num', 20 * unit), **gpt3)),
            ('too fast, let pass', (2, ['convergence-unjudged']), found('f', batch=3072, gone=('epoch_num', 20 * unit), bypass=True, **gpt3)),
            ('not too fast, let pass', (0, []), found('g', batch=3072, gone=('epoch_num', 25 * unit), bypass=True, **gpt3)),
            ('two measures', (0, []), found('h', evals=diffusion(5), factor=1.0082644628099173, **sd)),
            ('two measures, slower', (0, []), found('i', evals=diffusion(9), **sd)),
            ('two measures, one missed', (1, ['convergence-unjudged'] + ['target-missed'] * 10), found('j', evals=diffusion(5, 0.14), **sd)),
            ('too fast, taken back', (2, ['convergence-unjudged']), found('s', 'mlperf-training-5.1', 'llama31_405b', 1152, ('samples_count', 276480),
                                                                     1.1333333333333333, count=3, reached=5.59)),
            ('too fast, not taken back', (1, ['convergence-fast']), found('t', 'mlperf-training-5.1', 'llama31_405b', 1152, ('samples_count', 276480),
                                                                          1.13, count=3, reached=5.59)),
            ('epochs of three digits', (0, []), found('u', 'mlperf-training-5.1', 'rgat', 32768, ('epoch_num', 0.9249601), 338 / 333, reached=0.7211)),
            ('BERT', (0, []), found('k', 'mlperf-training-4.0', 'bert', 768, ('epoch_num', 2550518), reached=0.7203)),
            ('BERT, too fast', (1, ['convergence-fast']), found('l', 'mlperf-training-4.1', 'bert', 768, ('epoch_num', 1950518), reached=0.7203)),
            ('ResNet', (0, []), found('m', 'mlperf-training-4.0', 'resnet', 3264, ('epoch_num', 36), count=5, reached=0.7592)),
            ('3D U-Net', (0, []), found('n', 'mlperf-training-4.0', 'unet3d', 56, ('epoch_num', 360000), count=40, reached=0.9085)),
            ('3D U-Net, too fast', (1, ['convergence-fast']), found('o', 'mlperf-training-4.0', 'unet3d', 56, ('epoch_num', 300000), count=40,
                                                                  reached=0.9085)),
            ('GNN', (0, []), found('p', 'mlperf-training-4.1', 'gnn', 4096, ('epoch_num', 0.85), reached=0.7211)),
            ('405B', (0, []), found('q', 'mlperf-training-5.0', 'llama31_405b', 1152, ('samples_count', 322560), count=3, reached=5.59)),
            ('Stable Diffusion of 5.0', (0, []), found('r', 'mlperf-training-5.0', 'stable_diffusion', 256, evals=[[(4 * step, 'FID', 88), (4 * step, 'CLIP', .151)]] * 10))):
        expect(told[:2] == wanted, '%s: %s, wanted %s; %s' % (name, told[:2], wanted, told[2]['findings'][:2]))
    # ten thousand evaluations in each log, as many as are kept: the same runs, and each is looked at a few times, not once for every other
    early = [(100 * at, ('FID', 'CLIP')[at % 2], (99, 0.1)[at % 2]) for at in range(9994, 0, -1)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    told = found('v', evals=[early + run for run in diffusion(5)], factor=1.0082644628099173, **sd)
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    expect(told[:2] == (0, []) and used < 1.5, 'ten thousand evaluations: %s in %.1f s' % (told[:2], used))


def real():
    folder = os.path.join(corpus, 'mlperf', 'training-v5.1-krai-mi300x8-llama2-70b-lora')
    seconds = []
    for name in glob.glob(os.path.join(folder, 'Krai/results/*/*/result_*.txt')):
        with open(name) as opened:
            stamps = {m.group(2): int(m.group(1)) for m in
                      re.finditer(r'"time_ms": (\d+), "event_type": "INTERVAL_\w+", "key": "(run_start|run_stop)"', opened.read())}
        seconds.append((stamps['run_stop'] - stamps['run_start']) / 1000)
    scored, _ = rows_of(folder)
    expect(len(seconds) == 10 and len(scored) == 1 and near(scored[0]['value'], score(seconds, factor=1.034722222222222)), 'Krai: %s' % scored)
    status, said = judged(folder)
    # the factor that was published with the runs is the one that their convergence gives: no finding
    expect(status == 0 and said['runs'][0]['compliant'] == 'yes' and said['runs'][0]['findings'] == [], 'Krai: %d %s' % (status, said['runs']))


def others():
    """What other tools left of training and of a linear system: a row each, with the tool's own figure and unit."""
    golden = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'golden', 'ingest')
    for file, metric, value, unit in (('training/torchtitan.log', 'throughput.total_per_accelerator', '6992', 'tokens/s'),
                                      ('training/deepspeed.log', 'throughput.samples', '27.723456789', 'samples/s'),
                                      ('training/trainer_state.json', 'throughput.samples', '12.8', 'samples/s'),
                                      ('classic/hpl.txt', 'result.more_is_better', '4.441e+02', 'Gflops')):
        path = os.path.join(scratch, os.path.basename(file))
        shutil.copy(os.path.join(golden, file), path)
        _, rows = rows_of(path)
        expect(rows and (rows[0]['metric'], rows[0]['value'], rows[0].get('unit')) == (metric, value, unit), '%s: %s' % (file, rows[:1]))


def hpc():
    """MLPerf HPC: results/SYSTEM/{strong,weak}/BENCHMARK; strong is scored as Training is, weak by the time from the first start to the last stop."""
    tree = os.path.join(scratch, 'hpc')
    for kind, count in (('strong', 5), ('weak', 7)):
        for i in range(count):
            write(os.path.join(tree, 'Maker/results/node_x8', kind, 'deepcam/result_%d.txt' % i),
                  log(i, 1000 + i, 'deepcam', reached=0.82, status='aborted' if (kind, i) == ('weak', 6) else 'success'))
    write(os.path.join(tree, 'Maker/systems/node_x8.json'), json.dumps({'submitter': 'Maker', 'division': 'closed', 'number_of_nodes': '2',
                                                                        'accelerators_per_node': '8', 'accelerator_model_name': 'Made M4'}))
    for part in ('', 'Maker', 'Maker/results'):
        rows = {r['scenario']: r for r in rows_of(os.path.join(tree, part))[1] if r['suite'] == 'MLPerf HPC'}
        expect(sorted(rows) == ['strong', 'weak'] and all((r['benchmark'], r['system'], r['submitter']) == ('deepcam', 'node_x8', 'Maker') for r in rows.values()),
               'HPC from %s: %s' % (part, rows))
    rows = {r['scenario']: r for r in rows_of(tree)[1] if r['suite'] == 'MLPerf HPC'}
    expect(near(rows['strong']['value'], score(range(1000, 1005))) and rows['strong']['accelerators'] == 16, 'strong: %s' % rows['strong'])
    # runs begin 10000 s apart: the sixth, the last that arrived, ends 5 x 10000 + 1005 s behind the first start
    expect(near(rows['weak']['value'], (5 * 10000 + 1005) / 60) and rows['weak']['metric'] == 'time_to_train_all' and
           rows['weak']['derivation'] == '6 models trained of 7 runs' and rows['weak']['valid'] == '6 of 7 runs: success', 'weak: %s' % rows['weak'])


def estimates():
    """SPEC CPU2017: a result that may not be published says so in its row, and no ratio rests on it; any of the suite's four metrics is compared."""
    golden = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'golden', 'ingest', 'spec')
    with open(os.path.join(golden, 'reduced.csv')) as opened:
        text = opened.read()
    for side, valid, date in (('a', 0, 'Apr'), ('b', 0, 'May'), ('c', 1, 'Apr'), ('d', 1, 'May')):
        told = text.replace('valid,0', 'valid,%d' % valid).replace('Apr-2026', date + '-2026').replace('CE', 'S').replace('607.cactuBSSN_s,4,--,--,0,S', '607.cactuBSSN_s,4,,,,NR')
        write(os.path.join(scratch, 'spec', side, 'r.csv'), told if valid == 0 else told.replace('Est. ', ''))
    rows = {side: {r['scenario']: r for r in rows_of(os.path.join(scratch, 'spec', side))[1]} for side in 'ac'}
    for side, valid, remark in (('a', 'invalid', ', remark: Est. Base Ratio'), ('c', 'valid', '')):
        row = rows[side]['SPECspeed2017_fp_base']
        expect((row['value'], row['valid'], 'remark' in row['definition'], row['definition'].endswith(remark)) == ('6', valid, remark != '', True),
               'SPEC, %s: %s' % (side, row))
    for a, b, status, said in (('a', 'b', 1, 'The tool marked a run as failed or invalid'), ('c', 'd', None, 'A by itself 6, as the tool tells it')):
        out = subprocess.run([dossier, 'compare', os.path.join(scratch, 'spec', a), os.path.join(scratch, 'spec', b)], capture_output=True, text=True)
        expect((status is None or out.returncode == status) and said in ' '.join(out.stdout.split()), 'SPEC, %s %s: %d %s' % (a, b, out.returncode, out.stdout + out.stderr))


if __name__ == "__main__":
    scores()
    changes()
    convergence()
    earlier()
    others()
    hpc()
    estimates()
    if corpus:
        real()
    finish(60)
