"""Facts of a composite.xml by ElementTree: python3 phoronix.py FILE [SELECTED]"""
import json, re, sys
import xml.etree.ElementTree as tree

KEYS = {'Processor': 'cpu.name', 'Motherboard': 'host.model', 'Memory': 'host.memory_module', 'Disk': 'storage.name',
        'Graphics': 'accelerator.name', 'Network': 'network.adapter', 'Compiler': 'compile.host_compiler',
        'File-System': 'storage.file_system', 'System Layer': 'container.hypervisor', 'OS': 'os', 'Kernel': 'os.kernel'}
OTHERS = ['Chipset', 'Display Server']
root = tree.parse(sys.argv[1]).getroot()
selected = sys.argv[2] if len(sys.argv) > 2 else None


def say(key, instance, text):
    print('%s|%s|%s' % (key, instance, text))


def system(element, instance):
    say('method.tool_version', instance, element.find('TestClientVersion').text)
    say('capture.time', instance, element.find('TimeStamp').text)
    flat = element.find('Hardware').text + ', ' + element.find('Software').text
    for part in re.split(r', (?=(?:%s): )' % '|'.join(list(KEYS) + OTHERS), flat):
        label, value = part.split(': ', 1)
        if label == 'OS':
            say('os.name', instance, re.match(r'(.*) \d', value).group(1))
            say('os.version', instance, value.split()[-1])
        elif label in KEYS and value != 'ASPEED':
            own = {'Graphics': ' graphics', 'Processor': ' phoronix'}.get(label, '')
            at = (instance + own).strip()
            say(KEYS[label], at, value.split()[0] if label == 'Kernel' else value)
    found = element.find('JSON')
    for name, key in (('cpu-microcode', 'firmware.microcode'), ('cpu-scaling-governor', 'cpu.governor'),
                      ('environment-variables', 'compile.flags')):
        if found is not None:
            own = 'environment' if name == 'environment-variables' else ''
            say(key, (instance + ' ' + own).strip(), json.loads(found.text)[name])


systems = root.findall('System')
if not selected:
    for s in systems:
        system(s, s.find('Identifier').text)
for r, result in enumerate(root.findall('Result')):
    entries = result.findall('Data/Entry')
    for e, entry in enumerate(entries):
        at = '%d.%d' % (r, e) if len(entries) > 1 else str(r)
        name = entry.find('Identifier').text
        if selected and at != selected:
            continue
        at = '' if selected else at
        for s in systems:
            if selected and s.find('Identifier').text == name:
                system(s, '')
        say('workload.name', at, result.find('Identifier').text or result.find('Title').text)
        for tag, key in (('AppVersion', 'workload.revision'), ('Arguments', 'method.arguments'), ('Description', 'method.definition'),
                         ('Proportion', 'result.better'), ('Scale', 'result.unit')):
            if result.find(tag).text:
                say(key, at, result.find(tag).text)
        value, raw = entry.find('Value').text, entry.find('RawString').text
        if raw:
            say('result.samples', at, raw)
            numbers = [float(n) for n in raw.split(':')]
            if abs(sum(numbers) / len(numbers) - float(value)) > 1:
                say('record.contradiction', 'its %d samples have another mean' % len(numbers), value)
        if value:
            way = {'HIB': 'result.more_is_better', 'LIB': 'result.less_is_better'}.get(result.find('Proportion').text, 'result.value')
            say('run.valid' if result.find('DisplayFormat').text == 'PASS_FAIL' else way, at, value)
        held = json.loads(entry.find('JSON').text) if entry.find('JSON') is not None else {}
        if 'error' in held:
            say('run.error', at, held['error'])
        if 'compiler-options' in held:
            say('compile.flags', at, held['compiler-options']['compiler-options'])
        if result.find('Identifier').text and name in [x.find('Identifier').text for x in entries[:e]]:
            say('record.contradiction', 'it stands twice in one result', name)
