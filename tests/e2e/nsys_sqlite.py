#!/usr/bin/env python3
"""nsys_sqlite.py make FILE: an export of Nsight Systems as its schema has it, small, on two accelerators.
nsys_sqlite.py small FILE: the same with a few rows.
nsys_sqlite.py parts FILE DATA.json: the parts of its window worked out by SQL and a walk over moments, against a report's.
nsys_sqlite.py hostile FOLDER: databases that somebody made to hurt."""
import json, os, random, sqlite3, sys
from decimal import Decimal

ORDER = ["kernels", "communication", "transfers", "launches", "framework and host", "not attributed"]
NAMES = ["void gemm_bf16<int>(T1)", "ncclDevKernel_AllReduce_Sum_bf16_RING_LL", "attn_decode", "cudaLaunchKernel_v7000",
         "cudaStreamSynchronize_v3020", "cudaMemcpyAsync_v3020", "cudaEventQuery_v3020"]
SCHEMA = """
CREATE TABLE StringIds (id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE META_DATA_EXPORT (name TEXT, value TEXT);
CREATE TABLE TARGET_INFO_GPU (vmId INTEGER NOT NULL, id INTEGER NOT NULL, name TEXT, totalMemory INTEGER, smCount INTEGER);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER NOT NULL, end INTEGER NOT NULL, eventClass INTEGER NOT NULL, globalTid INTEGER,
    correlationId INTEGER, nameId INTEGER NOT NULL, returnValue INTEGER NOT NULL);
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER NOT NULL, end INTEGER NOT NULL, deviceId INTEGER NOT NULL, contextId INTEGER NOT NULL,
    streamId INTEGER NOT NULL, correlationId INTEGER, globalPid INTEGER, demangledName INTEGER NOT NULL, shortName INTEGER NOT NULL);
CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start INTEGER NOT NULL, end INTEGER NOT NULL, deviceId INTEGER NOT NULL, bytes INTEGER NOT NULL,
    copyKind INTEGER NOT NULL);
CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET (start INTEGER NOT NULL, end INTEGER NOT NULL, deviceId INTEGER NOT NULL, bytes INTEGER NOT NULL);
CREATE TABLE NVTX_EVENTS (start INTEGER NOT NULL, end INTEGER, eventType INTEGER NOT NULL, globalTid INTEGER, text TEXT);
CREATE TABLE OSRT_API (start INTEGER NOT NULL, end INTEGER, nameId INTEGER NOT NULL, globalTid INTEGER);
CREATE TABLE PROFILER_OVERHEAD (start INTEGER NOT NULL, end INTEGER NOT NULL, globalTid INTEGER, nameId INTEGER);
"""


def make(path, gpu="NVIDIA H100 80GB HBM3", rows=400, page=4096):
    chance = random.Random(17)
    if os.path.exists(path):
        os.remove(path)
    base = sqlite3.connect(path)
    base.execute("PRAGMA page_size = %d" % page)
    base.executescript(SCHEMA)
    base.executemany("INSERT INTO StringIds VALUES (?, ?)", enumerate(NAMES))
    base.execute("INSERT INTO META_DATA_EXPORT VALUES ('EXPORT_SCHEMA_VERSION', '3.1.7')")
    base.executemany("INSERT INTO TARGET_INFO_GPU VALUES (0, ?, ?, 85899345920, 132)", [(0, gpu), (1, gpu)])
    calls, overhead = [], []  # in order of their time
    for device in (0, 1):
        at = 1_000_000_000_000 + device * 7
        for i in range(rows):
            at += chance.choice([0, 3, 500, 1001, 40_000])
            long = chance.randint(1, 30_000)
            base.execute("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (?, ?, ?, 1, ?, ?, 1, ?, 0)",
                         (at, at + long, device, 7 + i % 2, i, chance.choice([0, 0, 1, 2])))
            at += long if i % 3 else long // 2  # some overlap
            if i % 20 == 0:
                base.execute("INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (?, ?, ?, 4096, ?)", (at - 50, at + 900, device, chance.choice([1, 2, 8, 10])))
            if i % 50 == 0:
                base.execute("INSERT INTO CUPTI_ACTIVITY_KIND_MEMSET VALUES (?, ?, ?, 4096)", (at, at + 400, device))
            name = chance.choice([3, 3, 3, 4, 5, 6])
            calls.append((at - 9000, at + 2000, 100 + device, i, name))
            if i % 40 == 0:
                base.execute("INSERT INTO NVTX_EVENTS VALUES (?, ?, 59, ?, 'step')", (at, at + 90_000, 100 + device))
                base.execute("INSERT INTO NVTX_EVENTS VALUES (?, NULL, 34, ?, 'mark')", (at, 100 + device))
                base.execute("INSERT INTO OSRT_API VALUES (?, ?, 5, 999)", (at, at + 900_000))
                overhead.append((at + 1500, at + 2500, 100 + device))
    base.executemany("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (?, ?, 0, ?, ?, ?, 0)", sorted(calls))
    base.executemany("INSERT INTO PROFILER_OVERHEAD VALUES (?, ?, ?, 6)", sorted(overhead))
    base.commit()
    base.close()


