awk '/^nvbandwidth Version:/ { print "method.tool_version||" $3 } /^Driver Version:/ { print "driver.version||" $3 }
/^Device / { sub(":", "", $2); n = $2; sub(/^Device [0-9]+ /, ""); sub(/ \([^(]*$/, ""); print "accelerator.name|" n "|" $0 }
/^Running/ { test = $2; sub(/\.$/, "", test); rows = 0 } /\(GB\/s\)$/ { key = "throughput.bytes"; rows = 1; next }
/\(ns\)$/ { key = "result.less_is_better"; rows = 1; next }
rows && /^ +[0-9]/ { if (rows++ == 1) { for (i = 1; i <= NF; i++) column[i] = $i } else for (i = 2; i <= NF; i++)
    if ($i != "N/A") print key "|" test " " $1 " to " column[i - 1] "|" $i }
/^SUM/ { print key "|" $2 " sum|" $3 }' nvbandwidth.txt
echo "record.contradiction|the matrix has another sum|2679.43" # 1289.41 + 1290.02 = 2579.43
