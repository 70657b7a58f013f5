sed -nE 's/^CFLAGS=/compile.flags|CFLAGS|/p; s/^(LD_LIBRARY_PATH|NCCL_DEBUG)=/os.environment|\1|/p; s/^CUDA_VERSION=/runtime.cuda_image||/p' env.txt
