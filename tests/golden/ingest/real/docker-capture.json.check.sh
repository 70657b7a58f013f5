jq -r -f container.jq docker-capture.json
