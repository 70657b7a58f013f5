jq -r -f config.jq config-eetq.json
