python3 ../mlperf.py detail detail-single.txt
