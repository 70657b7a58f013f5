python3 ../expect.py summary.json <<'END'
input.length - /mean_input_tokens
output.length - /mean_output_tokens
model.name - /model
load.concurrency - /num_concurrent_requests
throughput.output_tokens - /results_mean_output_throughput_token_per_s
requests.completed - /results_num_completed_requests
load.requests - /results_num_requests_started
requests.failed - /results_number_errors
capture.time - /timestamp
method.tool_version - /version
tpot.with_first * /results_inter_token_latency_s_*
tpot.with_first * /results_inter_token_latency_s_quantiles_*
ttft.client * /results_ttft_s_*
ttft.client * /results_ttft_s_quantiles_*
latency.request * /results_end_to_end_latency_s_*
latency.request * /results_end_to_end_latency_s_quantiles_*
output.realised * /results_number_output_tokens_*
throughput.output_per_user * /results_request_output_throughput_token_per_s_*
END
