"""Works figures out again from the requests that a tool kept, as the program's registry says the tool means them.

usage: definitions.py PROGRAM CORPUS"""
import json, math, subprocess, sys

program, corpus = sys.argv[1:]
wrong = checked = 0


def facts(path):
    told = json.loads(subprocess.run([program, 'inspect', '--json', corpus + '/' + path], stdout=subprocess.PIPE,
                                     stderr=subprocess.DEVNULL).stdout)
    return {(f['key'], f.get('instance', '')): f for f in told['files'][0]['facts']}


def percentile(values, percent, rule):
    values = sorted(values)
    if rule == 'step':  # the first value at or below which that share lies
        return values[max(0, math.ceil(percent / 100 * len(values)) - 1)]
    at = percent / 100 * (len(values) - 1)
    low = math.floor(at)
    high = min(low + 1, len(values) - 1)
    return values[low] + (values[high] - values[low]) * (at - low)


def weighted_mean(pairs):
    return sum(v * w for v, w in pairs) / sum(w for _, w in pairs)


def check(path, key, instance, values, tolerance=1e-9):
    """`values`: of each request (or gap), in the unit that the file has the figure in; pairs (value, weight) where weighted."""
    global wrong, checked
    fact = facts_of[path].get((key, instance))
    if not fact or 'definition' not in fact:
        wrong += 1
        print('%s: %s %s: not told, or without a definition' % (path, key, instance))
        return
    definition, stated = fact['definition'], float(fact['value'])
    if 'over tokens' in definition and isinstance(values[0], tuple):
        if instance != 'mean':
            return
        found = weighted_mean(values)
    else:
        values = [v[0] if isinstance(v, tuple) else v for v in values]
        mean = sum(values) / len(values)
        if instance == 'mean':
            found = mean
        elif instance == 'std':
            over = len(values) - (1 if 'n - 1' in definition else 0)
            found = math.sqrt(sum((v - mean) ** 2 for v in values) / over)
        else:
            found = percentile(values, float(instance[1:]), 'step' if 'step' in definition else 'linear')
    checked += 1
    if abs(found - stated) > tolerance * abs(stated) + 1e-12:
        wrong += 1
        print('%s: %s %s is %r in the file, %r by "%s"' % (path, key, instance, stated, found, definition))


def load(path):
    return json.load(open(corpus + '/' + path))


facts_of = {}
for path in ['vllm/lambda-llama31-8b-fp8-h100-2024/Meta-Llama-3.1-8B-FP8_tp1_len2048.json',
             'vllm/lambda-llama31-8b-fp8-a100-2024/Meta-Llama-3.1-8B-FP8_tp1_len2048.json']:
    facts_of[path], run = facts(path), load(path)
    first = [t * 1e3 for t in run['ttfts']]  # answers without output are in it, as 0
    gaps = [g * 1e3 for request in run['itls'] for g in request]
    for instance in ('mean', 'std', 'p50', 'p99'):
        check(path, 'ttft.client', instance, first)
        check(path, 'gap.chunk', instance, gaps)
    token = [sum(g) / (n - 1) * 1e3 for g, n in zip(run['itls'], run['output_lens']) if n > 1]
    check(path, 'tpot.request', 'mean', token, 5e-3)  # the tool takes latency - TTFT, which it did not keep

path = 'genai-perf/aiperf-v0-run1/profile_export_aiperf.json'
facts_of[path] = facts(path)
requests = [json.loads(line) for line in open(corpus + '/genai-perf/aiperf-v0-run1/profile_export.jsonl')]
good = [r['metrics'] for r in requests if not r.get('error')]
scale = {'ms': 1.0, 'sec': 1e3, 'ns': 1e-6}
value = lambda metrics, name: metrics[name]['value'] * scale.get(metrics[name]['unit'], 1)
latency, first = [value(m, 'request_latency') for m in good], [value(m, 'ttft') for m in good]
tokens = [value(m, 'output_sequence_length') for m in good]
for instance in ('mean', 'std', 'p50', 'p90', 'p99'):
    check(path, 'latency.request', instance, latency)
    check(path, 'ttft.client', instance, first)
    check(path, 'tpot.request', instance, [(l - f) / (n - 1) for l, f, n in zip(latency, first, tokens)], 1e-6)

path = 'llmperf/llama2-70b-anyscale/summary.json'
facts_of[path] = facts(path)
good = [r for r in load('llmperf/llama2-70b-anyscale/individual.json') if r['error_code'] is None]
for instance in ('mean', 'std', 'p50', 'p99'):
    check(path, 'ttft.client', instance, [r['ttft_s'] for r in good])
    check(path, 'latency.request', instance, [r['end_to_end_latency_s'] for r in good])
    check(path, 'tpot.with_first', instance, [r['inter_token_latency_s'] for r in good])

path = 'guidellm/v0.5-qwen3-4b-fp8-xpu/benchmarks.json'
facts_of[path] = facts(path)
good = load(path)['benchmarks'][0]['requests']['successful']
for instance in ('mean', 'std', 'p50', 'p90', 'p99'):
    check(path, 'latency.request', instance, [r['request_latency'] for r in good], 1e-6)
    check(path, 'ttft.client', instance, [r['time_to_first_token_ms'] for r in good], 1e-6)
check(path, 'tpot.with_first', 'mean', [(r['time_per_output_token_ms'], r['output_tokens']) for r in good], 1e-3)
check(path, 'tpot.request', 'mean', [(r['inter_token_latency_ms'], r['output_tokens'] - 1) for r in good], 1e-3)

print('%d figures worked out again, %d not as the registry says' % (checked, wrong))
sys.exit(1 if wrong or checked < 50 else 0)
