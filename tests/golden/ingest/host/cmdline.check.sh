python3 -c '
import re
for word in re.findall(r"(?:[^\s\"]|\"[^\"]*\")+", open("cmdline").read()):
    name, _, value = word.partition("=")
    if name not in ("BOOT_IMAGE", "root", "ro", "quiet"):
        print("os.kernel_parameter|%s|%s" % (name, value or name))'
