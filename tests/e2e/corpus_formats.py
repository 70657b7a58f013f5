#!/usr/bin/env python3
"""Real files of the corpus, read by `dossier inspect --json` and by readers of its own (json, ElementTree, csv).

usage: corpus_formats.py DOSSIER CORPUS; exits 1 and says which file is not read as it should be, or which fact differs."""
import csv, gzip, io, json, os, re, subprocess, sys
import xml.etree.ElementTree as tree

DOSSIER, CORPUS = sys.argv[1:3]
wrong = []
checked = 0


def whole(path):
    return open(os.path.join(CORPUS, path), encoding='utf-8-sig').read()


def inspected(folder):
    """File name to (format, {(key, instance): [values]})."""
    said = subprocess.run([DOSSIER, 'inspect', '--json', os.path.join(CORPUS, folder)], capture_output=True, text=True).stdout
    out = {}
    for f in json.loads(said)['files']:
        facts = {}
        for fact in f['facts']:
            facts.setdefault((fact['key'], fact.get('instance', '')), []).append(fact.get('text', fact['value']))
        out[f['name']] = (f['read_as'], facts)
    return out


def trtexec_profile(path):
    layers = json.loads(whole(path))
    longest = sorted((l['timeMs'] for l in layers[1:]), reverse=True)[:10]
    for i, layer in enumerate(layers):
        if i and layer['timeMs'] >= longest[-1]:
            yield 'profile.name', str(i), layer['name']
            yield 'profile.time', str(i), layer['timeMs']
    yield 'iteration.count', '', layers[0]['count']


def google(path):
    made = {}
    for b in json.loads(whole(path))['benchmarks']:
        made.setdefault(b.get('run_name', b['name']), []).append(b)
    for i, (name, rows) in enumerate(made.items()):
        yield 'workload.name', str(i), rows[0]['name'] if rows[0].get('run_type') != 'aggregate' else name
        alone = sum(b.get('run_type') == 'iteration' for b in rows) == 1
        for b in rows:
            if 'real_time' in b and (alone if b.get('run_type') == 'iteration' else 'aggregate_name' in b):
                yield 'latency.iteration', (str(i) + ' ' + b.get('aggregate_name', '')).strip(), b['real_time']


def hyperfine(path):
    for i, r in enumerate(json.loads(whole(path))['results']):
        yield 'latency.iteration', '%d mean' % i, r['mean']
        yield 'run.exit', str(i), ([c for c in r['exit_codes'] if c] + [0])[0]


def pytest(path):
    yield 'latency.iteration', '0 mean', json.loads(whole(path))['benchmarks'][0]['stats']['mean']


def fio(path):
    for i, job in enumerate(json.loads(whole(path))['jobs']):
        for way in ('read', 'write', 'trim'):
            if job[way]['total_ios']:
                yield 'throughput.bytes', '%d %s' % (i, way), job[way]['bw_bytes']
                yield 'latency.completion', '%d %s p99' % (i, way), job[way]['clat_ns']['percentile']['99.000000']


def phoronix(path):
    for r, result in enumerate(tree.fromstring(whole(path)).findall('Result')):
        entries = result.findall('Data/Entry')
        for e, entry in enumerate(entries):
            at = '%d.%d' % (r, e) if len(entries) > 1 else str(r)
            value = entry.find('Value').text
            way = {'HIB': 'result.more_is_better', 'LIB': 'result.less_is_better'}.get(result.findtext('Proportion'), 'result.value')
            kind = 'run.valid' if 'PASS_FAIL' in result.find('DisplayFormat').text else way
            if value:
                yield kind, at, value
            if entry.find('RawString').text:
                yield 'result.samples', at, entry.find('RawString').text
            if entry.find('JSON') is not None and 'error' in json.loads(entry.find('JSON').text):
                yield 'run.error', at, json.loads(entry.find('JSON').text)['error']


def amd_static(path):
    for gpu in json.loads(whole(path))['gpu_data']:
        yield 'accelerator.bus_id', str(gpu['gpu']), gpu['bus']['bdf']
        yield 'power.limit', str(gpu['gpu']), gpu['limit']['ppt0']['socket_power_limit']['value']


