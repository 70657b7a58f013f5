# Expected facts of `llama-bench -o json`: what differs between the tests has the test's index, or none where one is selected.
def settings: ["cpu_mask", "cpu_strict", "defrag_thold", "devices", "embeddings", "flash_attn", "load_mode", "main_gpu", "n_batch",
  "n_cpu_moe", "n_gpu_layers", "n_threads", "n_ubatch", "no_host", "no_kv_offload", "no_op_offload", "poll", "split_mode",
  "tensor_buft_overrides", "tensor_split", "use_mmap"];
. as $tests
| (.[0] | "runtime.backend||\(.backends)", "engine.version||\(.build_commit)", "method.tool_version||\(.build_commit)",
    "cpu.name||\(.cpu_info)", "model.file||\(.model_filename)", "model.parameters||\(.model_n_params)", "model.size||\(.model_size)",
    "model.architecture||\(.model_type)", "context.depth||\(.n_depth)", "accelerator.name|0|\(.gpu_info)", "precision.kv_cache||\(.type_k)"),
  (settings[] | . as $s | select($tests[0] | has($s)) | select([$tests[][$s]] | unique | length == 1)
    | "engine.settings|\($s)|\($tests[0][$s])"),
  ($tests | to_entries[] | select($selected == "" or (.key | tostring) == $selected)
    | (if $selected == "" then "\(.key)" else "" end) as $i | .value
    | "output.length|\($i)|\(.n_gen)", "input.length|\($i)|\(.n_prompt)", "capture.time|\($i)|\(.test_time)",
      "\(if .n_gen == 0 then "throughput.prompt_tokens" else "throughput.output_tokens" end)|\($i)|\(.avg_ts)",
      "\(if .n_gen == 0 then "throughput.prompt_tokens" else "throughput.output_tokens" end)|\(if $i == "" then "std" else "\($i) std" end)|\(.stddev_ts)",
      (. as $test | settings[] | . as $s | select($test | has($s)) | select([$tests[][$s]] | unique | length > 1)
        | "engine.settings|\(if $i == "" then $s else "\($i) \($s)" end)|\($test[$s])"))
