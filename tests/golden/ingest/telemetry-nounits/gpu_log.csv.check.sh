awk -F', ' 'NR == 2 || NR == 3 { print "accelerator.name|" $1 "|" $3 }' gpu_log.csv
