jq -r '{"Architecture:": "cpu.architecture", "CPU(s):": "cpu.threads", "Core(s) per socket:": "cpu.cores", "Model name:": "cpu.name",
    "Thread(s) per core:": "cpu.threads_per_core", "Socket(s):": "cpu.sockets", "Stepping:": "cpu.stepping",
    "NUMA node(s):": "cpu.numa_nodes", "Hypervisor vendor:": "container.hypervisor",
    "Virtualization type:": "container.virtualisation"} as $key
    | .lscpu[] | select($key[.field]) | "\($key[.field])||\(.data)"' lscpu.json
