jq -r '.gpu_data[] | .gpu as $i | def row($key; $value): $value | select(. != null) | "\($key)|\($i)|\(if type == "object" then .value else . end)";
  row("capture.clock_sm"; .clock.gfx_0.clk), row("clock.sm_max"; .clock.gfx_0.max_clk), row("clock.memory_max"; .clock.mem_0.max_clk),
  row("ecc.corrected"; .ecc.total_correctable_count), row("ecc.uncorrected"; .ecc.total_uncorrectable_count), row("link.width"; .pcie.width),
  row("capture.power"; .power.socket_power), row("capture.temperature"; .temperature.edge), row("capture.utilisation"; .usage.gfx_activity),
  row("energy.counter"; .energy.total_energy_consumption), "link.generation|\($i)|\(.pcie.speed | "\(.value) \(.unit)")",
  (.power | select(.throttle_status != "N/A") | "throttle.reason|\($i) throttle_status|\(.throttle_status)"),
  (.throttle | to_entries[] | select((.key | test("^(prochot|ppt|(socket|vr|hbm)_thermal)_violation_status$")) and .value != "N/A") |
    "throttle.reason|\($i) \(.key | rtrimstr("_violation_status"))|\(.value)")' metric.json
