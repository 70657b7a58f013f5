python3 ../mlperf.py accuracy baseline_accuracy.txt
