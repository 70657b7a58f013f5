awk -F'\t' '$1 == "GPU0" { print "topology.link|0-1|" $3 }
    $1 ~ /^GPU[01]$/ { i = substr($1, 4); print "topology.cpus|" i "|" $4; print "topology.numa|" i "|" $5 }' nvidia-smi-topo.txt
