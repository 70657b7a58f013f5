#!/usr/bin/env python3
"""Goes to the place of every fact in the .facts files with readers of its own (json, ElementTree, csv, plain
lines) and looks whether the text stands there, and whether series hold what their column holds.

usage: places.py FOLDER; exits 1 and says which fact is not where it says it is."""
import ast, datetime, json, os, re, sqlite3, sys
import xml.etree.ElementTree as tree
import yaml

sys.dont_write_bytecode = True
from places_read import pointed, joined, json_of, strings, cell, number
from places_series import check_series

FACT = re.compile(r'^(\S+) \[(.*?)\] (captured|declared|measured) = ("(?:[^"\\]|\\.)*")(.*?) @ (?:(.*) )?(\d+):(\d+)$')
SERIES = re.compile(r'^(\S+) \[(.*?)\] series of (\d+), (.*?), in (.*?)(, Unix time)? @ (?:(.*) )?(\d+):(\d+) \.\. (?:(.*) )?(\d+):(\d+)$')
wrong = []
seen = 0


def check_json(path, place, text, line, column):
    document, pointer = json_of(path, place)
    value = pointed(document, pointer)
    if text == 'none' and '/vocabulary' not in path and (value is None or isinstance(value, (dict, list))):  # a warm-up that was not asked for
        return 'warmup' not in json.dumps(value)
    value = {True: 'true', False: 'false'}.get(value, value) if isinstance(value, bool) else value
    accepted = joined(value.strip() if isinstance(value, str) else value, value)
    at = open(path).read().split('\n')[line - 1][column - 1:]
    if pointer.endswith('/computeMajor'):  # two members make one version
        accepted = ['%s.%s' % (value, pointed(document, pointer.replace('Major', 'Minor')))]
    if pointer.endswith('/model_type') and text != value:  # the architecture, and the format of the weights behind it
        accepted = [text] if value.endswith(' ' + text) or value.startswith(text + ' ') else ['']
    if pointer.endswith(('/format', '/quant_method')) and text != value:  # a method called by its format
        accepted = [text] if text in re.split('[-_]', value) else []
    if pointer.endswith('/type') and '/quantization_config/' in pointer:  # "float" of 8 bits
        accepted = [value + pointed(document, pointer[:-len('type')] + 'num_bits')]
    if re.search('/(request_loader/data|args/data/[0-9])$', pointer) and '=' in value and text != value:  # one of the lengths of made-up texts
        accepted = [pair.split('=')[1] for pair in value.replace(' ', '').split(',') if pair.split('=')[0] in ('prompt_tokens', 'output_tokens')]
    if re.search('/warmup_(duration|number)$', pointer):  # of what it is a number, by the member's definition
        accepted = ['%s %s' % (value, 's' if pointer.endswith('duration') else 'requests')]
    if re.search('/args/max_(seconds|requests|duration|number)$', pointer):  # a limit that was set, called by what it limits
        counted = pointed(document, re.sub('/max_.*', '', pointer)).get('max_number' if pointer.endswith('duration') else 'max_requests')
        said = 'count of requests' if re.search('requests|number', pointer) else 'time or count of requests' if counted else 'time'
        return text == said and at.startswith(str(value))
    if pointer.endswith('/strategy/type_'):
        accepted = {'synchronous': ['1']}.get(value, [])
    if '/GPU Device list/' in pointer:  # number: name (bus)
        accepted = [re.fullmatch(r'\d+: (.*) \([^(]*\)', value)[1]]
    if '/Env/' in pointer:  # NAME=value
        accepted = [value.split('=', 1)[1]]
    if '/argv/' in pointer and (listed := re.fullmatch(r'\w+_VISIBLE_DEVICES=([\w,-]+)', str(value))):  # as many as the variable lists
        count = len(listed[1].split(','))
        accepted = ['%d (device%s %s)' % (count, 's' if count > 1 else '', listed[1])]
    return (text in accepted or text in str(accepted[0]).split(', ')) and at[:1] in ('"', '[', '{', text[:1])


