jq -r '.blockdevices[] | select(.type == "disk" and .model != null) | "storage.name|\(.name)|\(.model)"' lsblk.json
