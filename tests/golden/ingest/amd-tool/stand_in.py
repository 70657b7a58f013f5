#!/usr/bin/env python3
"""The unchanged command line of amd-smi over a stand-in for its library: stand_in.py TREE ARGUMENT...

TREE holds amd-smi as its package has it (usr/libexec/amdsmi_cli, usr/share/amd_smi). Where the tool loads libamd_smi.so it
is given an object whose functions write the values below into the tool's own structures; a function without values answers
that it is not supported. The values are ours, after the data sheets of an MI300X at work and an idle MI210 in one machine,
which nobody has; names, units, roundings, what is not available and the nesting are the tool's. WATCHED counts how often
readings were asked for: power and energy rise with it."""
import builtins, ctypes, io, os, pathlib, runpy, sys

NOT_SUPPORTED = 2
NO16, NO32, NO64 = 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFFFFFFFFFF  # the tool writes them as N/A
MHZ = 1000000
asked = [0, 0]


def is_out(argument):
    return hasattr(argument, '_obj') or isinstance(argument, (ctypes.Array, ctypes._Pointer, ctypes.Structure))


class Function:
    """One function of the library; the tool sets restype and argtypes."""

    def __init__(self, name):
        self.name = name.replace('amdsmi_', '', 1)

    def __call__(self, *arguments):
        if self.name in ('init', 'shut_down'):
            return 0
        answer = getattr(Answers, self.name, None)
        values = answer(*(getattr(a, 'value', a) for a in arguments if not is_out(a))) if answer else None
        if values is None:
            return NOT_SUPPORTED
        for target, value in zip(filter(is_out, arguments), values if isinstance(values, tuple) else (values,)):
            if hasattr(target, '_obj'):
                fill(target._obj, value)
            elif not isinstance(target, ctypes._Pointer):
                fill(target, value)
            elif target:  # not NULL
                fill(target.contents, value)
        return 0


class Library:
    def __getattr__(self, name):
        function = Function(name)
        setattr(self, name, function)
        return function


def fill(target, value):
    """A dictionary into a structure, a list into an array, text into characters, a number into what holds one."""
    if isinstance(value, dict):
        if value.pop('others', None):
            ctypes.memset(ctypes.byref(target), 0xFF, ctypes.sizeof(target))
        for name, inner in value.items():
            if isinstance(inner, (dict, list)):
                fill(getattr(target, name), inner)
            else:
                setattr(target, name, inner.encode() if isinstance(inner, str) else inner)
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            if isinstance(inner, (dict, list)):
                fill(target[i], inner)
            else:
                target[i] = inner
    else:
        target.value = value.encode() if isinstance(value, str) else value


def of(gpu, *values):
    return values[gpu - 1]


