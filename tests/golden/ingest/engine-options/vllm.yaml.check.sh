python3 ../engine-options.py vllm.yaml
