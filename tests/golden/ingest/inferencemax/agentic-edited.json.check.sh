python3 ../expect.py agentic-edited.json <<'END'
load.concurrency - /conc
load.requests - /num_requests_total
load.scenario - /scenario_type
requests.completed - /num_requests_successful
engine.name - /framework
accelerator.name - /hw
container.image - /image
model.name - /model
precision.weights - /precision
wall.time - /request_metrics/throughput/duration_seconds
throughput.output_tokens - /request_metrics/throughput/output/tokens_per_second
throughput.total_tokens - /request_metrics/throughput/total/tokens_per_second
throughput.input_per_accelerator - /request_metrics/throughput/per_gpu/input_tput_tps
throughput.output_per_accelerator - /request_metrics/throughput/per_gpu/output_tput_tps
throughput.total_per_accelerator - /request_metrics/throughput/per_gpu/total_tput_tps
latency.request * /request_metrics/latency/e2el/*
tpot.request * /request_metrics/latency/tpot/*
ttft.client * /request_metrics/latency/ttft/*
input.realised * /request_metrics/tokens/input/*
output.realised * /request_metrics/tokens/output_actual/*
engine.settings decode_dp_attention /decode_dp_attention
engine.settings decode_ep /decode_ep
engine.settings decode_hw /decode_hw
engine.settings decode_num_workers /decode_num_workers
engine.settings decode_tp /decode_tp
engine.settings disagg /disagg
engine.settings dp_attention /dp_attention
engine.settings ep /ep
engine.settings is_multinode /is_multinode
engine.settings kv_offload_backend /kv_offload_backend
engine.settings kv_offloading /kv_offloading
engine.settings num_decode_gpu /num_decode_gpu
engine.settings num_prefill_gpu /num_prefill_gpu
engine.settings prefill_dp_attention /prefill_dp_attention
engine.settings prefill_ep /prefill_ep
engine.settings prefill_hw /prefill_hw
engine.settings prefill_num_workers /prefill_num_workers
engine.settings prefill_tp /prefill_tp
engine.settings spec_decoding /spec_decoding
engine.settings tp /tp
END
python3 - <<'END'
import json
rate = json.load(open('agentic-edited.json'))['request_metrics']['throughput']
total = rate['total']['tokens_per_second']
if abs(rate['input']['tokens_per_second'] + rate['output']['tokens_per_second'] - total) > 1e-3 * total:
    print('record.contradiction|input and output per second have another sum|%s' % total)
END
