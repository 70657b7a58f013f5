awk -F': ' '/^GPU: / { gpu = $2 } /SOCKET_POWER:/ && !(gpu in power) { power[gpu] = $2 } /THROTTLE_STATUS: U/ && !seen++ { print "throttle.reason|" gpu " throttle_status|" $2 }
    /TOTAL_ENERGY/ { energy[gpu] = $2 }
    END { for (gpu in power) { print "capture.power|" gpu "|" power[gpu]; print "energy.counter|" gpu "|" energy[gpu] } }' watch.txt
