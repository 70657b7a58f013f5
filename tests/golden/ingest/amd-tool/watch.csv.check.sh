# the first power, the last energy; names of columns stand before each time
awk -F, '/^[0-9]/ { if (!($2 in power)) power[$2] = $3; energy[$2] = $10 } END { for (gpu in power) { print "capture.power|" gpu "|" power[gpu]; print "energy.counter|" gpu "|" energy[gpu] } }' watch.csv