def energy(key):
    def read(path):
        for row in csv.DictReader(io.StringIO(whole(path))):
            yield key, row['gpu'], row['total_energy_consumption']
    return read


def rocm(path):
    for name, card in json.loads(whole(path)).items():
        if name.startswith('card'):
            yield 'power.limit', name[4:], card['Max Graphics Package Power (W)']
            yield 'firmware.vbios', name[4:], card['VBIOS version']


def diag(path):
    for c in json.loads(whole(path))['DCGM GPU Diagnostic']['test_categories']:
        for t in c['tests']:
            for r in t['results']:
                yield 'health.check', ' / '.join([c['category'], t['name']] + ([r['gpu_ids']] if 'gpu_ids' in r else [])), r['status']


def lshw(path):
    root = tree.fromstring(whole(path))
    for node in root.iter('node'):
        if node.get('class') == 'processor':
            yield 'cpu.name', node.get('id').partition(':')[2], node.find('product').text
        if node.get('id', '').startswith('bank') and node.find('size') is not None:
            yield 'host.memory', node.find('slot').text, node.find('size').text


def hwloc(path):
    root = tree.fromstring(whole(path))
    for info in root.iter('info'):
        if info.get('name') == 'DMIBIOSVersion':
            yield 'firmware.host', '', info.get('value')
    for o in root.iter('object'):
        if o.get('type') == 'NUMANode':
            yield 'host.memory', 'node ' + o.get('os_index'), o.get('local_memory')


def hwloc_text(path):
    for line in whole(path).split('\n'):
        node = re.match(r' *NUMANode L#\d+ \(P#(\d+) (\d+)GB\)', line)
        if node:
            yield 'host.memory', 'node ' + node[1], node[2]


def numactl(path):
    for node, size in re.findall(r'^node (\d+) size: (\d+) MB', whole(path), re.M):
        yield 'host.memory', 'node ' + node, size
    yield 'cpu.numa_nodes', '', re.search(r'available: (\d+)', whole(path))[1]


def parameters(path):
    for word in whole(path).split():
        name, _, value = word.partition('=')
        if name not in ('BOOT_IMAGE', 'root', 'ro'):
            yield 'os.kernel_parameter', name, value or name


def build(path):
    yield 'os.kernel', '', whole(path).split()[2]
    yield 'os.kernel_build', '', re.search(r'#.*', whole(path))[0].strip()


def variables(path):
    for line in whole(path).split('\n'):
        name, _, value = line.partition('=')
        if name in ('CFLAGS', 'CXXFLAGS'):
            yield 'compile.flags', name, value
        if name == 'LD_LIBRARY_PATH':
            yield 'os.environment', name, value


def compiler(path):
    yield 'compile.host_compiler', '', re.search(r'^gcc version (\S+)', whole(path), re.M)[1]


def settings(path):
    text = whole(path)
    yield 'model.name', '', re.search(r'model_name: (.*)', text)[1]
    yield 'tokenizer.name', '', re.search(r'pretrained_model_name_or_path: (.*)', text)[1]
    yield 'output.length', '', re.search(r'output_len: (\d+)', text)[1]
    yield 'load.scenario', '', re.search(r'load:\n  type: (.*)', text)[1]
    yield 'dataset.name', '', re.search(r'data:\n  type: (.*)', text)[1]
    yield 'engine.name', '', re.search(r'  type: (vllm)', text)[1]


def packages(path):
    for name, version in json.loads(whole(path))['pip_freeze'].items():
        yield 'package.version', name, version


def kernels(path):
    for i, row in enumerate(list(csv.DictReader(io.StringIO(whole(path))))[:10], 1):
        yield 'profile.time', str(i), row['Total Time (ns)']
        yield 'profile.name', str(i), row['Name']


def counters(path):
    text = whole(path)
    for row in csv.DictReader(io.StringIO(text[text.index('"ID","Process ID"'):])):
        if row['Metric Name'] and (row['Metric Unit'] == '%' or re.fullmatch(r'\d{1,3}(,\d{3})+(\.\d+)?', row['Metric Value'])):
            unit = ' (%s)' % row['Metric Unit'] if row['Metric Unit'] else ''
            yield 'profile.counter', '%s %s%s' % (row['ID'], row['Metric Name'], unit), row['Metric Value']


