jq -r '"framework.architectures||\(.arch_list | join(", "))", "framework.cuda||\(.cuda)", "runtime.cudnn_loaded||\(.cudnn)",
    "framework.commit||\(.git)", "runtime.nccl_loaded||\(.nccl | map(tostring) | join("."))", "framework.version||\(.torch)",
    "triton.version||\(.triton)", "accelerator.capability|0|\(.cc | map(tostring) | join("."))", "accelerator.name|0|\(.device)",
    "accelerator.multiprocessors|0|\(.sms)", "accelerator.memory_visible|0|\(.total_memory)"' torch-versions.json
