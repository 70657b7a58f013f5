python3 ../mlperf.py system system-cpu.json
