awk -F: '{ name = $1; sub(/.*\//, "", name); text = substr($0, length($1) + 2) }
    name == "bios_date" { print "firmware.host_date||" text }
    name == "bios_version" { print "firmware.host||" text } name == "product_name" { print "host.model||" text }' dmi-id.txt
