#!/usr/bin/env python3
"""The one-liners beside the golden files, run on real files: golden_real.py DOSSIER GOLDEN CORPUS CORPUS_FORMATS

A golden input is small, and most were written for their test. Here each format's NAME.check.sh (jq, awk, python) is run
where a real file of the corpus lies in the golden file's place; for each format there must be one of which every line is
among the facts of that file (a one-liner for another version or for a query of other columns does not fit every file).
Where a one-liner knows its golden file only, a reader below, or one of corpus_formats.py, stands in. What lies in
GOLDEN/real was written by the tools themselves (README.md there): such a file is real, with its own one-liner, and
golden_facts.sh holds all of its facts. What lies beside a stand_in.py was written by a tool's own code over a stand-in for
its library: not real, and `dossier formats` must say so where a format has nothing better. Prints for each format what it rests on, and exits 1 for a format with real
files that rests on nothing, for a value that differs, and where `dossier formats` calls a format tested with real files
that has none (or the other way round). CORPUS may be empty: then only GOLDEN/real is looked at."""
import collections, csv, json, os, re, shutil, subprocess, sys, tempfile

DOSSIER, GOLDEN, CORPUS, OTHER = sys.argv[1:]
OWN = {'dossier-statements', 'dossier-run', 'dossier-series', 'dossier-left-out'}  # written for or by this program
TRIED = 3                                # real files of a format that each one-liner is tried on
MANY = 60                                # where they differ as MLPerf's scenarios do
# one-liners that hold values of their golden file, or look where that file only has something
LOCAL = {'dcgm/discovery.txt', 'classic/fio-console.txt', 'llama-forms/table.txt', 'smi-text/nvidia-smi-q.txt', 'trtexec/new.log',
         'trtexec/edited.log', 'trtexec/profile.json', 'host/lscpu.txt', 'host/lshw.xml', 'host/topology.xml', 'host/lshw.json',
         'classic/google.json', 'classic/pytest.json', 'classic/fio.json', 'amd/rocm.json', 'perf-analyzer/profile_export.json',
         'lm-eval/scores.log', 'inference-perf/config.yaml', 'collect-env-vllm/vllm-collect-env.txt',
         'collect-env-windows/collect_env.txt', 'collect-env-rocm/collect_env.txt', 'smi-text/nvidia-smi.md'}


def text(path):
    return open(path, encoding='utf-8-sig').read()


def found(*rows):
    """Readers of text: (key, instance, regular expression with one group)."""
    def read(path):
        source = text(path)
        for key, instance, pattern in rows:
            for match in re.findall(pattern, source, re.M)[:1]:
                yield key, instance, match
    return read


def series(key, instance, count):
    def read(path):
        yield 'series ' + key, instance, str(count(path))
    return read


def both(*readers):
    return lambda path: [row for reader in readers for row in reader(path)]


def query(path):
    """nvidia-smi --query-gpu: by the names of its columns; telemetry by the number of its rows."""
    rows = list(csv.DictReader(open(path), skipinitialspace=True))
    for row in rows:
        if 'pci.bus_id' in row:
            yield 'accelerator.bus_id', row['index'], row['pci.bus_id']
            yield 'accelerator.name', row['index'], row['name']
            yield 'driver.version', '', row['driver_version']
    if 'index' not in rows[0]:
        yield 'series telemetry.power', '0', len(rows)


def mlperf(kind, form):
    """The reader beside the golden files, and strictly: each of its values must be there, if there are any."""
    def read(path):
        said = subprocess.run(['python3', os.path.join(GOLDEN, 'mlperf.py'), kind, path], capture_output=True, text=True).stdout
        return [('read as', '', form)] + [tuple(line.split('|', 2)) for line in said.split('\n') if line.count('|') >= 2]
    return read


def scores(path):
    task = ''
    for line in text(path).split('\n'):
        cells = [c.strip() for c in line.split('|')]
        if len(cells) > 9 and re.fullmatch(r'[0-9.]+', cells[7]):
            task = cells[1] or task
            yield 'accuracy.score', '%s %s,%s' % (task, cells[5], cells[3]), cells[7]
            yield 'accuracy.error', '%s %s,%s' % (task, cells[5], cells[3]), cells[9]


