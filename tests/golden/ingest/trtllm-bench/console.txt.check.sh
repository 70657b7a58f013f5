sed -nE 's/:[[:blank:]]+/|/p' console.txt | awk -F'|' '
BEGIN { k["Model"] = "model.name|"; k["Backend"] = "engine.name|"; k["TensorRT-LLM Version"] = "engine.version|"; k["Dtype"] = "precision.compute|"
  k["KV Cache Dtype"] = "precision.kv_cache|"; k["Quantization"] = "precision.quantisation|"; k["Max Sequence Length"] = "engine.settings|max_sequence_length"
  k["TP Size"] = "engine.settings|tp_size"; k["PP Size"] = "engine.settings|pp_size"; k["Max Runtime Batch Size"] = "engine.settings|max_batch_size"
  k["Max Runtime Tokens"] = "engine.settings|max_num_tokens"; k["Scheduling Policy"] = "engine.settings|scheduling_policy"
  k["KV Memory Percentage"] = "engine.settings|kv_cache_percentage"; k["Number of requests"] = "requests.completed|"
  k["Average Input Length (tokens)"] = "input.realised|mean"; k["Average Output Length (tokens)"] = "output.realised|mean"
  k["Token Throughput (tokens/sec)"] = "throughput.output_tokens|"; k["Request Throughput (req/sec)"] = "throughput.requests|"; k["Total Latency (ms)"] = "wall.time|" }
$1 in k { print k[$1] "|" $2 }'
