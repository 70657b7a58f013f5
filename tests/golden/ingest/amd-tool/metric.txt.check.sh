awk -F': ' '/^GPU: / { gpu = $2 } /^    [A-Z_]+:$/ { section = $1 } /^        [A-Z_0-9]+:$/ { part = $1 } { label = $1; gsub(/ /, "", label) }
    label == "GFX_ACTIVITY" { print "capture.utilisation|" gpu "|" $2 }      label == "SOCKET_POWER" { print "capture.power|" gpu "|" $2 }
    label == "CLK" && part ~ /GFX_0:/ { print "capture.clock_sm|" gpu "|" $2 } label == "MAX_CLK" && part ~ /GFX_0:/ { print "clock.sm_max|" gpu "|" $2 }
    label == "MAX_CLK" && part ~ /MEM_0:/ { print "clock.memory_max|" gpu "|" $2 } label == "EDGE" { print "capture.temperature|" gpu "|" $2 }
    label == "WIDTH" { print "link.width|" gpu "|" $2 }                      label == "SPEED" && section ~ /PCIE/ { print "link.generation|" gpu "|" $2 }
    label == "TOTAL_CORRECTABLE_COUNT" { print "ecc.corrected|" gpu "|" $2 } label == "TOTAL_UNCORRECTABLE_COUNT" { print "ecc.uncorrected|" gpu "|" $2 }
    label == "TOTAL_ENERGY_CONSUMPTION" { print "energy.counter|" gpu "|" $2 }
    label == "THROTTLE_STATUS" && $2 != "N/A" { print "throttle.reason|" gpu " throttle_status|" $2 }
    label ~ /^(PROCHOT|PPT|SOCKET_THERMAL|VR_THERMAL|HBM_THERMAL)_VIOLATION_STATUS$/ && $2 != "N/A" {
        sub(/_VIOLATION_STATUS/, "", label); print "throttle.reason|" gpu " " tolower(label) "|" $2 }' metric.txt
