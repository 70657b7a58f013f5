awk -F= '$1 == "VLLM_USE_V1" || $1 == "NCCL_DEBUG" { print "os.environment|" $1 "|" $2 }' env.txt
