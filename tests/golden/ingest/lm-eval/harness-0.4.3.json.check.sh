python3 - <<'PY'
import json
said = json.load(open('harness-0.4.3.json'), parse_float=str, parse_constant=str)
plain = lambda v: 'true' if v is True else 'false' if v is False else ', '.join(v) if isinstance(v, list) else v
for name, value in said['results']['asdiv'].items():
    if name not in ('alias', 'mae,none'):  # an endless error is told, and not taken
        print('accuracy.%s|asdiv %s|%s' % ('error' if '_stderr' in name else 'score', name.replace('_stderr', ''), value))
for name, value in said['config']['gen_kwargs'].items():
    print('accuracy.sampling|%s|%s' % (name, plain(value)))
print('accuracy.version|asdiv|%s' % said['versions']['asdiv'])
print('accuracy.shots|asdiv|%s' % said['n-shot']['asdiv'])
print('accuracy.backend||%s\naccuracy.limit||%s\naccuracy.seed||%s\naccuracy.date||%s' % (
    said['config']['model'], said['config']['limit'], said['config']['random_seed'], said['date']))
PY