def parts(path):
    base = sqlite3.connect("file:%s?mode=ro" % path, uri=True)
    string = dict(base.execute("SELECT id, value FROM StringIds"))
    calls = [(s, e, t, string[n]) for s, e, t, n in base.execute('SELECT start, "end", globalTid, nameId FROM CUPTI_ACTIVITY_KIND_RUNTIME')]
    waits = [(s, e, t) for s, e, t, n in calls if "Synchronize" in n]
    acts = [(s, e, t) for s, e, t, n in calls if "Synchronize" not in n]
    launching = {t for _, _, t, n in calls if "Launch" in n or "Memcpy" in n}
    ranges = list(base.execute('SELECT start, "end", globalTid FROM NVTX_EVENTS WHERE "end" IS NOT NULL'))
    osrt = list(base.execute('SELECT start, "end", globalTid FROM OSRT_API'))
    active = []
    for thread in launching:
        own = [(s, e) for s, e, t in waits + acts + ranges + osrt if t == thread]
        active.append((min(s for s, _ in own), max(e for _, e in own)))
    overhead = list(base.execute('SELECT start, "end" FROM PROFILER_OVERHEAD'))
    window, sums = 0, [0] * len(ORDER)
    for (device,) in base.execute("SELECT DISTINCT deviceId FROM CUPTI_ACTIVITY_KIND_KERNEL").fetchall():
        kernels = [(s, e, string[n]) for s, e, n in base.execute('SELECT start, "end", demangledName FROM CUPTI_ACTIVITY_KIND_KERNEL WHERE deviceId = ?', (device,))]
        copies = list(base.execute('SELECT start, "end", copyKind FROM CUPTI_ACTIVITY_KIND_MEMCPY WHERE deviceId = ?', (device,)))
        fills = list(base.execute('SELECT start, "end" FROM CUPTI_ACTIVITY_KIND_MEMSET WHERE deviceId = ?', (device,)))
        ask = [([(s, e) for s, e, n in kernels if not n.startswith("nccl")], 0), ([(s, e) for s, e, n in kernels if n.startswith("nccl")], 1),
               ([(s, e) for s, e, k in copies if k in (1, 2)], 2), ([(s, e) for s, e, k in copies if k == 10], 1),
               ([(s, e) for s, e, k in copies if k == 8], 0), (fills, 0), (overhead, 5),
               ([(s, e) for s, e, t in acts if t in launching], 3), ([(s, e) for s, e, t in waits if t in launching], 5), (active, 4)]
        on = [p for pairs, _ in ask[:6] for p in pairs]
        start, end = min(s for s, _ in on), max(e for _, e in on)
        moments = sorted({t for pairs, _ in ask for p in pairs for t in p if start <= t <= end} | {start, end})
        for a, b in zip(moments, moments[1:]):
            sums[next((part for pairs, part in ask if any(s <= a < e for s, e in pairs)), 5)] += b - a
        window += end - start
    assert sum(sums) == window
    return window, sums


