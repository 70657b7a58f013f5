python3 - <<'END'
import csv
keys = {'Inter Chunk Latency (ms)': 'gap.chunk', 'Request Latency (ms)': 'latency.request', 'Benchmark Duration (sec)': 'wall.time',
        'Request Count': 'requests.completed', 'Output Token Throughput (tokens/sec)': 'throughput.output_tokens'}
header = []
for row in csv.reader(open('profile_export_aiperf.csv')):
    if row and row[0] == 'Metric':
        header = row
    elif row and row[0] in keys:
        for name, value in zip(header[1:], row[1:]):
            print('%s|%s|%s' % (keys[row[0]], {'avg': 'mean', 'Value': ''}.get(name, name), value))
END
