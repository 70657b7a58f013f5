awk -F', ' 'NR > 1 { i = $1; print "accelerator.name|" i "|" $2; print "throttle.reason|" i " active|" $3; print "throttle.reason|" i " gpu_idle|" $4
    print "throttle.reason|" i " sw_power_cap|" $5; print "clock.sm_application|" i "|" $6; print "clock.memory_application|" i "|" $7
    print "clock.sm_application_default|" i "|" $8; print "clock.memory_application_default|" i "|" $9
    print "link.generation|" i "|" $10; print "link.generation_max|" i "|" $11 }' once.csv
