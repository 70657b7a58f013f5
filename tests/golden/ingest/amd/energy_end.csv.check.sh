sed -nE 's/^([0-9]+),/energy.counter_end|\1|/p' energy_end.csv
