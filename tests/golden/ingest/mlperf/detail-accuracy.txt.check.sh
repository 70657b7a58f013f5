python3 ../mlperf.py detail detail-accuracy.txt
