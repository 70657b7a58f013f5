awk '$1 == "GPU:" { gpu = $2 } $1 == "BDF:" { print "accelerator.bus_id|" gpu "|" $2 } $1 == "UUID:" { print "accelerator.uuid|" gpu "|" $2 }' list.txt
