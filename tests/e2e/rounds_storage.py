"""rounds_storage.py DOSSIER SCRATCH [CORPUS]: results of MLPerf Storage. A score is worked out here by its rule: the mean over the runs of
what the hosts of a run read, in samples and in mebibytes a second; limits from a benchmark's batch, time and bytes a sample."""
import json, os, shutil, subprocess, sys

dossier, scratch, corpus = (sys.argv[1:] + [None] * 3)[:3]
passed, failed = 0, []
RATES = (20.5, 20.75, 20.25, 20.6, 20.4)  # samples a second of each run; an H100 takes 7 in 0.323 s: 21.67
BYTES = 146600628


def expect(holds, said):
    global passed
    if holds:
        passed += 1
    else:
        failed.append(said)


def write(path, value):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w', newline='\n') as file:
        file.write(value if isinstance(value, str) else json.dumps(value, indent=1))


def summary(number, rate, busy=95.0, accelerators=1, hosts=1, files=3600, host=0, memory=64.0, **more):
    """What DLIO writes of one run: two epochs, each on either side of the mean by a quarter."""
    out = {'start': '2025-07-0%dT10:00:%02d.000000' % (number + 1, host), 'num_accelerators': accelerators, 'num_hosts': hosts, 'hostname': 'h',
           'metric': {'train_au_percentage': [busy + 0.25, busy - 0.25], 'train_au_mean_percentage': busy,
                      'train_au_meet_expectation': 'success', 'train_au_stdev_percentage': 0.25,
                      'train_throughput_samples_per_second': [rate - 0.25, rate + 0.25],
                      'train_throughput_mean_samples_per_second': rate,
                      'train_io_mean_MB_per_second': rate * BYTES / 1024. / 1024.},
           'num_files_train': files, 'num_files_eval': 0, 'num_samples_per_file': 1, 'host_memory_GB': [memory] * hosts, 'epochs': 2,
           'end': '2025-07-0%dT11:00:%02d.000000' % (number + 1, host)}
    out.update(more)
    return out


def overrides(workload='unet3d_h100', *more):
    return ''.join('- %s\n' % line for line in ('workload=' + workload, '++workload.workflow.generate_data=False',
                                                '++workload.dataset.num_files_train=3600', '++workload.dataset.data_folder=/mnt/d') + more)


SECONDS = ((10.0, 10.5, 9.5, 10.0, 10.2, 9.8, 10.0, 10.0, 11.0, 9.0), (8.0, 8.4, 7.6, 8.0, 8.0, 8.0, 8.2, 7.8, 9.0, 7.0))
GIB = 104.9  # of a checkpoint of Llama 3 8B


def mean_of(values):
    return sum(values) / len(values)


def deviation_of(values):
    return mean_of([(v - mean_of(values)) ** 2 for v in values]) ** 0.5


def rate_of(seconds, gib=GIB):
    return mean_of([gib / s for s in seconds])


def checkpoint(tree, reads, seconds=None, gib=GIB, processes=8, hosts=1, memory=256.0, model='llama3-8b', more=(),
               counts=None, division='closed', without=(), **metric):
    """Ten checkpoints, written or read: means and deviations as numpy's; members of `without` are not told."""
    seconds = seconds or SECONDS[reads]
    name = 'load' if reads else 'save'
    run = os.path.join(tree, division, 'Maker/results/array/checkpointing', model, '2025071%d_100000' % reads)
    told = {name + '_checkpoint_io_mean_GB_per_second': rate_of(seconds, gib),
            name + '_checkpoint_io_stdev_GB_per_second': deviation_of([gib / s for s in seconds]),
            name + '_checkpoint_duration_mean_seconds': mean_of(seconds), name + '_checkpoint_duration_stdev_seconds': deviation_of(seconds),
            'checkpoint_size_GB': gib}
    told.update(metric)
    one = {'start': '2025-07-1%dT10:00:00' % reads, 'end': '2025-07-1%dT10:30:00' % reads,
           'num_accelerators': processes, 'num_hosts': hosts, 'host_memory_GB': [memory] * hosts, 'metric': told}
    for name in without:
        one.pop(name, None), told.pop(name, None)
    write(os.path.join(run, 'summary.json'), one)
    counts = counts if counts is not None else ('++workload.checkpoint.num_checkpoints_write=%d' % (0 if reads else 10), '++workload.checkpoint.num_checkpoints_read=%d' % (10 if reads else 0))
    write(os.path.join(run, 'dlio_config/overrides.yaml'), ''.join('- %s\n' % line for line in ('workload=' + model.replace('-', '_'),) + counts + more))
    return os.path.join(run, 'summary.json'), os.path.join(run, 'dlio_config/overrides.yaml')


