jq -r '"host.model||\(.product)", (.children[0].children | (.[] | select(.id == "firmware") | "firmware.host||\(.version)", "firmware.host_date||\(.date)"),
  (.[] | select(.class == "processor") | "cpu.name|\(.id[4:])|\(.product)"),
  (.[] | select(.id == "memory") | "host.memory|installed|\(.size)",
    (.children[] | "host.memory_module|\(.slot)|\(.description)", "host.memory_part|\(.slot)|\(.product)", "host.memory|\(.slot)|\(.size)")),
  (.[] | select(.id == "pci").children[] | (select(.id | startswith("network:")) | "network.adapter|\(.logicalname // .businfo)|\(.product)"),
    (select(.id == "nvme") | "storage.name|\(.logicalname[5:])|\(.product)"),
    (select(.id == "sata").children[] | select(.id == "disk") | "storage.name|\(.logicalname[5:])|\(.product)")))' lshw.json
