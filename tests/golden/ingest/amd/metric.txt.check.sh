# the first block of an accelerator, and its counter's last
awk '$1 == "GPU:" { gpu = $2; again = seen[gpu]++ } { label = $1; value = $2 " " $3; sub(/ $/, "", value) }
    /^        [A-Z_0-9]+:$/ { clock = $1 }
    label == "TOTAL_ENERGY_CONSUMPTION:" { if (gpu in energy) print "record.contradiction|it was " energy[gpu] " before|" value; energy[gpu] = value }
    again { next }
    label == "GFX_ACTIVITY:" { print "capture.utilisation|" gpu "|" value }
    label == "SOCKET_POWER:" { print "capture.power|" gpu "|" value }
    label == "CLK:" && clock == "GFX_0:" { print "capture.clock_sm|" gpu "|" value }
    label == "MAX_CLK:" { print "clock." (clock == "GFX_0:" ? "sm" : "memory") "_max|" gpu "|" value }
    label == "EDGE:" { print "capture.temperature|" gpu "|" value }
    label == "SPEED:" { print "link.generation|" gpu "|" value }
    label == "WIDTH:" { print "link.width|" gpu "|" value }
    label == "TOTAL_CORRECTABLE_COUNT:" { print "ecc.corrected|" gpu "|" value }
    label == "TOTAL_UNCORRECTABLE_COUNT:" { print "ecc.uncorrected|" gpu "|" value }
    END { for (gpu in energy) print "energy.counter|" gpu "|" energy[gpu] }' metric.txt
