python3 ../mlperf.py detail detail-offline.txt
