sed -nE 's/^([0-9]+),/energy.counter_begin|\1|/p' energy_start.csv
