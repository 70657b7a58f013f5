jq -r 'to_entries[0].value as $one | [["latencyMs", "latency.request"], ["h2dMs", "latency.to_device"], ["computeMs", "latency.compute"],
  ["d2hMs", "latency.from_device"], ["endToEndMs", "latency.end_to_end"]][] as [$name, $key] | select($one[$name]) |
  "series \($key)||\(map(.[$name]) | length)"' "$1"
