awk -F': ' '/^GPU: / { gpu = $2 } /^    [A-Z_]+:$/ { section = $1 } /^        [A-Z_0-9]+:$/ { part = $1 } { label = $1; gsub(/ /, "", label); at = section label }
    at ~ /ASIC:MARKET_NAME$/ { print "accelerator.name|" gpu "|" $2 }            at ~ /ASIC:ASIC_SERIAL$/ { print "accelerator.serial|" gpu "|" $2 }
    at ~ /ASIC:NUM_COMPUTE_UNITS$/ { print "accelerator.multiprocessors|" gpu "|" $2 }
    at ~ /ASIC:TARGET_GRAPHICS_VERSION$/ { print "accelerator.capability|" gpu "|" $2 }
    at ~ /BUS:BDF$/ { print "accelerator.bus_id|" gpu "|" $2 }                   at ~ /BUS:MAX_PCIE_WIDTH$/ { print "link.width_max|" gpu "|" $2 }
    at ~ /BUS:PCIE_INTERFACE_VERSION$/ { print "link.generation_max|" gpu "|" $2 } at ~ /IFWI:VERSION$/ { print "firmware.vbios|" gpu "|" $2 }
    at ~ /LIMIT:MAX_POWER_LIMIT$/ && part ~ /PPT0/ { print "power.limit_max|" gpu "|" $2 }
    at ~ /LIMIT:SOCKET_POWER_LIMIT$/ && part ~ /PPT0/ { print "power.limit|" gpu "|" $2 }
    at ~ /DRIVER:VERSION$/ && !driver++ { print "driver.version||" $2 }          at ~ /BOARD:MODEL_NUMBER$/ { print "accelerator.part|" gpu "|" $2 }
    at ~ /RAS:UMC$/ { print "accelerator.ecc|" gpu "|" $2 }                      at ~ /NUMA:NODE$/ { print "topology.numa|" gpu "|" $2 }
    at ~ /VRAM:SIZE$/ { print "accelerator.memory_total|" gpu "|" $2 }' static.txt
