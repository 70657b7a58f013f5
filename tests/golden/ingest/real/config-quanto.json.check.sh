jq -r -f config.jq config-quanto.json
