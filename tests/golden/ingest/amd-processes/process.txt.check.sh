awk '/^GPU:/ { g = $2 } / NAME:/ { n = $2 } / PID:/ { print "process.foreign|" g " " $2 "|" n } /PROCESS_INFO: ./ { sub(/^ *PROCESS_INFO: /, ""); print "process.foreign|" g "|" $0 }' process.txt
