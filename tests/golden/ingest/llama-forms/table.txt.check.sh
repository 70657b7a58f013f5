awk -F'|' '
    /Device 0:/ { sub(/.*Device 0: /, ""); sub(/, compute.*/, ""); print "accelerator.name|0|" $0 }
    /^build:/ { split($0, b, " "); print "engine.version||" b[2]; print "method.tool_version||" b[2] }
    /pp512|tg128/ {
        for (i = 2; i < NF; i++) gsub(/^ +| +$/, "", $i)
        n = row++ + 0
        if (n == 0) {
            split($2, m, " "); print "model.architecture||" m[1] " " m[2]; w = $2; sub(/^[^ ]+ [^ ]+ /, "", w); print "precision.weights||" w; print "model.size||" $3; print "model.parameters||" $4
            print "runtime.backend||" $5; print "engine.settings|n_gpu_layers|" $6
        }
        print "engine.settings|" n " flash_attn|" $7
        split($9, t, " ± ")
        key = $8 ~ /pp/ ? "throughput.prompt_tokens" : "throughput.output_tokens"
        print key "|" n "|" t[1]; print key "|" n " std|" t[2]
        word = $8; sub(/ .*/, "", word) # "pp512": nothing is generated
        if (word ~ /pp/ && word !~ /tg/) print "output.length|" n "|" word
        if (word ~ /tg/ && word !~ /pp/) print "input.length|" n "|" word
        if (match($8, /pp[0-9]+/)) print "input.length|" n "|" substr($8, RSTART + 2, RLENGTH - 2)
        if (match($8, /tg[0-9]+/)) print "output.length|" n "|" substr($8, RSTART + 2, RLENGTH - 2)
        if (match($8, /d[0-9]+/)) print "context.depth|" n "|" substr($8, RSTART + 1, RLENGTH - 1)
    }' table.txt
