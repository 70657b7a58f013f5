jq -r '(.results | to_entries[] | .key as $t | .value | to_entries[] |
  if .key | endswith("_stderr") then "accuracy.error|\($t) \(.key[:-7])|\(.value)" else "accuracy.score|\($t) \(.key)|\(.value)" end),
  (.versions | to_entries[] | "accuracy.version|\(.key)|\(.value)"),
  (.config | "accuracy.backend||\(.model)", "accuracy.arguments||\(.model_args)", "accuracy.shots||\(.num_fewshot)")' harness-0.3.json
