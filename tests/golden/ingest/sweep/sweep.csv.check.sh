tail -n +2 sweep.csv | awk -F, '{ print "load.concurrency|" $1 "|" $1; print "throughput.output_tokens|" $1 "|" $2
    for (i = 4; i <= 7; i++) { split("p50 p90 p95 p99", p, " "); print "latency.iteration|" $1 " " p[i - 3] "|" $i }
    print "iteration.count|" $1 "|" $8 }'
