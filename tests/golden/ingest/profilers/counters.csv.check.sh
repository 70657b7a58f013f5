python3 - <<'END'
import csv
rows = list(csv.DictReader(open('counters.csv').read().split('\n')[3:]))
print('accelerator.capability|0|%s' % rows[0]['CC'])
for launch in ('0', '1'):
    print('profile.name|%s|%s' % (launch, [r['Kernel Name'] for r in rows if r['ID'] == launch][0]))
for r in rows:
    if r['Metric Name'] and r['Metric Value'].replace('.', '').isdigit():
        unit = ' (%s)' % r['Metric Unit'] if r['Metric Unit'] else ''
        print('profile.counter|%s %s%s|%s' % (r['ID'], r['Metric Name'], unit, r['Metric Value']))
END
