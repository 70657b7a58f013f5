python3 ../expect.py stage_3_prometheus_metrics.json <<'END' | sed 's/|3_/|3 /'
requests.server 3 /successes/count
throughput.output_server 3 /successes/output_len/rate
throughput.requests_server 3 /successes/rate
latency.server 3_* /successes/request_latency/*
tpot.server 3_* /successes/time_per_output_token/*
ttft.server 3_* /successes/time_to_first_token/*
END
