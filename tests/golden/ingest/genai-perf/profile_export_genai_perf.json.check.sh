python3 ../expect.py profile_export_genai_perf.json <<'END'
throughput.requests - /request_throughput/avg
latency.request * /request_latency/*
ttft.client * /time_to_first_token/*
tpot.request * /inter_token_latency/*
throughput.output_tokens - /output_token_throughput/avg
output.realised * /output_sequence_length/*
model.name - /input_config/model
method.endpoint - /input_config/endpoint_type
load.concurrency - /input_config/concurrency
output.length - /input_config/output_tokens_mean
input.length - /input_config/synthetic_input_tokens_mean
workload.seed - /input_config/random_seed
tokenizer.name - /input_config/tokenizer
END
