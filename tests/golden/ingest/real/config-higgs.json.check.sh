jq -r -f config.jq config-higgs.json
