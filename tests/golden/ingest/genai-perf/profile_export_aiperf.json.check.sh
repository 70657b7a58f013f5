python3 ../expect.py profile_export_aiperf.json <<'END'
ttft.client * /records/ttft/*
gap.chunk * /records/inter_chunk_latency/*
tpot.request * /records/inter_token_latency/*
wall.time - /records/benchmark_duration/avg
requests.completed - /records/request_count/avg
requests.failed - /records/error_request_count/avg
tokens.output - /records/total_osl/avg
model.name - /input_config/endpoint/model_names
method.endpoint - /input_config/endpoint/type
output.length - /input_config/input/prompt/output_tokens/mean
load.concurrency - /input_config/loadgen/concurrency
load.requests - /input_config/loadgen/request_count
method.command - /input_config/cli_command
run.start - /start_time
run.end - /end_time
END
# What was given stands there: without an option of the warm-up there was none.
jq -r 'select([.input_config.loadgen | keys[] | select(startswith("warmup"))] == []) | "method.warmup||none"' profile_export_aiperf.json
