#!/usr/bin/env python3
"""Real files of public projects, listed in files.tsv and read from a folder of one's own: golden_public.py DOSSIER LIST FOLDER

The list is checked in any case: its columns, one row for each format that `dossier formats` calls tested with listed
files, a one-liner for each format and expected facts for each file. With FOLDER each file's SHA-256 is checked, the
format's one-liner must print the expected facts, and `dossier inspect` must find these and no others: what a one-liner
says twice may be one fact. Without FOLDER it says so and exits 77."""
import csv, hashlib, json, os, re, shutil, subprocess, sys, tempfile

DOSSIER, LIST, FOLDER = sys.argv[1:]
rows = list(csv.DictReader(open(os.path.join(LIST, 'files.tsv')), delimiter='\t', quoting=csv.QUOTE_NONE))
tested = {f['name']: f['tested_with'] for f in json.loads(subprocess.run([DOSSIER, 'formats', '--json'], capture_output=True, text=True).stdout)}
wrong, compared = [], 0


def expect(holds, said):
    if not holds:
        wrong.append(said)


def listed(path):
    return sorted(set(open(path).read().splitlines()))


def alike(expected, found):
    """jq writes 16.0 as 16: numbers by value, all else by its writing; a text that names a person's folder by its digest."""
    for one, other in ((expected, found), (found, expected)):
        if one.startswith('sha256:'):
            return one == other or one[7:] == hashlib.sha256(other.encode()).hexdigest()
    try:
        return float(expected) == float(found)
    except ValueError:
        return expected == found


def inspected(path):
    """Every fact and series of one file in a folder of its own, as key|instance|text; its format; what was said of it."""
    with tempfile.TemporaryDirectory() as scratch:
        shutil.copy(path, scratch)
        said = subprocess.run([DOSSIER, 'inspect', '--json', scratch], capture_output=True, text=True)
    file = json.loads(said.stdout)['files'][0]
    facts = ['%s|%s|%s' % (f['key'], f.get('instance', ''), f.get('text', f['value'])) for f in file['facts']]
    facts += ['series %s|%s|%s' % (s['key'], s['instance'], s['count']) for s in file['series']]
    return sorted(set(facts)), file['read_as'], said.stderr


def same(expected, found):
    """Expected rows without a found one, and the other way round."""
    split = lambda row: row.split('|', 2)
    lacks = lambda some, others: [a for a in some if not any(split(a)[:2] == split(b)[:2] and alike(split(a)[2], split(b)[2]) for b in others)]
    return lacks(expected, found), lacks(found, expected)


names = [row['name'] for row in rows]
expect(len(set(names)) == len(names), 'files.tsv: a name twice')
expect(names == [row['name'] for row in sorted(rows, key=lambda row: (row['format'], row['name']))], 'files.tsv: not in order of format and name')
listing = {form for form, how in tested.items() if how == 'listed files'}
expect(listing == {row['format'] for row in rows}, 'files.tsv and `dossier formats` differ: %s' % sorted(listing ^ {row['format'] for row in rows}))
for row in rows:
    where = 'files.tsv: ' + row['name']
    expect(len(row) == 8 and all(row.values()), where + ': not eight columns')
    expect(re.fullmatch('[0-9a-f]{64}', row['sha256']), where + ': no SHA-256')
    expect(re.fullmatch('[0-9a-f]{40}|unknown', row['commit']), where + ': neither a commit nor "unknown"')
    expect(re.fullmatch(r'[\w.-]+/[\w.-]+', row['repository']), where + ': no owner/name')
    for beside in (row['format'] + '.check.sh', row['name'] + '.facts'):
        expect(os.path.exists(os.path.join(LIST, beside)), '%s: no %s' % (where, beside))
if wrong or not FOLDER:
    print('\n'.join(wrong) or 'skipped: needs DOSSIER_PUBLIC; the list of %d files is sound' % len(rows))
    sys.exit(1 if wrong else 77)

for row in rows:
    path = os.path.join(FOLDER, row['name'])
    if not os.path.exists(path):
        wrong.append('%s: not in the folder that DOSSIER_PUBLIC names' % row['name'])
        continue
    expected = listed(os.path.join(LIST, row['name'] + '.facts'))
    expect(hashlib.sha256(open(path, 'rb').read()).hexdigest() == row['sha256'], row['name'] + ': another SHA-256')
    said = subprocess.run(['sh', os.path.join(LIST, row['format'] + '.check.sh'), path], capture_output=True, text=True)
    expect(same(expected, said.stdout.splitlines()) == ([], []), '%s: its one-liner says otherwise %s' % (row['name'], said.stderr))
    found, form, words = inspected(path)
    expect(form == row['format'], '%s: read as %s' % (row['name'], form))
    missing, more = same(expected, found)
    expect(not missing and not more, '%s: not found %s; not expected %s' % (row['name'], missing[:3], more[:3]))
    expect(' error: ' not in words, '%s: %s' % (row['name'], words.strip()))
    compared += len(expected)
    print('%-24s %-24s %3d values' % (row['name'], form, len(expected)))
print('%d files, %d values compared' % (len(rows), compared))
print('\n'.join(wrong))
sys.exit(1 if wrong or compared < 180 else 0)
