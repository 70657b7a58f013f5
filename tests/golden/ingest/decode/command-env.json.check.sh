jq -r '"method.command||\(.argv | join(" "))", "run.end||\(.end_unix)", "method.fresh_process||\(.fresh_process)", "run.exit||\(.rc)",
    "method.stop_value||\(.requested_seconds)", "run.start||\(.start_unix)",
    "accelerator.count||1 (device \(.argv[1] | sub("^CUDA_VISIBLE_DEVICES="; "")))"' command-env.json
