jq -r 'to_entries[] | ({CUDA_VERSION: "runtime.cuda_image|", NCCL_VERSION: "runtime.nccl_image|",
    TORCH_CUDA_ARCH_LIST: "compile.architectures|"}[.key] // "os.environment|\(.key)") + "|\(.value)"' env.json
