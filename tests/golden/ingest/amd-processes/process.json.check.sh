jq -r '.[] | .gpu as $g | .process_list[].process_info | if type == "string" then "process.foreign|\($g)|\(.)" else "process.foreign|\($g) \(.pid)|\(.name)" end' process.json
