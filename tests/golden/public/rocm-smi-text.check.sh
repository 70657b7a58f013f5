sed -nE 's/^Driver version: (.*)$/driver.version||\1/p
s/^GPU\[([0-9]+)\] +: Device Name: +(.*)$/accelerator.name|\1|\2/p
s/^GPU\[([0-9]+)\] +: sclk clock level: [0-9]+: (\(.*\))$/capture.clock_sm|\1|\2/p
s/^GPU\[([0-9]+)\] +: Performance Level: (.*)$/capture.performance_state|\1|\2/p
s/^GPU\[([0-9]+)\] +: Max Graphics Package Power \(W\): (.*)$/power.limit|\1|\2/p
s/^GPU\[([0-9]+)\] +: Current Socket Graphics Package Power \(W\): (.*)$/capture.power|\1|\2/p
s/^GPU\[([0-9]+)\] +: GPU use \(%\): (.*)$/capture.utilisation|\1|\2/p
s/^GPU\[([0-9]+)\] +: Compute Partition: (.*)$/accelerator.mig|\1|\2/p
s/^GPU\[([0-9]+)\] +: VRAM Total Memory \(B\): (.*)$/accelerator.memory_total|\1|\2/p' "$1"
