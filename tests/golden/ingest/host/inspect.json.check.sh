jq -r '.[0] | "container.image||\(.Config.Image)", "container.digest||\(.Image)", "container.runtime||\(.HostConfig.Runtime)",
  (.HostConfig | to_entries[] | select(.key != "Runtime" and .value != 0 and .value != "" and .value != null) | "container.limit|\(.key)|\(.value)"),
  (.Config.Env[] | select(startswith("CUDA_VERSION=")) | "runtime.cuda_image||\(sub("^[^=]*="; ""))"),
  (.Config.Env[] | select(startswith("NVIDIA_")) | "os.environment|\(split("=")[0])|\(sub("^[^=]*="; ""))")' inspect.json
