python3 ../mlperf.py compliance verify_accuracy.txt
