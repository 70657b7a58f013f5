"""Series: whether the points of a .facts file are those of the column, the members or the rows that they are said to be of."""
import datetime, json, os, re, sqlite3, subprocess, sys
from places_read import pointed, document_of, json_of, rows_of, number, ns


def check_sqlite_series(path, match, points):
    """A lane of an export of Nsight Systems: rows counted through its tables, in the order in which they are read."""
    base = sqlite3.connect('file:%s?mode=ro' % path, uri=True)
    strings, events = dict(base.execute('SELECT id, value FROM StringIds')), []
    for table, more in (('KERNEL', 'deviceId, demangledName'), ('MEMCPY', 'deviceId, copyKind'), ('MEMSET', 'deviceId, 0'),
                        ('RUNTIME', 'globalTid, nameId'), ('NVTX_EVENTS', 'globalTid, 0'), ('OSRT_API', 'globalTid, 0'),
                        ('PROFILER_OVERHEAD', 'globalTid, 0')):
        name = table if '_' in table else 'CUPTI_ACTIVITY_KIND_' + table
        events += [(table,) + row for row in base.execute('SELECT start, "end", %s FROM %s WHERE "end" IS NOT NULL ORDER BY rowid' % (more, name))]
    word = lambda e: strings.get(e[4], '')
    zero = min(e[1] for i, e in enumerate(events))
    threads = {e[3] for e in events if e[0] == 'RUNTIME' and ('Launch' in word(e) or 'Memcpy' in word(e))}
    device, lane = (match[2].split(': ') + [''])[:2] if match[1] == 'profile.time' else ('', '')
    pick = {'kernels': lambda e: e[0] == 'KERNEL' and 'nccl' not in word(e), 'communication': lambda e: e[0] == 'KERNEL' and 'nccl' in word(e),
            'copies within': lambda e: e[0] == 'MEMCPY' and e[4] == 8, 'to device': lambda e: e[0] == 'MEMCPY' and e[4] == 1,
            'from device': lambda e: e[0] == 'MEMCPY' and e[4] == 2, 'between devices': lambda e: e[0] == 'MEMCPY' and e[4] == 10,
            'fills': lambda e: e[0] == 'MEMSET', 'profiler': lambda e: e[0] == 'PROFILER_OVERHEAD',
            'launches': lambda e: e[0] == 'RUNTIME' and 'Synchronize' not in word(e) and e[3] in threads,
            'waits': lambda e: e[0] == 'RUNTIME' and 'Synchronize' in word(e) and e[3] in threads,
            'application': lambda e: e[0] in ('RUNTIME', 'NVTX_EVENTS', 'OSRT_API') and e[3] in threads,
            '': lambda e: e[0] == 'KERNEL' and word(e) == match[2]}[lane]
    wanted = [(i, e[1] - zero, e[2] - e[1]) for i, e in enumerate(events, 1) if pick(e) and (device in ('', 'host') or str(e[3]) == device)]
    if device == 'host':
        joined = []
        for i, start, length in sorted(wanted, key=lambda w: (w[1], w[0])):
            if joined and (start <= joined[-1][1] + joined[-1][2] or lane == 'application'):
                joined[-1][2] = max(joined[-1][2], start + length - joined[-1][1])
            else:
                joined.append([i, start, length])
        wanted = joined
    got = [(row, ns(float(start) * 1e6), ns(float(length) * 1e6)) for row, start, length, _, _ in points]
    return got == [tuple(w) for w in wanted]


def zone_of(path):
    given = os.path.join(os.path.dirname(path), 'with')
    zone = re.search(r'zone=(\S+)', open(given).read()) if os.path.exists(given) else None
    if not zone:
        return None
    sign = re.match(r'([+-])(\d\d):(\d\d)', zone[1])
    seconds = (int(sign[2]) * 60 + int(sign[3])) * 60 if sign else 0
    return datetime.timezone(datetime.timedelta(seconds=-seconds if sign and sign[1] == '-' else seconds))


REASON_BITS = {'gpu_idle': 0x1, 'applications_clocks_setting': 0x2, 'sw_power_cap': 0x4, 'hw_slowdown': 0x8, 'sync_boost': 0x10,
               'sw_thermal_slowdown': 0x20, 'hw_thermal_slowdown': 0x40, 'hw_power_brake_slowdown': 0x80}


