jq -r -f container.jq podman-4.json
