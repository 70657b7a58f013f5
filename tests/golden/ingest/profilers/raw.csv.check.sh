python3 - <<'END'
import csv
lines = open('raw.csv').read().split('\n')
print('profile.setting|note 1|' + lines[0].split('Note: ')[1])
rows = list(csv.reader(lines[2:]))
head, units = rows[0], rows[1]
for i, row in enumerate(r for r in rows[2:] if r):
    print('profile.name|%s|%s' % (row[0], row[head.index('Kernel Name')]))
    if i == 0:
        print('profile.accelerator|%s|%s' % (row[head.index('Device')], row[head.index('device__attribute_display_name')]))
    for name, unit, text in zip(head, units, row):
        if unit and text != 'n/a' and not name.startswith('smsp'):
            print('profile.counter|%s %s (%s)|%s' % (row[0], name, unit, text))
END
