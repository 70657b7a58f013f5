jq -r '.gpu_data[] | .gpu as $i | [
  ["capture.utilisation", .usage.gfx_activity], ["capture.power", .power.socket_power], ["capture.clock_sm", .clock.gfx_0.clk],
  ["clock.sm_max", .clock.gfx_0.max_clk], ["clock.memory_max", .clock.mem_0.max_clk], ["capture.temperature", .temperature.edge],
  ["link.generation", (.pcie.speed | select(.) | "\(.value) \(.unit)")], ["link.width", .pcie.width], ["energy.counter", .energy.total_energy_consumption], ["ecc.corrected", .ecc.total_correctable_count],
  ["ecc.uncorrected", .ecc.total_uncorrectable_count]][] | select(.[1] != null) |
  "\(.[0])|\($i)|\(.[1] | if type == "object" then .value else . end)"' metric.json
