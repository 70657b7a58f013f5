awk -F'\t' '$1 == "GPU0" { print "topology.cpus|0|" $3; print "topology.numa|0|" $4 }' nvidia-smi-topo.txt
