jq -r '.results | to_entries[] | .key as $i | .value | "workload.name|\($i)|\(.command)",
  (select(.parameters) | "method.arguments|\($i) level|\(.parameters.level)"),
  (["max", "mean", "min"][] as $s | "latency.iteration|\($i) \($s)|\(.[$s])"), "latency.iteration|\($i) p50|\(.median)",
  (select(.stddev) | "latency.iteration|\($i) std|\(.stddev)"), "cpu.time|\($i) system|\(.system)", "cpu.time|\($i) user|\(.user)",
  (.exit_codes | map(select(. != 0))[0:1][] | "run.exit|\($i)|\(.)"), "run.exit|\($i)|\(.exit_codes[0])"' hyperfine.json
