python3 ../mlperf.py compliance verify_performance.txt
