python3 - <<'PY'
import re
KEYS = {'Unique ID': 'accelerator.uuid', 'VBIOS version': 'firmware.vbios', 'Temperature (Sensor edge) (C)': 'capture.temperature',
        'Performance Level': 'capture.performance_state', 'Max Graphics Package Power (W)': 'power.limit',
        'Average Graphics Package Power (W)': 'capture.power', 'GPU use (%)': 'capture.utilisation',
        'VRAM Total Memory (B)': 'accelerator.memory_total', 'PCI Bus': 'accelerator.bus_id', 'Card series': 'accelerator.name',
        'Card SKU': 'accelerator.part', 'GFX Version': 'accelerator.capability', 'Serial Number': 'accelerator.serial',
        'Compute Partition': 'accelerator.mig'}
seen = set()
for line in open('rocm.txt'):
    card = re.match(r'GPU\[(\d+)\]\s*: ([^:]+):\s*(.*?)(?: \(~\d+GB\))?\s*$', line)
    if card and card[2] in KEYS and (card[1], card[2]) not in seen and not card[3].startswith('0x7'):
        seen.add((card[1], card[2]))
        print('%s|%s|%s' % (KEYS[card[2]], card[1], card[3]))
    clock = re.match(r'GPU\[(\d+)\]\s*: sclk clock level: \d+: (\(\d+Mhz\))', line)
    if clock:
        print('capture.clock_sm|%s|%s' % clock.groups())
    if line.startswith('Driver version: '):
        print('driver.version||' + line.split(': ')[1].strip())
PY
