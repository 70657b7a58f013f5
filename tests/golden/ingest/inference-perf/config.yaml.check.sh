python3 ../inference-perf.py config.yaml
