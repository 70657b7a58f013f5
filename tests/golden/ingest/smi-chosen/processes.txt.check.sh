# Line numbers counted by eye: what stands behind " : " on these lines.
at() { awk -v n="$2" -v key="$1" 'NR == n { sub(/^[^:]* : /, ""); print key "|" $0 }' processes.txt; }
at 'capture.time|' 4; at 'driver.version|' 5; at 'driver.cuda|' 6; at 'accelerator.attached|' 8; at 'process.foreign|0' 10
