jq -r -f config.jq config-mxfp4.json
