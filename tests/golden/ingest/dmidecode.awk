# key|instance|value of a dmidecode text, structure by structure, for the one-liners beside the golden files
BEGIN { FS = ": *" }
function flush(   slot) {
    if (title == "BIOS Information") { print "firmware.host||" v["Version"]; print "firmware.host_date||" v["Release Date"] }
    if (title == "System Information") print "host.model||" v["Product Name"]
    if (title == "Physical Memory Array") print "host.memory_slots|" arrays++ "|" v["Number Of Devices"]
    if (title == "Memory Device" && v["Size"] != "No Module Installed") {
        slot = (banked ? v["Bank Locator"] " " : "") v["Locator"]
        print "host.memory|" slot "|" v["Size"]
        print "host.memory_type|" slot "|" v["Type"]
        print "host.memory_part|" slot "|" v["Part Number"]
        print "host.memory_speed_rated|" slot "|" v["Speed"]
        print "host.memory_speed|" slot "|" (v["Configured Memory Speed"] v["Configured Clock Speed"])
    }
    split("", v)
}
/^[A-Z]/ && !/^Handle/ { flush(); title = $0 }
/^\t[^\t]/ { name = $1; value = $0; sub(/^\t[^:]*: */, "", value); sub(/ +$/, "", value); v[substr(name, 2)] = value }
END { flush() }
