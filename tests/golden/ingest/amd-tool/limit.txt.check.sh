awk -F': ' '/^GPU: / { gpu = $2 } /^        PPT[01]:/ { part = $1 } part ~ /PPT0/ && /MAX_POWER_LIMIT/ { print "power.limit_max|" gpu "|" $2 }
    part ~ /PPT0/ && /SOCKET_POWER_LIMIT/ { print "power.limit|" gpu "|" $2 }' limit.txt
