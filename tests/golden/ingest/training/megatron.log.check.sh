awk -F'|' '/elapsed time per iteration/ { split($1, head, /iteration +|\/ */); done = head[2]; of = head[3]; sub(/ +$/, "", done); sub(/ +$/, "", of)
    for (i = 2; i <= NF; i++) { name = value = $i; sub(/:.*/, "", name); gsub(/^ +| +$/, "", name); sub(/.*: */, "", value); sub(/ +$/, "", value); told[name] = value
        if (name ~ /^number of/ && value > 0) { sub(/number of /, "", name); print "result.remark|" name ", iteration " done "|" value } } }
END { print "iteration.count||" done; print "method.arguments|iterations|" of; print "load.batch||" told["global batch size"]
    print "work.total||" told["consumed samples"]; print "latency.iteration|last interval|" told["elapsed time per iteration (ms)"]
    print "result.more_is_better|TFLOP/s per GPU|" told["throughput per GPU (TFLOP/s/GPU)"]; print "target.reached|lm loss|" told["lm loss"] }' megatron.log
