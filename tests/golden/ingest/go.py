#!/usr/bin/env python3
"""Key, instance and text of what `go test -bench` wrote, by regular expressions: go.py FILE."""
import re, sys

OWN = {'ns/op': 'latency.iteration', 'sec/op': 'latency.iteration', 'MB/s': 'throughput.bytes', 'B/s': 'throughput.bytes'}


def groups(path):
    """Benchmarks in their order: name, settings, lines of (number, iterations, {unit: value})."""
    config, found = {}, {}
    for number, line in enumerate(open(path).read().split('\n'), 1):
        setting = re.fullmatch(r'([a-z][^\sA-Z:]*):(?:[ \t]+(.*))?', line)
        if setting:
            config.pop(setting[1], None)
            if setting[2]:
                config[setting[1]] = setting[2].strip()
        elif re.match(r'Benchmark[^a-z\s]\S*\s+\d+\s', line):
            name, loops, rest = line.split(None, 2)
            words = rest.split()
            key = (name, tuple(sorted(config.items())))
            found.setdefault(key, []).append((number, loops, dict(zip(words[1::2], words[::2]))))
    return found


def tidy(unit):
    return re.sub(r'^MB(?=$|/)', 'B', re.sub(r'(^|-)ns(?=$|/)', r'\1sec', unit))


def main(path):
    source, found = open(path).read(), groups(path)
    better = {tidy(u): b for u, b in re.findall(r'^Unit\s+(\S+).*\sbetter=(\S+)', source, re.M)}
    failed = re.search(r'^(--- FAIL: .*|FAIL\t.*|panic: .*)$', source, re.M)
    if failed:
        print('run.error||' + failed[1])
    for cpu in {dict(settings).get('cpu') for _, settings in found}:
        print('cpu.name||' + cpu)
    for i, ((name, settings), lines) in enumerate(found.items()):
        print('workload.name|%d|%s' % (i, name))
        for key, value in settings:
            if key == 'pkg':
                print('workload.name|%d package|%s' % (i, value))
            elif key != 'cpu':
                print('method.arguments|%d %s|%s' % (i, key, value))
        if len(lines) == 1:
            print('iteration.count|%d loops|%s' % (i, lines[0][1]))
        for unit in dict.fromkeys(u for _, _, values in lines for u in values):
            alone = {u for _, _, values in lines for u in values} - {'B/op', 'allocs/op'} == {unit} and unit not in OWN and tidy(unit) in better
            key = ('result.more_is_better' if better[tidy(unit)] == 'higher' else 'result.less_is_better') if alone else 'result.value'
            at = '%d' % i if unit in OWN or alone else '%d %s' % (i, unit)
            if unit not in OWN:
                print('result.unit|%s|%s' % (at, unit))
                if tidy(unit) in better:
                    print('result.better|%s|%s' % (at, better[tidy(unit)]))
            if len(lines) == 1:
                print('%s|%s|%s' % (OWN.get(unit, key), at, lines[0][2][unit]))


if __name__ == '__main__':
    main(sys.argv[1])
