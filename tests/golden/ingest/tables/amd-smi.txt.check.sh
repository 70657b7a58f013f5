python3 - <<'END'
import re
text = open('amd-smi.txt', encoding='utf-8').read()
for label, key in (('AMD-SMI ', 'method.tool_version'), ('amdgpu version: ', 'driver.version'), ('ROCm version: ', 'runtime.rocm'), ('VBIOS version: ', 'firmware.vbios')):
    print('%s||%s' % (key, re.search(re.escape(label) + r'(\S+)', text).group(1)))
for bus, name, heat, errors, power, limit, i, use, memory in re.findall(
        r'\| (\S+:\S+) +(\S.*?) +\| \d+ % +(\d+) °C +(\d+) +(\d+)/(\d+) W +\|\n\| +(\d+) .*?\| (\d+) % .*/(\d+) MB', text):
    for key, value in (('accelerator.bus_id', bus), ('accelerator.name', name), ('capture.temperature', heat), ('ecc.uncorrected', errors), ('capture.power', power),
                       ('power.limit', limit), ('capture.utilisation', use), ('accelerator.memory_total', memory)):
        print('%s|%s|%s' % (key, i, value))
if "Processes:" in text:
    for i, pid, name in re.findall(r"\| +(\d+) +(\d+) +(\S+) .*%  \|", text[text.index("Processes:"):]):
        print("process.foreign|%s %s|%s" % (i, pid, name))
END
