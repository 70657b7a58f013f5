sh ./agentic-nested.json.check.sh agentic-edited.json
python3 - <<'END'
import json
rate = json.load(open('agentic-edited.json'))['request_metrics']['throughput']
total = rate['total']['tokens_per_second']
if abs(rate['input']['tokens_per_second'] + rate['output']['tokens_per_second'] - total) > 1e-3 * total:
    print('record.contradiction|input and output per second have another sum|%s' % total)
END
