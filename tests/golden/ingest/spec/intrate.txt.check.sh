python3 - <<'END'
import re
text = open('intrate.txt').read()
lines = text.split('\n')
print('workload.name||' + lines[0].strip().replace('(R)', ''))
print('capture.time||' + re.search(r'Test date: (\S+)', text)[1])
above, below = text.split('=' * 81)
for name, *cells in re.findall(r'(?m)^(\d+\.\w+) +\d+ +[\d.]+ +([\d.]+)  (.) +\d+ +[\d.]+ +([\d.]+)  (.)$', below):
    for tuning, at in (('base', 0), ('peak', 2)):
        print('result.more_is_better|%s %s|%s' % (name, tuning, cells[at]))
        tried = re.findall(r'(?m)^%s +\d+ +[\d.]+ +([\d.]+)  . +\d+ +[\d.]+ +([\d.]+)  .$' % re.escape(name), above)
        assert sorted(float(t[at // 2]) for t in tried)[1] == float(cells[at]), name
for name, value in re.findall(r'(?m)^ SPECrate\(R\)(2017_\w+) +(\S+)$', below):
    print('result.more_is_better|SPECrate%s|%s' % (name, value))
for label, key in (('CPU Name', 'cpu.name'), ('Max MHz', 'cpu.clock_max'), ('Memory', 'host.memory_module'), ('Storage', 'storage.name'),
                   ('OS', 'os.name'), ('Firmware', 'firmware.host'), ('File System', 'storage.file_system')):
    print('%s||%s' % (key, re.search(r'(?m)^ {5,}%s: (.+)$' % label, text)[1]))
print('os.kernel||' + re.search(r'(?m)^ {22}Kernel (\S+)$', text)[1])
tool = re.search(r'Tested with SPEC CPU\(R\)2017 (\S+) on (.+)\.\n', text)
print('method.tool_version||%s\nrun.start||%s' % tool.groups())
END
