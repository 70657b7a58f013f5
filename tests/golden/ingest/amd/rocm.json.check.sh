sed 1d rocm.json | jq -r '(.card0 | "accelerator.name|0|\(.["Card Series"])", "topology.numa|0|\(.["(Topology) Numa Node"])",
  "capture.power|0|\(.["Current Socket Graphics Package Power (W)"])", "accelerator.part|0|\(.["Card SKU"])",
  "accelerator.capability|0|\(.["GFX Version"])", "capture.utilisation|0|\(.["GPU use (%)"])", "power.limit|0|\(.["Max Graphics Package Power (W)"])",
  "accelerator.bus_id|0|\(.["PCI Bus"])", "capture.performance_state|0|\(.["Performance Level"])", "accelerator.serial|0|\(.["Serial Number"])",
  "capture.temperature|0|\(.["Temperature (Sensor edge) (C)"])", "accelerator.uuid|0|\(.["Unique ID"])", "firmware.vbios|0|\(.["VBIOS version"])",
  "accelerator.memory_total|0|\(.["VRAM Total Memory (B)"])", "capture.clock_sm|0|\(.["sclk clock speed:"])"),
  "driver.version||\(.system["Driver version"])"'
