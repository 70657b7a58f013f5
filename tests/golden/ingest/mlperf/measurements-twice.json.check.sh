python3 ../mlperf.py measurements measurements-twice.json
