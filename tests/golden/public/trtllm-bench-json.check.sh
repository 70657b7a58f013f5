jq -r '
def names: {"minimum": "min", "maximum": "max", "average": "mean"};
def all($key): to_entries[] | "\($key)|\(names[.key] // .key)|\(.value)";
(.engine | "engine.name||\(.backend)", "precision.compute||\(.dtype)", "model.name||\(.model)", "engine.version||\(.version)",
  (select(.kv_cache_dtype) | "precision.kv_cache||\(.kv_cache_dtype)"), (select(.quantization) | "precision.quantisation||\(.quantization)")),
"accelerator.name||\(.machine.name)",
(.performance | "throughput.output_per_accelerator||\(.output_throughput_per_gpu_tok_s)", "throughput.requests||\(.request_throughput_req_s)",
  "throughput.output_tokens||\(.system_output_throughput_tok_s)", "throughput.total_tokens||\(.system_total_throughput_tok_s)",
  "wall.time||\(.total_latency_ms)", "latency.engine|mean|\(.avg_request_latency_ms)",
  "throughput.output_per_user|mean|\(.output_throughput_per_user_tok_s)", (.request_latency_percentiles_ms | all("latency.engine"))),
(.request_info | "concurrency.mean||\(.avg_num_concurrent_requests)", "requests.completed||\(.num_requests)",
  "input.realised|mean|\(.avg_input_length)", "output.realised|mean|\(.avg_output_length)"),
(.streaming_metrics | "tpot.engine|mean|\(.avg_tpot_ms)", "ttft.engine|mean|\(.avg_ttft_ms)",
  (.tpot_percentiles | all("tpot.engine")), (.ttft_percentiles | all("ttft.engine"))),
(.world_info | "accelerator.count||\(.world_size)", (to_entries[] | select(.key | IN("world_size", "issue_rate") | not) |
  "engine.settings|\(.key)|\(.value)"))' "$1"
