python3 ../expect.py synthetic.json <<'END'
wall.time - /benchmarks/0/duration
method.endpoint - /args/request_format
dataset.name - /args/data
model.name - /args/model
load.scenario - /args/profile
method.tool_version - /metadata/guidellm_version
load.concurrency - /benchmarks/0/config/strategy/streams
requests.failed - /benchmarks/0/metrics/request_totals/errored
requests.incomplete - /benchmarks/0/metrics/request_totals/incomplete
requests.completed - /benchmarks/0/metrics/request_totals/successful
END
jq -r '.args | (.data[0] | capture("prompt_tokens=(?<i>[0-9]+), output_tokens=(?<o>[0-9]+)") | "input.length||\(.i)", "output.length||\(.o)"), (select(.max_seconds and .max_requests == null) | "method.stop_rule||time")' synthetic.json
