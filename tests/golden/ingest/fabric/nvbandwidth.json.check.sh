jq -r '.nvbandwidth | "driver.version||" + .["Driver Version"], "method.tool_version||" + .git_version,
    (.["GPU Device list"][] | capture("^(?<n>[0-9]+): (?<name>.*) \\(").n as $n | "accelerator.name|\($n)|" + capture("^[0-9]+: (?<name>.*) \\(").name),
    (.testcases[] | .name as $t | select(.status == "Error") | "run.error|\($t)|Error"),
    (.testcases[] | select(.bandwidth_matrix) | .name as $t | (if .bandwidth_description | endswith("(ns)") then "result.less_is_better" else "throughput.bytes" end) as $key
     | (.bandwidth_matrix | to_entries[] | .key as $r | .value | to_entries[] | select(.value != "N/A") | "\($key)|\($t) \($r) to \(.key)|\(.value)"),
       "\($key)|\($t) sum|\(.sum)")' nvbandwidth.json
echo "record.contradiction|the matrix has another sum|1389.41"
