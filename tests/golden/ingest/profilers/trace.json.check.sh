jq -r '"runtime.cuda||\(.cuda_runtime_version)", "runtime.nccl_loaded||\(.distributedInfo.nccl_version)",
  (.deviceProperties[] | "accelerator.name|\(.id)|\(.name)", "accelerator.multiprocessors|\(.id)|\(.numSms)",
    "accelerator.memory_visible|\(.id)|\(.totalGlobalMem)", "accelerator.capability|\(.id)|\(.computeMajor).\(.computeMinor)"),
  (["backend", "rank", "world_size"][] as $s | "method.arguments|\($s)|\(.distributedInfo[$s])")' trace.json
