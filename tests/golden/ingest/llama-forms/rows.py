"""Tests of llama-bench by Python's json, csv and sqlite3: key|instance|text, what all tests have alike first."""
import csv, json, re, sqlite3, sys


def text(value):
    return 'true' if value is True else 'false' if value is False else str(value)


def tests(path):
    if path.endswith('.jsonl'):
        return [json.loads(line, parse_float=str) for line in open(path)]
    if path.endswith('.json'):
        return json.load(open(path), parse_float=str)
    if path.endswith('.csv'):
        return list(csv.DictReader(open(path)))
    base = sqlite3.connect(':memory:')
    base.row_factory = sqlite3.Row
    base.executescript(open(path).read().replace(' REAL', ' TEXT'))  # as it is written, 1.50 too
    return [dict(row) for row in base.execute('select * from llama_bench')]


named = {'backends': ['runtime.backend'], 'cpu_info': ['cpu.name'],
         'model_filename': ['model.file'], 'model_n_params': ['model.parameters'], 'model_size': ['model.size'],
         'model_type': ['model.architecture'], 'n_depth': ['context.depth'], 'n_gen': ['output.length'],
         'n_prompt': ['input.length'], 'test_time': ['capture.time']}
silent = ['build_number', 'avg_ns', 'stddev_ns', 'samples_ns', 'samples_ts']
rows = tests(sys.argv[1])
for index, row in enumerate(rows):
    for name, value in row.items():
        alike = all(text(other.get(of)) == text(row[of]) for other in rows for of in (('type_k', 'type_v') if name in ('type_k', 'type_v') else (name,)))
        if (alike and index) or name in silent:
            continue
        at = '' if alike else str(index)
        value = text(value)
        if name == 'model_type':  # architecture, size, format of the weights
            print('precision.weights|%s|%s' % (at, value.split(' ', 2)[2]))
            value = ' '.join(value.split(' ', 2)[:2])
        if name == 'build_commit':
            value = value if re.fullmatch('[0-9a-f]+', value) else text(row['build_number'])
            print('engine.version|%s|%s\nmethod.tool_version|%s|%s' % (at, value, at, value))
            continue
        if name in ('avg_ts', 'stddev_ts'):
            kind = 'prompt' if str(row['n_gen']) == '0' else 'output' if str(row['n_prompt']) == '0' else 'total'
            print('throughput.%s_tokens|%s|%s' % (kind, str(index) + (' std' if name == 'stddev_ts' else ''), value))
        elif name in ('type_k', 'type_v'):
            one = row['type_k'] == row['type_v']
            if not one or name == 'type_k':
                print('precision.kv_cache|%s|%s' % (' '.join(([] if alike else [at]) + ([] if one else [name[-1]])), value))
        elif name == 'gpu_info':
            for card, part in enumerate(value.split(',') if value else []):
                print('accelerator.name|%d|%s' % (card, part.strip()))
        elif name in named:
            for key in named[name]:
                print('%s|%s|%s' % (key, at, value))
        else:
            print('engine.settings|%s|%s' % (name if alike else '%s %s' % (at, name), value))
