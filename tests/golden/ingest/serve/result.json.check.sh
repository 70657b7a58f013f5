jq -r -f ../serve.jq result.json
