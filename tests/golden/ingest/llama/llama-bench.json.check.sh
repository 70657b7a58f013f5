jq -r --arg selected '' -f ../llama.jq llama-bench.json