def reasons_of(header, row):
    """A mask of a row's words; None: the one word that speaks for all faults is missing, and none is told."""
    words = {name.split('.')[1]: cell for name, cell in zip(header, row) if re.match(r'clocks_(event|throttle)_reasons\.(?!active)', name)}
    mask = sum(REASON_BITS[word] for word, told in words.items() if told == 'Active')
    return None if words['hw_slowdown'] == '[N/A]' and not mask & 0xc8 else float(mask)


def check_telemetry(path, match, points):
    rows, zone = rows_of(path), zone_of(path)
    column = rows[0].index(re.match(r'row \d+ column (.*)', match[7])[1])
    stamp = rows[0].index('timestamp') if 'timestamp' in rows[0] else None
    first, last = (int(re.match(r'row (\d+)', match[i])[1]) for i in (7, 10))
    if len(points) != int(match[3]) or points[0][0] != first or points[-1][0] != last or bool(match[6]) != bool(zone):
        return False
    for row, start, _, value, _ in points:
        own = rows[row - 1]
        if 'index' in rows[0] and own[rows[0].index('index')] != match[2]:
            return False
        words = re.match(r'clocks_(event|throttle)_reasons\.(?!active)', rows[0][column])
        expected = reasons_of(rows[0], own) if words else number(own[column])
        if (value == 'nan') != (expected is None) or (expected is not None and float(value) != expected):
            return False
        if zone:
            when = datetime.datetime.strptime(own[stamp], '%Y/%m/%d %H:%M:%S.%f').replace(tzinfo=zone)
            if abs(float(start) - when.timestamp()) > 1e-6:
                return False
    return True


def numbers_of(value):
    return [numbers_of(v) for v in value] if isinstance(value, list) else float(value) if value not in ('',) else value


def token_times(document):
    """Time per output token of each request: (latency - time to first token) / (tokens - 1)."""
    first, tokens = numbers_of(document['ttfts']), numbers_of(document['output_lens'])
    rest = ([a - b for a, b in zip(numbers_of(document['latencies']), first)] if 'latencies' in document
            else [sum(gaps) for gaps in numbers_of(document['itls'])])
    return [r / (n - 1) if n > 1 else None for r, n in zip(rest, tokens)]


def latencies(document):
    """Latency of each request where none was kept: time to the first token and the gaps behind it; nobody knows it where none came."""
    return [first + sum(gaps) if first > 0 else None for first, gaps in zip(numbers_of(document['ttfts']), numbers_of(document['itls']))]


def check_members(path, match, points):
    """Series of one member of each object of the outermost array."""
    name = match[7].rsplit('/', 1)[1]
    held = [(i, e[name]) for i, e in enumerate(document_of(path), 1) if name in e]
    return held == [(p[0], float(p[3])) for p in points]


def check_watts(path, match, points):
    """Series of PTDaemon's log: watts above 0 behind their name, and times in UTC."""
    rows = [line.split(',') for line in open(path).read().split('\n') if line]
    stated = [(i, datetime.datetime.strptime(row[1] + ' +0000', '%m-%d-%Y %H:%M:%S.%f %z').timestamp(), float(row[row.index('Watts') + 1]))
              for i, row in enumerate(rows, 1)]
    return len(stated) == len(points) and bool(match[6]) and all(
        row == i and abs(float(start) - when) < 1e-6 and (value == 'nan' if watts <= 0 else float(value) == watts)
        for (i, when, watts), (row, start, _, value, _) in zip(stated, points))


