#!/usr/bin/env python3
"""What a file of an MLPerf submission says, by a reader of its own: key|instance|text. usage: mlperf.py KIND FILE"""
import json, re, sys

KIND, PATH = sys.argv[1:3]
SOURCE = open(PATH, encoding='utf-8-sig', errors='replace').read()


def put(key, instance, value):
    if value is not None:
        value = str(value).lower() if isinstance(value, bool) else value
        print('%s|%s|%s' % (key, instance, value))


def first(pattern, flags=re.M):
    match = re.search(pattern, SOURCE, flags)
    return match and match[1].strip()


def percentile(digits):
    return 'p%g' % float(digits)


def summary():
    scenario = first(r'^Scenario : (\w+)')
    remarks = re.findall(r'^(?: \* )?((?:Would need|Not enough|Need to|Processed \d|WARNING: |\d+ warnings? encountered).*)$', SOURCE, re.M)
    for number, text in enumerate(text for text in remarks if text.strip()):
        put('result.remark', number, text.strip())
    put('run.error', '', first(r'^(\d+ ERRORS? encountered.*)'))
    if not scenario:
        return
    put('load.scenario', '', scenario)
    put('method.mode', '', first(r'^Mode +: (\w+)'))
    put('method.arguments', 'SUT name', first(r'^SUT name : (.*)'))
    put('run.valid', '', first(r'^Result is : (\w+)'))
    for label, text in re.findall(r'^  ?([A-Z][a-z ]+ satisfied) ?: (\w+)$', SOURCE, re.M):
        put('run.condition', label, text)
    put('throughput.samples', '', first({'Server': r'^Completed samples per second +: (.*)', 'Offline': r'^Samples per second: (.*)',
                                         'SingleStream': r'^QPS w/ loadgen overhead +: (.*)', 'MultiStream': r'^(never)$'}[scenario]))
    put('throughput.output_tokens', '', first({'SingleStream': r'^TPS w/ loadgen overhead +: (.*)'}.get(
        scenario, r'^(?:Completed t|T)okens per second(?: \(inferred\))?: (.*)')))
    put('load.rate_reached', '', first(r'^Scheduled samples per second : (.*)'))
    stats = SOURCE[SOURCE.index('Additional Stats'):SOURCE.index('Test Parameters Used')]
    whole = {'latency (ns)': 'latency.query' if scenario == 'MultiStream' else 'latency.request',
             'first token latency (ns)': 'ttft.client', 'time to output token (ns)': 'tpot.request',
             'time per output token (ns)': 'tpot.request'}
    headline = {(whole[('first token ' if token else '') + 'latency (ns)'], percentile(digits)): text for digits, token, text in
                re.findall(r'^([0-9.]+)th (first token )?percentile latency \(ns\) : (\d+)', SOURCE, re.M)}
    for name, label, text in re.findall(r'^(Min|Max|Mean|[0-9.]+ percentile) (.*?) *: (\d+)$', stats, re.M):
        word = name.lower() if name in ('Min', 'Max', 'Mean') else percentile(name.split()[0])
        put(whole[label.lower()], word, headline.get((whole[label.lower()], word), text))
    block = ''
    for heading, body in re.findall(r'^(.*Early Stopping Result):\n((?: .*\n)*)', SOURCE, re.M):
        bullets = re.findall(r'^ \* (.*)$', body, re.M)
        kind = heading.split()[0].lower() + ' ' if heading[0] == 'T' else ''
        estimates = [re.match(r'Early stopping ([0-9.]+)th percentile estimate: (\d+)', line) for line in bullets]
        for estimate in filter(None, estimates):
            put('latency.early_stopping', kind + percentile(estimate[1]), estimate[2])
        rest = [line for line, estimate in zip(bullets, estimates) if not estimate and not line.startswith('Would discard')]
        put('run.condition', heading, rest[0] if rest else None)
    if scenario in ('SingleStream', 'MultiStream'):
        put('requests.completed', '', first(r'^ \* Processed at least \d+ queries \((\d+)\)'))
    for number, text in enumerate(re.findall(r'^ \* (.*)$', (re.search(r'Recommendations:\n((?: \*.*\n)*)', SOURCE) or ['', ''])[1], re.M)):
        put('run.error', 'reason %d' % number, text)
    own = {'qsl_rng_seed': ('workload.seed', ''), 'sample_index_rng_seed': ('workload.seed', 'sample index'),
           'schedule_rng_seed': ('workload.seed', 'schedule')}
    if scenario == 'Server':
        own.update({'target_qps': ('load.rate', ''), 'target_latency (ns)': ('load.constraint', 'latency'),
                    'ttft_latency (ns)': ('load.constraint', 'ttft'), 'tpot_latency (ns)': ('load.constraint', 'tpot')})
    for label, text in re.findall(r'^([a-z_]+(?: \(\w+\))?) ?: (.*)$', SOURCE[SOURCE.index('Test Parameters Used'):], re.M):
        put(*own.get(label, ('method.arguments', label)), text)


