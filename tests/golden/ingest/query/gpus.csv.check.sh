awk -F', ' 'NR == 2 { print "driver.version||" $6 }
    NR > 1 { i = $1; print "accelerator.name|" i "|" $2; print "accelerator.uuid|" i "|" $3; print "accelerator.serial|" i "|" $4
    print "accelerator.bus_id|" i "|" $5; print "firmware.vbios|" i "|" $7; print "accelerator.capability|" i "|" $8
    print "accelerator.memory_total|" i "|" $9; print "power.limit|" i "|" $10; print "power.limit_default|" i "|" $11
    print "clock.sm_max|" i "|" $12; print "link.generation_max|" i "|" $13; print "link.width_max|" i "|" $14
    print "capture.performance_state|" i "|" $15; print "capture.temperature|" i "|" $16; print "accelerator.ecc|" i "|" $17
    print "accelerator.mig|" i "|" $18 }' gpus.csv
