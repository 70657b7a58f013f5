python3 ../mlperf.py storage storage.json