def checkpoints():
    """Each rule of checkpoints broken alone; what is written and what is read are judged apart."""
    def found(name, reads=0, **more):
        tree = os.path.join(scratch, 'checkpoints', name.replace(' ', '-'))
        write(os.path.join(tree, 'closed/Maker/systems/array.json'), {'a': 1})
        files = checkpoint(tree, reads, **more)
        checkpoint(tree, 1 - reads)
        said = judged(tree, 'mlperf-storage-2.0')[1]
        other = [codes(r) for r in said['runs'] if r['scenario'] != ('read' if reads else 'write')]
        expect(other == [[]], 'checkpoints, %s: the other: %s' % (name, other))
        return next(r for r in said['runs'] if r['scenario'] == ('read' if reads else 'write')), files
    for name, wanted, part, compliant, more in (
            ('as it is', [], None, 'yes', {}),
            ('a headline', ['rate-contradicts'], 'save_checkpoint_io_mean', 'yes', {'save_checkpoint_io_mean_GB_per_second': 999999.0}),
            ('a little less', ['rate-contradicts'], 'save_checkpoint_io_mean', 'yes', {'save_checkpoint_io_mean_GB_per_second': 10.0}),
            ('a little more', ['rate-contradicts'], 'save_checkpoint_io_mean', 'yes', {'save_checkpoint_io_mean_GB_per_second': 11.5}),
            ('two processes', ['setting-other'], 'num_accelerators', 'no', {'processes': 16}),
            ('many hosts', ['setting-other'], 'num_hosts', 'no', {'hosts': 4}),
            ('a small checkpoint', ['setting-other'], 'checkpoint_size_GB', 'no', {'gib': 52.0}),
            ('five checkpoints', ['setting-other'], 'num_checkpoints_write=5', 'no', {'more': ('++workload.checkpoint.num_checkpoints_write=5',)}),
            ('no checkpoints', ['setting-other'], 'num_checkpoints_write=0', 'no', {'more': ('++workload.checkpoint.num_checkpoints_write=0',)}),
            ('fewer layers', ['setting-other'], 'model.num_layers=2', 'no', {'more': ('++workload.model.num_layers=2',)}),
            ('another type', ['setting-other'], 'model.model_datatype', 'no', {'reads': 1, 'more': ('++workload.model.model_datatype=fp8',)}),
            ('data parallel of the whole', ['setting-other'], 'parallelism.data=2', 'no', {'more': ('++workload.model.parallelism.data=2',)}),
            ('a folder', [], None, 'yes', {'more': ('++workload.checkpoint.checkpoint_folder=/mnt/c', '++workload.workflow.checkpoint=True')}),
            ('a setting of training', ['rules-part'], 'storage.storage_type', 'undecided', {'more': ('++workload.storage.storage_type=s3',)}),
            ('no size', ['figure-missing'], None, 'undecided', {'without': ('checkpoint_size_GB',)}),
            ('no duration', ['figure-missing'], None, 'undecided', {'without': ('save_checkpoint_duration_mean_seconds',)}),
            ('no deviation', ['figure-missing'], None, 'undecided', {'without': ('save_checkpoint_io_stdev_GB_per_second',)}),
            ('no duration of reading', ['figure-missing'], None, 'undecided', {'reads': 1, 'without': ('load_checkpoint_duration_mean_seconds',)}),
            ('no hosts', ['figure-missing'], None, 'undecided', {'without': ('num_hosts',)}),
            ('no count', ['figure-missing'], None, 'undecided', {'counts': ()}),
            ('a count in words', ['figure-missing'], 'write=ten', 'undecided', {'more': ('++workload.checkpoint.num_checkpoints_write=ten',)}),
            ('nothing', ['figure-missing'] * 6, None, 'undecided', {'counts': (), 'without': (
                'num_hosts', 'checkpoint_size_GB', 'save_checkpoint_duration_mean_seconds', 'save_checkpoint_duration_stdev_seconds',
                'save_checkpoint_io_stdev_GB_per_second')}),
            ('more settings than are kept', ['rules-part'], None, 'undecided', {
                'more': ('++workload.checkpoint.checkpoint_folder=/mnt/c',) * 40}),
            ('no fsync', ['setting-other'], 'fsync=False', 'no', {'more': ('++workload.checkpoint.fsync=False',)}),
            ('memory for all', ['cache-unproven'], 'checkpoint_size_GB', 'undecided', {'reads': 1, 'memory': 512.0}),
            ('another size of reading', ['rate-contradicts'], 'load_checkpoint_io_mean', 'yes', {'reads': 1, 'load_checkpoint_io_mean_GB_per_second': 20.0})):
        run, files = found(name, **more)
        expect(codes(run) == wanted and run['compliant'] == compliant, 'checkpoints, %s: %s %s' % (name, run['compliant'], run['findings']))
        if part and run['findings']:
            told = run['findings'][0]
            with open(next(f for f in files if f.endswith(told['file'].split('/')[-1]))) as opened:
                expect(part in opened.read().split('\n')[told['line'] - 1], 'checkpoints, %s: line %s' % (name, told['line']))
    # a part of a checkpoint, by one host of 8 processes, of the 64 that a 70B has
    tree = os.path.join(scratch, 'checkpoints/part')
    write(os.path.join(tree, 'closed/Maker/systems/array.json'), {'a': 1})
    checkpoint(tree, 0, gib=912 / 8, model='llama3-70b', more=('++workload.checkpoint.mode=subset', '++workload.model.parallelism.data=8'))
    run = judged(tree, 'mlperf-storage-2.0')[1]['runs'][0]
    expect((run['compliant'], codes(run)) == ('yes', []), 'a subset: %s' % run)
    checkpoint(tree, 0, gib=912 / 8, model='llama3-70b')
    expect(codes(judged(tree, 'mlperf-storage-2.0')[1]['runs'][0]) == ['setting-other'] * 2, 'a subset that says nothing')
    # what open may change of a checkpoint, the rule set does not hold; what is no checkpoint is judged by none of their rules
    for name, division, model, wanted in (('open', 'open', 'llama3-8b', ('undecided', ['rules-part'])),
                                          ('a work that is trained', 'closed', 'unet3d', ('no', ['rules-part', 'runs-count']))):
        tree = os.path.join(scratch, 'checkpoints', name.replace(' ', '-'))
        write(os.path.join(tree, division, 'Maker/systems/array.json'), {'a': 1})
        checkpoint(tree, 0, division=division, model=model)
        run = judged(tree, 'mlperf-storage-2.0')[1]['runs'][0]
        expect((run['compliant'], codes(run)) == wanted, '%s: %s' % (name, run))


