python3 - <<'END'
import xml.etree.ElementTree as tree
top = tree.parse('lshw.xml').getroot()
print('host.model||' + top.find('product').text)
for node in top.iter('node'):
    text, name = (lambda tag: node.findtext(tag)), node.get('id')
    if name == 'firmware':
        print('firmware.host||%s\nfirmware.host_date||%s' % (text('version'), text('date')))
    if name in ('cpu:0', 'cpu:1'):
        print('cpu.name|%s|%s' % (name[-1], text('product')))
    if name == 'memory':
        print('host.memory|installed|' + text('size'))
    if name in ('bank:0', 'bank:1'):
        print('host.memory_part|%s|%s' % (text('slot'), text('product')))
        print('host.memory_module|%s|%s\nhost.memory|%s|%s' % (text('slot'), text('description'), text('slot'), text('size')))
    if name in ('network:0', 'network:1'):
        print('network.adapter|%s|%s' % (text('logicalname') or text('businfo'), text('product')))
    if name in ('nvme', 'disk'):
        print('storage.name|%s|%s' % (text('logicalname')[len('/dev/'):], text('product')))
END
