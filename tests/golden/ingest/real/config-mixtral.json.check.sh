jq -r -f config.jq config-mixtral.json
