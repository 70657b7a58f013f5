jq -r '.gpu_data[] | "accelerator.mig|\(.gpu)|\(.partition.accelerator_partition)"' partition.json
