jq -r '(.machine_info | "cpu.name||\(.cpu.brand_raw)", "cpu.threads||\(.cpu.count)", "cpu.architecture||\(.machine)", "os.host_name||\(.node)",
    "python.version||\(.python_version)", "os.kernel||\(.release)"),
  "capture.time||\(.datetime)", "method.tool_version||\(.version)", "workload.revision||\(.commit_info.id)",
  "result.remark|source changed since its revision|\(.commit_info.dirty)",
  (.benchmarks[0] | "workload.name|0|\(.fullname)", "method.warmup|0|\(.options.warmup)",
    (["timer", "min_rounds", "max_time", "disable_gc"][] as $o | "method.arguments|0 \($o)|\(.options[$o])"),
    (["min", "max", "mean"][] as $s | "latency.iteration|0 \($s)|\(.stats[$s])"), "latency.iteration|0 p50|\(.stats.median)",
    "latency.iteration|0 std|\(.stats.stddev)", "iteration.count|0|\(.stats.rounds)")' pytest.json