def check_words(path, match, points):
    """Series of a column of blanks: the header's words stand in front of the row's."""
    lines = open(path).read().split('\n')
    names = lines[0].replace('#', '').split()
    if 'gpu' in names:  # nvidia-smi dmon: every column has a name, the accelerator's and the date's, too
        zone, told = zone_of(path), [(i, line.split()) for i, line in enumerate(lines, 1) if line and not line.startswith('#')]
        stated = [(i, w) for i, w in told if w[names.index('gpu')] == match[2]]
        when = (lambda w: datetime.datetime.strptime(w[0] + w[1], '%Y%m%d%H:%M:%S').replace(tzinfo=zone).timestamp()) if zone else lambda w: None
        return len(stated) == len(points) and all(
            row == i and (start == '-' if when(w) is None else float(start) == when(w)) and
            (value == 'nan' if w[names.index(match[7])] == '-' else value == w[names.index(match[7])])
            for (i, w), (row, start, _, value, _) in zip(stated, points))
    column = lines[0].replace('#', '').split().index(match[7])
    for row, _, _, value, _ in points:
        words = lines[row - 1].split()
        stated = number(words[column + 1])
        if words[1] != match[2] or (value == 'nan') != (stated is None) or (stated is not None and float(value) != stated):
            return False
    return len(points) == int(match[3])


def check_arrays(path, match, points):
    """Series out of JSON arrays: element by element."""
    document, place = json_of(path, match[7])
    pointer = place.rsplit('/', 1)[0]
    values = (token_times(document) if match[1] == 'tpot.request'
              else latencies(document) if match[1] == 'latency.request' and pointer == '/ttfts'
              else numbers_of(pointed(document, pointer)))
    errors = document.get('errors') if isinstance(document, dict) else None
    if len(points) != len(values):
        return False
    for i, (row, start, duration, value, work) in enumerate(points):
        failed = (errors and errors[i]) or values[i] is None
        scale = 1e9 if 'samples_ns' in pointer else 1
        if row != i + 1 or (value == 'nan') != bool(failed):
            return False
        if not failed and abs(float(value) - values[i] / scale) > 1e-15 * abs(values[i]):
            return False
        if work != '-' and isinstance(document, dict) and 'output_lens' in document and float(work) != float(document['output_lens'][i]):
            return False
        if start != '-' and float(start) != float(document['start_times'][i]):
            return False
    return True


def check_requests(path, match, points):
    """Series out of lists of request objects, or of lines of them: by the tool's own words for each time."""
    expected = []
    if path.endswith('.jsonl'):
        scale = {'ms': 1e-3, 'sec': 1.0, 'ns': 1e-9}
        name = {'latency.request': 'request_latency', 'ttft.client': 'ttft', 'tpot.request': 'inter_token_latency'}[match[1]]
        for number_, line in enumerate(open(path), 1):
            request = json.loads(line)
            if 'benchmark_phase' in request['metadata'] and name == 'ttft':
                name = 'time_to_first_token'
            value = request['metrics'].get(name)
            tokens = request['metrics'].get('output_sequence_length')
            if (request['metadata'].get('benchmark_phase') or request['metadata']['credit_phase']) == 'profiling':
                expected.append((number_, request['metadata'].get('timestamp_ns', request['metadata'].get('request_start_ns')) * 1e-9,
                                 value and value['value'] * scale[value['unit']], tokens and tokens['value']))
    else:
        requests = pointed(json.load(open(path)), match[7].rsplit('/', 1)[0])
        plain = {'latency.request': ('request_latency', 'end_to_end_latency_s'), 'ttft.client': ('time_to_first_token_ms', 'ttft_s'),
                 'tpot.with_first': ('', 'inter_token_latency_s')}
        for number_, request in enumerate(requests, 1):
            if 'response_timestamps' not in request:  # GuideLLM, LLMPerf
                name = next(n for n in plain[match[1]] if n in request)
                value = None if request.get('error_code') else request[name] * (1e-3 if name.endswith('_ms') else 1)
                expected.append((number_, request.get('start_time', request.get('request_start_time')), value,
                                 request.get('output_tokens', request.get('number_output_tokens'))))
                continue
            answers = request['response_timestamps'][:1 if match[1] == 'ttft.client' else None]
            expected.append((number_, (request['timestamp'] - requests[0]['timestamp']) * 1e-9,
                             (answers[-1] - request['timestamp']) * 1e-9 if answers else None, None))
    if len(expected) != len(points):
        return False
    for (number_, start, value, work), (row, at, _, given, done) in zip(expected, points):
        if number_ != row or (at != '-' and abs(float(at) - start) > 1e-6) or (given == 'nan') != (value is None):
            return False
        if value is not None and abs(float(given) - value) > 1e-12:
            return False
        if done not in ('-', 'nan') and float(done) != work:
            return False
    return True


