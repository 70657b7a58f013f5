#!/usr/bin/env python3
"""Expected facts of `nvidia-smi -q -x`, read with ElementTree: key|instance|text, by a list of its own."""
import re, sys
import xml.etree.ElementTree as tree

LOG = {'attached_gpus': 'accelerator.attached', 'cuda_version': 'driver.cuda', 'driver_version': 'driver.version',
       'timestamp': 'capture.time'}
GPU = {'product_name': 'accelerator.name', 'product_architecture': 'accelerator.architecture', 'persistence_mode': 'driver.persistence',
       'mig_mode/current_mig': 'accelerator.mig', 'serial': 'accelerator.serial', 'uuid': 'accelerator.uuid',
       'vbios_version': 'firmware.vbios', 'board_part_number': 'accelerator.part', 'platformInfo/module_id': 'accelerator.module',
       'gpu_module_id': 'accelerator.module', 'inforom_version/img_version': 'firmware.inforom', 'gsp_firmware_version': 'firmware.gsp',
       'gpu_virtualization_mode/virtualization_mode': 'accelerator.virtualisation', 'pci/pci_bus_id': 'accelerator.bus_id',
       'pci/pci_gpu_link_info/pcie_gen/max_link_gen': 'link.generation_max', 'pci/pci_gpu_link_info/pcie_gen/current_link_gen': 'link.generation',
       'pci/pci_gpu_link_info/link_widths/max_link_width': 'link.width_max', 'pci/pci_gpu_link_info/link_widths/current_link_width': 'link.width',
       'performance_state': 'capture.performance_state', 'fb_memory_usage/total': 'accelerator.memory_total', 'compute_mode': 'driver.compute_mode',
       'utilization/gpu_util': 'capture.utilisation', 'ecc_mode/current_ecc': 'accelerator.ecc', 'remapped_rows/remapped_row_pending': 'rows.pending',
       'remapped_rows/remapped_row_failure': 'rows.failed',
       'temperature/gpu_temp': 'capture.temperature', 'clocks/sm_clock': 'capture.clock_sm', 'applications_clocks/graphics_clock': 'clock.sm_application',
       'applications_clocks/mem_clock': 'clock.memory_application', 'default_applications_clocks/graphics_clock': 'clock.sm_application_default',
       'default_applications_clocks/mem_clock': 'clock.memory_application_default',
       'max_clocks/sm_clock': 'clock.sm_max', 'max_clocks/mem_clock': 'clock.memory_max', 'fabric/state': 'fabric.state',
       'power_readings/power_draw': 'capture.power', 'power_readings/enforced_power_limit': 'power.limit',
       'power_readings/default_power_limit': 'power.limit_default', 'power_readings/max_power_limit': 'power.limit_max',
       'gpu_power_readings/power_draw': 'capture.power', 'gpu_power_readings/average_power_draw': 'capture.power',
       'gpu_power_readings/instant_power_draw': 'capture.power_instant', 'gpu_power_readings/current_power_limit': 'power.limit',
       'gpu_power_readings/default_power_limit': 'power.limit_default', 'gpu_power_readings/max_power_limit': 'power.limit_max'}


def say(key, instance, text):
    print('%s|%s|%s' % (key, instance, text.strip()))


for document in re.split(r'(?=<\?xml)', open(sys.argv[1]).read())[1:]:
    root = tree.fromstring(document)
    for path, key in LOG.items():
        say(key, '', root.find(path).text)
    for index, gpu in enumerate(root.findall('gpu')):
        for path, key in GPU.items():
            if gpu.find(path) is not None:
                say(key, index, gpu.find(path).text)
        for block in ('clocks_event_reasons', 'clocks_throttle_reasons'):
            for reason in gpu.findall(block + '/*'):
                say('throttle.reason', '%d %s' % (index, re.sub('clocks_(event|throttle)_reason_', '', reason.tag)), reason.text)
        for counter in gpu.findall('ecc_errors/volatile/*'):
            bad = counter.tag == 'double_bit' or 'uncorrectable' in counter.tag
            total = counter.find('total')
            say('ecc.uncorrected' if bad else 'ecc.corrected', '%d %s' % (index, counter.tag), (counter if total is None else total).text)
        for process in gpu.findall('processes/process_info'):
            say('process.foreign', '%d %s' % (index, process.find('pid').text), process.find('process_name').text)
