awk -F', ' 'NR == 2 { print "accelerator.name|0|" $2 }' telemetry.csv