def trace(path):
    document = json.load(gzip.open(os.path.join(CORPUS, path)))
    for device in document.get('deviceProperties', []):
        yield 'profile.accelerator', str(device['id']), device['name']
        yield 'profile.property', '%s numSms' % device['id'], device['numSms']


def labels(rows):
    """label of a line to key: what stands behind its colon; the first such line of the file."""
    def read(path):
        for line in whole(path).split('\n'):
            label, _, value = line.partition(':')
            if label in rows:
                yield rows[label], '', value.strip()
    return read


LSCPU = labels({'Model name': 'cpu.name', 'Socket(s)': 'cpu.sockets', 'CPU(s)': 'cpu.threads'})
NONE = lambda path: ()
FILES = [
    ('trtexec/superbench-a100', 'tensorrt_inference.1.log', 'trtexec-log', NONE),
    ('trtexec/detr-int8', 'detr-profile.json', 'trtexec-profile-json', trtexec_profile),
    ('google-benchmark/upstream-test1', 'test1_run1.json', 'google-benchmark-json', google),
    ('google-benchmark/upstream-test3', 'test3_run0.json', 'google-benchmark-json', google),
    ('hyperfine/local-sha-gzip', 'results.json', 'hyperfine-json', hyperfine),
    ('hyperfine/local-sha-gzip', 'results.csv', 'hyperfine-csv', NONE),
    ('hyperfine/local-nonzero-exit', 'results.json', 'hyperfine-json', hyperfine),
    ('pytest-benchmark/storage-2.5', '0001.json', 'pytest-benchmark-json', pytest),
    ('pytest-benchmark/storage-2.5', '0030.json', 'pytest-benchmark-json', pytest),
    ('fio/local-fio333', 'fio.json', 'fio-json', fio),
    ('fio/azure-vm-fio326', 'Results_FIO_ReadWrite.json', 'fio-json', fio),
    ('fio/azure-vm-verify-error', 'Results_FIO_Verification_Error_2.txt', 'fio-log', NONE),
    ('captures/amd-smi-8xmi355x-serving-run', 'amd-smi-static.json', 'amd-smi-static-json', amd_static),
    ('captures/amd-smi-8xmi355x-serving-run', 'energy_start.csv', 'amd-smi-metric-csv', energy('energy.counter_begin')),
    ('captures/amd-smi-8xmi355x-serving-run', 'energy_end.csv', 'amd-smi-metric-csv', energy('energy.counter_end')),
    ('captures/rocm-smi-json', 'mi100-rocm602.json', 'rocm-smi-json', rocm),
    ('captures/rocm-smi-json', 'rx6700xt-rocm430.json', 'rocm-smi-json', rocm),
    ('captures/rocm-smi-json', 'rx6700xt-rocm612.json', 'rocm-smi-json', rocm),
    ('captures/dcgmi', 'DCGMIDiag_r1_results.json', 'dcgmi-diag-json', diag),
    ('captures/dcgmi', 'DCGMIDiag_r3_results.json', 'dcgmi-diag-json', diag),
    ('captures/dcgmi', 'DCGMIDiscoveryResults.txt', 'dcgmi-discovery', NONE),
    ('captures/dcgmi', 'DCGMIDmonResults.txt', 'dcgmi-dmon', NONE),
    ('captures/dcgmi', 'DCGMIHealthCheckResults.json', 'dcgmi-diag-json', NONE),
    ('captures/lshw-dl360p', 'lshw.xml', 'lshw-xml', lshw),
    ('captures/hwloc-dgx-gb10', 'topology.xml', 'lstopo-xml', hwloc),
    ('captures/lscpu-text', 'lscpu-ampere_1.txt', 'lscpu-text', LSCPU),
    ('captures/lscpu-text', 'lscpu-intel_1.txt', 'lscpu-text', LSCPU),
    ('captures/lscpu-text', 'lscpu-intel_3.txt', 'lscpu-text', LSCPU),
    ('captures/mlcommons-automation-rtx4090x2', 'pip_freeze.json', 'pip-list-json', packages),
    ('captures/mlcommons-automation-rtx4090x2', 'cpu_info.json', 'mlc-host-json', NONE),
    ('captures/mlcommons-automation-rtx4090x2', 'os_info.json', 'mlc-host-json', NONE),
    ('captures/nvidia-smi-text-topo-2xrtx4090', 'gpu_info.txt', 'nvidia-smi-text', NONE),
    ('captures/vllm-collect-env-2xl40s', 'nvidia-smi.md', 'nvidia-smi-table', NONE),
    ('captures/vllm-collect-env-2xl40s', 'vllm_collect-env.md', 'torch-collect-env', NONE),
    ('captures/nvidia-smi-csv-h100-t4', 'query-c2c.txt', 'nvidia-smi-c2c', NONE),
    ('nsys/dsocr-rtx5090-decode', 'summary_cuda_gpu_kern_sum.csv', 'nsys-kernel-csv', kernels),
    ('nsys/dsocr-rtx5090-prefill', 'summary_cuda_gpu_kern_sum.csv', 'nsys-kernel-csv', kernels),
    ('nsys/ncu-dsocr-gemv', 'ncu.details.csv', 'ncu-details-csv', counters),
    ('nsys/ncu-dsocr-gemv', 'ncu.metrics.csv', 'ncu-details-csv', counters),
    ('nsys/ncu-cublaslt-b200', 'cublaslt_ncu.log', 'ncu-details-csv', counters),
    ('torch-profiler/a100-alexnet-2023', 'trace.json.gz', 'torch-trace-json', trace),
    ('torch-profiler/mi250-rocm62-minitoy', 'trace.json.gz', 'torch-trace-json', trace),
    ('torch-profiler/128rank-sampled-2023', 'sampled_rank-0.json.gz', 'torch-trace-json', trace),
    ('torch-profiler/a100-resnet-2gpu-2024', 'nccl_data.json.gz', 'torch-trace-json', trace),
]
for folder in sorted(os.listdir(os.path.join(CORPUS, 'phoronix'))):
    FILES.append(('phoronix/' + folder, 'composite.xml', 'phoronix-composite-xml', phoronix))
