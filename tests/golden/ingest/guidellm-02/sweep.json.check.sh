python3 ../expect.py sweep.json <<'END'
wall.time - /benchmarks/0/duration
load.scenario - /benchmarks/0/args/profile/type_
dataset.name - /benchmarks/0/request_loader/data
model.name - /benchmarks/0/worker/backend_model
requests.failed - /benchmarks/0/request_totals/errored
requests.incomplete - /benchmarks/0/request_totals/incomplete
requests.completed - /benchmarks/0/request_totals/successful
END
jq -r '.benchmarks[0].args | "method.warmup||\(.warmup_number) requests", (select(.max_number and .max_duration == null) | "method.stop_rule||count of requests"), (select(.strategy.type_ == "synchronous") | "load.concurrency||1")' sweep.json
