jq -r 'first(.[] | select((.h2dMs + .computeMs + .d2hMs - .latencyMs) * 1000 | round != 0))
    | "record.contradiction|transfers and computing make another sum|\(.latencyMs)"' times.json
