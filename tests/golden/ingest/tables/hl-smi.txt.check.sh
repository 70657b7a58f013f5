awk -F'|' '/HL-SMI Version/ { split($2, w, " "); print "method.tool_version||" w[3] } /Driver Version/ { split($2, w, " "); print "driver.version||" w[3] }
/Processes/ { exit } /====/ { body = 1; next } !body || !/^\| / { next }
split($2, a, " ") && a[2] !~ /C$/ { i = a[1]; split($3, b, " "); split($4, c, " "); print "accelerator.name|" i "|" a[2]; print "accelerator.bus_id|" i "|" b[1]; print "ecc.uncorrected|" i "|" c[1]; next }
{ sub("C", "", a[2]); split($3, m, " / "); split($4, u, " "); gsub(/ /, "", m[2]); print "capture.temperature|" i "|" a[2]; print "capture.power|" i "|" a[4]; print "power.limit|" i "|" a[6]
  print "accelerator.memory_total|" i "|" m[2]; print "capture.utilisation|" i "|" u[1] }' hl-smi.txt
