# Expected facts of the result file of vLLM's serving benchmark: key|instance|text.
def fact($key; $value): if $value == null then empty else "\($key)||\($value)" end;
def one($list; $errors): [$list // [] | to_entries[] | select((($errors // [])[.key] // "") == "") | .value] | if length > 0 and (unique | length) == 1 then .[0] else null end;
. as $all | {ttft: "ttft.client", tpot: "tpot.request", itl: "gap.chunk", e2el: "latency.request", latency: "latency.request"} as $metric
| fact("input.length"; one($all.input_lens; $all.errors)), fact("output.length"; one($all.output_lens; $all.errors)), fact("method.endpoint"; .backend), fact("load.burstiness"; .burstiness), fact("requests.completed"; .completed),
  fact("capture.time"; .date), fact("wall.time"; .duration), fact("requests.failed"; .failed), fact("load.concurrency"; .max_concurrency),
  fact("concurrency.peak"; .max_concurrent_requests), fact("model.name"; .model_id), fact("load.requests"; .num_prompts),
  fact("throughput.output_tokens"; .output_throughput), fact("throughput.requests"; .request_throughput),
  fact("method.definition"; .schema), fact("tokenizer.name"; .tokenizer_id), fact("tokens.input"; .total_input_tokens),
  fact("tokens.output"; .total_output_tokens), fact("throughput.total_tokens"; .total_token_throughput), fact("load.rate"; .request_rate),
  (to_entries[] | (.key | capture("^(?<s>mean|median|std|p[0-9.]+)_(?<m>ttft|tpot|itl|e2el|latency)_ms$")) as $c
    | "\($metric[$c.m])|\(if $c.s == "median" then "p50" else $c.s end)|\(.value)")
