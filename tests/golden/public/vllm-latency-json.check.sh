jq -r '"latency.iteration|mean|\(.avg_latency)", (.percentiles | to_entries[] | "latency.iteration|p\(.key)|\(.value)"),
  "series iteration.duration||\(.latencies | length)"' "$1"