def lines():
    for line in SOURCE.split('\n'):
        if ':::MLLOG ' in line:
            yield json.loads(line[line.index(':::MLLOG ') + 9:], parse_int=str, parse_float=str)


def detail():
    said = list(lines())
    values = {}
    for line in said:
        values.setdefault(line['key'], line['value'])
    scenario, tokens = values['effective_scenario'], values.get('requested_use_token_latencies') is True
    performance = values['effective_test_mode'] != 'AccuracyOnly'
    marked = lambda mark: [line['value'] for line in said if line['metadata'].get(mark)]
    for number, text in enumerate(marked('is_error')):
        put('run.error', number or '', text)
    dirty = values.get('loadgen_git_status_message')
    for number, text in enumerate(([dirty] if dirty else []) + marked('is_warning')):
        put('result.remark', number, text)
    put('method.tool_version', '', values['loadgen_version'])
    own = {'effective_scenario': ('load.scenario', ''), 'effective_test_mode': ('method.mode', ''),
           'effective_qsl_rng_seed': ('workload.seed', ''), 'effective_schedule_rng_seed': ('workload.seed', 'schedule'),
           'effective_sample_index_rng_seed': ('workload.seed', 'sample index')}
    if scenario == 'Server':
        own['effective_target_qps'] = ('load.rate', '')
        if tokens:
            own.update({'requested_server_%s_latency' % name: ('load.constraint', name) for name in ('ttft', 'tpot')})
        else:
            own['effective_target_latency_ns'] = ('load.constraint', 'latency')
    for key, value in values.items():
        other = values.get(key.replace('requested_', 'effective_')) if key.startswith('requested_') else None
        if key in own:
            put(*own[key], value)
        elif key.startswith('effective_') or (key.startswith('requested_') and other != value):
            put('method.arguments', key, value)
        elif key in ('loadgen_build_date_utc', 'qsl_name', 'qsl_reported_performance_count', 'qsl_reported_total_count', 'sut_name',
                     'test_datetime') or (performance and key in ('generated_query_duration', 'generated_samples_per_query')):
            put('method.arguments', key, value)
    if not performance:
        return
    put('load.begin', '', values['power_begin'])
    put('load.end', '', values['power_end'])
    put('run.valid', '', values['result_validity'])
    put('run.error', 'reason 0', values.get('result_invalid_reason', '').strip() or None)
    for key in ('early_stopping_met', 'result_min_duration_met', 'result_min_queries_met', 'result_perf_constraints_met', 'early_stopping_result',
                'early_stopping_ttft_result', 'early_stopping_tpot_result'):
        text = values.get(key)
        put('run.condition', key, text.strip() or None if isinstance(text, str) else text)
    sole = {'Server': ('result_completed_samples_per_sec', ['result_completed_tokens_per_second', 'result_inferred_completed_tokens_per_second']),
            'Offline': ('result_samples_per_second', ['result_tokens_per_second', 'result_inferred_tokens_per_second']),
            'SingleStream': ('result_qps_with_loadgen_overhead', ['result_token_throughput_with_loadgen_overhead']), 'MultiStream': ('', [])}
    put('throughput.samples', '', values.get(sole[scenario][0]))
    for key in sole[scenario][1]:
        put('throughput.output_tokens', '', values.get(key))
    put('load.rate_reached', '', values.get('result_scheduled_samples_per_sec'))
    if scenario in ('Server', 'SingleStream', 'MultiStream'):
        put('requests.completed', '', values['result_query_count'])
    elif scenario == 'Offline' and not (values['loadgen_version'][0] in '34' and values.get('effective_sample_concatenate_permutation')):
        put('requests.completed', '', values['generated_samples_per_query'])
    for key, word in (('early_stopping_latency_ss', 'p90'), ('early_stopping_latency_ms', 'p99')):
        if not tokens and values.get(key, '0') != '0':
            put('latency.early_stopping', word, values[key])
    for key, value in values.items():
        match = re.fullmatch(r'result_(first_token_|time_(?:per|to)_output_token_|)(min|max|mean|[0-9.]+_percentile)(_per_query|_query|)(_latency|)(?:_ns)?', key)
        if match:
            word = percentile(match[2].split('_')[0]) if 'percentile' in match[2] else match[2]
            put('ttft.client' if match[1] == 'first_token_' else 'tpot.request' if match[1] else
                'latency.query' if match[3] else 'latency.request', word, value)


