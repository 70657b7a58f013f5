jq -r '.device_list[] | select(.device_function_type == "physical") | .device_id as $i | {"accelerator.name": .device_name,
  "driver.version": .driver_version, "firmware.vbios": .gfx_firmware_version, "clock.sm_max": .max_core_clock_mhz,
  "accelerator.memory_total": .memory_physical_size_byte, "accelerator.bus_id": .pci_bdf_address, "link.generation_max": .pcie_generation,
  "link.width_max": .pcie_max_link_width, "accelerator.serial": .serial_number, "accelerator.uuid": .uuid,
  "accelerator.vendor": .vendor_name} | to_entries[] | "\(.key)|\($i)|\(.value)"' discovery.json
