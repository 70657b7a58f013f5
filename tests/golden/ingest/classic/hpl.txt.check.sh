awk '/^HPLinpack/ { print "method.tool_version||" $2 } /^W[RC]/ { at = n++; print "workload.name|" at "|" $1; print "input.shape|" at "|" $2
  print "method.arguments|" at " NB|" $3; print "method.arguments|" at " P|" $4; print "method.arguments|" at " Q|" $5; print "wall.time|" at "|" $6
  print "result.more_is_better|" at "|" $7; print "result.unit|" at "|Gflops"; rate = (2 / 3 * $2 ^ 3 + 1.5 * $2 ^ 2) / $6 / 1e9
  if (rate / $7 > 1.01 || rate / $7 < 0.99) print "record.contradiction|N and Time give another rate|" $7 }
/^\|\|Ax-b/ { if ($NF == "PASSED") print "run.valid|" at "|PASSED"; else print "run.error|" at "|" $0 }' hpl.txt
