gzip -dc telemetry.csv.gz | awk -F', ' 'NR == 2 { print "accelerator.name|0|" $2 }'
