jq -r '.gpu_data[] | "link.width|\(.gpu)|\(.pcie.width)", "link.generation|\(.gpu)|\(.pcie.speed | "\(.value) \(.unit)")"' pcie.json
