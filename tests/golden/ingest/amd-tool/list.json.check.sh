jq -r '.[] | "accelerator.bus_id|\(.gpu)|\(.bdf)", "accelerator.uuid|\(.gpu)|\(.uuid)"' list.json