def check_watch(path, match, points):
    """Series of amd-smi's watch mode, in each of its forms: a poll's own time and value."""
    json_way = {'telemetry.power': ['power', 'socket_power'], 'telemetry.utilisation': ['usage', 'gfx_activity'], 'telemetry.clock_sm': ['', '']}[match[1]]
    monitored = {'telemetry.power': 'power_usage', 'telemetry.utilisation': 'gfx', 'telemetry.clock_sm': 'gfx_clk'}[match[1]]
    source = [line for line in open(path).read().split('\n') if 'CTRL' not in line]
    polls = []
    if path.endswith('.json'):
        text, at = '\n'.join(source), 0
        while text[at:].strip():
            at += len(text[at:]) - len(text[at:].lstrip())
            document, at = json.JSONDecoder().raw_decode(text, at)
            for gpu in document if isinstance(document, list) else []:
                value = gpu.get(json_way[0], {}).get(json_way[1], 'N/A')
                polls.append((gpu['gpu'], gpu['timestamp'], value['value'] if isinstance(value, dict) else value))
    elif path.endswith('.csv'):
        names = source[0].split(',')
        way = monitored if monitored in names else json_way[1]
        polls = [(r[names.index('gpu')], r[names.index('timestamp')], r[names.index(way)]) for r in (line.split(',') for line in source[1:] if line)
                 if r != names and not ('xcp' in names and r[names.index('xcp')] != '0')]  # parts of one accelerator
    else:
        blocks = re.split(r'^GPU: ', '\n'.join(source), flags=re.M)[1:]
        polls = [(b.split()[0], re.search(r'TIMESTAMP: (\S+)', b)[1], re.search(json_way[1].upper() + r': (\S+)', b)[1]) for b in blocks]
    own = [(float(when), number(str(value))) for gpu, when, value in polls if str(gpu) == match[2]]
    return own == [(float(start), None if value == 'nan' else float(value)) for _, start, _, value, _ in points]


def check_events(path, match, points):
    """Series of a profiler's trace: a lane of an accelerator event by event, one of the host as joined stretches of its threads."""
    document = json.load(open(path), parse_float=str, parse_int=str)
    kinds = {'kernel', 'gpu_memcpy', 'gpu_memset', 'cuda_runtime', 'cpu_op', 'overhead'}
    events, waiting = [], {}
    for i, e in enumerate(document if isinstance(document, list) else document['traceEvents'], 1):
        stack = waiting.setdefault((e.get('pid'), e.get('tid')), [])
        if e.get('ph') == 'B':
            stack.append((i, e))
        elif e.get('ph') == 'E' and stack:
            row, begin = stack.pop()
            events.append((row, begin, ns(begin['ts']), ns(e['ts']) - ns(begin['ts'])))
        elif 'dur' in e and e.get('cat') in kinds:
            events.append((i, e, ns(e['ts']), ns(e['dur'])))
    events.sort(key=lambda event: event[0])
    zero = min(start for _, _, start, _ in events)
    collective = lambda e: e['name'].lower().startswith('nccl')
    launching = {e['tid'] for _, e, _, _ in events if e['cat'] == 'cuda_runtime' and 'Launch' in e['name']}
    lanes = {'kernels': lambda e: e['cat'] == 'kernel' and not collective(e), 'communication': lambda e: e['cat'] == 'kernel' and collective(e),
             'fills': lambda e: e['cat'] == 'gpu_memset', 'to device': lambda e: 'HtoD' in e['name'], 'from device': lambda e: 'DtoH' in e['name'],
             'copies within': lambda e: 'DtoD' in e['name'], 'profiler': lambda e: e['cat'] == 'overhead',
             'waits': lambda e: e['cat'] == 'cuda_runtime' and 'Synchronize' in e['name'] and e['tid'] in launching,
             'launches': lambda e: e['cat'] == 'cuda_runtime' and 'Synchronize' not in e['name'] and e['tid'] in launching,
             'framework': lambda e: e['cat'] == 'cpu_op' and e['tid'] in launching, 'application': lambda e: e['tid'] in launching}
    if match[1] == 'profile.kernel':
        wanted = [(i, start, length) for i, e, start, length in events if e['name'] == match[2]]
    else:
        wanted = [(i, start, length) for i, e, start, length in events if lanes[match[2].split(': ')[1]](e)]
    if match[2].startswith('host: '):
        joined = []
        for i, start, length in sorted(wanted, key=lambda w: (w[1], w[0])):
            if joined and (start <= joined[-1][1] + joined[-1][2] or match[2].endswith('application')):
                joined[-1][2] = max(joined[-1][2], start + length - joined[-1][1])
            else:
                joined.append([i, start, length])
        wanted = joined
    return len(wanted) == len(points) and all(
        row == i and ns(float(start) * 1e6) == begin - zero and ns(float(value) * 1e6) == length and duration == value
        for (i, begin, length), (row, start, duration, value, _) in zip(wanted, points))


