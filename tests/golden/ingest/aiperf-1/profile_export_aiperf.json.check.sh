python3 ../expect.py profile_export_aiperf.json <<'END'
throughput.requests - /request_throughput/avg
latency.request * /request_latency/*
ttft.client * /time_to_first_token/*
ttst.client * /time_to_second_token/*
throughput.output_per_user * /output_token_throughput_per_user/*
throughput.total_tokens - /total_token_throughput/avg
model.name - /input_config/endpoint/model_names
tokenizer.name - /input_config/tokenizer/name
workload.seed - /input_config/input/random_seed
load.rate - /input_config/loadgen/request_rate
method.warmup - /input_config/loadgen/warmup_request_count
method.command - /run_info/cli_command
method.tool_version - /aiperf_version
END
