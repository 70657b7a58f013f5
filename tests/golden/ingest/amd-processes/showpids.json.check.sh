jq -r '.system | to_entries[] | (.value | split(", ")) as $v | select($v[1] != "0") | "process.foreign|\(.key[3:])|\($v[0])"' showpids.json
