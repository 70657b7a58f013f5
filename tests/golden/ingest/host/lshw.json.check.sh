jq -r '.. | objects | if .id == "computer" then "host.model||\(.product)" elif .id == "firmware" then "firmware.host||\(.version)"
  elif .id == "cpu" then "cpu.name||\(.product)" elif .id == "memory" then "host.memory|installed|\(.size)"
  elif .id == "memory:1" then "host.memory|installed 1|\(.size)"
  elif ((.id // "") | startswith("bank")) and .size then "host.memory_module|\(.slot)|\(.description)", "host.memory|\(.slot)|\(.size)"
  elif .class == "network" then "network.adapter|\(.logicalname[0])|\(.product)"
  elif .class == "disk" then "storage.name|\(.logicalname[5:])|\(.product)" else empty end' lshw.json