def report(rates=RATES, accelerators=1):
    mean = sum(rates) / len(rates)
    return {'overall': {'model': 'unet3d', 'accelerator': 'h100', 'num_benchmark_runs': len(rates), 'train_num_accelerators': str(accelerators),
                        'train_throughput_mean_samples_per_second': mean, 'train_throughput_mean_MB_per_second': mean * BYTES / 1024. / 1024.},
            'runs': {'run%d' % (i + 1): {'train_throughput_samples_per_second': rate, 'train_num_accelerators': str(accelerators),
                                         'train_throughput_MB_per_second': rate * BYTES / 1024. / 1024.} for i, rate in enumerate(rates)}}


def make(tree, place='closed/Maker/results/array/unet3d-h100', rates=RATES, **more):
    for i, rate in enumerate(rates):
        run = os.path.join(tree, place, 'runs', 'run%d' % (i + 1))
        write(os.path.join(run, 'summary.json'), summary(i, rate, **more))
        write(os.path.join(run, 'configs', 'overrides.yaml'), overrides())
    write(os.path.join(tree, place, 'mlperf_storage_report.json'), report(rates))
    write(os.path.join(tree, 'closed/Maker/systems/array.json'), {'storage_system': {'vendor_name': 'Maker'}})
    return place


def rows_of(tree):
    out = subprocess.run([dossier, 'runs', '--json', tree], capture_output=True, text=True)
    return [row for row in (json.loads(out.stdout) if out.returncode == 0 else []) if row['suite'] == 'MLPerf Storage' and 'place' in row]


def judged(tree, rules='mlperf-storage-1.0'):
    run = subprocess.run([dossier, 'check', '--json', '--rules', rules, tree], capture_output=True, text=True)
    return run.returncode, json.loads(run.stdout) if run.stdout.startswith('{') else {'runs': [], 'comparable': []}


