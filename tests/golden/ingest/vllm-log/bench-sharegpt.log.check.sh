# As bench-sharegpt.log.check.sh; a release that had no num_warmups warmed nothing up, and ShareGPT brings its own lengths.
python3 - <<'END'
import re
line = next(l for l in open('bench-sharegpt.log') if l.startswith('Namespace('))
print('method.arguments||' + line.strip())
keys = {'backend': 'method.endpoint', 'max_concurrency': 'load.concurrency', 'burstiness': 'load.burstiness', 'dataset_name': 'dataset.name', 'model': 'model.name',
        'num_prompts': 'load.requests', 'sharegpt_output_len': 'output.length',
        'request_rate': 'load.rate',
        'seed': 'workload.seed', 'tokenizer': 'tokenizer.name'}
for name, value in re.findall(r"(?:\(|, )(\w+)=('[^']*'|[^,()]*)", line):
    if name in keys and value != 'None':
        print('%s||%s' % (keys[name], value.strip("'")))
print('method.warmup||%s' % (re.findall('num_warmups=([0-9]+)', line) or [0])[0])
for of in ('input', 'output') if 'sharegpt_output_len=None' in line else ('input',):
    print(of + '.length_source||sharegpt')
print('decoding.sampling||' + re.search('temperature=[0-9.]+', line)[0])
END
awk -F': +' 'BEGIN {
    k["Successful requests"] = "requests.completed|"; k["Failed requests"] = "requests.failed|"
    k["Maximum request concurrency"] = "load.concurrency|"; k["Benchmark duration (s)"] = "wall.time|"
    k["Total input tokens"] = "tokens.input|"; k["Total generated tokens"] = "tokens.output|"
    k["Request throughput (req/s)"] = "throughput.requests|"; k["Output token throughput (tok/s)"] = "throughput.output_tokens|"
    k["Peak output token throughput (tok/s)"] = "throughput.output_peak|"; k["Peak concurrent requests"] = "concurrency.peak|"
    k["Total token throughput (tok/s)"] = "throughput.total_tokens|"; k["Mean TTFT (ms)"] = "ttft.client|mean"
    k["Median TTFT (ms)"] = "ttft.client|p50"; k["P99 TTFT (ms)"] = "ttft.client|p99"; k["Mean TPOT (ms)"] = "tpot.request|mean"
    k["P99.9 TPOT (ms)"] = "tpot.request|p99.9"; k["Mean ITL (ms)"] = "gap.chunk|mean"; k["Mean E2EL (ms)"] = "latency.request|mean" }
    $1 in k { sub(/ +$/, "", $2); print k[$1] "|" $2 }' bench-sharegpt.log
