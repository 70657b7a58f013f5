python3 ../server-log.py trtllm.log
