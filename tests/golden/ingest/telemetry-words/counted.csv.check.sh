awk -F', ' 'NR == 4 || NR == 3 { print "ecc.corrected|" $1 "|" $4; print "ecc.uncorrected|" $1 "|" $5; print "rows.pending|" $1 "|" $6 }' counted.csv
