python3 - <<'END'
import csv, math
rows = list(csv.reader(open('intrate.csv')))
value = {r[0].strip(): r[1] for r in rows if len(r) > 1 and r[0] and r[1] != 'of a note'}
for label, key in (('valid', 'run.valid'), ('Max MHz', 'cpu.clock_max'), ('CPU Name', 'cpu.name'), ('Compiler', 'compile.host_compiler'),
        ('Date tested:', 'capture.time'), ('File System', 'storage.file_system'), ('Firmware', 'firmware.host'), ('Memory', 'host.memory_module'),
        ('Hardware Model:', 'host.model'), ('OS', 'os.name'), ('Storage', 'storage.name'), ('runcpu command:', 'method.command'),
        ('Tested with SPEC CPU2017', 'method.tool_version')):
    print('%s||%s' % (key, value[label]))
print('workload.name||SPEC CPU2017 Integer Rate Result\nos.kernel||5.3.18-22-default')
full = [r for r in rows if r and 'iteration #' in r[-1]]
chosen = [r for r in rows if len(r) > 5 and r[-1].startswith('Selected')]
for tuning, at in (('base', 3), ('peak', 8)):
    ratios = []
    for r in full:
        if r[at + 2] not in ('S', 'NR'):
            print('run.error|%s %s|%s' % (r[0], tuning, r[at + 2]))
    for r in chosen:
        print('result.more_is_better|%s %s|%s' % (r[0], tuning, r[at]))
        ratios.append(float(r[at]))
        three = sorted(float(f[at]) for f in full if f[0] == r[0])
        picked = [float(f[at]) for f in full if f[0] == r[0] and f[at + 1] == '1']
        if picked != [three[1]]:
            print('record.contradiction|%s %s: it is not the median of three iterations|%s' % (r[0], tuning, r[at]))
    metric = value['SPECrate2017_int_' + tuning]
    print('result.more_is_better|SPECrate2017_int_%s|%s' % (tuning, metric))
    mean = math.prod(ratios) ** (1 / len(ratios))
    if abs(mean / float(metric) - 1) > 1e-5:
        print('record.contradiction|the selected ratios have another geometric mean|%s' % metric)
END
