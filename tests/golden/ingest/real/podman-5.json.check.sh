jq -r -f container.jq podman-5.json
