jq -r '(.context | "cpu.scaling||\(.cpu_scaling_enabled)", "capture.time||\(.date)", "method.command||\(.executable)",
    "os.host_name||\(.host_name)", "method.build||\(.library_build_type)", "method.tool_version||\(.library_version)", "cpu.threads||\(.num_cpus)"),
  (.benchmarks | group_by(.run_name) | to_entries[] | .key as $i | .value | "workload.name|\($i)|\(.[0].name)", (.[] |
    (if (.run_type // (.name | if test("_(mean|median|stddev|cv)$") then "aggregate" else "" end)) == "aggregate" then empty else "iteration.count|\($i) loops|\(.iterations)" end),
    (select(.bytes_per_second) | "throughput.bytes|\($i)|\(.bytes_per_second)"),
    (select(.aggregate_unit != "percentage" and (.error_occurred | not)) | "\($i)\(if .aggregate_name then " " + .aggregate_name else "" end)" as $at
      | "latency.iteration|\($at)|\(.real_time)", "cpu.time|\($at)|\(.cpu_time)"),
    (select(.error_occurred) | "run.error|\($i)|\(.error_message)")))' google.json
