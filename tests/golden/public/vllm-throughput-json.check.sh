jq -r '"wall.time||\(.elapsed_time)", "requests.completed||\(.num_requests)", "throughput.requests||\(.requests_per_second)",
  "throughput.total_tokens||\(.tokens_per_second)", "tokens.total||\(.total_num_tokens)"' "$1"
