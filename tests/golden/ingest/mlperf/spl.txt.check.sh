python3 ../mlperf.py power spl.txt
