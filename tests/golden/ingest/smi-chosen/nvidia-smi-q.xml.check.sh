# One of eight: it is named by its minor number.
python3 - <<'PY'
import xml.etree.ElementTree as tree
root = tree.parse('nvidia-smi-q.xml').getroot()
print('driver.version||%s' % root.find('driver_version').text)
print('accelerator.attached||%s' % root.find('attached_gpus').text)
for gpu in root.findall('gpu'):
    number = gpu.find('minor_number').text
    print('accelerator.name|%s|%s' % (number, gpu.find('product_name').text))
    print('accelerator.serial|%s|%s' % (number, gpu.find('serial').text))
    print('ecc.uncorrected|%s dram_uncorrectable|%s' % (number, gpu.find('ecc_errors/volatile/dram_uncorrectable').text))
PY
