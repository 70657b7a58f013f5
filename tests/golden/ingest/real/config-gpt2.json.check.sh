jq -r -f config.jq config-gpt2.json
