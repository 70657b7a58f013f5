#!/usr/bin/env python3
"""others.py DOSSIER [--table]: the same numbers by the rules of benchstat, of hyperfine and of `phoronix-test-suite merge-results`,
as their documentation states them, and by Dossier. The table is the one of docs/compare.md.

benchstat: medians, and a change where the Mann-Whitney U-test gives p < 0.05, else "~".
hyperfine: the means' ratio with the propagated standard deviation; the faster one is named, whatever that is.
merge-results: results of one test, version and arguments stand beside one another; nothing is tested."""
import itertools, json, math, os, random, statistics, subprocess, sys, tempfile

dossier = sys.argv[1]
CASES = [  # what was made; samples a side; true ratio; noise; a sample of three times its value on B
    ('a loss of 10 %', 10, 1.10, 0.004, False),
    ('no change, little noise', 10, 1.00, 0.004, False),
    ('a loss of 0.5 %, very little noise', 10, 1.005, 0.001, False),
    ('no change, much noise', 10, 1.00, 0.05, False),
    ('a loss of 10 %, three samples', 3, 1.10, 0.004, False),
    ('no change, one sample three times as long', 10, 1.00, 0.004, True),
]


def u_test(a, b):
    """Exact two-sided p of the U-test without ties, by counting the deals of ranks."""
    both = sorted(a + b)
    rank = {value: i + 1 for i, value in enumerate(both)}
    assert len(rank) == len(both)
    seen = sum(rank[v] for v in a)
    middle = len(a) * (len(both) + 1) / 2
    sums = [sum(deal) for deal in itertools.combinations(range(1, len(both) + 1), len(a))]
    return sum(abs(s - middle) >= abs(seen - middle) for s in sums) / len(sums)


def benchstat(a, b):
    p = u_test(a, b)
    return '%+.1f %%' % (100 * (statistics.median(b) / statistics.median(a) - 1)) if p < 0.05 else '~'


def hyperfine(a, b):
    fast, slow = sorted((a, b), key=statistics.fmean)
    ratio = statistics.fmean(slow) / statistics.fmean(fast)
    spread = ratio * math.hypot(statistics.stdev(slow) / statistics.fmean(slow), statistics.stdev(fast) / statistics.fmean(fast))
    return '%s is %.2f ± %.2f times faster' % ('A' if fast is a else 'B', ratio, spread)


def merged(a, b):
    return '%.4g beside %.4g' % (statistics.fmean(a), statistics.fmean(b))


def judged(a, b, folder):
    for side, values in (('A', a), ('B', b)):
        os.makedirs(os.path.join(folder, side))
        with open(os.path.join(folder, side, 'bench.txt'), 'w') as file:
            file.write('goos: linux\ngoarch: amd64\npkg: example.org/x\ncpu: X\n')
            file.write(''.join('BenchmarkX-8\t    1000\t   %d ns/op\n' % v for v in values) + 'PASS\nok  \texample.org/x\t30.1s\n')
    said = json.loads(subprocess.run([dossier, 'compare', 'A', 'B', '--json'], stdout=subprocess.PIPE, cwd=folder).stdout)
    found = said['checks'][0]['comparisons'][0]
    change = [100 * (float(found[k]['value']) - 1) for k in ('ratio_low', 'ratio_high')]
    return found['conclusion'] if 'conclusion' in found else None, change


def word(change):
    low, high = change
    return 'equal' if -1 <= low and high <= 1 else 'slower' if low > 1 else 'faster' if high < -1 else 'open'


made, rows = random.Random(7), []
for what, count, ratio, noise, outlier in CASES:
    a, b = ([round(1e6 * r * (1 + made.gauss(0, noise))) for _ in range(count)] for r in (1, ratio))
    if outlier:
        b[4] *= 3
    with tempfile.TemporaryDirectory() as folder:
        change = judged(a, b, folder)[1]
    rows.append((what, benchstat(a, b), hyperfine(a, b), merged(a, b), '%s: %.2f to %.2f %%' % (word(change), *change)))
if '--table' in sys.argv:
    print('| made | benchstat | hyperfine | merge-results, ns | Dossier, margin 1 % |\n| --- | --- | --- | --- | --- |')
    for row in rows:
        print('| ' + ' | '.join(row) + ' |')
    sys.exit()
wanted = [  # whether benchstat sees a change; what Dossier says
    (True, 'slower'), (False, 'equal'), (True, 'equal'), (False, 'open'), (False, 'slower'), (False, 'open')]
bad = [row for row, (differs, says) in zip(rows, wanted) if (row[1] != '~') != differs or not row[4].startswith(says)]
page = open(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../docs/compare.md'), encoding='utf-8').read()
for row in bad:
    print('FAIL', row)
for row in rows:
    if '| ' + ' | '.join(row) + ' |' not in page:
        print('FAIL not in docs/compare.md:', row)
        bad.append(row)
print('%d rows, %d failed' % (len(rows), len(bad)))
sys.exit(1 if bad else 0)
