python3 ../expect.py stage_3_lifecycle_metrics.json <<'END' | sed 's/|3_/|3 /'
load.rate_reached 3 /load_summary/achieved_rate
load.requests 3 /load_summary/count
load.rate 3 /load_summary/requested_rate
send.time 3 /load_summary/send_duration
requests.failed 3 /failures/count
requests.completed 3 /successes/count
throughput.prompt_tokens 3 /successes/throughput/input_tokens_per_sec
throughput.output_tokens 3 /successes/throughput/output_tokens_per_sec
throughput.requests 3 /successes/throughput/requests_per_sec
throughput.total_tokens 3 /successes/throughput/total_tokens_per_sec
latency.queue 3_* /load_summary/schedule_delay/*
gap.chunk 3_* /successes/latency/inter_token_latency/*
tpot.with_first 3_* /successes/latency/normalized_time_per_output_token/*
latency.request 3_* /successes/latency/request_latency/*
tpot.request 3_* /successes/latency/time_per_output_token/*
ttft.client 3_* /successes/latency/time_to_first_token/*
output.realised 3_* /successes/output_len/*
input.realised 3_* /successes/prompt_len/*
END
