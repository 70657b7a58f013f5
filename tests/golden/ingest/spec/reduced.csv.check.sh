python3 - <<'PY'
import csv
rows = list(csv.reader(open('reduced.csv')))
LABELS = {'valid': 'run.valid', 'runcpu command:': 'method.command', 'Date tested:': 'capture.time', 'CPU Name': 'cpu.name',
          'Max MHz.': 'cpu.clock_max', 'Memory': 'host.memory_module', 'Storage': 'storage.name', 'OS': 'os.name',
          'Compiler': 'compile.host_compiler', 'Firmware': 'firmware.host', 'File System': 'storage.file_system',
          'Tested with SPEC CPU2017': 'method.tool_version', 'Result run on': 'run.start'}
print('workload.name||' + rows[2][0])
if [r for r in rows if r and r[0] == 'Benchmark'][1][3] == 'Est. Base Ratio':
    print('result.remark|SPECspeed2017_fp_base|Est. Base Ratio')
above, more = '', 0
for r in rows:
    label = r[0].strip() if r else ''
    if len(r) > 3 and r[-1].startswith('Selected') and r[3]:
        print('result.more_is_better|%s base|%s' % (r[0], r[3]))
    elif label.startswith('SPECspeed2017_'):
        print('%s|%s|%s' % ('result.remark' if r[1] == 'Not Run' else 'result.more_is_better', label, r[1]))
    elif len(r) > 5 and r[5] == 'CE':
        print('run.error|%s base|CE' % label)
    elif label in LABELS:
        above, more = LABELS[label], 1
        if r[1]:
            print('%s||%s' % (above, r[1].strip().rstrip('.') if label[:6] in ('Tested', 'Result') else r[1].strip()))
    elif len(r) == 2 and not label and above:
        more += 1
        print('os.kernel||' + r[1] if above == 'os.name' else '%s|%d|%s' % (above, more, r[1]))
    else:
        above = ''
PY
