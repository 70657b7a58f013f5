python3 - <<'END'
import csv
keys = {'Concurrency': 'load.concurrency|', 'ISL': 'input.length|', 'Num Prompts': 'load.requests|', 'p99 Time To First Token (ms)': 'ttft.client| p99',
        'p99 Inter Token Latency (ms)': 'tpot.request| p99', 'Avg. Output Token Throughput (tokens/sec)': 'throughput.output_tokens|',
        'Request Throughput (requests/sec)': 'throughput.requests|'}
for row in csv.DictReader(open('analyze_export_genai_perf.csv').read().split('\n\n')[0].splitlines()):
    for column, key in keys.items():
        print(key.replace('|', '|' + row['Config Name']) + '|' + row[column])
END
