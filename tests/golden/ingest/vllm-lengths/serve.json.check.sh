jq -r -f ../serve.jq serve.json
