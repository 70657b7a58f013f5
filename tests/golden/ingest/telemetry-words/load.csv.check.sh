awk -F', ' 'NR == 2 || NR == 3 { print "accelerator.name|" $2 "|" $3; print "clock.sm_application|" $2 "|" $5; print "clock.memory_application|" $2 "|" $6
    print "link.generation_max|" $2 "|" $11; print "link.width_max|" $2 "|" $13 }' load.csv
