jq -r -f config.jq config-bf16.json
