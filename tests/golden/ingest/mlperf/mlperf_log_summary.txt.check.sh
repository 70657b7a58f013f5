python3 ../mlperf.py summary mlperf_log_summary.txt
