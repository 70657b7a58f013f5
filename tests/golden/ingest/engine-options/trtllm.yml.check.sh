python3 ../engine-options.py trtllm.yml
