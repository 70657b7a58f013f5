# Line numbers counted by eye, values cut by awk: what stands behind " : " on these lines.
at() { awk -v n="$2" -v key="$1" 'NR == n { sub(/^[^:]* : /, ""); print key "|" $0 }' nvidia-smi-q.txt; }
printf 'topology.link|0-1|SYS\ntopology.cpus|0|0-47\ntopology.numa|0|0\ntopology.cpus|1|48-95\ntopology.numa|1|1\n'
at 'capture.time|' 10; at 'driver.version|' 11; at 'driver.cuda|' 12; at 'accelerator.attached|' 14; at 'accelerator.name|0' 16
at 'accelerator.architecture|0' 17; at 'driver.persistence|0' 18; at 'accelerator.mig|0' 20; at 'accelerator.serial|0' 22
at 'accelerator.uuid|0' 23; at 'firmware.vbios|0' 24; at 'firmware.inforom|0' 26; at 'accelerator.bus_id|0' 28
at 'link.generation_max|0' 31; at 'link.generation|0' 32; at 'link.width_max|0' 35; at 'link.width|0' 36
at 'capture.performance_state|0' 37; at 'throttle.reason|0 gpu_idle' 39; at 'throttle.reason|0 sw_power_cap' 40
at 'throttle.reason|0 hw_slowdown' 41; at 'throttle.reason|0 hw_thermal_slowdown' 42; at 'throttle.reason|0 display_clocks_setting' 43
at 'accelerator.memory_total|0' 45; at 'driver.compute_mode|0' 47; at 'capture.utilisation|0' 49; at 'accelerator.ecc|0' 51
at 'ecc.corrected|0 sram_correctable' 54; at 'ecc.uncorrected|0 dram_uncorrectable' 55; at 'capture.temperature|0' 59
at 'capture.power|0' 62; at 'power.limit|0' 63; at 'power.limit_default|0' 64; at 'capture.clock_sm|0' 67; at 'clock.sm_max|0' 69
at 'clock.sm_application|0' 71; at 'clock.memory_application|0' 72; at 'clock.sm_application_default|0' 74
at 'clock.memory_application_default|0' 75; at 'rows.pending|0' 79; at 'rows.failed|0' 80; at 'process.foreign|0 1779' 85
