v() { sed -nE "$1s/^[^:]*: *//p" lscpu.txt; }
cat <<END
cpu.architecture||$(v 1)
cpu.threads||$(v 3)
cpu.threads_per_core||$(v 4)
cpu.cores||$(v 5)
cpu.sockets||$(v 6)
cpu.numa_nodes||$(v 7)
cpu.name||$(v 9)
cpu.stepping||$(v 10)
cpu.name|1|$(v 11)
cpu.threads_per_core|1|$(v 12)
END
