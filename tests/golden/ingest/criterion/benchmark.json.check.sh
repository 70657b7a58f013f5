jq -r '"workload.name||\(.full_id)", (.throughput // {} | to_entries[] | "method.arguments|\(.key)|\(.value)")' benchmark.json