def check_benchmarks(path, match, points):
    """Series of a benchmark in Go: value in front of the unit, as long as its iterations; see go.py."""
    sys.path.insert(0, os.path.dirname(os.path.dirname(path)))
    import go
    index, _, unit = match[2].partition(' ')
    unit = unit or {'nanoseconds': 'ns/op', 'seconds': 'sec/op', 'megabytes per second': 'MB/s', 'bytes per second': 'B/s'}.get(match[5])
    index, _, part = index.partition('.')  # "3.2": the second of several units that a Unit line tells the better way of
    lines = list(go.groups(path).values())[int(index)]
    if part:
        told = {go.tidy(u) for u in re.findall(r'^Unit\s+(\S+).*\sbetter=', open(path).read(), re.M)}
        unit = [u for u in lines[0][2] if go.tidy(u) in told and u not in go.OWN and u not in ('B/op', 'allocs/op')][int(part) - 1]
    unit = unit or next(u for u in lines[0][2] if u not in ('B/op', 'allocs/op'))  # the one of its own
    return len(lines) == len(points) and all(
        row == at and (value == 'nan') != (unit in held) and float(value if unit in held else 0) == float(held.get(unit, 0))
        and (duration == '-' and not {'ns/op', 'sec/op'} & set(held) or abs(float(duration) - int(loops) * (float(held['ns/op']) * 1e-9 if 'ns/op' in held else float(held['sec/op']))) < 1e-12)
        for (at, loops, held), (row, _, duration, value, _) in zip(lines, points))


def check_repetitions(path, match, points):
    """Google Benchmark: the repetitions of one benchmark, in the order of the file, each as long as its iterations took."""
    member = {'latency.iteration': 'real_time', 'cpu.time': 'cpu_time', 'throughput.bytes': 'bytes_per_second'}[match[1]]
    made = {}
    for row in json.load(open(path))['benchmarks']:
        made.setdefault(row['run_name'], []).append(row)
    rows = [row for row in list(made.values())[int(match[2])] if row['run_type'] == 'iteration' and not row.get('error_occurred')]
    scale = {'ns': 1e-9, 'us': 1e-6, 'ms': 1e-3, 's': 1}
    return len(rows) == len(points) == int(match[3]) and all(
        number == i + 1 and float(value) == row[member] and
        abs(float(duration) - row['real_time'] * scale[row['time_unit']] * row['iterations']) < 1e-12
        for i, ((number, _, duration, value, _), row) in enumerate(zip(points, rows)))


def check_calls(path, match, points):
    """Series of criterion: time of a sample / its calls."""
    held = json.load(open(path))
    return len(held['times']) == len(points) and all(
        row == i and float(value) == t / n and abs(float(duration) - t * 1e-9) < 1e-15
        for i, (t, n, (row, _, duration, value, _)) in enumerate(zip(held['times'], held['iters'], points), 1))


