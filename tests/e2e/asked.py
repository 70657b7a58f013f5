#!/usr/bin/env python3
"""asked.py DOSSIER GOLDEN CORPUS: what is asked for of a bundle, by the tool that wrote it.

A run of a program is never asked for a KV cache, an attention kernel, cuDNN or a container of weights, one of
llama-bench never for torch, and what the format says by being itself is asked of nobody."""
import json, os, shutil, subprocess, sys, tempfile

dossier, golden, corpus = sys.argv[1:4]
LEARNING = {'model.name', 'model.revision', 'input.length', 'output.length', 'decoding.sampling', 'precision.weights', 'precision.compute',
            'precision.kv_cache', 'precision.quantisation', 'engine.version', 'runtime.attention', 'runtime.cudnn_loaded', 'container.digest',
            'framework.version', 'framework.cuda', 'compile.mode', 'method.tool', 'workload.seed', 'load.scenario', 'workload.kind'}
TORCH = {'framework.version', 'framework.cuda', 'runtime.cudnn_loaded', 'compile.mode', 'method.tool'}
DECODING = {'output.length', 'decoding.sampling', 'precision.kv_cache', 'engine.version'}
# Nobody knows of a timed program whether an accelerator worked: that is asked, and nothing of one before it is told.
DEVICE = {'driver.version', 'firmware.vbios', 'accelerator.name', 'accelerator.capability', 'accelerator.memory_total', 'power.limit',
          'compile.toolkit'}
ROWS = [  # bundle, never asked for, asked for all the same
    ('classic/hyperfine.json', LEARNING | DEVICE, {'dataset.name', 'method.warmup', 'method.tool_version', 'method.optimisation', 'accelerator.count'}),
    ('classic/hyperfine.csv', LEARNING | DEVICE, {'accelerator.count', 'dataset.name'}),
    ('classic/google.json', LEARNING | DEVICE | {'dataset.name', 'method.warmup', 'method.stop_rule'}, {'method.optimisation'}),
    ('classic/pytest.json', LEARNING | DEVICE | {'dataset.name'}, {'method.optimisation'}),
    ('classic/fio.json', LEARNING | DEVICE, {'accelerator.count', 'method.stop_rule'}),
    ('go/made.txt', LEARNING | DEVICE | {'dataset.name', 'method.warmup'}, {'method.tool_version'}),
    ('criterion/sample.json', LEARNING | DEVICE | {'dataset.name', 'method.warmup'}, {'method.tool_version'}),
    ('phoronix/composite.xml', LEARNING | {'dataset.name'}, {'method.optimisation'}),
    ('real/llama-bench.json', TORCH, {'model.revision', 'method.warmup'}),
    # what moves bytes or burns has no model, whatever it runs on; a training loop decodes nothing; trtexec runs a network once
    ('fabric/all-reduce.txt', LEARNING - {'precision.compute'}, {'driver.version', 'method.optimisation'}),
    ('fabric/all-gather-rccl.txt', LEARNING - {'precision.compute'}, {'method.optimisation'}),
    ('fabric/nvbandwidth.json', LEARNING, {'method.optimisation'}),
    ('fabric/nvbandwidth.txt', LEARNING, {'method.optimisation'}),
    ('fabric/gpu-burn.txt', LEARNING - {'precision.compute'}, {'driver.version', 'accelerator.memory_total', 'method.tool_version'}),
    ('mlperf/storage.json', LEARNING, {'method.optimisation'}),
    ('training/trainer_state.json', DECODING | {'method.tool', 'workload.kind'}, {'model.name', 'precision.compute', 'dataset.name'}),
    ('training/megatron.log', DECODING | {'method.tool', 'workload.kind'}, {'model.name', 'precision.compute'}),
    ('training/deepspeed.log', DECODING | {'method.tool', 'workload.kind'}, {'model.name', 'precision.compute'}),
    ('training/torchtitan.log', DECODING | {'method.tool', 'workload.kind'}, {'model.name', 'dataset.name'}),
    ('mlperf/result_0.txt', DECODING | {'workload.kind'}, {'method.tool'}),
    ('trtexec/new.log', DECODING - {'engine.version'}, {'model.name'}),
    ('trtexec/times.json', DECODING - {'engine.version'}, {'model.name', 'precision.compute'}),
    ('vllm/serve.json', {'method.tool', 'workload.kind', 'load.scenario', 'method.stop_rule'}, {'precision.kv_cache', 'precision.weights', 'runtime.attention', 'model.revision'}),
]
bad = 0


def say(good, *words):
    global bad
    bad += not good
    print('ok' if good else 'FAIL', *words)


def asked(*paths):
    done = subprocess.run([dossier, 'inspect', '--json', *paths], capture_output=True, text=True)
    return {m['key']: m['disclose_by'] for m in json.loads(done.stdout)['not_disclosed']}


