jq -r '"cpu.architecture||\(.lscpu[0].data)", "cpu.threads||\(.lscpu[1].data)", "cpu.numa_nodes||\(.lscpu[3].children[0].data)",
    (.lscpu[2].children | to_entries[] | (if .key == 0 then "" else "\(.key)" end) as $i
      | "cpu.name|\($i)|\(.value.data)", (.value.children[] | {"Thread(s) per core:": "cpu.threads_per_core",
        "Core(s) per socket:": "cpu.cores", "Socket(s):": "cpu.sockets", "Stepping:": "cpu.stepping"}[.field] + "|\($i)|\(.data)"))' lscpu.json
