#!/usr/bin/env python3
"""census.py DOSSIER CORPUS TABLE - which format reads each file of the corpus, and why the others are not read.

Every file is read by one format or fits a row of TABLE. Exits 1 for a file that is neither, or that two formats
claim; rows that no unread file fits any more are named, and are no failure: a new format makes them superfluous."""
import collections, json, os, re, subprocess, sys

dossier, corpus, table = sys.argv[1:]
rows = []
for line in open(table):
    if line.strip() and not line.startswith('#'):
        pattern, reason = line.rstrip('\n').split(None, 1)
        parts = re.split(r'(\*\*/?|\*)', pattern)
        regex = ''.join({'**/': '(?:.*/)?', '**': '.*', '*': '[^/]*'}.get(p, re.escape(p)) for p in parts)
        rows.append((pattern, reason, re.compile(regex + r'\Z')))
read, used, bad, unread = collections.Counter(), collections.Counter(), [], collections.Counter()
total = 0
for top in sorted(os.listdir(corpus)):
    path = os.path.join(corpus, top)
    done = subprocess.run([dossier, 'inspect', '--json', path], capture_output=True, text=True)
    files = json.loads(done.stdout)['files']
    bad += [line for line in done.stderr.split('\n') if 'two formats claim this file' in line]
    for file in files:
        name = top + '/' + file['name'] if os.path.isdir(path) else top
        total += 1
        if file['read_as']:
            read[file['read_as']] += 1
            continue
        for pattern, reason, regex in rows:
            if regex.match(name):
                used[pattern] += 1
                unread[reason] += 1
                break
        else:
            bad.append(name + ': read by no format, and census.txt has no reason')
on_disk = sum(len(names) for _, _, names in os.walk(corpus))
later = sum(count for reason, count in unread.items() if reason.startswith('no format yet'))
print('%d files: %d read by %d formats, %d not to be read, %d of which no format is known yet' % (
    total, sum(read.values()), len(read), sum(unread.values()) - later, later))
for name, count in sorted(read.items()):
    print('%5d  %s' % (count, name))
for reason, count in sorted(unread.items(), key=lambda item: (-item[1], item[0])):
    print('%5d  not read: %s' % (count, reason))
for pattern, _, _ in rows:
    if not used[pattern]:
        print('       superfluous row: ' + pattern)
if total != on_disk:
    bad.append('%d files listed, %d there' % (total, on_disk))
print('\n'.join(bad))
sys.exit(1 if bad else 0)
