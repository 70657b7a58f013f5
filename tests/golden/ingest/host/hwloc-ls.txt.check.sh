# a package's one node is that of the devices below it; "card9" hangs on no package
sed -nE 's/^ *NUMANode L#[0-9]+ \(P#([0-9]+) (.*)\)$/host.memory|node \1|\2/p' hwloc-ls.txt
awk '/^  [A-Z]/ { node = "" } /NUMANode/ { node = $3; sub(/\(P#/, "", node) }
    /CoProc|GPU/ && node != "" { split($0, part, "\""); print "topology.numa|" part[2] "|" node }' hwloc-ls.txt