def held(path, data):
    told = {f.get("instance", ""): Decimal(str(f.get("text", f.get("value"))).split()[0]) for f in json.load(open(data))["facts"]
            if f["key"] in ("time.window", "time.part")}
    window, sums = parts(path)
    name = os.path.basename(path)
    got = [told.get(name)] + [told.get("%s: %s" % (name, part)) for part in ORDER]
    want = [Decimal(n) / 1_000_000 for n in [window] + sums]
    if got != want:
        print("FAIL", got, "expected", want)
    return got != want


def hostile(folder):
    os.makedirs(folder, exist_ok=True)

    def build(name, script, writable=False):
        path = os.path.join(folder, name + ".sqlite")
        make(path)
        base = sqlite3.connect(path)
        if writable:
            base.execute("PRAGMA writable_schema = ON")
        base.executescript(script)
        base.commit()
        base.close()
        return path

    build("view", "DROP TABLE CUPTI_ACTIVITY_KIND_KERNEL; CREATE VIEW CUPTI_ACTIVITY_KIND_KERNEL AS WITH RECURSIVE n(start) AS "
          "(SELECT 1 UNION ALL SELECT start + 1 FROM n) SELECT start, start + 1 AS \"end\", 0 AS deviceId, 0 AS demangledName, start AS rowid FROM n;")
    build("virtual", "DROP TABLE CUPTI_ACTIVITY_KIND_KERNEL; CREATE VIRTUAL TABLE CUPTI_ACTIVITY_KIND_KERNEL USING fts5(start, \"end\", deviceId, demangledName);")
    build("generated", "DROP TABLE CUPTI_ACTIVITY_KIND_KERNEL; CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, "
          "\"end\" INTEGER AS (length(zeroblob(1000000))), deviceId INTEGER, demangledName INTEGER); INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL (start) VALUES (1);")
    build("texts", "UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET start = 'soon' WHERE rowid = 5; UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET \"end\" = -1 WHERE rowid = 6; "
          "UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET \"end\" = 9223372036854775807 WHERE rowid = 7; UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET start = 1.5 WHERE rowid = 8;")
    build("trigger", "CREATE TRIGGER t AFTER INSERT ON StringIds BEGIN DELETE FROM StringIds; END;")
    build("long", "INSERT INTO StringIds VALUES (77, printf('%.*c', 2000000, 'k')); UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET demangledName = 77 WHERE rowid = 1;")
    wal = os.path.join(folder, "wal.sqlite")
    make(wal)
    data = bytearray(open(wal, "rb").read())
    data[18] = data[19] = 2
    open(wal, "wb").write(data)
    good = bytearray(open(build("cut", ""), "rb").read())
    open(os.path.join(folder, "cut.sqlite"), "wb").write(good[:len(good) // 2 + 100])
    chance = random.Random(3)
    for i in range(12):
        bad = bytearray(good)
        for _ in range(40):
            bad[chance.randrange(100, len(bad))] = chance.randrange(256)
        open(os.path.join(folder, "damaged-%d.sqlite" % i), "wb").write(bad)
    loop = bytearray(good)  # interior pages that point back at themselves
    for page in range(1, len(loop) // 4096):
        if loop[page * 4096] == 5:
            loop[page * 4096 + 8:page * 4096 + 12] = (page + 1).to_bytes(4, "big")
    open(os.path.join(folder, "loop.sqlite"), "wb").write(loop)


verb = sys.argv[1]
sys.exit(make(sys.argv[2]) if verb == "make" else make(sys.argv[2], "EXAMPLE-40GB", 12, 1024) if verb == "small" else hostile(sys.argv[2]) if verb == "hostile" else held(sys.argv[2], sys.argv[3]))
