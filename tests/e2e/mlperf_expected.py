#!/usr/bin/env python3
"""mlperf_expected.py DOSSIER FOLDER - EXPECTED.tsv of real MLPerf submissions against what inspect finds.

Of each result: verdict, headline, percentiles, format of weights, accelerator and its number; and the mean of the wall
power strictly inside load.begin and load.end, which is the figure that a power round publishes. Exits 1 for a difference."""
import csv, datetime, json, os, subprocess, sys

dossier, folder = sys.argv[1:]
# the official headline of a scenario, by the name that LoadGen gives it
KEYS = {'result_samples_per_second': ('throughput.samples', ''), 'result_completed_samples_per_sec': ('throughput.samples', ''),
        'result_tokens_per_second': ('throughput.output_tokens', ''), 'result_completed_tokens_per_second': ('throughput.output_tokens', ''),
        'result_inferred_tokens_per_second': ('throughput.output_tokens', ''),
        'result_inferred_completed_tokens_per_second': ('throughput.output_tokens', ''),
        'early_stopping_latency_ss': ('latency.early_stopping', 'p90'), 'early_stopping_latency_ms': ('latency.early_stopping', 'p99'),
        'result_90.00_percentile_latency_ns': ('latency.request', 'p90')}
checked, wrong = 0, []


def facts(path):
    said = json.loads(subprocess.run([dossier, 'inspect', '--json', path], capture_output=True, text=True).stdout)
    out = {}
    for file in said['files']:
        for fact in file['facts']:
            out.setdefault((fact['key'], fact.get('instance', '')), []).append((file['name'], fact.get('text', fact['value']), fact))
    return out


def expect(row, what, found, wanted):
    global checked
    checked += 1
    same = found is not None and (found == wanted or wanted.replace('.', '', 1).isdigit() and float(found) == float(wanted))
    if not same:
        wrong.append('%s %s: %s is %s, expected %s' % (row['bundle'], row['location'], what, found, wanted))


def stamp(text):
    return datetime.datetime.strptime(text, '%m-%d-%Y %H:%M:%S.%f')


def watts(run, begin, end):
    """Mean of the watts above 0 strictly inside the load; the log's clock is that of power_begin in these submissions."""
    rows = [line.split(',') for line in open(os.path.join(run, 'spl.txt')) if line.strip()]
    inside = [float(row[3]) for row in rows if stamp(begin) < stamp(row[1]) < stamp(end) and float(row[3]) > 0]
    return sum(inside) / len(inside)


def one(found, key, instance='', name=''):
    values = [value for file, value, _ in found.get((key, instance), []) if name in file]
    return values[0] if values else None


for row in csv.DictReader(open(os.path.join(folder, 'EXPECTED.tsv')), delimiter='\t'):
    base = os.path.join(folder, row['bundle'])
    run = os.path.join(base, row['location'], 'performance', 'run_1')
    found = facts(run)
    expect(row, 'scenario', one(found, 'load.scenario'), row['scenario_in_log'])
    expect(row, 'verdict', one(found, 'run.valid'), row['validity'])
    expect(row, row['metric_key'], one(found, *KEYS[row['metric_key']], name='detail'), row['metric_value'])
    for column, key in (('p99_latency_ns', 'latency.request'), ('ttft_p99_ns', 'ttft.client'), ('tpot_p99_ns', 'tpot.request')):
        if row[column]:
            expect(row, column, one(found, key, 'p99', 'detail'), row[column])
    if row['avg_power_w']:
        mean = watts(run, one(found, 'load.begin'), one(found, 'load.end'))
        expect(row, 'mean power', '%.4f' % mean, '%.4f' % float(row['avg_power_w']))
    division, submitter, _, system, benchmark, scenario = row['location'].split('/')
    described = facts(os.path.join(base, division, submitter, 'systems', system + '.json'))
    expect(row, 'accelerator', one(described, 'accelerator.name'), row['accelerator'])
    expect(row, 'accelerators of a node', one(described, 'accelerator.attached'), row['count'])
    if row['weight_data_types']:
        stated = facts(os.path.join(base, division, submitter, 'measurements', system, benchmark, scenario))
        expect(row, 'weights', one(stated, 'precision.weights'), row['weight_data_types'])
print('%d values of real submissions, %d differ' % (checked, len(wrong)))
print('\n'.join(wrong))
sys.exit(1 if wrong or checked < 150 else 0)
