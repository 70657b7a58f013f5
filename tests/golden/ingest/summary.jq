# Expected facts of summary.json of collect/bench.py: key|instance|text, by workload.
def fact($key; $value): if $value == null then empty else "\($key)||\($value)" end;
def own($key; $value): if $value == null then empty else "\($key)|0|\($value)" end;
. as $s
| fact("method.arguments"; .argv | join(" ")), fact("framework.cuda"; .framework.cuda), fact("runtime.cudnn_loaded"; .framework.cudnn),
  fact("runtime.nccl_loaded"; .framework.nccl), fact("python.version"; .framework.python), fact("framework.version"; .framework.torch),
  fact("triton.version"; .framework.triton), fact("method.tool"; .harness), fact("iteration.count"; .iterations),
  (.iteration_latency_s | to_entries[] | "latency.iteration|\(.key)|\(.value)"), fact("load.begin"; .loop_start_unix),
  fact("precision.reduced_bf16"; .math_flags.allow_bf16_reduced_precision_reduction),
  fact("precision.reduced_fp16"; .math_flags.allow_fp16_reduced_precision_reduction),
  fact("precision.tf32_cudnn"; .math_flags.cudnn_allow_tf32), fact("precision.tf32_matmul"; .math_flags.matmul_allow_tf32),
  fact("memory.allocated"; .peak_memory_allocated_bytes), fact("memory.reserved"; .peak_memory_reserved_bytes),
  fact("workload.seed"; .seed), fact("accelerator.count"; .tensor_parallel), fact("work.total"; .total_tokens // .total_matmuls // .total_bytes),
  fact("work.unit"; .unit), fact("wall.time"; .wall_s), fact("method.warmup_discarded"; .warmup_discarded), fact("workload.name"; .workload),
  own("accelerator.capability"; .gpu.compute_capability), own("accelerator.cache"; .gpu.l2_cache_bytes),
  own("accelerator.multiprocessors"; .gpu.multi_processor_count), own("accelerator.name"; .gpu.name),
  own("accelerator.memory_visible"; .gpu.total_memory_bytes), (.phases[] | "phase.duration|\(.name)|\(.duration_s)"),
  (if .workload == "gemm-sustained" then
     fact("dataset.name"; .data), fact("precision.accumulation"; .fp8), fact("input.shape"; .m_n_k | map(tostring) | join(", ")),
     fact("work.per_iteration"; .matmuls_per_iteration), fact("precision.output"; .output_dtype), fact("precision.compute"; .precision),
     fact("precision.weights"; .precision), fact("throughput.matmuls"; .throughput_matmuls_per_s)
   elif .workload == "memory-copy" then fact("throughput.bytes"; .throughput_bytes_per_s)
   else
     fact("runtime.attention"; .attention_backend), fact("load.batch"; .batch), fact("output.digest"; .first_tokens_sha256),
     fact("kv_cache.layout"; .kv_cache), fact("compile.mode"; .launch_mode), fact("context.length"; .max_len),
     fact("model.architecture"; .model.arch), fact("model.dimension"; .model.dim), fact("model.heads"; .model.n_heads),
     fact("model.layers"; .model.n_layers), fact("model.parameters"; .model.n_params), fact("model.vocabulary"; .model.vocab),
     fact("precision.compute"; .precision), fact("input.length"; .prompt_len // .seq_len), fact("load.rate"; .request_rate_per_s),
     fact("decoding.sampling"; .sampling), fact("engine.settings"; .scheduler), fact("load.concurrency"; .slots),
     fact("method.synchronisation"; .sync),
     (if .precision != "tf32" then fact("precision.weights"; .precision) else empty end),
     (if .precision != "tf32" and .workload != "llm-prefill" then fact("precision.kv_cache"; .precision) else empty end),
     (if .workload == "llm-decode" then fact("throughput.output_tokens"; .throughput_tokens_per_s)
      elif .workload == "llm-prefill" then fact("throughput.prompt_tokens"; .throughput_tokens_per_s) else empty end)
   end)
