sed -n 's/^MemTotal: */host.memory||/p' meminfo.txt
