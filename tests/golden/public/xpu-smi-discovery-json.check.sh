jq -r '.device_list[] | .device_id as $i | "accelerator.name|\($i)|\(.device_name)", "accelerator.bus_id|\($i)|\(.pci_bdf_address)",
  "accelerator.uuid|\($i)|\(.uuid)", "accelerator.vendor|\($i)|\(.vendor_name)"' "$1"
