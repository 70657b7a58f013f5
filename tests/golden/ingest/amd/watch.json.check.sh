sed 1d watch.json | jq -rs '.[0][0] as $g | "capture.power|0|\($g.power.socket_power.value)", "capture.clock_sm|0|\($g.clock.gfx_0.clk)",
  "clock.sm_max|0|\($g.clock.gfx_0.max_clk.value)", "energy.counter|0|\(.[-1][0].energy.total_energy_consumption.value)"'
