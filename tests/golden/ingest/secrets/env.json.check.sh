jq -r 'to_entries[] | select(.key == ("CUDA_HOME", "PATH", "VLLM_URL")) | "os.environment|\(.key)|\(.value)"' env.json
