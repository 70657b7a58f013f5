jq -r -f container.jq docker-28.json
