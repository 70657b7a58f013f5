jq -r '.pip_freeze | to_entries[] | "package.version|\(.key)|\(.value)", (select(.key == "torch") | "framework.version||\(.value)")' pip_freeze.json
