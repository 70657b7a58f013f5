awk '$1 == "available:" { print "cpu.numa_nodes||" $2 } $3 == "size:" { print "host.memory|node " $2 "|" $4 " " $5 }' numactl.txt
