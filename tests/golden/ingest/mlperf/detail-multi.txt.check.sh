python3 ../mlperf.py detail detail-multi.txt