def near(text, value):
    return text is not None and abs(float(text) - value) < 1e-9 * value


def is_score(row, samples, device='h100', count=1):
    return near(row['measured']['text'], samples) and row['measured']['unit'] == 'samples/s' and near(row['value'], samples * BYTES / 2**20) and \
        row['unit'] == 'MiB/s' and row['scenario'] == device and row['accelerators'] == count and row['accelerator'] == device + ', emulated'


def codes(run):
    return sorted(f['code'] for f in run['findings'])


def scores():
    mean = sum(RATES) / 5
    tree = os.path.join(scratch, 'own')
    place = make(tree)
    rows = rows_of(tree)
    expect(len(rows) == 1 and is_score(rows[0], mean), 'score: %s' % rows)
    expect((rows[0]['division'], rows[0]['submitter'], rows[0]['system'], rows[0]['benchmark'], rows[0]['valid']) ==
           ('closed', 'Maker', 'array', 'unet3d', 'success'), 'names: %s' % rows[0])
    status, said = judged(tree)
    expect(status == 0 and [(r['place'], r['valid'], r['compliant'], r['consistent'], codes(r)) for r in said['runs']] ==
           [(place, 'yes', 'yes', 'yes', [])] and said['tree_findings'] == [], 'as it is: %d %s' % (status, said))
    for part in ('closed', 'closed/Maker', 'closed/Maker/results', place, place + '/runs', place + '/runs/run1'):
        rows = rows_of(os.path.join(tree, part))
        wanted = RATES[0] if part.endswith('run1') else mean
        expect(len(rows) == 1 and near(rows[0]['measured']['text'], wanted) and rows[0]['benchmark'] == 'unet3d', '%s: %s' % (part, rows))
    status, said = judged(os.path.join(tree, place + '/runs/run1'))
    expect(status == 2 and codes(said['runs'][0]) == [], 'one run alone: %d %s' % (status, said['runs']))
    packed = shutil.make_archive(os.path.join(scratch, 'packed'), 'gztar', tree)
    expect(len(rows_of(packed)) == 1 and is_score(rows_of(packed)[0], mean), 'packed')
    # the report alone: its figure, and that the runs are not there
    alone = os.path.join(scratch, 'alone')
    write(os.path.join(alone, place, 'mlperf_storage_report.json'), report())
    rows = rows_of(alone)
    expect(len(rows) == 1 and is_score(rows[0], mean) and 'valid' not in rows[0], 'report alone: %s' % rows)
    status, said = judged(alone)
    expect(status == 1 and 'detail-missing' in codes(said['runs'][0]), 'report alone: %s' % said['runs'])