def documents(path):
    """Line of each document's first line, and its tree."""
    whole = open(path).read()
    starts = [m.start() for m in re.finditer(r'<\?xml', whole)] + [len(whole)]
    for a, b in zip(starts, starts[1:]):
        yield whole[:a].count('\n'), whole[a:b]


def check_gguf(path, name, text):
    """By the reader in the folder checkpoint."""
    sys.path.insert(0, os.path.join(os.path.dirname(path), '..', 'checkpoint'))
    import make_gguf
    value = make_gguf.scan(open(path, 'rb').read())[name][0]
    return text == (make_gguf.FILE_TYPES[value] if name == 'general.file_type' else str(value))


def check_sqlite(path, place, text):
    """A text of the row, or the string that one of its numbers names."""
    base = sqlite3.connect('file:%s?mode=ro' % path, uri=True)
    table, row = re.fullmatch(r'table (\w+) row (\d+)', place).groups()
    cells = base.execute('SELECT * FROM %s WHERE rowid = ?' % table, (row,)).fetchone()
    strings = dict(base.execute('SELECT id, value FROM StringIds'))
    return text in [str(c) for c in cells] + [strings.get(c) for c in cells]


def check_xml(path, xpath, text, line, column):
    lines = open(path).read().split('\n')
    xpath, _, attribute = xpath.partition('/@')
    name = re.sub(r'\[\d+\]', '', xpath.split('/')[-1])
    if not lines[line - 1][column - 1:].startswith('<' + name):
        return False
    for before, document in reversed(list(documents(path))):
        if before < line:
            root = tree.fromstring(document)
            rest = '/'.join(xpath.split('/')[2:])
            found = root.find('./' + rest)
            if attribute:
                return found.get(attribute) == text
            held = [found.text.strip()]
            if found.tag == 'JSON':  # a value of the object that the element's text is
                held += strings(json.loads(found.text))
            if found.tag in ('Hardware', 'Software'):  # one flat text of parts
                held += [text] if re.search(r'(^|: | )%s($|,| \(| )' % re.escape(text), found.text) else []
            return xpath.split('/')[1] == root.tag and text in held
    return False


def check_line(path, text, line, column):
    at = open(path, newline='\n').read().split('\n')[line - 1][column - 1:]
    if '/server-log/' in path and text[:1] == '{':  # Python's dictionary, written as JSON
        return ast.literal_eval(at[:at.index('}') + 1]) == json.loads(text)
    if '/server-log/' in path and text in ('on', 'off', 'none'):
        return at.startswith('None' if text == 'none' else ('True', 'False'))
    if at.startswith('Namespace(') and text == '0':  # what a release did that had no such argument
        return 'num_warmups' not in at
    return at.startswith(text)


def check_yaml(path, pointer, text, line, column):
    """The node that PyYAML finds at the path, its value and its mark."""
    node = yaml.compose(open(path, newline=''))
    for part in pointer.split('/')[1:]:
        held = node.value
        node = held[int(part)] if isinstance(node, yaml.SequenceNode) else next(v for k, v in held if k.value == part)
    switched = {'true': ('on', 'off'), 'false': ('on', 'off')}.get(node.value, ())  # an option may say it the other way round
    listed = text.endswith(', ' + node.value) or text.startswith('{') and json.dumps(node.value) in text
    return (node.value.strip() == text or text in switched or listed) and (node.start_mark.line + 1, node.start_mark.column + 1) == (line, column)


def check_stamp(path, key, text, value, line, column):
    """A stamp of MLPerf's log in milliseconds, and the time between two: that of run_stop stands at run_stop."""
    source = open(path).read()
    start, stop = (int(re.search(r'"time_ms": (\d+).*"key": "%s"' % name, source)[1]) for name in ('run_start', 'run_stop'))
    at = source.split('\n')[line - 1][column - 1:]
    if key == 'time.to_target':
        return at.startswith(str(stop)) and text == '%d.%03d s' % divmod(stop - start, 1000) and value == (stop - start) / 1000
    return at.startswith(text) and value == int(text) / 1000 and text in (str(start), str(stop))


