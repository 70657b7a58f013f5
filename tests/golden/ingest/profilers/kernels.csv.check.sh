python3 - <<'END'
import csv
rows = list(csv.DictReader(open('kernels.csv').read().split('\n')[1:]))
for i, r in enumerate(rows, 1):
    for column, key in (('Avg (ns)', 'latency.compute'), ('Instances', 'profile.calls'), ('Name', 'profile.name'),
                        ('Time (%)', 'profile.share'), ('Total Time (ns)', 'profile.time')):
        print('%s|%d|%s' % (key, i, r[column]))
END
