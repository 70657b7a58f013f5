# docker inspect and podman inspect: several containers are told apart by their index.
(length > 1) as $several | to_entries[] | (if $several then "\(.key)" else "" end) as $at | .value
| def row($key; $name): "\($key)|\([$at, $name] | map(select(. != "")) | join(" "))|\(.)";
  (.Config.Image | row("container.image"; "")),
  (.ImageDigest // .Image | row("container.digest"; "")),
  (.OCIRuntime // .HostConfig.Runtime | row("container.runtime"; "")),
  (.HostConfig | (("CpuPeriod", "CpuQuota", "CpusetCpus", "CpusetMems", "IpcMode", "Memory", "NanoCpus", "NetworkMode", "ShmSize") as $name
      | .[$name] | select(. != null and . != 0 and . != "") | row("container.limit"; $name)),
    (.DeviceRequests[0]? | (.Count | select(. != null and . != 0) | row("container.limit"; "DeviceRequests Count")),
      (.DeviceIDs | select(. != null) | join(", ") | row("container.limit"; "DeviceRequests DeviceIDs")))),
  (.Config.Env[]? | index("=") as $to | .[:$to] as $name | .[$to + 1:]
    | if $name == "CUDA_VERSION" then row("runtime.cuda_image"; "")
      elif ($name | test("^(NVIDIA|NCCL)_")) then row("os.environment"; $name) else empty end)
