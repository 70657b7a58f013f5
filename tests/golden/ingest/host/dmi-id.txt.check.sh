sed -nE 's|^/sys/class/dmi/id/bios_date:|firmware.host_date\|\||p; s|^/sys/class/dmi/id/bios_version:|firmware.host\|\||p; s|^/sys/class/dmi/id/product_name:|host.model\|\||p' dmi-id.txt
