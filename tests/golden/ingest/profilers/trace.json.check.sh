jq -r '"runtime.cuda||\(.cuda_runtime_version)", "runtime.nccl_loaded||\(.distributedInfo.nccl_version)",
  (.deviceProperties[] | "accelerator.name|\(.id)|\(.name)", "accelerator.multiprocessors|\(.id)|\(.numSms)",
    "accelerator.memory_visible|\(.id)|\(.totalGlobalMem)", "accelerator.capability|\(.id)|\(.computeMajor).\(.computeMinor)"),
  (["backend", "rank", "world_size"][] as $s | "method.arguments|\($s)|\(.distributedInfo[$s])")' trace.json
jq -r '[.traceEvents[] | select(.ph == "X") | select((.ts | type) != "number" or (.dur | type) != "number")] | length
  | select(. > 0) | "record.unread|trace.json, some events|\(.) event whose ts or dur is no number"' trace.json
