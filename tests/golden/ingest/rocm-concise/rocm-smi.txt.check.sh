awk '$1 == "0" || $1 == "1" { print "capture.temperature|" $1 "|" $5; print "capture.power|" $1 "|" $6
  if ($10 != "None") print "capture.clock_sm|" $1 "|" $10
  print "power.limit|" $1 "|" $14; print "capture.utilisation|" $1 "|" $16 }' rocm-smi.txt
