python3 - <<'END'
import re
# a block a node: its id, then its values; the computer's own block has none
for block in re.split(r'(?m)^(?= *\*-)', open('lshw.txt').read()):
    name = re.match(r' *\*-(\S+)', block)
    name, value = name[1] if name else '', {}
    for label, text in re.findall(r'(?m)^ +([a-z ]+): (.*)$', block):
        value.setdefault(label, text)
    kind, number = (name.split(':') + [''])[:2]
    if not name:
        print('host.model||' + value['product'])
    if name == 'firmware':
        print('firmware.host||%(version)s\nfirmware.host_date||%(date)s' % value)
    if name == 'memory':
        print('host.memory|installed|' + value['size'])
    if kind == 'cpu':
        print('cpu.name|%s|%s' % (number, value['product']))
    if kind == 'bank':
        print('host.memory_part|%(slot)s|%(product)s\nhost.memory_module|%(slot)s|%(description)s\nhost.memory|%(slot)s|%(size)s' % value)
    if kind == 'network':
        print('network.adapter|%s|%s' % (value.get('logical name') or value['bus info'], value['product']))
    if name in ('nvme', 'disk'):
        print('storage.name|%s|%s' % (value['logical name'][len('/dev/'):], value['product']))
END
