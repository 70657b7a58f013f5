jq -r '.device_list[] | select(.device_function_type == "physical") | .device_id as $i | {"accelerator.name": .device_name,
  "driver.version": .driver_version, "firmware.vbios": .gfx_firmware_version, "clock.sm_max": .core_clock_rate_mhz, "accelerator.ecc": .memory_ecc_state,
  "accelerator.memory_total": .memory_physical_size_byte, "accelerator.bus_id": .pci_bdf_address, "link.generation_max": .pcie_generation,
  "link.width_max": .pcie_max_link_width, "accelerator.serial": .serial_number, "accelerator.uuid": .uuid,
  "accelerator.vendor": .vendor_name} | to_entries[] | select(.value) | "\(.key)|\($i)|\(.value)"' discovery.json
jq -r '"os.kernel||\(.device_list[0].kernel_version)"' discovery.json