for name, form, reader in (('hwloc-ls', 'lstopo-text', hwloc_text), ('numactl', 'numactl', numactl), ('cmdline', 'kernel-cmdline', parameters),
                           ('version', 'proc-version', build), ('environment-variables', 'env-text', variables), ('cc', 'cc-version', compiler)):
    FILES.append(('phoronix/pts-10.8.4-zstd-with-logs', 'system-logs/GVNO3/' + name, form, reader))
FILES.append(('inference-perf/kubecon2025-vllm-batch', 'config.yaml', 'inference-perf-config', settings))
for name, form in (('lscpu', 'lscpu-text'), ('meminfo', 'meminfo'), ('uname', 'uname')):
    FILES.append(('phoronix/pts-10.8.4-zstd-with-logs', 'system-logs/GVNO3/' + name, form, NONE))


def alike(one, other):
    try:
        return float(re.sub(r' ?[MG]B$', '', str(one))) == float(other)
    except ValueError:
        return str(one) == str(other)


seen = {}
for folder, name, form, expected in FILES:
    if folder not in seen:
        seen[folder] = inspected(folder)
    read_as, facts = seen[folder].get(name, ('absent', {}))
    if read_as != form:
        wrong.append('%s/%s: read as "%s", should be %s' % (folder, name, read_as, form))
    for key, instance, value in expected(os.path.join(folder, name)):
        checked += 1
        if not any(alike(v, value) for v in facts.get((key, instance), [])):
            wrong.append('%s/%s: %s[%s] is %s, should be %s' % (folder, name, key, instance, facts.get((key, instance)), value))

print('%d files, %d values compared, %d wrong' % (len(FILES), checked, len(wrong)))
print('\n'.join(wrong[:40]))
sys.exit(1 if wrong or checked < 700 else 0)
