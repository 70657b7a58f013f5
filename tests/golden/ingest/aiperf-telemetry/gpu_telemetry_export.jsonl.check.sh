# the first line of each accelerator; the second host's counts from zero, too, and goes by its UUID
jq -rs 'group_by(.gpu_uuid) | to_entries[] | (if .key == 0 then "0" else .value[0].gpu_uuid end) as $of | .value[0]
  | "accelerator.name|\($of)|\(.gpu_model_name)", "accelerator.uuid|\($of)|\(.gpu_uuid)", "accelerator.bus_id|\($of)|\(.pci_bus_id)"' gpu_telemetry_export.jsonl
