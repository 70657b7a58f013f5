jq -r -f config.jq config-bnb-nf4.json
