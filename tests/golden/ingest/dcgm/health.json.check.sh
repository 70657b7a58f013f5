jq -r '"health.check|Overall Health|\(.body["Overall Health"].value)"' health.json
