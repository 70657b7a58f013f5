python3 ../mlperf.py system system.json
