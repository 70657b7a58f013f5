python3 - <<'END'
import re
text = re.sub('\x1b\\[[0-9;]*m', '', open('torchtitan.log').read())
print('accelerator.name||' + re.search(r'CUDA capacity: (.*) with ', text).group(1))
batch, whole, length, steps = re.search(r'local batch size (\d+), global batch size (\d+), sequence length (\d+), total steps (\d+)', text).groups()
print('load.batch||%s\nmethod.arguments|local batch size|%s\ninput.length||%s\nmethod.arguments|total steps|%s' % (whole, batch, length, steps))
last = [line for line in text.split('\n') if ' step:' in line][-1]
for label, key in (('step', 'iteration.count|'), ('tps', 'throughput.total_per_accelerator|'), ('memory', 'memory.reserved|'),
                   ('tflops', 'result.more_is_better|TFLOP/s per GPU'), ('mfu', 'result.more_is_better|MFU, %'), ('loss', 'target.reached|loss')):
    print('%s|%s' % (key, re.search(label + r': *([0-9.,]+)', last).group(1)))
END
