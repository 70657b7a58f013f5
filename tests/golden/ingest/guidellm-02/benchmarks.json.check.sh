python3 ../expect.py benchmarks.json <<'END'
wall.time - /benchmarks/0/duration
load.end - /benchmarks/0/end_time
load.begin - /benchmarks/0/start_time
tokens.output - /benchmarks/0/metrics/output_token_count/successful/total_sum
tokens.input - /benchmarks/0/metrics/prompt_token_count/successful/total_sum
throughput.output_tokens - /benchmarks/0/metrics/output_tokens_per_second/successful/mean
throughput.prompt_tokens - /benchmarks/0/metrics/prompt_tokens_per_second/successful/mean
throughput.total_tokens - /benchmarks/0/metrics/tokens_per_second/successful/mean
throughput.requests - /benchmarks/0/metrics/requests_per_second/successful/mean
concurrency.peak - /benchmarks/0/metrics/request_concurrency/successful/max
concurrency.mean - /benchmarks/0/metrics/request_concurrency/successful/mean
tpot.request * /benchmarks/0/metrics/inter_token_latency_ms/successful/*
tpot.request * /benchmarks/0/metrics/inter_token_latency_ms/successful/percentiles/*
output.realised * /benchmarks/0/metrics/output_token_count/successful/*
output.realised * /benchmarks/0/metrics/output_token_count/successful/percentiles/*
input.realised * /benchmarks/0/metrics/prompt_token_count/successful/*
input.realised * /benchmarks/0/metrics/prompt_token_count/successful/percentiles/*
latency.request * /benchmarks/0/metrics/request_latency/successful/*
latency.request * /benchmarks/0/metrics/request_latency/successful/percentiles/*
tpot.with_first * /benchmarks/0/metrics/time_per_output_token_ms/successful/*
tpot.with_first * /benchmarks/0/metrics/time_per_output_token_ms/successful/percentiles/*
ttft.client * /benchmarks/0/metrics/time_to_first_token_ms/successful/*
ttft.client * /benchmarks/0/metrics/time_to_first_token_ms/successful/percentiles/*
requests.failed - /benchmarks/0/request_totals/errored
requests.incomplete - /benchmarks/0/request_totals/incomplete
requests.completed - /benchmarks/0/request_totals/successful
load.concurrency - /benchmarks/0/args/strategy/streams
END
python3 ../expect.py benchmarks.json <<'END'
load.scenario - /benchmarks/0/args/profile/strategy_type
dataset.name - /benchmarks/0/request_loader/data
model.name - /benchmarks/0/worker/backend_model
END
# The seed of its profile is the tool's default whatever was asked for (benchmark/entrypoints.py of 0.2 hands none on): it is not read.
python3 - <<'END'
import json
point = json.load(open('benchmarks.json'))['benchmarks'][0]
asked = dict(pair.split('=') for pair in point['request_loader']['data'].split(','))
print('input.length||' + asked['prompt_tokens'])
print('output.length||' + asked['output_tokens'])
args = point['args']
print('method.warmup||%s s' % args['warmup_duration'])
print('method.stop_rule||' + ' or '.join(said for member, said in (('max_duration', 'time'), ('max_number', 'count of requests')) if args[member] is not None))
END
