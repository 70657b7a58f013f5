awk -v q='|' '{ label = $0; sub(/^ +/, "", label); text = label; sub(/^[^:]*: /, "", text); sub(/: .*/, "", label) }
    /^ +\*-/ { flush(); id = $1; sub(/^\*-/, "", id); split("", v) } { v[label] = text }
    function flush() {
        n = id; if (!sub(/.*:/, "", n)) n = ""
        if (id == "") print "host.model||" v["product"]
        if (id == "firmware") { print "firmware.host||" v["version"]; print "firmware.host_date||" v["date"] }
        if (id ~ /^cpu/) print "cpu.name|" n "|" v["product"]
        if (id == "memory") print "host.memory|installed|" v["size"]
        if (id ~ /^bank/ && v["size"]) { print "host.memory_module|" v["slot"] "|" v["description"]; print "host.memory|" v["slot"] "|" v["size"] }
        if (id ~ /^network/) print "network.adapter|" v["logical name"] "|" v["product"]
        if (id ~ /^disk/) print "storage.name|" substr(v["logical name"], 6) "|" v["product"]
    } END { flush() }' lshw.txt
