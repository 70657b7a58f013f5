awk -F'|' '/npu-smi/ { n = split($2, w, " "); print "method.tool_version||" w[n] } /Process/ { exit } /====/ { body = 1; next } !body { next }
{ n = split($2, a, " "); split($3, b, " "); m = split($4, c, " ") } n == 2 { i = a[1]; print "accelerator.name|" i "|" a[2]; print "health.check|" i "|" b[1]; print "capture.power|" i "|" c[1]; print "capture.temperature|" i "|" c[2]; next }
{ print "accelerator.bus_id|" i "|" b[1]; print "capture.utilisation|" i "|" c[1]; print "accelerator.memory_total|" i "|" c[m] }' npu-smi.txt
