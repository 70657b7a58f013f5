jq -r -f container.jq podman-capture.json
