jq -r -f config.jq config-fp8.json
