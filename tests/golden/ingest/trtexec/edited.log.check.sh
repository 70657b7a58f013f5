# One line a fact, read off the log; the contradictions by arithmetic: 20 < 100, 20 * 0.5 ms is not 2.96622 s, 20 / 3.00142 s is not 1500.25.
body=$(sed -E 's/^\[[^]]*\] \[.\] //; s/^\[TRT\] //' edited.log)
value() { printf '%s\n' "$body" | sed -nE "s/^$1: *//p"; }
cat <<END
model.file||$(value Model)
precision.compute||$(value Precision)
precision.quantiser||$(value Calibration)
engine.settings|Batch|$(value Batch)
engine.settings|Iterations|$(value Iterations)
method.warmup||200ms warm up
method.stop_value||3s
engine.settings|Streams|$(value Streams)
engine.settings|CUDA Graph|$(value 'CUDA Graph')
accelerator.name|0|$(value 'Selected Device')
accelerator.capability|0|$(value 'Compute Capability')
accelerator.multiprocessors|0|$(value SMs)
accelerator.memory_total|0|$(value 'Device Global Memory')
result.remark|0|$(printf '%s\n' "$body" | grep ^Calibrator)
requests.completed||20
latency.request|min|0.6 ms
latency.end_to_end|min|1.0 ms
latency.request|mean|0.6 ms
latency.end_to_end|mean|1.1 ms
latency.request|p99|0.7 ms
latency.end_to_end|p99|1.2 ms
throughput.requests||1500.25
wall.time||$(value walltime)
latency.enqueue|p50|0.2 ms
latency.compute|mean|0.5 ms
compute.total||$(value 'total compute time')
run.valid||PASSED
method.command||$(sed -n 's/^&&&& PASSED.* # //p' edited.log)
record.contradiction|at least 100 were asked for|20
END
awk 'BEGIN { if (20 * 0.0005 < 2.9) print "record.contradiction|20 queries of 0.5 ms make another sum|2.96622 s"
    if (20 / 3.00142 < 1500) print "record.contradiction|20 queries in 3.00142 s make another rate|1500.25" }'
