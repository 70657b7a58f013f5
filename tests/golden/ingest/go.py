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
        units = dict.fromkeys(u for _, _, values in lines for u in values)
        own = [u for u in units if u not in OWN and u not in ('B/op', 'allocs/op') and tidy(u) in better]
        # several units of its own that are better one way are a result each, and what is left one more
        parts = [(str(i), [u for u in units if len(own) < 2 or u not in own], None)]
        parts += [('%d.%d' % (i, k + 1), [u], u) for k, u in enumerate(own)] if len(own) > 1 else []
        for run, reported, part in parts:
            if reported:
                result(run, name, settings, lines, reported, own, part, better)


def result(run, name, settings, lines, units, own, part, better):
    print('workload.name|%s|%s' % (run, name))
    if part:
        print('method.definition|%s|%s' % (run, part))
    for key, value in settings:
        if key == 'pkg':
            print('workload.name|%s package|%s' % (run, value))
        elif key != 'cpu':
            print('method.arguments|%s %s|%s' % (run, key, value))
    if len(lines) == 1:
        print('iteration.count|%s loops|%s' % (run, lines[0][1]))
    for unit in units:
        key = 'result.value' if unit not in own else 'result.more_is_better' if better[tidy(unit)] == 'higher' else 'result.less_is_better'
        at = run if unit in OWN or unit in own else '%s %s' % (run, unit)
        if unit not in OWN:
            print('result.unit|%s|%s' % (at, unit))
            if tidy(unit) in better:
                print('result.better|%s|%s' % (at, better[tidy(unit)]))
        if len(lines) == 1:
            print('%s|%s|%s' % (OWN.get(unit, key), at, lines[0][2][unit]))


if __name__ == '__main__':
    main(sys.argv[1])
