python3 - <<'PY'
import re
LABELS = {'Backend': 'method.endpoint', 'Traffic request rate': 'load.rate', 'Successful requests': 'requests.completed',
          'Benchmark duration (s)': 'wall.time', 'Total input tokens': 'tokens.input', 'Total generated tokens': 'tokens.output',
          'Total generated tokens (retokenized)': 'tokens.output_retokenised', 'Request throughput (req/s)': 'throughput.requests',
          'Input token throughput (tok/s)': 'throughput.prompt_tokens', 'Output token throughput (tok/s)': 'throughput.output_tokens',
          'Total throughput (tok/s)': 'throughput.total_tokens'}
GIVEN = {'dataset_name': 'dataset.name', 'model': 'model.name', 'num_prompts': 'load.requests', 'random_input_len': 'input.length',
         'random_output_len': 'output.length', 'random_range_ratio': 'length.range_ratio', 'seed': 'workload.seed',
         'warmup_requests': 'method.warmup'}
lines = open('bench-2024.log').read().split('\n')
print('method.arguments||' + lines[0])
for name, value in re.findall(r"(\w+)=('[^']*'|[^,)]*)", lines[0]):
    if name in GIVEN:
        print('%s||%s' % (GIVEN[name], value.strip("'")))
    if name in ('temperature', 'top_p'):
        print('decoding.sampling|%s|%s=%s' % ('' if name == 'temperature' else name, name, value))
for line in lines[1:]:
    label, _, value = line.partition(':')
    if label in LABELS:
        print('%s||%s' % (LABELS[label], value.strip()))
    if label.endswith('ITL (ms)'):
        print('gap.chunk|%s|%s' % ('mean' if label.startswith('Mean') else 'p50', value.strip()))
PY
