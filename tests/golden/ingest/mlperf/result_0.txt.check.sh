python3 ../mlperf.py training result_0.txt
