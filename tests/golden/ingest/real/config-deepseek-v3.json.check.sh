jq -r -f config.jq config-deepseek-v3.json