def layouts():
    mean = sum(RATES) / 5
    # v0.5: a folder for each host, whose rates add up; a model in the summary, no memory; a V100 takes 4 in 1.3604 s: 2.94
    tree = os.path.join(scratch, 'first')
    place = 'closed/Maker/results/array-Nacc2-Nhosts2/unet3d'
    for i in range(5):
        for host in range(2):
            one = summary(i, 2.75 + host / 8, files=2500, host=host, model='unet3d')
            del one['num_hosts'], one['host_memory_GB']
            write(os.path.join(tree, place, 'run-%d' % (i + 1), 'host-%d' % (host + 1), 'summary.json'), one)
            write(os.path.join(tree, place, 'run-%d' % (i + 1), 'host-%d' % (host + 1), '.hydra/overrides.yaml'), overrides('unet3d'))
    write(os.path.join(tree, 'closed/Maker/systems/array-Nacc2-Nhosts2.json'), {'a': 1})
    rows = rows_of(tree)
    expect(len(rows) == 1 and near(rows[0]['measured']['text'], 2.75 + 2.875) and rows[0]['accelerators'] == 2 and
           rows[0]['derivation'].startswith('mean of 5 runs'), 'hosts: %s' % rows)
    status, said = judged(tree, 'mlperf-storage-0.5')
    expect(status == 0 and codes(said['runs'][0]) == [], 'hosts: %d %s' % (status, said['runs']))
    # v2.0: a folder for training, runs by their time, those that made the data beside them, and checkpoints written and read
    tree = os.path.join(scratch, 'second')
    base = 'closed/Maker/results/array/training/unet3d'
    for i, rate in enumerate(RATES):
        run = os.path.join(tree, base, 'run', '2025070%d_100000' % (i + 1))
        write(os.path.join(run, 'summary.json'), summary(i, rate))
        write(os.path.join(run, 'dlio_config', 'overrides.yaml'), overrides())
    write(os.path.join(tree, base, 'datagen/20250630_100000/summary.json'), summary(0, 1.0))
    for i in range(2):
        checkpoint(tree, i)
    write(os.path.join(tree, 'closed/Maker/systems/array.json'), {'a': 1})
    rows = rows_of(tree)
    expect(sorted((r['stands_for'], r['scenario'], r['unit']) for r in rows) ==
           [('llama3-8b', 'read', 'GiB/s'), ('llama3-8b', 'write', 'GiB/s'), ('unet3d', 'h100', 'MiB/s')], 'second round: %s' % rows)
    for row in rows:
        wanted = {'write': rate_of(SECONDS[0]), 'read': rate_of(SECONDS[1])}.get(row['scenario'])
        expect(near(row['value'], wanted) if wanted else is_score(row, mean), 'second round: %s' % row)
    status, said = judged(tree, 'mlperf-storage-2.0')
    run = {(r['stands_for'], r['scenario']): r for r in said['runs']}
    # checkpoints have no verdict of their tool: valid stays undecided, compliance does not
    expect(status == 2 and [(k, r['valid'], r['compliant'], r['consistent'], codes(r)) for k, r in sorted(run.items())] ==
           [(('llama3-8b', 'read'), 'undecided', 'yes', 'yes', []), (('llama3-8b', 'write'), 'undecided', 'yes', 'yes', []),
            (('unet3d', 'h100'), 'yes', 'yes', 'yes', [])], 'second round: %d %s' % (status, said['runs']))
    for rules, wanted in (('mlperf-storage-1.0', True), ('mlperf-storage-0.5', True), ('mlperf-storage-2.0', False)):
        status, said = judged(tree, rules)
        expect(['round-other' in codes(r) for r in said['runs'] if r['benchmark'] == 'unet3d'] == [wanted], 'by %s: %s' % (rules, said['runs']))
    # a sixth run, the first of all, is the warm-up and does not count; a seventh is one too many
    run = os.path.join(tree, base, 'run', '20250630_100000')
    write(os.path.join(run, 'summary.json'), summary(0, 3.0, busy=14.0, start='2025-06-30T10:00:00', end='2025-06-30T11:00:00'))
    write(os.path.join(run, 'dlio_config', 'overrides.yaml'), overrides())
    row = next(r for r in rows_of(tree) if r['benchmark'] == 'unet3d')
    expect(is_score(row, mean) and row['valid'] == 'success' and 'behind the warm-up 20250630_100000' in row['derivation'], 'a warm-up: %s' % row)
    status, said = judged(tree, 'mlperf-storage-2.0')
    expect([(r['compliant'], codes(r)) for r in said['runs'] if r['benchmark'] == 'unet3d'] == [('yes', [])], 'a warm-up: %s' % said['runs'])
    shutil.copytree(run, os.path.join(tree, base, 'run', '20250629_100000'))
    write(os.path.join(tree, base, 'run/20250629_100000/summary.json'), summary(0, 3.0, start='2025-06-29T10:00:00', end='2025-06-29T11:00:00'))
    expect('runs-count' in codes(next(r for r in judged(tree, 'mlperf-storage-2.0')[1]['runs'] if r['benchmark'] == 'unet3d')), 'seven runs')
    # a published tree without the folder of its one system; another spelling of the division; open
    tree = os.path.join(scratch, 'lone')
    make(tree, 'closed/Maker/results/unet3d-h100')
    os.rename(os.path.join(tree, 'closed'), os.path.join(tree, 'Closed'))
    status, said = judged(tree)
    expect(status == 0 and said['runs'][0]['system'] == 'array', 'no folder of the system: %s' % said['runs'])
    tree = os.path.join(scratch, 'open')
    place = make(tree)
    write(os.path.join(tree, place, 'runs/run2/configs/overrides.yaml'), overrides('unet3d_h100', '++workload.reader.data_loader=own'))
    expect(codes(judged(tree)[1]['runs'][0]) == ['setting-other'], 'a closed loader')
    os.rename(os.path.join(tree, 'closed'), os.path.join(tree, 'OPEN'))
    expect(codes(judged(tree)[1]['runs'][0]) == [], 'an open loader')
    # two submitters of one work and division may be compared
    tree = os.path.join(scratch, 'two')
    place = make(tree)
    make(os.path.join(scratch, 'other'))
    shutil.copytree(os.path.join(scratch, 'other/closed/Maker'), os.path.join(tree, 'closed/Other'))
    status, said = judged(tree)
    expect([a['runs'] for a in said['comparable']] == [[place, place.replace('Maker', 'Other')]], 'two submitters: %s' % said['comparable'])
    # files of such names that are none
    write(os.path.join(scratch, 'none/runs/run1/summary.json'), '{"accuracy": 1}')
    write(os.path.join(scratch, 'none/overrides.yaml'), '- a=1\n')
    expect(rows_of(os.path.join(scratch, 'none')) == [], 'none')


