sed -nE 's/^gcc version ([0-9.]+) .*/compile.host_compiler||\1/p' cc.txt
