python3 ../inference-perf.py flow.yaml
