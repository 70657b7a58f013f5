python3 ../mlperf.py summary summary-multi.txt
