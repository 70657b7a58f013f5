# without udev, lsblk shows the blanks that a disk pads its model with
jq -r '.blockdevices[] | select(.type == "disk" and .model != null) | "storage.name|\(.name)|\(.model | sub(" +$"; ""))"' lsblk.json
