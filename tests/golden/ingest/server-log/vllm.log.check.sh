python3 ../server-log.py vllm.log
