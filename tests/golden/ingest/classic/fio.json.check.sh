# The message first; then the object, in which jq lets the last of two equal names win.
printf 'run.error||%s\n' "$(head -1 fio.json)"
sed 1d fio.json | jq -r '"method.tool_version||\(.["fio version"])", "capture.time||\(.timestamp)", "storage.name|0|\(.disk_util[0].name)",
  "method.warmup||\(.["global options"].ramp_time)", (.["global options"] | to_entries[] | "\(if .key == "ioengine" then "engine.settings" else "method.arguments" end)|\(.key)|\(.value)"),
  (.jobs[0] | "workload.name|0|\(.jobname)",
    "workload.name|0 work|rw=\(.["job options"].rw) bs=4096 iodepth=1 numjobs=1 direct=0", "run.exit|0|\(.error)", "method.arguments|0 rw|\(.["job options"].rw)",
    (.read | "throughput.bytes|0 read|\(.bw_bytes)", "throughput.requests|0 read|\(.iops)", "requests.completed|0 read|\(.total_ios)",
      "wall.time|0 read|\(.runtime)", "latency.request|0 read mean|\(.lat_ns.mean)", "latency.request|0 read std|\(.lat_ns.stddev)",
      "latency.completion|0 read mean|\(.clat_ns.mean)", "latency.completion|0 read p50|\(.clat_ns.percentile["50.000000"])",
      "latency.completion|0 read p99|\(.clat_ns.percentile["99.000000"])"))'
