jq -r -f config.jq config-gptq-4.json