with tempfile.TemporaryDirectory() as scratch:
    for number, (name, never, always) in enumerate(ROWS):
        root = os.path.join(scratch, str(number))
        os.makedirs(root)
        shutil.copy(os.path.join(golden, name), root)
        keys = set(asked(root))
        say(not keys & never, name, 'is not asked for', sorted(never & keys) or 'what its work does not have')
        say(always <= keys, name, 'is asked for', sorted(always - keys) or 'what its files leave open')
    root = os.path.join(scratch, 'told')
    os.makedirs(root)
    shutil.copy(os.path.join(golden, 'classic/hyperfine.json'), root)
    for kind in ('serving', 'training', 'offline inference'):
        json.dump({'format': 'dossier-run/1', 'workload': {'kind': kind}}, open(root + '/run.json', 'w'))
        say({'precision.weights', 'model.name'} <= set(asked(root)), 'a program that is', kind, 'is asked for its model, whatever timed it')
        say('method.tool' not in asked(root), 'and hyperfine stays hyperfine, of', kind)
    json.dump({'format': 'dossier-run/1', 'workload': {'kind': 'compression'}}, open(root + '/run.json', 'w'))
    say(not set(asked(root)) & LEARNING, 'another kind is not')
    shutil.copy(os.path.join(golden, 'vllm/serve.json'), root)
    os.remove(root + '/run.json')
    say('precision.weights' in asked(root), 'beside a result of serving all is asked for')
    # What a tool that measures models alone says by being itself, no statement of the kind makes a question again.
    for number, (name, kind, never) in enumerate((
            ('vllm/serve.json', 'serving', {'method.tool', 'load.scenario', 'method.stop_rule'}), ('real/llama-bench.json', 'offline inference', TORCH),
            ('perf-analyzer/profile_export.json', 'serving', {'method.tool'}), ('trtexec/times.json', 'offline inference', {'method.tool', 'method.server_command', 'decoding.sampling'}))):
        root = os.path.join(scratch, 'kind%d' % number)
        os.makedirs(root)
        shutil.copy(os.path.join(golden, name), root)
        json.dump({'format': 'dossier-run/1', 'workload': {'kind': kind}}, open(root + '/run.json', 'w'))
        keys = set(asked(root))
        say(not keys & never and 'model.revision' in keys, name, 'that is said to be', kind, 'is not asked for', sorted(keys & never) or 'what it says itself')
    root = os.path.join(scratch, 'watched')
    os.makedirs(root)
    shutil.copy(os.path.join(golden, 'vllm/serve.json'), root)
    before = set(asked(root))
    shutil.copy(os.path.join(golden, '../../../samples/software-bottleneck/h100-unit6/captures/telemetry-idle.csv'), root)
    say(set(asked(root)) <= before and 'method.tool' not in before, 'telemetry beside a result is no other tool', set(asked(root)) - before)
    # What lies beside a result and is none of its own is no other tool: a link, which is left out, a file cut short, a test of accuracy.
    for name in ('go/made.txt', 'classic/hyperfine.json', 'vllm/serve.json'):
        root = os.path.join(scratch, 'beside', os.path.basename(name))
        os.makedirs(root)
        shutil.copy(os.path.join(golden, name), root)
        before = set(asked(root))
        os.symlink('/dev/null', root + '/link')
        open(root + '/cut.json', 'w').write('{"results": [{"command": "x", "times": [1.0, 2')
        shutil.copy(os.path.join(golden, 'lm-eval/results.json'), root)
        say(set(asked(root)) <= before, name, 'with a link, a cut file and a test of accuracy beside it asks for no more', set(asked(root)) - before)
    # Nor does any of them take the verdict away.
    subprocess.run([sys.executable, os.path.join(os.path.dirname(os.path.abspath(__file__)), 'families.py'), scratch, 'go'], check=True)
    os.symlink('/dev/null', scratch + '/go/A/link')
    done = subprocess.run([dossier, 'compare', scratch + '/go/A', scratch + '/go/B'], stdout=subprocess.PIPE, text=True)
    say(done.returncode == 0 and 'BenchmarkEncode-8' in done.stdout and '+9.9' in done.stdout, 'a link in a folder takes no verdict away', done.returncode)
# What the rules ask is what the scaffold asks.
with tempfile.TemporaryDirectory() as scratch:
    held = json.load(open(os.path.join(golden, 'classic/hyperfine.json')))
    for number, run in enumerate(('A1', 'B1', 'A2', 'B2', 'A3', 'B3')):
        os.makedirs(os.path.join(scratch, run))
        result = dict(held['results'][0], times=[t + number / 1000 for t in held['results'][0]['times']])
        for key in ('mean', 'median', 'min', 'max'):
            result[key] += number / 1000
        json.dump({'results': [result]}, open(os.path.join(scratch, run, 'hyperfine.json'), 'w'))
    case = os.path.join(scratch, 'case.json')
    json.dump({'format': 'dossier-case/1', 'id': 'asked', 'date': '2026-11-28', 'question': 'Which of the two shall we use?',
               'measured_by': {'party': 'buyer', 'name': 'We', 'paid_by': 'buyer'},
               'systems': [{'id': s, 'label': s, 'baseline': s == 'A', 'machines': [{'captures': [s + '1'], 'runs': [s + '*']}]} for s in 'AB'],
               'metric': {'key': 'latency.iteration', 'kind': 'per_run'},
               'under_test': {'kind': 'layers', 'layers': ['engine']}}, open(case, 'w'))

    def unknown():
        done = subprocess.run([dossier, 'check', '--json', case], capture_output=True, text=True)
        return {f['rule'] for f in json.loads(done.stdout)['comparisons'][0]['findings'] if f['judgement'] == 'unknown'}
    model = {'W2', 'P1', 'P2', 'P6', 'E4'}
    say(not model & unknown(), 'no rule waits for the model of a program', model & unknown())
    json.dump({'format': 'dossier-run/1', 'workload': {'kind': 'serving'}}, open(os.path.join(scratch, 'run.json'), 'w'))
    say({'W2', 'W3', 'P1'} <= unknown(), 'of a program that is said to be serving they do', {'W2', 'W3', 'P1'} - unknown())
amd = os.path.join(corpus, 'captures', 'amd-smi-8xmi355x-serving-run')
if os.path.isdir(amd):
    by = asked(amd)
    say(not [v for v in by.values() if 'nvidia' in v], 'nvidia-smi is not asked of a machine of AMD', [v for v in by.values() if 'nvidia' in v])
sys.exit(1 if bad else 0)
