jq -r -f ../summary.jq summary.json
