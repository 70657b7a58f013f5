python3 - <<'END'
import csv
rows = list(csv.reader(open('raw-no-units.csv')))
head = rows[0]
for i, row in enumerate(r for r in rows[1:] if r):
    print('profile.name|%s|%s' % (row[0], row[head.index('Kernel Name')]))
    if i == 0:
        print('profile.accelerator|%s|%s' % (row[head.index('Device')], row[head.index('device__attribute_display_name')]))
    for name, text in zip(head, row):
        if text != 'n/a' and name.startswith(('dram__', 'gpu__', 'sm__')):
            print('profile.counter|%s %s|%s' % (row[0], name, text))
END
