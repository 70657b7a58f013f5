jq -r -f container.jq docker-20.json