def training():
    table = {'submission_benchmark': 'workload.name', 'submission_org': 'party.measured_by', 'submission_division': 'method.division',
             'seed': 'workload.seed', 'global_batch_size': 'load.batch'}
    stamp, seen, reached, success = {}, set(), None, False
    for line in lines():
        key, value, extra = line['key'], line['value'], line['metadata']
        if key in ('run_start', 'run_stop') and key not in stamp:
            stamp[key] = int(line['time_ms'])
            put('load.begin' if key == 'run_start' else 'load.end', '', line['time_ms'])
            put('method.clock_' + key[4:], '', key)
            if key == 'run_stop':
                success = extra['status'] == 'success'
                put('run.valid', '', extra['status'])
                put('target.samples', '', extra.get('samples_count') if success else None)
        elif key == 'eval_accuracy':
            put('target.reached', next('%s %s' % (name, extra[name]) for name in ('samples_count', 'epoch_num') if name in extra), value)
            reached = value
        elif key == 'tracked_stats':
            put('throughput.samples', 'step ' + extra['step'], value['throughput'])
        elif key not in seen and value is not None:
            seen.add(key)
            if key in table:
                put(table[key], '', value)
            elif key in ('train_samples', 'eval_samples', 'submission_platform', 'submission_status'):
                put('method.arguments', key, value)
            elif key.startswith(('opt_', 'lora_')) or key in ('gradient_accumulation_steps', 'max_sequence_length'):
                put('optimiser.settings', key, value)
    if success:
        put('target.reached', '', reached)
        put('time.to_target', '', '%.3f s' % ((stamp['run_stop'] - stamp['run_start']) / 1000))


def system():
    said = json.loads(SOURCE, parse_int=str, parse_float=str)
    table = {'accelerator_model_name': 'accelerator.name', 'accelerators_per_node': 'accelerator.attached', 'cooling': 'power.cooling',
             'division': 'method.division', 'framework': 'framework.name', 'host_processor_model_name': 'cpu.name',
             'host_processors_per_node': 'cpu.sockets', 'number_of_nodes': 'nodes.count', 'operating_system': 'os.name',
             'status': 'method.category', 'submitter': 'party.measured_by'}
    for name, value in said.items():
        if name in table:
            put(table[name], '', value.strip())
        elif isinstance(value, dict):
            for inner, text in value.items():
                put('system.note', name + ' / ' + inner, text)
        elif isinstance(value, str) and value.strip():
            put('system.note', name, value.strip())
    each, nodes = said['accelerators_per_node'], said['number_of_nodes']
    put('accelerator.count', '', each if nodes == '1' else each + ' x ' + nodes)


def measurements():
    def once(pairs):
        names = [name for name, _ in pairs]
        return {name: value for name, value in pairs if names.count(name) == 1}
    said = json.loads(SOURCE, object_pairs_hook=once)
    table = {'starting_weights_filename': ('model.file', ''), 'weight_data_types': ('precision.weights', '')}
    for name in ('input_data_types', 'retraining', 'weight_transformations', *table):
        put(*table.get(name, ('method.arguments', name)), said.get(name))


def accuracy():
    found = {}
    for name, text in re.findall(r'(?<!\w)(Word Error Rate|\w+)["\']?[=:] *["\']?([^\s,"\'}]+)', SOURCE):
        found[name] = text
    for name in ('AUC', 'CLIP_SCORE', 'FID_SCORE', 'Word Error Rate', 'accuracy', 'exact_match', 'f1', 'gsm8k', 'mAP', 'mbxp', 'rouge1',
                 'rouge2', 'rougeL', 'rougeLsum'):
        put('accuracy.score', name, found.get(name))
    put('accuracy.samples', '', found.get('gen_num'))
    put('accuracy.samples', '', found.get('total'))
    put('accuracy.digest', '', found.get('hash'))
    put('output.realised', 'mean', found.get('tokens_per_sample'))


def compliance():
    for label, text in re.findall(r'^(num_\w+|(?:reference|test) score) = (.*)$', SOURCE, re.M):
        put('run.condition', label, text.strip())
    for label, text in re.findall(r'^(.*?) check pass: (\w+)', SOURCE, re.M):
        put('run.condition', label, text)
    put('run.condition', 'test', first(r'^(TEST (?:PASS|FAIL).*)$'))


def power():
    put('method.arguments', 'Mark', first(r',Mark,([^,\s]+)'))
    put('suite.power', '', 'measured')


def storage():
    said = json.loads(SOURCE, parse_int=str, parse_float=str)
    metric = said['metric']
    put('run.valid', '', metric['train_au_meet_expectation'])
    put('nodes.count', '', said['num_hosts'])
    put('load.concurrency', '', said['num_accelerators'])
    for name in ('num_accelerators', 'num_files_train', 'num_samples_per_file'):
        put('method.arguments', name, said[name])
    for word, its in (('mean', 'mean'), ('stdev', 'std')):
        put('storage.busy', its, metric['train_au_%s_percentage' % word])
        put('throughput.samples', its, metric['train_throughput_%s_samples_per_second' % word])
        put('throughput.bytes', its, metric['train_io_%s_MB_per_second' % word])
    for key, name in (('storage.busy', 'train_au_percentage'), ('throughput.samples', 'train_throughput_samples_per_second')):
        for number, value in enumerate(metric[name], 1):
            put(key, 'epoch %d' % number, value)


globals()[KIND]()
