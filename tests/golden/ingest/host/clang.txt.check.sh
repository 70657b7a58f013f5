sed -nE 's/.*clang version ([0-9.]+)$/compile.host_compiler||\1/p' clang.txt
