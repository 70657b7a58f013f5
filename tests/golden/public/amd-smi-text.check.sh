awk '
BEGIN {
    n = split("ASIC/MARKET_NAME accelerator.name ASIC/ASIC_SERIAL accelerator.serial BUS/BDF accelerator.bus_id BUS/MAX_PCIE_WIDTH link.width_max " \
        "BUS/PCIE_INTERFACE_VERSION link.generation_max VBIOS/VERSION firmware.vbios LIMIT/MAX_POWER power.limit_max LIMIT/SOCKET_POWER power.limit " \
        "BOARD/MODEL_NUMBER accelerator.part ECC_BLOCK_STATE/UMC accelerator.ecc PARTITION/COMPUTE_PARTITION accelerator.mig NUMA/NODE topology.numa " \
        "VRAM/SIZE accelerator.memory_total", word, " ")
    for (i = 1; i < n; i += 2) key[word[i]] = word[i + 1]
}
/^GPU: / { gpu = $2 }
/: / {
    label = $1; sub(/:$/, "", label); value = $0; sub(/^[^:]*: /, "", value)
    if ((heading "/" label) in key) print key[heading "/" label] "|" gpu "|" value
    if (heading "/" label == "DRIVER/VERSION" && !driver++) print "driver.version||" value
}
/:$/ { heading = $1; sub(/:$/, "", heading) }
' "$1"
