python3 ../expect.py results.jsonl <<'END' | sed 's/^gap.chunk|1 /gap.token|1 /' | grep -Ev '^(input.length|output.length|length.range_ratio)[|]1[|]'
speculation.accepted - /accept_length
method.endpoint - /backend
requests.completed - /completed
concurrency.mean - /concurrency
dataset.name - /dataset_name
wall.time - /duration
throughput.prompt_tokens - /input_throughput
load.concurrency - /max_concurrency
concurrency.peak - /max_concurrent_requests
throughput.output_peak - /max_output_tokens_per_s
throughput.output_tokens - /output_throughput
load.rate - /request_rate
throughput.requests - /request_throughput
tokens.input - /total_input_tokens
tokens.output - /total_output_tokens
tokens.output_retokenised - /total_output_tokens_retokenized
input.length - /random_input_len
output.length - /random_output_len
length.range_ratio - /random_range_ratio
latency.request * /*_e2e_latency_ms
tpot.request * /*_tpot_ms
ttft.client * /*_ttft_ms
gap.chunk * /*_itl_ms
END
# ShareGPT's prompts and answers are as long as they are.
jq -r 'select(.dataset_name == "sharegpt") | "input.length_source|1|sharegpt", (select(.sharegpt_output_len == null) | "output.length_source|1|sharegpt")' \
    <<END
$(sed -n 2p results.jsonl | sed 's/Infinity/0/g')
END
