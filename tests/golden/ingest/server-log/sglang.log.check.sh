python3 ../server-log.py sglang.log
