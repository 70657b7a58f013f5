jq -r '(.context | "capture.time||\(.date)", "method.build||\(.library_build_type)", "cpu.threads||\(.num_cpus)"),
  (.benchmarks | group_by(.run_name) | to_entries[] | .key as $i | .value | "workload.name|\($i)|\(.[0].run_name)",
    (.[] | select(.run_type == "aggregate") | "latency.iteration|\($i) \(.aggregate_name)|\(.real_time)", "cpu.time|\($i) \(.aggregate_name)|\(.cpu_time)"),
    (.[] | select(.error_occurred) | "run.error|\($i)|\(.error_message)"))' google-repeated.json
