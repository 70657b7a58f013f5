python3 - "$1" <<'PY'
import re, sys
LABELS = {'Backend': 'method.endpoint', 'Traffic request rate': 'load.rate', 'Successful requests': 'requests.completed',
          'Benchmark duration (s)': 'wall.time', 'Total input tokens': 'tokens.input', 'Total generated tokens': 'tokens.output',
          'Total generated tokens (retokenized)': 'tokens.output_retokenised', 'Request throughput (req/s)': 'throughput.requests',
          'Input token throughput (tok/s)': 'throughput.prompt_tokens', 'Output token throughput (tok/s)': 'throughput.output_tokens',
          'Total throughput (tok/s)': 'throughput.total_tokens'}
METRICS = {'E2E Latency': 'latency.request', 'TTFT': 'ttft.client', 'TPOT': 'tpot.request', 'ITL': 'gap.chunk'}
for label, value in re.findall(r'^([^:\n]+): +(\S+) *$', open(sys.argv[1]).read(), re.M):
    if label in LABELS:
        print('%s||%s' % (LABELS[label], value))
    metric = re.fullmatch(r'(Mean|Median|P\d+) (.*) \(ms\)', label)
    if metric:
        print('%s|%s|%s' % (METRICS[metric[2]], {'Mean': 'mean', 'Median': 'p50'}.get(metric[1], metric[1].lower()), value))
PY
