python3 - <<'END'
import csv
for i, r in enumerate(csv.DictReader(open('hyperfine.csv'))):
    print('workload.name|%d|%s' % (i, r['command']))
    print('method.arguments|%d level|%s' % (i, r['parameter_level']))
    for column, key in (('max', 'latency.iteration|%d max'), ('mean', 'latency.iteration|%d mean'), ('median', 'latency.iteration|%d p50'),
                        ('min', 'latency.iteration|%d min'), ('stddev', 'latency.iteration|%d std'), ('system', 'cpu.time|%d system'),
                        ('user', 'cpu.time|%d user')):
        if r[column]:
            print('%s|%s' % (key % i, r[column]))
END
