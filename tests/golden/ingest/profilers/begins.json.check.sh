python3 - <<'END'
import json
root = json.load(open('begins.json'))
print('profile.accelerator|0|' + root['deviceProperties'][0]['name'])
waiting = {}
for event in root['traceEvents']:
    stack = waiting.setdefault((event['pid'], event['tid']), [])
    if event['ph'] == 'B': stack.append(event)
    elif stack: stack.pop()
    if event.get('name') == 'cudaLaunchKernel': print('profile.shows|kernel launch|cudaLaunchKernel')
print('record.unread|begins.json, some begins|%d event "B" without its "E"' % sum(map(len, waiting.values())))
END
