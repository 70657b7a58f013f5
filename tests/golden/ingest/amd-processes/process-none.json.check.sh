jq -r '.[] | .gpu as $g | .process_list[] | "process.foreign|\($g)|\(.process_info)"' process-none.json
