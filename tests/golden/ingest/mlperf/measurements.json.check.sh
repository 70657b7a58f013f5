python3 ../mlperf.py measurements measurements.json
