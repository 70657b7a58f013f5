#!/usr/bin/env python3
"""What a JSON file of a benchmark tool says, by Python's json and a list of its own: key|instance|text.

usage: expect.py FILE < LIST; a line of the list is KEY INSTANCE POINTER. INSTANCE is - for none. A segment of the
pointer may hold one * for the name of a statistic (mean, avg, median, p99, ...), which then stands in INSTANCE as *,
or two ** for any name, which stands in INSTANCE as **. A file of several documents puts each one's index in front."""
import json, re, sys


def statistic(word):
    plain = {'mean': 'mean', 'avg': 'mean', 'average': 'mean', 'median': 'p50', 'std': 'std', 'stddev': 'std',
             'std_dev': 'std', 'min': 'min', 'minimum': 'min', 'max': 'max', 'maximum': 'max'}
    if word in plain:
        return plain[word]
    if re.fullmatch(r'p\d{3}', word) and word != 'p100':  # GuideLLM leaves the point out
        return 'p%d.%s' % (int(word[1:3]), word[3])
    return 'p%s' % word[1:].lstrip('0') if re.fullmatch(r'p0\d', word) else word if re.fullmatch(r'p\d+(\.\d+)?', word) else None


def found(value, segments, name):
    if not segments:
        yield name, value
        return
    head = segments[0].replace('~1', '/').replace('~0', '~')
    if isinstance(value, list):
        items = [(str(i), v) for i, v in enumerate(value)]
    else:
        items = list(value.items()) if isinstance(value, dict) else []
    if '*' not in head:
        for key, inner in items:
            if key == head:
                yield from found(inner, segments[1:], name)
        return
    any_name = '**' in head
    pattern = re.compile(re.escape(head).replace(r'\*\*' if any_name else r'\*', '(.+)'))
    for key, inner in items:
        match = pattern.fullmatch(key)
        word = match and (match[1] if any_name else statistic(match[1]))
        if word:
            yield from found(inner, segments[1:], word)


def text(value):
    if isinstance(value, bool):
        return 'true' if value else 'false'
    return value if isinstance(value, str) else ', '.join(text(v) for v in value)


decoder = json.JSONDecoder(parse_float=str, parse_int=str, parse_constant=str)
source, documents = open(sys.argv[1]).read().strip(), []
while source:
    document, end = decoder.raw_decode(source)
    documents.append(document)
    source = source[end:].lstrip()
for line in sys.stdin.read().splitlines():
    if not line.strip():
        continue
    key, instance, pointer = line.split(None, 2)
    for index, document in enumerate(documents):
        for name, value in found(document, pointer.split('/')[1:], ''):
            if value is None or isinstance(value, dict):
                continue
            own = instance.replace('**', name).replace('*', name) if instance != '-' else ''
            several = str(index) if len(documents) > 1 and len(sys.argv) < 3 else ''
            print('%s|%s|%s' % (key, ' '.join(part for part in (several, own) if part), text(value)))
