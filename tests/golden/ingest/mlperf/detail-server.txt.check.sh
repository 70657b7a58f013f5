python3 ../mlperf.py detail detail-server.txt
