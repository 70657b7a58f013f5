python3 - "$1" <<'PY'
import json, sys
said = json.load(open(sys.argv[1]), parse_float=str, parse_int=str, parse_constant=str)
config = said['config']
for task, scores in said['results'].items():
    for name, value in scores.items():
        if name != 'alias':
            print('accuracy.%s|%s %s|%s' % ('error' if '_stderr' in name else 'score', task, name.replace('_stderr', ''), value))
for member, key in (('versions', 'version'), ('n-shot', 'shots'), ('task_hashes', 'digest')):
    for task, value in said.get(member, {}).items():
        print('accuracy.%s|%s|%s' % (key, task, value))
for task, counts in said.get('n-samples', {}).items():
    print('accuracy.samples|%s|%s\naccuracy.samples_all|%s|%s' % (task, counts['effective'], task, counts['original']))
for task, metrics in said.get('higher_is_better', {}).items():
    for metric, better in metrics.items():
        print('accuracy.higher_is_better|%s %s|%s' % (task, metric, str(better).lower()))
for name, value in (config.get('gen_kwargs') or {}).items():
    print('accuracy.sampling|%s|%s' % (name, value))
for value, key in ((config['model'], 'backend'), (config['model_args'], 'arguments'), (config['limit'], 'limit'), (config.get('num_fewshot'), 'shots'),
                   (config.get('random_seed'), 'seed'), (said.get('date'), 'date'), (said.get('model_name'), 'model'),
                   (said.get('total_evaluation_time_seconds'), 'time')):
    if value is not None:
        print('accuracy.%s||%s' % (key, value))
if 'transformers_version' in said:
    print('accuracy.package|transformers|' + said['transformers_version'])
PY
