python3 - <<'END'
import csv
names = {'Client Recv': 'client receive', 'Client Send': 'client send', 'Network+Server Send/Recv': 'network and server transfer',
         'Server Compute Infer': 'server compute', 'Server Compute Input': 'server input', 'Server Compute Output': 'server output',
         'Server Queue': 'server queue'}
for row in csv.DictReader(open('perf.csv')):
    load = row['Concurrency']
    print('load.concurrency|%s|%s' % (load, load))
    print('throughput.requests|%s|%s' % (load, row['Inferences/Second']))
    for column, value in row.items():
        if column in names:
            print('latency.part|%s %s|%s' % (load, names[column], value))
        elif column.endswith(' latency'):
            print('latency.request|%s %s|%s' % (load, column.split()[0], value))
END
