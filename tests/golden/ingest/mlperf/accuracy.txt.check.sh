python3 ../mlperf.py accuracy accuracy.txt
