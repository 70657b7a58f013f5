# the first row's readings, the counter's last row, and its one fall
awk -F, 'NR == 2 { print "capture.utilisation|0|" $3; print "capture.power|0|" $4 }
    NR > 2 && $5 < last { print "record.contradiction|it was " last " before|" $5 } NR > 1 { last = $5 } END { print "energy.counter|0|" last }' watch.csv
