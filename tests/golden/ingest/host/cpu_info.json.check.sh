jq -r '"firmware.microcode||\(.MLC_HOST_CPU_MICROCODE)", "cpu.architecture||\(.MLC_HOST_CPU_ARCHITECTURE)",
  "cpu.threads_per_core||\(.MLC_HOST_CPU_THREADS_PER_CORE)", "cpu.cores||\(.MLC_HOST_CPU_PHYSICAL_CORES_PER_SOCKET)",
  "cpu.sockets||\(.MLC_HOST_CPU_SOCKETS)", "cpu.numa_nodes||\(.MLC_HOST_CPU_NUMA_NODES)", "cpu.name||\(.MLC_HOST_CPU_MODEL_NAME)",
  "cpu.clock_max||\(.MLC_HOST_CPU_MAX_MHZ)", "cpu.threads||\(.MLC_HOST_CPU_TOTAL_LOGICAL_CORES)"' cpu_info.json
