python3 ../mlperf.py summary summary-edited.txt
cat <<END
record.contradiction|402400 was said before|502400
record.contradiction|not met: Min duration satisfied|VALID
record.contradiction|a mean latency of 490000 ns makes another rate|2940.82
END
