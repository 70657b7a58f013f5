jq -r '"driver.version||\([.gpu_data[].driver.version] | unique[])", (.gpu_data[] | .gpu as $i | (
  ["accelerator.serial", .asic.asic_serial], ["accelerator.name", .asic.market_name], ["accelerator.multiprocessors", .asic.num_compute_units],
  ["accelerator.capability", .asic.target_graphics_version], ["accelerator.part", .board.model_number], ["accelerator.bus_id", .bus.bdf],
  ["link.width_max", .bus.max_pcie_width], ["link.generation_max", .bus.pcie_interface_version], ["firmware.vbios", .ifwi.version],
  ["power.limit_max", .limit.ppt0.max_power_limit.value], ["power.limit", .limit.ppt0.socket_power_limit.value], ["topology.numa", .numa.node],
  ["topology.cpus", ([.numa.cpu_affinity[].cpu_cores_affinity | select(. != "N/A")] | join(","))],
  ["accelerator.ecc", .ras.ecc_block_state.UMC], ["accelerator.memory_total", .vram.size.value]) | "\(.[0])|\($i)|\(.[1])")' static.json
