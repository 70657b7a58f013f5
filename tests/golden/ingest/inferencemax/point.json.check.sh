python3 ../expect.py point.json <<'END'
load.burstiness - /burstiness
requests.completed - /completed
capture.time - /date
wall.time - /duration
throughput.prompt_tokens - /input_throughput
load.concurrency - /max_concurrency
model.name - /model_id
load.requests - /num_prompts
throughput.output_tokens - /output_throughput
load.rate - /request_rate
throughput.requests - /request_throughput
tokenizer.name - /tokenizer_id
tokens.input - /total_input_tokens
tokens.output - /total_output_tokens
latency.request * /*_e2el
tpot.request * /*_tpot
ttft.client * /*_ttft
END
