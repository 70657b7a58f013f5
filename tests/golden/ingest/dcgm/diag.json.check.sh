jq -r '.["DCGM GPU Diagnostic"].test_categories[] | .category as $c | .tests[] | .name as $n | .results[]
    | "health.check|\($c) / \($n)\(if .gpu_ids then " / " + .gpu_ids else "" end)|\(.status)"' diag.json
