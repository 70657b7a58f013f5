python3 - <<'END'
import re
names = {'SM_CLOCK': 'capture.clock_sm', 'GPU_TEMP': 'capture.temperature', 'POWER_USAGE': 'capture.power', 'GPU_UTIL': 'capture.utilisation', 'TOTAL_ENERGY_CONSUMPTION': 'energy.counter',
         'APP_SM_CLOCK': 'clock.sm_application', 'APP_MEM_CLOCK': 'clock.memory_application', 'CLOCK_THROTTLE_REASONS': 'throttle.reason',
         'PCIE_LINK_GEN': 'link.generation', 'PCIE_LINK_WIDTH': 'link.width', 'PCIE_MAX_LINK_GEN': 'link.generation_max',
         'PCIE_MAX_LINK_WIDTH': 'link.width_max', 'ROW_REMAP_FAILURE': 'rows.failed', 'ROW_REMAP_PENDING': 'rows.pending'}
said = set()
for name, labels, value in re.findall(r'^DCGM_FI_\w*?_(\w+)\{(.*)\} (\S+)$', open('dcgm-exporter.txt').read(), re.M):
    label = dict(re.findall(r'(\w+)="(.*?)"', labels))
    if name in names:
        print('%s|%s|%s' % (names[name], label['gpu'] + (' active' if 'REASONS' in name else ''), value))
    said |= {('accelerator.name', label['gpu'], label['modelName']), ('accelerator.uuid', label['gpu'], label['UUID']), ('accelerator.bus_id', label['gpu'], label['pci_bus_id']),
             ('os.host_name', '', label['Hostname']), ('driver.version', '', label['DCGM_FI_DRIVER_VERSION'])}
for row in said:
    print('%s|%s|%s' % row)
END