def changes():
    tree = os.path.join(scratch, 'changed')
    place, other = make(tree), make(tree, 'closed/Maker/results/array/unet3d-a100', (10.5, 10.6, 10.7, 10.4, 10.3))
    for i in range(5):
        write(os.path.join(tree, other, 'runs/run%d/configs/overrides.yaml' % (i + 1)), overrides('unet3d_a100'))
        write(os.path.join(tree, other, 'runs/run%d/summary.json' % (i + 1)),
              summary(i, (10.5, 10.6, 10.7, 10.4, 10.3)[i], accelerators=1))
    write(os.path.join(tree, other, 'mlperf_storage_report.json'), dict(report((10.5, 10.6, 10.7, 10.4, 10.3))))
    status, said = judged(tree)
    expect(status == 0 and [(a['benchmark'], a['scenario'], a['runs']) for a in said['comparable']] ==
           [('unet3d', 'a100', [other]), ('unet3d', 'h100', [place])], 'two accelerators stand apart: %s' % said)
    path = os.path.join(tree, place)

    def metric(number, **more):
        one = summary(number, RATES[number])
        one['metric'].update(more)
        return one
    one = 'runs/run3/summary.json'
    for name, file, value, code, part, judgement in (
            ('a headline', one, metric(2, train_throughput_mean_samples_per_second=999999.0), 'rate-contradicts', '999999', 'consistent'),
            ('all of a headline', one, summary(2, 999999.0), 'rate-contradicts', 'mean_samples', 'consistent'),
            ('mebibytes', one, metric(2, train_io_mean_MB_per_second=99999.0), 'rate-contradicts', '99999', 'consistent'),
            ('megabytes', one, metric(2, train_io_mean_MB_per_second=RATES[2] * BYTES / 1e6), 'rate-contradicts', 'MB_per', 'consistent'),
            ('a share', one, metric(2, train_au_mean_percentage=99.0), 'rate-contradicts', 'train_au_mean', 'consistent'),
            ('success in words', one, summary(2, RATES[2], busy=88.0), 'verdict-contradicts', 'meet_expectation', 'consistent'),
            ('too much waiting', one, summary(2, RATES[2], busy=88.0), 'busy-low', 'train_au_mean', 'compliant'),
            ('failed', one, metric(2, train_au_meet_expectation='fail'), 'invalid', 'meet_expectation', 'valid'),
            ('cut', one, json.dumps(summary(2, RATES[2]))[:300], 'detail-broken', None, 'compliant'),
            ('another count', one, summary(2, RATES[2], accelerators=2), 'settings-differ', 'num_accelerators', 'compliant'),
            ('a run twice', one, summary(1, RATES[1]), 'run-copied', '"start"', 'consistent'),
            ('two at once', one, summary(2, RATES[2], start='2025-07-02T10:30:00', end='2025-07-02T11:30:00'), 'runs-overlap', '"start"', None),
            ('few files', one, summary(2, RATES[2], files=3400), 'dataset-small', 'num_files_train', 'compliant'),
            ('large memory', one, summary(2, RATES[2], memory=512.0), 'dataset-small', 'num_files_train', 'compliant'),
            ('hosts', one, summary(2, RATES[2], accelerators=3, hosts=2), 'hosts-uneven', 'num_accelerators', 'compliant'),
            ('samples a file', one, summary(2, RATES[2], num_samples_per_file=4), 'setting-other', 'num_samples_per_file', 'compliant'),
            ('a setting', 'runs/run2/configs/overrides.yaml', overrides('unet3d_h100', '++workload.train.computation_time=0.5'), 'setting-other',
             'computation_time', 'compliant'),
            ('another work', 'runs/run2/configs/overrides.yaml', overrides('unet3d_a100'), 'settings-differ', 'workload=', 'compliant'),
            ('the report', 'mlperf_storage_report.json', dict(report((20.5, 20.75, 29.25, 20.6, 20.4))), 'report-differs', '29.25', 'consistent'),
            ('the report is none', 'mlperf_storage_report.json', '{"overall": [', 'report-differs', None, 'consistent')):
        file = os.path.join(path, file)
        with open(file) as opened:
            old = opened.read()
        write(file, value)
        status, said = judged(tree)
        run = next(r for r in said['runs'] if r['place'] == place)
        mine = [f for f in run['findings'] if f['code'] == code and f['file'].endswith(os.path.relpath(file, path))]
        expect(status == 1 or judgement is None, '%s: status %d' % (name, status))
        expect(mine, '%s: %s' % (name, [(f['code'], f['file']) for f in run['findings']]))
        if mine and part:
            with open(file) as opened:
                expect(part in opened.read().split('\n')[mine[0].get('line', 1) - 1], '%s: line %s' % (name, mine[0].get('line')))
        if judgement:
            expect(run[judgement] == 'no', '%s: %s %s' % (name, judgement, run[judgement]))
        rest = next(r for r in said['runs'] if r['place'] != place)
        expect((rest['valid'], rest['compliant'], rest['findings']) == ('yes', 'yes', []), '%s: the other result: %s' % (name, rest))
        write(file, old)
    shutil.rmtree(os.path.join(path, 'runs/run5'))
    status, said = judged(tree)
    expect('runs-count' in codes(next(r for r in said['runs'] if r['place'] == place)), 'four runs')
    os.remove(os.path.join(tree, 'closed/Maker/systems/array.json'))
    status, said = judged(tree)
    expect(all('system-broken' in codes(r) for r in said['runs']), 'no description')


