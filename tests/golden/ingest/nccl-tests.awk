# what nccl-tests and rccl-tests print: rows by the titles above them; nothing is shared with the program but the format
function say(key, what, text) { print key "|" what "|" text }
/^rccl-tests: Version/ { say("method.tool_version", "", $3) }
/^# nccl-tests version/ { say("method.tool_version", "", $4) }
/^# Collective test starting/ { say("workload.name", "", $5) }
/^# nThread/ { sub(/^# /, ""); sub(/ +$/, ""); say("method.arguments", "", $0) }
/^# +Rank / { rank = $3; sub(/.*\] /, ""); say("accelerator.name", rank, $0) }
/^# +size / { n = 0; for (i = 2; i <= NF; i++) title[++n] = $i }
/^ +[0-9]/ {
    row = ""; place = "out of place"; times = 0
    for (i = 1; i <= n; i++) if (title[i] ~ /^(size|type|redop|root)$/ && $i != "none" && $i != "-1")
        row = row (row == "" ? "" : " ") (title[i] == "root" ? "root " : "") $i
    for (i = 1; i <= n; i++) {
        if (title[i] == "time" && ++times == 2) place = "in place"
        if (title[i] == "time") say("latency.iteration", row " " place, $i)
        if (title[i] == "algbw") say("throughput.bytes", row " " place, $i)
        if (title[i] == "busbw") say("fabric.bus_bandwidth", row " " place, $i)
        if (title[i] == "#wrong" && $i != "0" && $i != "N/A") say("run.error", row " " place, $i)
    } }
/^# Out of bounds values/ { say($NF == "OK" ? "run.valid" : "run.error", "", $(NF - 1) " " $NF) }
/^# Avg bus bandwidth/ { say("fabric.bus_bandwidth", "average", $NF) }
