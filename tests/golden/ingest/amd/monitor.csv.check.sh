# the first row of each accelerator; of several parts of one the first
awk -F, 'NR > 1 && $3 == 0 && !seen[$2]++ { print "capture.power|" $2 "|" $4; print "capture.clock_sm|" $2 "|" $8; print "capture.utilisation|" $2 "|" $9
    print "ecc.corrected|" $2 "|" $12; print "ecc.uncorrected|" $2 "|" $13 }' monitor.csv