def check_kernels(path, match, points):
    """Times of kernels in summaries of nsys stats, by the reader beside this one; units stand in the column's name."""
    told = subprocess.run([sys.executable, os.path.join(os.path.dirname(path), '..', 'nsys.py'), path], capture_output=True, text=True).stdout
    times = [float(line.split('|')[2].replace(',', '')) for line in told.split('\n') if re.match(r'profile.time\|\d+\|', line)]
    factor = 1000 if '(us)' in open(path).read() else 1
    return len(times) == len(points) and all(abs(float(p[3]) - t * factor) < 1e-6 for p, t in zip(points, times))


def check_intervals(path, match, points):
    """Series of a training program's console: the label stands in front of the number on the row's line. Megatron tells milliseconds
    an iteration: rate, time and work of an interval follow from them, the batch and the iterations since the line before."""
    lines, before, clock = open(path).read().split('\n'), 0, 0.0
    for row, start, duration, value, work in points:
        stated = float(re.search(re.escape(match[7]) + r'[=:]? *([0-9.,]+)', lines[row - 1]).group(1).replace(',', '').rstrip('.'))
        if '(ms)' in match[7]:
            done = int(re.search(r' iteration +(\d+)/', lines[row - 1]).group(1))
            batch = int(re.search(r'global batch size: +(\d+)', lines[row - 1]).group(1))
            took = stated / 1000 * (done - before)
            if abs(float(duration) - took) > 1e-9 * took or float(work) != batch * (done - before) or abs(float(start) - clock) > 1e-9 * (clock + 1):
                return False
            clock, before, stated = clock + took, done, batch / (stated / 1000)
        if abs(float(value) - stated) > 1e-9 * stated:
            return False
    return len(points) == int(match[3])


def check_polled(path, match, points):
    """Series of the lines that AIPerf polled: an accelerator's own, by its UUID where another host counts from zero, too."""
    way = {'telemetry.power': 'gpu_power_usage', 'telemetry.utilisation': 'gpu_utilization', 'telemetry.temperature': 'gpu_temperature'}[match[1]]
    lines = [json.loads(line) for line in open(path)]
    uuid = match[2] if match[2].startswith('GPU-') else next(l['gpu_uuid'] for l in lines if str(l['gpu_index']) == match[2])
    own = [(n, l['timestamp_ns'] / 1e9, l['telemetry_data'].get(way)) for n, l in enumerate(lines, 1) if l['gpu_uuid'] == uuid]
    told = [(int(row), float(start), None if value == 'nan' else float(value)) for row, start, _, value, _ in points]
    return match[0].find('Unix time') > 0 and len(own) == len(told) and all(
        a[0] == b[0] and abs(a[1] - b[1]) < 1e-6 and a[2] == b[2] for a, b in zip(own, told))


def check_series(path, match, points):
    place = match[7] or ''
    if re.match(r'format aiperf-telemetry', open(path + '.facts').readline()):
        return check_polled(path, match, points)
    if path.endswith('.sqlite'):
        return check_sqlite_series(path, match, points)
    if re.match(r'format nsys-(stats|kernel)', open(path + '.facts').readline()):
        return check_kernels(path, match, points)
    if re.match(r'format (megatron-training|deepspeed|torchtitan)-log', open(path + '.facts').readline()):
        return check_intervals(path, match, points)
    if re.match(r'format go-benchmark-text', open(path + '.facts').readline()):
        return check_benchmarks(path, match, points)
    if re.match(r'format google-benchmark-json', open(path + '.facts').readline()):
        return check_repetitions(path, match, points)
    if place.startswith('/times/') and 'iters' in json.load(open(path)):
        return check_calls(path, match, points)
    if match[1].startswith('profile.') and (place.startswith('/traceEvents/') or re.fullmatch(r'/\d+', place)) and 'trtexec' not in path:
        return check_events(path, match, points)
    if os.path.basename(path).startswith(('watch.', 'monitor.')):
        return check_watch(path, match, points)
    of_objects = place.startswith('line') and '/' not in place or '/requests/' in place or re.fullmatch(r'/\d+', place)
    check = (check_watts if place == 'Watts' else check_telemetry if place.startswith('row') else check_requests if of_objects else
             check_words if not place.startswith(('/', 'line')) else
             check_members if re.fullmatch(r'/\d+/[A-Za-z0-9]+', place) else check_arrays)
    return check(path, match, points)
