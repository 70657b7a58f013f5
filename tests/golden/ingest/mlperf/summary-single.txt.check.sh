python3 ../mlperf.py summary summary-single.txt
