jq -r -f config.jq config-fbgemm-fp8.json
