"""Results of a serving benchmark of made runs: three a side, 32 requests in flight, a token every 10 ms or
every 9 ms. Start times are on a clock that counts from the machine's start, as the tool writes them, so that
no two runs share a second.  serving.py FOLDER"""
import argparse
import json
import os
import random

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("folder")
folder = parser.parse_args().folder
TOKENS, IN_FLIGHT, LENGTH = 64, 8, 100
begin = 1795820400  # 2026-11-27T23:00:00Z


def stamp(seconds):
    rest = seconds - begin
    return '2026/11/27 23:%02d:%06.3f' % (int(rest) // 60, rest % 60)


def result(step, seed, uptime):
    made = random.Random(seed)
    free = [0.001 * i for i in range(IN_FLIGHT)]
    starts, first, gaps = [], [], []
    while min(free) < LENGTH:
        slot = free.index(min(free))
        wait = 5 * step * made.uniform(0.98, 1.02)
        each = [step * made.uniform(0.95, 1.05) for _ in range(TOKENS - 1)]
        starts.append(uptime + free[slot])
        first.append(wait)
        gaps.append(each)
        free[slot] += wait + sum(each)
    count = len(starts)
    end = max(free)
    return end, {
        'date': '20261127-230000', 'backend': 'vllm', 'model_id': 'example/model-8b', 'tokenizer_id': 'example/model-8b',
        'num_prompts': count, 'request_rate': 'inf', 'burstiness': 1.0, 'max_concurrency': IN_FLIGHT, 'duration': end,
        'completed': count, 'failed': 0, 'total_input_tokens': 16 * count, 'total_output_tokens': TOKENS * count,
        'request_throughput': count / end, 'output_throughput': TOKENS * count / end, 'input_lens': [16] * count,
        'output_lens': [TOKENS] * count, 'ttfts': first, 'itls': gaps, 'start_times': starts,
        'generated_texts': [''] * count, 'errors': [''] * count}


def declared(at, end, budget):
    return {'format': 'dossier-run/1', 'load': {'begin': at, 'end': at + end},
            'method': {'server_command': 'serve --max-num-batched-tokens %d' % budget}}


for side, step, budget in (('A', 0.010, 2048), ('B', 0.009, 8192)):
    for turn in (1, 2, 3):
        uptime = 7000 + 400 * turn + (200 if side == 'B' else 0)
        at = begin + uptime - 7000
        end, document = result(step, 10 * turn + budget, uptime)
        run = os.path.join(folder, 'runs', '%s-r%d' % (side, turn))
        os.makedirs(run)
        json.dump(document, open(os.path.join(run, 'result.json'), 'w'))
        json.dump(declared(at, end, budget), open(os.path.join(run, 'run.json'), 'w'))
        with open(os.path.join(run, 'telemetry.csv'), 'w') as out:
            out.write('timestamp, name, clocks.current.sm [MHz], power.draw [W], clocks_event_reasons.active\n')
            for i in range(int(2 * end) + 8):
                out.write('%s, NVIDIA H100 80GB HBM3, 1980 MHz, %.1f W, 0x0000000000000000\n'
                          % (stamp(at - 2 + i / 2), 600 + i % 3))

json.dump({'format': 'dossier-run/1', 'workload': {'kind': 'serving', 'seed': 0}, 'model': {'revision': '1'},
           'dataset': {'name': 'random'}, 'input': {'length': 16}, 'output': {'length': TOKENS},
           'load': {'scenario': '8 requests at once'}, 'decoding': {'sampling': 'greedy'},
           'precision': {'weights': 'bf16', 'compute': 'bf16', 'quantisation': 'none', 'kv_cache': 'bf16'},
           'engine': {'version': '0.11.2'},
           'method': {'tool': 'vllm bench serve', 'tool_version': '0.11.2', 'warmup': 'none', 'stop_rule': 'all requests',
                      'optimisation': 'none'},
           'time_zone': {'telemetry.csv': 'UTC'}}, open(os.path.join(folder, 'run.json'), 'w'))


def case(name, metric):
    systems = [{'id': side, 'label': label, 'machines': [{'captures': ['captures'], 'runs': ['runs/%s-r*' % side]}]}
               for side, label in (('A', '2048 tokens'), ('B', '8192 tokens'))]
    systems[0]['baseline'] = True
    json.dump({'format': 'dossier-case/1', 'id': 'SERVING', 'date': '2026-11-28', 'question': 'Which token budget serves us?',
               'measured_by': {'party': 'buyer', 'name': 'Team'}, 'systems': systems,
               'metric': {'key': metric, 'kind': 'per_run'}, 'under_test': {'kind': 'layers', 'layers': ['engine']}},
              open(os.path.join(folder, name), 'w'), indent=1)


case('token.json', 'tpot.request')
case('request.json', 'latency.request')
case('rate.json', 'throughput.output_tokens')
