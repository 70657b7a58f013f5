jq -r '"method.command||\(.argv | join(" "))", "run.end||\(.end_unix)", "method.fresh_process||\(.fresh_process)", "run.exit||\(.rc)",
    "method.stop_value||\(.requested_seconds)", "run.start||\(.start_unix)"' command.json
