python3 ../expect.py schema-1.3.json <<'END'
throughput.requests - /request_throughput/avg
latency.request * /request_latency/*
requests.completed - /request_count/avg
ttft.client * /time_to_first_token/*
tpot.request * /inter_token_latency/*
throughput.output_tokens - /output_token_throughput/avg
throughput.output_per_user * /output_token_throughput_per_user/*
output.realised * /output_sequence_length/*
input.realised * /input_sequence_length/*
requests.failed - /error_request_count/avg
wall.time - /benchmark_duration/avg
method.tool_version - /aiperf_version
run.end - /end_time
run.start - /start_time
dataset.name - /input_config/datasets/0/path
method.endpoint - /input_config/endpoint/type
model.name - /input_config/models/items/0/name
tokenizer.name - /input_config/tokenizer/name
method.command - /run_info/cli_command
workload.seed - /run_info/random_seed
method.warmup - /input_config/phases/0/requests
load.concurrency - /input_config/phases/1/concurrency
load.requests - /input_config/phases/1/requests
run.error was_cancelled /was_cancelled
END
