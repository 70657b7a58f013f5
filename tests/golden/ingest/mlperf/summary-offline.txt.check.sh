python3 ../mlperf.py summary summary-offline.txt
