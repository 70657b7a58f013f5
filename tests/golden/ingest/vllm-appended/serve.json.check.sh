python3 ../expect.py serve.json <<'END'
method.endpoint - /backend
load.burstiness - /burstiness
requests.completed - /completed
capture.time - /date
wall.time - /duration
requests.failed - /failed
throughput.prompt_tokens - /input_throughput
load.concurrency - /max_concurrency
concurrency.peak - /max_concurrent_requests
throughput.output_peak - /max_output_tokens_per_s
model.name - /model_id
load.requests - /num_prompts
throughput.output_tokens - /output_throughput
throughput.good_requests - /request_goodput
throughput.requests - /request_throughput
speculation.accepted - /spec_decode_acceptance_length
speculation.rate - /spec_decode_acceptance_rate
tokenizer.name - /tokenizer_id
tokens.input - /total_input_tokens
tokens.output - /total_output_tokens
throughput.total_tokens - /total_token_throughput
load.rate - /request_rate
ttft.client * /*_ttft_ms
tpot.request * /*_tpot_ms
gap.chunk * /*_itl_ms
latency.request * /*_latency_ms
END