def pairs():
    """`compare`: the work is named by its settings, the load by the accelerators emulated; another of either is refused."""
    rates = (19.5, 19.75, 19.25, 19.6, 19.4)
    for name in ('like', 'device', 'count'):
        place = make(os.path.join(scratch, 'pair-' + name), rates=rates, accelerators=2 if name == 'count' else 1)
        for i in range(5):
            write(os.path.join(scratch, 'pair-' + name, place, 'runs/run%d/configs/overrides.yaml' % (i + 1)),
                  overrides('unet3d_a100' if name == 'device' else 'unet3d_h100'))
    change = 100 * (1 - sum(rates) / sum(RATES))
    for name, status, said in (('like', 0, 'B delivers %.2g %% less than A' % change),
                               ('device', 1, 'W1 Workload differs: unet3d_h100 against unet3d_a100'),
                               ('count', 1, 'W5 Concurrent requests differs: 1 requests against 2 requests')):
        out = subprocess.run([dossier, 'compare', os.path.join(scratch, 'own'), os.path.join(scratch, 'pair-' + name)], capture_output=True, text=True)
        expect(out.returncode == status and said in ' '.join(out.stdout.split()), 'pair %s: %d %s' % (name, out.returncode, out.stdout[:600]))


def real():
    tree = os.path.join(corpus, 'mlperf', 'storage-v1.0-simplyblock-resnet-h100')
    rates = []
    for i in range(1, 6):
        with open(os.path.join(tree, 'Closed/simplyblock/results/resnet-h100/runs/run%d/summary.json' % i)) as opened:
            rates.append(json.load(opened)['metric']['train_throughput_samples_per_second'])
    mean = sum(sum(r) / len(r) for r in rates) / 5
    rows = rows_of(tree)
    expect(len(rows) == 1 and near(rows[0]['measured']['text'], mean) and near(rows[0]['value'], mean * 114660.07 / 2**20) and
           rows[0]['system'] == 'simplyblock_nvmeof_3nodes', 'simplyblock: %s' % rows)
    status, said = judged(tree)
    expect(status == 0 and said['runs'][0]['compliant'] == 'yes' and said['runs'][0]['findings'] == [] and said['tree_findings'] == [],
           'simplyblock: %d %s' % (status, said))


if __name__ == "__main__":
    scores()
    layouts()
    changes()
    checkpoints()
    pairs()
    if corpus:
        real()
    print('%d passed, %d failed' % (passed, len(failed)))
    print('\n'.join(failed[:40]))
    sys.exit(1 if failed or passed < 60 else 0)
