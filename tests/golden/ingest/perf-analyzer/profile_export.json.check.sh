jq -r '.experiments[] | .experiment | "\(if .mode == "concurrency" then "load.concurrency" else "load.rate" end)|\(.value)|\(.value)"' profile_export.json
