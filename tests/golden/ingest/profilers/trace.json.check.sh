jq -r '(["cuda_runtime_version"][] as $s | "profile.library|\($s)|\(.[$s])"), "profile.library|nccl_version|\(.distributedInfo.nccl_version)",
  (.deviceProperties[] | "profile.accelerator|\(.id)|\(.name)", "profile.property|\(.id) numSms|\(.numSms)",
    "profile.property|\(.id) totalGlobalMem|\(.totalGlobalMem)"),
  (["backend", "rank", "world_size"][] as $s | "profile.setting|\($s)|\(.distributedInfo[$s])")' trace.json
jq -r '[.traceEvents[] | select(.ph == "X") | select((.ts | type) != "number" or (.dur | type) != "number")] | length
  | select(. > 0) | "record.unread|trace.json, some events|\(.) event whose ts or dur is no number or out of range"' trace.json
