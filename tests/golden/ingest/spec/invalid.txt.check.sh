python3 - <<'END'
import re
text = open('invalid.txt').read()
frame = [l.strip('# ') for l in text.split('\n')[1:8] if l.strip('# ')]
print('run.valid||%s' % frame[0][:11])
for i, reason in enumerate(frame[1:-1]):
    print('run.error|reason %d|%s' % (i + 1, reason))
print('workload.name||SPEC CPU2017 Floating Point Speed Result\ncapture.time||' + re.search(r'Test date: (\S+)', text)[1])
for name, status in re.findall(r'(?m)^(\d+\.\w+) +\d+ +-- +(\w+)$', text):
    print('run.error|%s base|%s' % (name, status))
above, below = text.split('=' * 81)
ratios = []
for name, ratio in re.findall(r'(?m)^(\d+\.\w+) +\d+ +[\d.]+ +([\d.]+)  \*$', below):
    print('result.more_is_better|%s base|%s' % (name, ratio))
    ratios.append(float(ratio))
    tried = [float(r) for r in re.findall(r'(?m)^%s +\d+ +[\d.]+ +([\d.]+)  .$' % re.escape(name), above)]
    if len(tried) == 2 and float(ratio) != min(tried):
        print('record.contradiction|%s base: it is not the slower of two iterations|%s' % (name, ratio))
metric = re.search(r'Est\. SPECspeed\(R\)2017_fp_base +(\S+)', below)[1]
print('result.remark|SPECspeed2017_fp_base|Est.')
print('result.more_is_better|SPECspeed2017_fp_base|%s\nresult.remark|SPECspeed2017_fp_peak|Not Run' % metric)
low, high = ((ratios[0] + d) * (ratios[1] + d) for d in (-0.005, 0.005))
if not low ** 0.5 <= float(metric) + 0.005 or not float(metric) - 0.005 <= high ** 0.5:
    print('record.contradiction|the selected ratios have another geometric mean|%s' % metric)
for label, key in (('CPU Name', 'cpu.name'), ('Memory', 'host.memory_module'), ('Compiler', 'compile.host_compiler')):
    print('%s||%s' % (key, re.search(r'(?m)^ {5,}%s: (.+)$' % label, text)[1]))
END
