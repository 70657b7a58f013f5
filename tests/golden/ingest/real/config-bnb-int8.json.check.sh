jq -r -f config.jq config-bnb-int8.json
