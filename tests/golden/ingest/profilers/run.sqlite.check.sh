python3 - <<'END'
import sqlite3
base = sqlite3.connect('file:run.sqlite?mode=ro', uri=True)
for i, name, memory, units in base.execute('SELECT id, name, totalMemory, smCount FROM TARGET_INFO_GPU'):
    print('profile.accelerator|%d|%s' % (i, name))
    print('profile.property|%d smCount|%d' % (i, units))
    print('profile.property|%d totalMemory|%d' % (i, memory))
print('profile.setting|EXPORT_SCHEMA_VERSION|' + base.execute("SELECT value FROM META_DATA_EXPORT").fetchone()[0])
names = [n for n, in base.execute('SELECT value FROM CUPTI_ACTIVITY_KIND_KERNEL JOIN StringIds ON id = demangledName')]
calls = [n for n, in base.execute('SELECT value FROM CUPTI_ACTIVITY_KIND_RUNTIME JOIN StringIds ON id = nameId')]
for says, word, of in (('bf16', 'bf16', names), ('attention', 'attn', names), ('kernel launch', 'LaunchKernel', calls)):
    print('profile.shows|%s|%s' % (says, next(n for n in of if word in n)))
END
