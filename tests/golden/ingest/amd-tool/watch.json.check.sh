# one array a time, then all of them again
sed 1d watch.json | jq -rs '.[0][] as $g | .[-2][] | select(.gpu == $g.gpu) | ($g.power.throttle_status | select(. != "N/A") | "throttle.reason|\($g.gpu) throttle_status|\(.)"), "capture.power|\(.gpu)|\($g.power.socket_power.value)", "energy.counter|\(.gpu)|\(.energy.total_energy_consumption.value)"'
