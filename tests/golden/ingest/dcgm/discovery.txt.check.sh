printf 'accelerator.attached||2\n'
sed -nE 's/^\| 0 +\| Name: (.*[^ ]) +\|$/accelerator.name|0|\1/p; s/^\| +\| PCI Bus ID: ([^ ]+) +\|$/accelerator.bus_id|0|\1/p
    s/^\| +\| Device UUID: ([^ ]+) +\|$/accelerator.uuid|0|\1/p' discovery.txt
