jq -r --arg selected 3 -f ../llama.jq llama-bench.json
