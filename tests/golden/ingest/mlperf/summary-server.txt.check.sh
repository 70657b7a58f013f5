python3 ../mlperf.py summary summary-server.txt
