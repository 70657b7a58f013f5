"""What is read to look up a place, by facts (places.py) and by series (places_series.py): JSON, rows, numbers."""
import csv, decimal, gzip, json, re


def pointed(value, pointer):
    for part in pointer.split('/')[1:]:
        part = part.replace('~1', '/').replace('~0', '~')
        value = value[int(part)] if isinstance(value, list) else value[part]
    return value


def joined(value, raw):
    if isinstance(value, dict) and 'unit' in value:
        return ['%s %s' % (value['value'], value['unit'])]
    if value.get('ph') in ('X', 'B') if isinstance(value, dict) else False:  # an event that cannot be read: what it lacks
        if value['ph'] == 'B':
            return ['1 event "B" without its "E"']
        return ['1 event whose ts or dur is no number or out of range'] if 'dur' not in value else []
    if isinstance(value, dict):  # amd-smi's lists of processors
        return [','.join(v['cpu_cores_affinity'] for v in value.values() if v['cpu_cores_affinity'] != 'N/A')]
    if isinstance(value, list):
        return [sep.join(str(v) for v in value) for sep in ('.', ' ', ', ')]
    return [value.strip()] if isinstance(value, str) else [raw]  # disks pad their model with blanks


def document_of(path):
    """The JSON of a file, with what a tool wrote before it passed over."""
    source = open(path).read()
    return json.loads(source[re.search(r'^[\[{]', source, re.M).start():])


def json_of(path, place):
    """The document that a place points into, and the pointer: "line N /pointer" where a file holds several."""
    source = open(path).read()
    lead = re.search(r'^[\[{]', source, re.M)  # what a tool wrote before it is passed over
    line, pointer = re.match(r'(?:line (\d+) ?)?(.*)', place).groups()
    rest = ''.join(source.splitlines(True)[int(line) - 1:]) if line else source
    rest = rest[rest.index(':::MLLOG ') + 9:] if line and ':::MLLOG ' in rest.split('\n')[0] else rest
    decoder = json.JSONDecoder(parse_float=str, parse_int=str, parse_constant=str)
    document = decoder.raw_decode(rest.lstrip())[0] if line else json.loads(
        source[lead.start():], parse_float=str, parse_int=str, parse_constant=str)
    return document, pointer


def strings(value):
    return [s for v in value.values() for s in strings(v)] if isinstance(value, dict) else [value]


def rows_of(path):
    lines = list(gzip.open(path, "rt") if path.endswith(".gz") else open(path))
    profiler = [i for i, line in enumerate(lines) if re.match(r'Time ?\(%\),|"ID","Process ID",|timestamp,gpu,', line)]
    lines = lines[profiler[0]:] if profiler else lines  # a tool's words stand before its table
    return [[c.strip() for c in row] for row in csv.reader(lines, skipinitialspace=True)]


def cell(path, place):
    row, name = re.match(r'row (\d+) column (.*)', place).groups()
    rows = rows_of(path)
    header = next(r for r in reversed(rows[:int(row) - 1]) if name in r)  # a file may hold several tables
    return rows[int(row) - 1][header.index(name)]


def number(text):
    if text.startswith('0x'):
        return float(int(text, 16))
    found = re.search(r'-?[0-9.,]+(e[-+]?\d+)?', text)  # commas are of thousands; "6.74 B" are thousands of millions
    scale = {' K': 1e3, ' M': 1e6, ' B': 1e9, ' T': 1e12}.get(text[-2:], 1)
    return round(float(found.group(0).replace(',', '')) * scale, 6) if found and scale != 1 else float(found.group(0).replace(',', '')) if found else None


def ns(microseconds):
    return round(decimal.Decimal(microseconds) * 1000)
