jq -r '.[] | "package.version|\(.name)|\(.version)", (select(.name == "torch") | "framework.version||\(.version)")' pip-list.json
