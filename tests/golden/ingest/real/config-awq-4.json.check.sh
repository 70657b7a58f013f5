jq -r -f config.jq config-awq-4.json
