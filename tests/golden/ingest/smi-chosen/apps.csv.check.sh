awk -F', ' 'NR == 2 { print "capture.time||" $1 } NR > 1 && !seen[$3]++ { print "process.foreign|" $3 "|" $4 }' apps.csv