class Answers:
    """By the function's name without amdsmi_: what it writes into its last arguments; None: not supported. gpu: 1 or 2."""
    get_socket_handles = lambda *_: (1, [100])
    get_processor_handles = lambda *_: (2, [1, 2])
    get_processor_handles_by_type = lambda socket, kind: ([1, 2], 2) if kind == 1 else ([], 0)
    get_processor_type = lambda gpu: 1
    get_gpu_device_bdf = lambda gpu: {'bdf': {'bus_number': of(gpu, 0x05, 0xA6)}}
    get_gpu_device_uuid = lambda gpu, *_: (36, of(gpu, '11ff74a1-0000-1000-8000-000000000011', '12ff740f-0000-1000-8000-000000000012'))
    get_gpu_kfd_info = lambda gpu: {'kfd_id': of(gpu, 51110, 4519), 'node_id': of(gpu, 2, 3)}
    get_gpu_asic_info = lambda gpu: {
        'market_name': of(gpu, 'AMD Instinct MI300X', 'AMD Instinct MI210'), 'vendor_id': 0x1002,
        'vendor_name': 'Advanced Micro Devices Inc. [AMD/ATI]', 'subvendor_id': 0x1002, 'device_id': of(gpu, 0x74A1, 0x740F),
        'rev_id': of(gpu, 0, 2), 'asic_serial': of(gpu, '11', ''), 'oam_id': of(gpu, 7, NO32), 'physical_acc_id': NO32,
        'num_of_compute_units': of(gpu, 304, 104), 'target_graphics_version': of(gpu, 0x942, 0x90A), 'subsystem_id': of(gpu, 0x74A1, 0x0C34)}
    get_gpu_vbios_info = lambda gpu: {'name': 'EXAMPLE', 'build_date': '2024/01/01 00:00', 'part_number': '113-EXAMPLE-00%d' % gpu,
                                      'version': of(gpu, '022.040.003.042.000001', '017.005.000.000.000002')}
    get_gpu_board_info = lambda gpu: {'model_number': of(gpu, '102-EXAMPLE-00', ''), 'product_serial': 'EXAMPLE%d' % gpu,
                                      'fru_id': '', 'product_name': of(gpu, 'AMD Instinct MI300X OAM', 'MI210'), 'manufacturer_name': 'AMD'}
    get_gpu_driver_info = lambda gpu: {'driver_name': 'amdgpu', 'driver_version': '6.16.6', 'driver_date': '2015/01/01 00:00'}
    get_gpu_vram_info = lambda gpu: {'vram_type': of(gpu, 4, 3), 'vram_vendor': 'EXAMPLE', 'vram_size': of(gpu, 196592, 65520),
                                     'vram_bit_width': of(gpu, 8192, 4096), 'vram_max_bandwidth': of(gpu, 5300, NO64)}
    get_supported_power_cap = lambda gpu: (1, [0, 0], [0, 0])
    get_power_cap_info = lambda gpu, sensor: {'power_cap': of(gpu, 700, 300) * MHZ, 'default_power_cap': of(gpu, 750, 300) * MHZ,
                                              'min_power_cap': 0, 'max_power_cap': of(gpu, 750, 300) * MHZ}
    get_pcie_info = lambda gpu: {
        'pcie_static': {'max_pcie_width': 16, 'max_pcie_speed': of(gpu, 32000, 16000), 'pcie_interface_version': of(gpu, 5, 4),
                        'slot_type': of(gpu, 1, 2)},
        'pcie_metric': {'pcie_width': of(gpu, 16, 8), 'pcie_speed': of(gpu, 32000, 2500), 'pcie_bandwidth': of(gpu, 412, NO32)}}
    get_gpu_ras_feature_info = lambda gpu: {'ras_eeprom_version': 0x30000, 'ecc_correction_schema_flag': 8}
    get_gpu_ras_block_features_enabled = lambda gpu, block: 6 if block in (1, 2, 4) else 1
    topo_get_numa_node_number = lambda gpu: gpu - 1
    get_gpu_topo_numa_affinity = lambda gpu: gpu - 1
    get_cpu_socket_count = lambda: 2
    get_cpu_cores_per_socket = lambda count: {'cores_per_socket': 96}
    get_cpu_affinity_with_scope = lambda gpu, size, scope: of(gpu, [NO64, NO32, 0], [0, NO32 << 32, NO64])
    get_gpu_memory_partition = lambda gpu, *_: of(gpu, 'NPS1', None)
    get_gpu_accelerator_partition_profile = lambda gpu: of(gpu, {'profile_type': 1, 'num_partitions': 1}, None)
    get_gpu_cache_info = lambda gpu: {'num_cache_types': 1, 'cache': [{'cache_properties': 18, 'cache_size': of(gpu, 32, 16), 'cache_level': 1,
                                                                       'max_num_cu_shared': 1, 'num_cache_instance': of(gpu, 304, 104)}]}
    get_gpu_activity = lambda gpu: {'gfx_activity': of(gpu, 98, 0), 'umc_activity': of(gpu, 41, 0), 'mm_activity': NO16}
    get_gpu_total_ecc_count = lambda gpu: {'correctable_count': of(gpu, 3, 0), 'uncorrectable_count': of(gpu, 1, 0)}
    get_gpu_ecc_count = lambda gpu, block: {'correctable_count': of(gpu, 3, 0) if block == 1 else 0}
    get_gpu_memory_total = lambda gpu, kind: of(gpu, 196592, 65520) << 20 if kind == 0 else 1 << 39
    get_gpu_memory_usage = lambda gpu, kind: of(gpu, 150123, 10) << 20 if kind == 0 else 1 << 24
    get_gpu_perf_level = lambda gpu: 0
    is_gpu_power_management_enabled = lambda gpu: True
    get_clk_freq = lambda gpu, kind: {'num_supported': 2, 'current': 1, 'frequency': [1200 * MHZ, 1733 * MHZ]} if kind in (1, 3) else None
    get_violation_status = lambda gpu: {
        'others': True, 'acc_counter': 7654321, 'acc_prochot_thrm': 0, 'acc_ppt_pwr': 1234567, 'acc_socket_thrm': 0, 'acc_vr_thrm': 0,
        'acc_hbm_thrm': 0, 'per_prochot_thrm': 0, 'per_ppt_pwr': 12, 'per_socket_thrm': 0, 'per_vr_thrm': 0, 'per_hbm_thrm': 0,
        'active_prochot_thrm': 0, 'active_ppt_pwr': 1, 'active_socket_thrm': 0, 'active_vr_thrm': 0, 'active_hbm_thrm': 0,
        'active_gfx_clk_below_host_limit_pwr': [[1] * 8], 'active_gfx_clk_below_host_limit_thm': [[0] * 8],
        'active_gfx_clk_below_host_limit_total': [[1] * 8], 'active_low_utilization': [[0] * 8],
        'acc_low_utilization': [[400 + i for i in range(8)]], 'per_low_utilization': [[0] * 8]} if gpu == 1 else None
    get_gpu_metrics_info = lambda gpu: {
        'others': True, 'apu_metrics': None, 'current_uclk': of(gpu, 1300, 400), 'throttle_status': of(gpu, NO32, 0), 'num_partition': of(gpu, 1, NO16),
        'current_gfxclks': of(gpu, [1987, 1991, 2003, 1979, 1984, 2010, 1995, 1988], [300]), 'gfxclk_lock_status': 0,
        'current_socclks': of(gpu, [29, 31, 30, 33], [NO16]), 'vcn_activity': [0] * 4, 'temperature_hbm_stacks': of(gpu, [58, 61, 60, 59, 62, 57, 60, 63], [])}

    def get_power_info(gpu):
        asked[gpu - 1] += 1
        watt = of(gpu, 690, 40) + asked[gpu - 1]
        return {'socket_power': watt, 'current_socket_power': of(gpu, watt, NO32), 'average_socket_power': of(gpu, NO32, watt),
                'gfx_voltage': of(gpu, NO16, 793), 'soc_voltage': NO16, 'mem_voltage': NO16, 'ubb_power': NO16}

    def get_energy_count(gpu):
        return of(gpu, 123456789012, 98765432101) + 1000000 * asked[gpu - 1], of(gpu, 15.259, 15.3), 10**9

    def get_clock_info(gpu, kind):
        least_most = {0: of(gpu, (132, 2100), (500, 1700)), 1: (1200, 2000), 3: (1000, 1733), 4: of(gpu, (900, 1300), (400, 1600))}
        return dict(zip(('min_clk', 'max_clk'), least_most[kind]), clk=NO32, clk_deep_sleep=0xFF) if kind in least_most else None

    def get_temp_metric(gpu, sensor, metric):
        now = of(gpu, {1: 77, 2: 63}, {0: 36, 1: 39, 2: 34})
        return None if sensor not in now else now[sensor] if metric == 0 else {5: 100, 7: 105, 14: 110}.get(metric)


if __name__ == '__main__':
    cli, state = os.path.join(sys.argv[1], 'usr/libexec/amdsmi_cli'), '/sys/module/amdgpu/initstate'
    there, text, load, machine = pathlib.Path.exists, pathlib.Path.read_text, ctypes.CDLL, os.uname()
    pathlib.Path.exists = lambda path, **options: str(path) == state or there(path, **options)
    pathlib.Path.read_text = lambda path, *a, **k: 'live' if str(path) == state else text(path, *a, **k)
    ctypes.CDLL = lambda name, *a, **k: Library() if 'libamd_smi' in str(name) else load(name, *a, **k)
    file = builtins.open  # no word of a hypervisor: the tool leaves out what a guest cannot read
    builtins.open = lambda name, *a, **k: io.StringIO('') if name == '/proc/cpuinfo' else file(name, *a, **k)
    os.uname = lambda: os.uname_result((machine.sysname, 'example', '6.8.0-example', machine.version, machine.machine))
    sys.path.insert(0, cli)
    sys.argv = ['amd-smi'] + sys.argv[2:]
    runpy.run_path(os.path.join(cli, 'amdsmi_cli.py'), run_name='__main__')
