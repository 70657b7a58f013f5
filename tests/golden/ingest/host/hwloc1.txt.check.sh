# hwloc 1: the node is above its package, and devices are numbered
sed -nE 's/^ *NUMANode L#[0-9]+ \(P#([0-9]+) (.*)\)$/host.memory|node \1|\2/p' hwloc1.txt
awk '/NUMANode/ { node = $3; sub(/\(P#/, "", node) } /CoProc|GPU/ { split($0, part, "\""); print "topology.numa|" part[2] "|" node }' hwloc1.txt
