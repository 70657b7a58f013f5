python3 - <<'PY'
import re
LABELS = {'Backend': 'method.endpoint', 'Traffic request rate': 'load.rate', 'Max request concurrency': 'load.concurrency',
          'Successful requests': 'requests.completed', 'Benchmark duration (s)': 'wall.time', 'Total input tokens': 'tokens.input',
          'Total generated tokens': 'tokens.output', 'Total generated tokens (retokenized)': 'tokens.output_retokenised',
          'Request throughput (req/s)': 'throughput.requests', 'Input token throughput (tok/s)': 'throughput.prompt_tokens',
          'Output token throughput (tok/s)': 'throughput.output_tokens', 'Peak output token throughput (tok/s)': 'throughput.output_peak',
          'Peak concurrent requests': 'concurrency.peak', 'Total token throughput (tok/s)': 'throughput.total_tokens',
          'Concurrency': 'concurrency.mean', 'Accept length': 'speculation.accepted'}
METRICS = {'E2E Latency': 'latency.request', 'TTFT': 'ttft.client', 'TPOT': 'tpot.request', 'ITL': 'gap.token'}
GIVEN = {'dataset_name': 'dataset.name', 'model': 'model.name', 'num_prompts': 'load.requests', 'random_input_len': 'input.length',
         'random_output_len': 'output.length', 'random_range_ratio': 'length.range_ratio', 'seed': 'workload.seed',
         'warmup_requests': 'method.warmup'}
lines = open('bench.log').read().split('\n')
print('method.arguments||' + lines[0])
for name, value in re.findall(r"(\w+)=('[^']*'|[^,)]*)", lines[0].split('(', 1)[1]):
    if name in GIVEN:
        print('%s||%s' % (GIVEN[name], value.strip("'")))
for line in lines[4:]:
    label, _, value = line.partition(':')
    if label in LABELS:
        print('%s||%s' % (LABELS[label], value.strip()))
    metric = re.fullmatch(r'(Mean|Median|Max|P\d+) (.*) \(ms\)', label)
    if metric:
        print('%s|%s|%s' % (METRICS[metric[2]], {'Median': 'p50'}.get(metric[1], metric[1].lower()), value.strip()))
PY
