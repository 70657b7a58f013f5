jq -r '"runtime.attention||\(.attention_backend)", "compile.mode||\(.launch_mode)", "context.length||\(.max_len)",
    "precision.compute||\(.precision)", "input.length||\(.prompt_len)", "method.stop_value||\(.seconds_per_point)",
    (.points[] | "load.batch|\(.concurrency)|\(.batch)", "load.concurrency|\(.concurrency)|\(.concurrency)",
      "throughput.output_tokens|\(.concurrency)|\(.output_tokens_per_s)", "iteration.count|\(.concurrency)|\(.steps)",
      "wall.time|\(.concurrency)|\(.wall_s)",
      (.concurrency as $c | .step_latency_s | to_entries[] | "latency.iteration|\($c) \(.key)|\(.value)"))' sweep.json