READERS = {
    'aiperf-requests-jsonl': series('latency.request', '', lambda path: sum(
        json.loads(line)['metadata']['credit_phase'] == 'profiling' for line in open(path))),
    'bench-plan-json': lambda path: [('read as', '', 'bench-plan-json')] if set(json.load(open(path))) == {'plan', 'start_unix', 'end_unix'} else [],
    'dcgmi-discovery': found(('accelerator.attached', '', r'^(\d+) GPUs? found'), ('accelerator.name', '0', r'^\| 0 +\| Name: (.*?) *\|'),
                             ('accelerator.bus_id', '0', r'PCI Bus ID: (\S+)'), ('accelerator.uuid', '0', r'Device UUID: (\S+)')),
    'dcgmi-dmon': series('telemetry.engine_active', '0', lambda path: len(re.findall(r'^GPU 0 ', text(path), re.M))),
    'fio-log': found(('method.tool_version', '', r'^(fio-\S+)$'), ('run.error', '', r'^(verify: bad header numberio 3932.*)$')),
    # checked here; run.json says which column is what, and tests of steady compare the series
    'iteration-log': lambda path: [('read as', '', 'iteration-log')] if all({'i', 't_start_s', 'duration_s'} <= set(json.loads(l)) for l in open(path)) else [],
    'llmperf-requests-json': series('latency.request', '', lambda path: len(json.load(open(path)))),
    'lm-eval-log': scores,
    'llama-bench-markdown': found(('engine.version', '', r'^Commit: (\S+)'), ('model.architecture', '', r'^\| (llama 7B) Q4_0 '),
                                  ('throughput.prompt_tokens', '0', r'\| +pp512 \| +([0-9.]+) ±'),
                                  ('throughput.prompt_tokens', '0 std', r'\| +pp512 \| +[0-9.]+ ± ([0-9.]+)'),
                                  ('throughput.output_tokens', '1', r'\| +tg128 \| +([0-9.]+) ±')),
    'mlperf-accuracy': mlperf('accuracy', 'mlperf-accuracy'),
    'mlperf-compliance': mlperf('compliance', 'mlperf-compliance'),
    'mlperf-log-detail': mlperf('detail', 'mlperf-log-detail'),
    'mlperf-log-summary': mlperf('summary', 'mlperf-log-summary'),
    'mlperf-measurements-json': mlperf('measurements', 'mlperf-measurements-json'),
    'mlperf-power-log': both(mlperf('power', 'mlperf-power-log'), series('telemetry.power_system', '', lambda path: len(text(path).split()) // 2)),
    'mlperf-storage-json': mlperf('storage', 'mlperf-storage-json'),
    'mlperf-storage-report-json': found(
        ('throughput.samples', 'mean of runs', r'"train_throughput_mean_samples_per_second": ([0-9.]+)'),
        ('throughput.samples', 'std of runs', r'"train_throughput_stdev_samples_per_second": ([0-9.]+)'),
        ('throughput.bytes', 'mean of runs', r'"train_throughput_mean_MB_per_second": ([0-9.]+)'),
        ('throughput.bytes', 'run2', r'"run2": \{\s+"train_throughput_samples_per_second": [0-9.]+,\s+"train_throughput_MB_per_second": ([0-9.]+)'),
        ('method.arguments', 'accelerator', r'"accelerator": "(\w+)"'), ('method.arguments', 'train_num_accelerators', r'"train_num_accelerators": "(\d+)"')),
    'mlperf-system-json': mlperf('system', 'mlperf-system-json'),
    'mlperf-training-log': mlperf('training', 'mlperf-training-log'),
    'nvidia-smi-text': found(('driver.version', '', r'^Driver Version +: (.*)'), ('driver.cuda', '', r'^CUDA Version +: (.*)'),
                             ('accelerator.attached', '', r'^Attached GPUs +: (.*)'), ('accelerator.name', '0', r'Product Name +: (.*)'),
                             ('firmware.vbios', '0', r'VBIOS Version +: (.*)'), ('topology.link', '0-1', r'^GPU0\t X \t(\w+)')),
    'nvidia-smi-csv': query,
    'perf-analyzer-profile-json': both(
        lambda path: [('load.concurrency', '', json.load(open(path))['experiments'][0]['experiment']['value'])],
        series('latency.request', '', lambda path: len(json.load(open(path))['experiments'][0]['requests']))),
    'trtexec-log': found(('method.tool_version', '', r'TensorRT version: (\S+)'), ('wall.time', '', r'walltime: ([0-9.]+)'),
                         ('accelerator.name', '0', r'Selected Device: (.*)'), ('precision.compute', '', r'Precision: (.*)')),
}


def alike(one, other):
    unit = re.compile(r' ?(ms|s|GiB|MiB)$')
    try:
        return float(unit.sub('', str(one))) == float(unit.sub('', str(other)))
    except ValueError:
        return str(one) == str(other)


def formats_of_golden():
    out = collections.defaultdict(list)
    for root, folders, files in os.walk(GOLDEN):
        folders.sort()
        for name in sorted(files):
            if name.endswith('.facts'):
                form = open(os.path.join(root, name)).readline().split()[1]
                out[form].append(os.path.relpath(os.path.join(root, name[:-6]), GOLDEN))
    return out


def real_files(bases):
    """Format to [(path, {(key, instance): [values]})], series as ("series KEY", instance): [count]."""
    out = collections.defaultdict(list)
    for base in bases:
        said = subprocess.run([DOSSIER, 'inspect', '--json', base], capture_output=True, text=True).stdout
        for file in json.loads(said)['files']:
            held = collections.defaultdict(list)
            for fact in file['facts']:
                held[fact['key'], fact.get('instance', '')].append(fact.get('text', fact['value']))
            for one in file['series']:
                held['series ' + one['key'], one['instance']].append(one['count'])
            held['read as', ''].append(file['read_as'])
            out[file['read_as']].append((os.path.join(base, file['name']) if os.path.isdir(base) else base, held))
    return out


def one_liner(golden, path, scratch):
    folder = os.path.join(scratch, 'x')
    os.makedirs(folder)
    home = os.path.join(GOLDEN, os.path.dirname(golden))
    for source, target in ((GOLDEN, scratch), (home, folder)):
        for name in os.listdir(source):
            if name.endswith(('.py', '.jq')):
                shutil.copy(os.path.join(source, name), target)
    os.symlink(path, os.path.join(folder, os.path.basename(golden)))
    shutil.copy(os.path.join(GOLDEN, golden + '.check.sh'), os.path.join(folder, 'check.sh'))
    return lines_of(['sh', 'check.sh'], folder)


def lines_of(command, folder):
    said = subprocess.run(command, cwd=folder, capture_output=True, text=True).stdout
    return [tuple(line.split('|', 2)) for line in said.split('\n') if line.count('|') >= 2]


named = {f['name']: f['tested_with'] for f in json.loads(subprocess.run([DOSSIER, 'formats', '--json'], capture_output=True, text=True).stdout)}
golden, own = formats_of_golden(), real_files([os.path.join(GOLDEN, 'real')])
real = real_files(os.path.join(CORPUS, top) for top in sorted(os.listdir(CORPUS))) if CORPUS else {}
elsewhere = set(re.findall(r"'([a-z0-9-]+)', (?!NONE)[A-Za-z_]+(?:\([^)]*\))?\)", open(OTHER).read()))
listed = {line.split('\t')[1] for line in open(os.path.join(GOLDEN, '..', 'public', 'files.tsv')).read().splitlines()[1:]}
wrong, compared, resting = [], 0, 0
for form in sorted(named):
    rests = []
    if form in OWN:
        continue
    if not golden[form]:
        wrong.append(form + ': no golden file')
    files = real.get(form, [])
    there = len(files) + len(own.get(form, []))
    if (named[form] == 'real files') != bool(there) and (CORPUS or there):
        wrong.append('%s: `formats` says tested with %s, and %d real files are there' % (form, named[form], there))
    if (named[form] == 'listed files') != (form in listed and not there):
        wrong.append('%s: `formats` says tested with %s, and public/files.tsv %s it' % (form, named[form], 'has' if form in listed else 'lacks'))
    stood = any(os.path.exists(os.path.join(GOLDEN, os.path.dirname(name), 'stand_in.py')) for name in golden[form])
    if (named[form] == 'stand-in') != (stood and not there and form not in listed) and (CORPUS or not stood):
        wrong.append('%s: `formats` says tested with %s, and stand_in.py is %s' % (form, named[form], 'beside it' if stood else 'nowhere'))
    for path, held in own.get(form, []):
        name = os.path.basename(path)
        lines = lines_of(['sh', name + '.check.sh'], os.path.dirname(path))
        missing = [row for row in lines if not any(alike(v, row[2]) for v in held.get(tuple(row[:2]), []))]
        rests.append('real/%s: %d values by its one-liner' % (name, len(lines)))
        compared += len(lines)
        if missing or not lines:
            wrong.append('%s: real/%s: %s' % (form, name, missing[:2] or 'nothing is compared'))
    for path, held in files[:MANY if form.startswith('mlperf-') else TRIED]:
        tries = [(golden_name, None) for golden_name in golden[form]
                 if golden_name not in LOCAL and not golden_name.startswith('mlperf/') and not path.endswith('.gz')]
        for name, reader in ([('its reader', READERS[form])] if form in READERS else []) + tries:
            with tempfile.TemporaryDirectory() as scratch:
                lines = reader(path) if reader else one_liner(name, path, scratch)
            lines = [row for row in lines if row[2] not in ('', 'null')]
            missing = [row for row in lines if not any(alike(v, row[2]) for v in held.get(tuple(row[:2]), []))]
            if lines and not missing:
                rests.append('%s: %d values by %s' % (os.path.relpath(path, CORPUS), len(lines), name))
                compared += len(lines)
            elif reader:
                wrong.append('%s: %s: %s' % (form, os.path.relpath(path, CORPUS), missing[:2]))
    if CORPUS and form in elsewhere:
        rests.append('corpus_formats.py')
    if there and not rests:
        wrong.append(form + ': nothing real is compared')
    resting += bool(rests)
    if CORPUS or rests:
        print('%-28s %2d golden; %s' % (form, len(golden[form]), '; '.join(rests[:2]) or ('files of others: golden_public.py' if form in listed else 'its tool over a stand-in' if stood else 'own input')))
print('%d formats, %d rest on real files, %d values compared here' % (len(named), resting, compared))
print('\n'.join(wrong))
least = (83, 5500) if CORPUS else (14, 1000)
sys.exit(1 if wrong or resting < least[0] or compared < least[1] else 0)
