#!/usr/bin/env python3
"""Goes to the place of every fact in the .facts files with readers of its own (json, ElementTree, csv, plain
lines) and looks whether the text stands there, and whether series hold what their column holds.

usage: places.py FOLDER; exits 1 and says which fact is not where it says it is."""
import csv, datetime, gzip, json, os, re, sys
import xml.etree.ElementTree as tree

FACT = re.compile(r'^(\S+) \[(.*?)\] (captured|measured) = ("(?:[^"\\]|\\.)*")(.*?) @ (?:(.*) )?(\d+):(\d+)$')
SERIES = re.compile(r'^(\S+) \[(.*?)\] series of (\d+), (.*?), in (.*?)(, Unix time)? @ (.*) (\d+):(\d+) \.\. (.*) (\d+):(\d+)$')
wrong = []
seen = 0


def pointed(value, pointer):
    for part in pointer.split('/')[1:]:
        part = part.replace('~1', '/').replace('~0', '~')
        value = value[int(part)] if isinstance(value, list) else value[part]
    return value


def joined(value, raw):
    if isinstance(value, list):
        return [sep.join(str(v) for v in value) for sep in ('.', ' ', ', ')]
    return [value] if isinstance(value, str) else [raw]


def check_json(path, pointer, text, line, column):
    source = open(path).read()
    value = pointed(json.loads(source, parse_float=str, parse_int=str), pointer)
    value = {True: 'true', False: 'false'}.get(value, value) if isinstance(value, bool) else value
    accepted = joined(value, value)
    at = source.split('\n')[line - 1][column - 1:]
    return (text in accepted or text in str(accepted[0]).split(', ')) and at[:1] in ('"', '[', text[:1])


def documents(path):
    """Line of each document's first line, and its tree."""
    whole = open(path).read()
    starts = [m.start() for m in re.finditer(r'<\?xml', whole)] + [len(whole)]
    for a, b in zip(starts, starts[1:]):
        yield whole[:a].count('\n'), whole[a:b]


def check_xml(path, xpath, text, line, column):
    lines = open(path).read().split('\n')
    name = re.sub(r'\[\d+\]', '', xpath.split('/')[-1])
    if not lines[line - 1][column - 1:].startswith('<' + name):
        return False
    for before, document in reversed(list(documents(path))):
        if before < line:
            root = tree.fromstring(document)
            rest = '/'.join(xpath.split('/')[2:])
            return xpath.split('/')[1] == root.tag and root.find('./' + rest).text.strip() == text
    return False


def check_line(path, text, line, column):
    return open(path).read().split('\n')[line - 1][column - 1:].startswith(text)


def rows_of(path):
    lines = gzip.open(path, "rt") if path.endswith(".gz") else open(path)
    return [[c.strip() for c in row] for row in csv.reader(lines, skipinitialspace=True)]


def cell(path, place):
    row, name = re.match(r'row (\d+) column (.*)', place).groups()
    rows = rows_of(path)
    return rows[int(row) - 1][rows[0].index(name)]


def number(text):
    if text.startswith('0x'):
        return float(int(text, 16))
    found = re.match(r'-?[0-9.]+(e-?\d+)?', text)
    return float(found.group(0)) if found else None


def check_fact(path, match):
    text, place, line, column = json.loads(match[4]), match[6], int(match[7]), int(match[8])
    value = re.match(r' \((\S+) (.*)\)$', match[5])
    if value and not re.match(r'\d{4}[-/]\d\d', text) and float(value[1]) != number(text):
        return False
    if place and place.startswith('row '):
        return cell(path, place) == text
    if place and path.endswith('.xml'):
        return check_xml(path, place, text, line, column)
    if place:
        return check_json(path, place, text, line, column)
    return check_line(path, text, line, column)


def zone_of(path):
    given = os.path.join(os.path.dirname(path), 'with')
    zone = re.search(r'zone=(\S+)', open(given).read()) if os.path.exists(given) else None
    if not zone:
        return None
    sign = re.match(r'([+-])(\d\d):(\d\d)', zone[1])
    seconds = (int(sign[2]) * 60 + int(sign[3])) * 60 if sign else 0
    return datetime.timezone(datetime.timedelta(seconds=-seconds if sign and sign[1] == '-' else seconds))


def check_telemetry(path, match, points):
    rows, zone = rows_of(path), zone_of(path)
    column = rows[0].index(re.match(r'row \d+ column (.*)', match[7])[1])
    stamp = rows[0].index('timestamp')
    first, last = (int(re.match(r'row (\d+)', match[i])[1]) for i in (7, 10))
    if len(points) != int(match[3]) or points[0][0] != first or points[-1][0] != last or bool(match[6]) != bool(zone):
        return False
    for row, start, _, value, _ in points:
        own = rows[row - 1]
        if 'index' in rows[0] and own[rows[0].index('index')] != match[2]:
            return False
        expected = number(own[column])
        if (value == 'nan') != (expected is None) or (expected is not None and float(value) != expected):
            return False
        if zone:
            when = datetime.datetime.strptime(own[stamp], '%Y/%m/%d %H:%M:%S.%f').replace(tzinfo=zone)
            if abs(float(start) - when.timestamp()) > 1e-6:
                return False
    return True


def check_arrays(path, match, points):
    """Series out of JSON arrays: element by element."""
    document = json.load(open(path))
    pointer = match[7].rsplit('/', 1)[0]
    values = pointed(document, pointer)
    errors = document.get('errors') if isinstance(document, dict) else None
    if len(points) != len(values):
        return False
    for i, (row, start, duration, value, work) in enumerate(points):
        failed = errors and errors[i]
        scale = 1e9 if 'samples_ns' in pointer else 1
        if row != i + 1 or (value == 'nan') != bool(failed) or (not failed and float(value) != values[i] / scale):
            return False
        if isinstance(document, dict) and (float(work) != document['output_lens'][i] or
                                           (start != '-' and float(start) != document['start_times'][i])):
            return False
    return True


def main(folder):
    global seen
    for root, folders, files in os.walk(folder):
        folders.sort()
        for name in sorted(files):
            if not name.endswith('.facts'):
                continue
            source = os.path.join(root, name[:-6])
            lines = open(os.path.join(root, name)).read().split('\n')
            for i, line in enumerate(lines):
                fact, series = FACT.match(line), SERIES.match(line)
                good = True
                if fact:
                    good = check_fact(source, fact)
                elif series:
                    points = []
                    for row in lines[i + 1:i + 1 + int(series[3])]:
                        number_, rest = row.strip().split(': ')
                        points.append([int(number_)] + rest.split(' '))
                    good = (check_telemetry if series[7].startswith('row') else check_arrays)(source, series, points)
                elif ' = ' in line:
                    good = False
                seen += bool(fact or series)
                if not good:
                    wrong.append('%s:%d: %s' % (os.path.join(root, name), i + 1, line))


main(sys.argv[1])
print('%d facts and series looked up, %d not where they say' % (seen, len(wrong)))
print('\n'.join(wrong))
sys.exit(1 if wrong or seen < 500 else 0)
