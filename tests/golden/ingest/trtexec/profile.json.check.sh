jq -r '"iteration.count||\(.[0].count)", (to_entries[1:][] | "latency.compute|\(.key)|\(.value.averageMs)",
    "profile.name|\(.key)|\(.value.name)", "profile.share|\(.key)|\(.value.percentage)", "profile.time|\(.key)|\(.value.timeMs)")' profile.json