def check_fact(path, match):
    text, place, line, column = json.loads(match[4]), match[6], int(match[7]), int(match[8])
    value = re.match(r' \((\S+) (.*)\)$', match[5])
    product = match[1] == 'accelerator.count' and re.fullmatch(r'(\d+) x (\d+)', text)  # accelerators of a node x nodes
    if product:
        return float(value[1]) == int(product[1]) * int(product[2]) and check_json(path, place, product[1], line, column)
    flag = text == 'true' and re.search(r'load_in_(\d)bit', place or '')  # its name says what it stands for
    if place and place.endswith('/time_ms'):
        return check_stamp(path, match[1], text, float(value[1]), int(match[7]), int(match[8]))
    american = re.match(r'\d\d-\d\d-\d{4} ', text) and datetime.datetime.strptime(text + ' +0000', '%m-%d-%Y %H:%M:%S.%f %z')
    if american and abs(american.timestamp() - float(value[1])) > 1e-6:
        return False
    if match[1] == 'suite.power':  # a meter's log shows that power was measured by telling watts
        told = open(path).read().split('\n')[line - 1].encode()[column - 1:].decode()
        return text == 'measured' and re.match(r'(-?\d+(\.\d+)?|nan),', told) is not None
    if match[1] == 'link.generation' and text.endswith(' GT/s'):  # a lane's speed tells it
        value = None if [2.5, 5, 8, 16, 32, 64][int(value[1]) - 1] == number(text) else value
    if value and '/summaries' in path and number(text):  # the unit stands in the column's name
        value = None if any(abs(float(value[1]) / number(text) / factor - 1) < 1e-12 for factor in (1, 1e3, 1024, 1e6)) else value
    if value and match[1] == 'energy.counter' and 'dcgm-exporter' in path:  # the exporter counts millijoules
        value = None if abs(float(value[1]) * 1000 - number(text)) < 1e-3 else value
    if value and re.fullmatch(r'(pp|tg)\d+', text) and match[1] == {'p': 'output.length', 't': 'input.length'}[text[0]]:
        value = None if float(value[1]) == 0 else value  # a test of llama-bench that has no such part
    if value and not american and not re.match(r'\d{4}[-/]\d\d', text) and float(value[1]) != (float(flag[1]) if flag else number(text)):
        return False
    if path.endswith('.sqlite'):
        return check_sqlite(path, place, text)
    if path.endswith('.gguf'):
        return check_gguf(path, place, text)
    if place and place.startswith('row '):
        held = cell(path, place)
        part = match[1] == 'precision.weights' and held.endswith(' ' + text) or match[1] == 'model.architecture' and held.startswith(text + ' ')
        return part or text in [held] + held.split(', ')
    if place and path.endswith('.xml'):
        return check_xml(path, place, text, line, column)
    if place and path.endswith(('.yaml', '.yml')):
        return check_yaml(path, place, text, line, column)
    if match[1] == 'workload.name' and place and place.endswith(' options'):  # fio's, put together
        return isinstance(pointed(*json_of(path, place)), dict)
    if place:
        return check_json(path, place, text, line, column)
    if match[1] == 'workload.name' and '/spec/' in path and path.endswith('.txt'):  # as its other forms are titled
        text = text.replace('CPU', 'CPU(R)', 1)
    return check_line(path, text, line, column)


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
                    good = check_series(source, series, points)
                elif ' = ' in line:
                    good = False
                seen += bool(fact or series)
                if not good:
                    wrong.append('%s:%d: %s' % (os.path.join(root, name), i + 1, line))


main(sys.argv[1])
print('%d facts and series looked up, %d not where they say' % (seen, len(wrong)))
print('\n'.join(wrong))
sys.exit(1 if wrong or seen < 500 else 0)
