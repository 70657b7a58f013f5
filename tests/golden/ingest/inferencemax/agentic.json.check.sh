python3 ../expect.py agentic.json <<'END'
load.concurrency - /users
load.requests - /num_requests_total
load.scenario - /scenario_type
requests.completed - /num_requests_successful
requests.server - /total_requests_completed
wall.time - /duration_seconds
engine.name - /framework
accelerator.name - /hw
container.image - /image
model.name - /model
precision.weights - /precision
throughput.input_per_accelerator - /input_tput_per_gpu
throughput.output_per_accelerator - /output_tput_per_gpu
throughput.total_per_accelerator - /tput_per_gpu
throughput.output_tokens - /output_tput_tps
throughput.total_tokens - /total_tput_tps
engine.settings dp_attention /dp_attention
engine.settings ep /ep
engine.settings is_multinode /is_multinode
engine.settings offload_mode /offload_mode
engine.settings tp /tp
gap.chunk * /*_itl
ttft.client * /*_ttft
latency.request * /*_ttlt
input.realised * /*_input_tokens
output.realised * /*_output_tokens_actual
END
