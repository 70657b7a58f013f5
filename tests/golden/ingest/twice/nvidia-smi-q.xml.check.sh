# The first is the fact that it was, and the second a contradiction; what is said twice alike is none.
python3 - <<'PY'
import xml.etree.ElementTree as tree
root = tree.parse('nvidia-smi-q.xml').getroot()
first, second = (e.text for e in root.findall('driver_version'))
print('driver.version||%s' % first)
print('record.contradiction|driver_version is %s at /nvidia_smi_log/driver_version[1]|%s' % (first, second))
print('accelerator.attached||%s' % root.find('attached_gpus').text)
print('accelerator.name|0|%s' % root.find('gpu/product_name').text)
PY
