python3 ../mlperf.py training result_aborted.txt
echo 'record.contradiction|8 was said before|16'
