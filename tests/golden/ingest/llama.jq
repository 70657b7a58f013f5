# Expected facts of `llama-bench -o json`: what differs between the tests has the test's index, or none where one is selected.
# What is neither a fact of its own nor a figure is a setting.
def named: ["backends", "build_commit", "build_number", "cpu_info", "gpu_info", "model_filename", "model_n_params", "model_size",
  "model_type", "n_depth", "n_gen", "n_prompt", "test_time", "avg_ns", "stddev_ns", "avg_ts", "stddev_ts", "samples_ns", "samples_ts",
  "type_k", "type_v"];
def settings: (.[0] | keys) - named;
. as $tests
| (.[0] | "runtime.backend||\(.backends)", "engine.version||\(.build_commit)", "method.tool_version||\(.build_commit)",
    "cpu.name||\(.cpu_info)", "model.file||\(.model_filename)", "model.parameters||\(.model_n_params)", "model.size||\(.model_size)",
    "model.architecture||\(.model_type / " " | .[:2] | join(" "))",
    "precision.weights||\(.model_type / " " | .[2:] | join(" "))", "context.depth||\(.n_depth)", "accelerator.name|0|\(.gpu_info)", "precision.kv_cache||\(.type_k)"),
  ($tests | settings[] | . as $s | select([$tests[][$s]] | unique | length == 1)
    | "engine.settings|\($s)|\($tests[0][$s])"),
  ($tests | to_entries[] | select($selected == "" or (.key | tostring) == $selected)
    | (if $selected == "" then "\(.key)" else "" end) as $i | .value
    | "output.length|\($i)|\(.n_gen)", "input.length|\($i)|\(.n_prompt)", "capture.time|\($i)|\(.test_time)",
      "\(if .n_gen == 0 then "throughput.prompt_tokens" else "throughput.output_tokens" end)|\($i)|\(.avg_ts)",
      "\(if .n_gen == 0 then "throughput.prompt_tokens" else "throughput.output_tokens" end)|\(if $i == "" then "std" else "\($i) std" end)|\(.stddev_ts)",
      (. as $test | $tests | settings[] | . as $s | select([$tests[][$s]] | unique | length > 1)
        | "engine.settings|\(if $i == "" then $s else "\($i) \($s)" end)|\($test[$s])"))
