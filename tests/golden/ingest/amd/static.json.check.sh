jq -r '"driver.version||\(.gpu_data[0].driver.version)", (.gpu_data[] | .gpu as $i | "accelerator.serial|\($i)|\(.asic.asic_serial)",
  "accelerator.name|\($i)|\(.asic.market_name)", "accelerator.multiprocessors|\($i)|\(.asic.num_compute_units)",
  "accelerator.bus_id|\($i)|\(.bus.bdf)", "link.width_max|\($i)|\(.bus.max_pcie_width)"),
  (.gpu_data[0] | "accelerator.capability|0|\(.asic.target_graphics_version)", "accelerator.part|0|\(.board.model_number)",
    "firmware.vbios|0|\(.ifwi.version)", "power.limit_max|0|\(.limit.ppt0.max_power_limit.value)",
    "power.limit|0|\(.limit.ppt0.socket_power_limit.value)", "topology.cpus|0|\(.numa.cpu_affinity.cpu_list_0.cpu_cores_affinity)",
    "topology.numa|0|\(.numa.node)", "accelerator.ecc|0|\(.ras.ecc_block_state.UMC)", "accelerator.memory_total|0|\(.vram.size.value)",
    "link.generation_max|0|\(.bus.pcie_interface_version)")' static.json
