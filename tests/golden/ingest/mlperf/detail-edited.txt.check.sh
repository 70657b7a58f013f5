python3 ../mlperf.py detail detail-edited.txt
cat <<END
record.contradiction|not met: result_min_duration_met|VALID
record.contradiction|30000 samples in 720000000000 ns make another rate|51.6667
record.contradiction|1 lines are errors|0
END
