awk -F'|' '
    function trim(text) { gsub(/^ +| +$/, "", text); return text }
    /^build:/ { match($0, /[0-9]+\)/); n = substr($0, RSTART, RLENGTH - 1); print "engine.version||" n; print "method.tool_version||" n }
    / t\/s / { for (i = 2; i < NF; i++) name[i] = trim($i) }
    / ± / {
        for (i = 2; i < NF; i++) v[name[i]] = trim($i)
        n = row++ + 0
        if (n == 0) {
            print "runtime.backend||" v["backend"]; print "engine.settings|n_threads|" v["threads"]; print "engine.settings|flash_attn|" v["fa"]
            depth = v["test"]; sub(/.*@ d/, "", depth); print "context.depth||" depth
        }
        weights = v["model"]; sub(/^[^ ]+ [^ ]+ /, "", weights)
        split(v["model"], m, " "); print "model.architecture|" n "|" m[1] " " m[2]; print "precision.weights|" n "|" weights
        print "model.size|" n "|" v["size"]; print "model.parameters|" n "|" v["params"]; print "precision.kv_cache|" n " k|" v["type_k"]
        split(v["t/s"], t, " ± ")
        key = v["test"] ~ /pp.*tg/ ? "total" : v["test"] ~ /pp/ ? "prompt" : "output"
        print "throughput." key "_tokens|" n "|" t[1]; print "throughput." key "_tokens|" n " std|" t[2]
        word = v["test"]; sub(/ .*/, "", word) # "pp512": nothing is generated
        if (word ~ /pp/ && word !~ /tg/) print "output.length|" n "|" word
        if (word ~ /tg/ && word !~ /pp/) print "input.length|" n "|" word
        if (match(v["test"], /pp[0-9]+/)) print "input.length|" n "|" substr(v["test"], RSTART + 2, RLENGTH - 2)
        if (match(v["test"], /tg[0-9]+/)) print "output.length|" n "|" substr(v["test"], RSTART + 2, RLENGTH - 2)
    }' llama-bench.md
