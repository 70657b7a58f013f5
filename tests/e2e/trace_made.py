#!/usr/bin/env python3
"""trace_made.py FOLDER: traces of the shapes that profilers of all years write, and of shapes that none should: nested calls,
several streams, threads and accelerators, clocks that run backwards, events that cannot be read. The same bytes each time."""
import gzip, json, os, random, re, sys

if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
    sys.exit(__doc__)
folder, draw = sys.argv[1], random.Random(17)
os.makedirs(folder, exist_ok=True)


def write(name, root, pack=False, quote=""):
    text = re.sub(r'"@([0-9.]+)"', quote + r"\1" + quote, json.dumps(root))
    with (gzip.open if pack else open)(os.path.join(folder, name), "wt", encoding="utf-8") as out:
        out.write(text)


def root(events, device="Accelerator X", **more):
    return {"schemaVersion": 1, "deviceProperties": [{"id": 0, "name": device, "numSms": 100}], "traceEvents": events, **more}


def us(ns):  # as newer exporters print it, to the nanosecond, past what a double holds; write() takes the '@' off
    return "@%d.%03d" % divmod(ns, 1000)


def event(kind, name, at, length, pid, tid, **args):
    return {"ph": "X", "cat": kind, "name": name, "pid": pid, "tid": tid, "ts": us(at), "dur": us(length), "args": args}


def steps(begin, count, threads=(11,), devices=1, names=None, host_ahead=0):
    """Launches and operators that nest, kernels on streams that overlap, copies, collectives, waits, the profiler's own time."""
    n = dict(kernel="gemm_bf16", coll="ncclDevKernel_AllReduce_Sum_bf16", launch="cudaLaunchKernel", wait="cudaStreamSynchronize",
             copy="cudaMemcpyAsync", kinds=("kernel", "gpu_memcpy", "gpu_memset", "cuda_runtime", "cpu_op"),
             copies=("Memcpy HtoD (Pinned -> Device)", "Memcpy DtoH (Device -> Pageable)", "Memcpy DtoD (Device -> Device)",
                     "Memcpy PtoP (Device -> Device)"))
    n.update(names or {})
    kernel, memcpy, memset, runtime, operator = n["kinds"]
    out, at = [], begin
    for i in range(count):
        thread, device = threads[i % len(threads)], draw.randrange(devices)
        at += draw.randrange(0, 9000)
        out.append(event("user_annotation", "ProfilerStep#%d" % (i // 50), at - host_ahead, 9000, 4, thread))
        out.append(event(operator, "aten::mm", at - host_ahead, draw.randrange(2000, 9000), 4, thread))
        out.append(event(operator, "aten::inner", at - host_ahead + draw.randrange(900), draw.randrange(900), 4, thread))
        out.append(event(runtime, draw.choice([n["launch"], n["launch"], n["copy"], n["wait"], "cudaGetDevice"]), at - host_ahead + 300,
                         draw.randrange(0, 2500), 4, thread, correlation=i))
        stream = draw.randrange(7, 10)
        place = dict(device=device, stream=stream)
        out.append(event(kernel, n["kernel"] if i % 3 else "%s_%d" % (n["kernel"], i % 40), at + draw.randrange(3000),
                         draw.choice([0, 1, draw.randrange(6000)]), device, stream, **place))
        if i % 4 == 0:
            out.append(event(memcpy, draw.choice(n["copies"]), at + draw.randrange(4000), draw.randrange(3000), device, stream, **place))
        if i % 7 == 0:
            out.append(event(kernel, n["coll"], at + draw.randrange(4000), draw.randrange(9000), device, stream, **place))
        if i % 11 == 0:
            out.append(event(memset, "Memset (Device)", at + draw.randrange(4000), draw.randrange(500), device, stream, **place))
        if i % 60 == 0:
            out.append(event("overhead", "Activity Buffer Request", at, draw.randrange(4000), -1, 0))
        if i % 13 == 0:  # a worker that launches nothing, and one kernel that only its argument calls a collective
            out.append(event(operator, "aten::loader", at, 50000, 4, 99))
            out.append(event(kernel, "plain_sum", at, draw.randrange(2000), device, stream, **{"Collective name": "allreduce"}, **place))
    return out


DAY = 1_712_195_495_519_689_047  # nanoseconds since 1970
write("eras-2024.json", root(steps(0, 700), baseTimeNanoseconds=1712195495519689047, displayTimeUnit="ms"))
write("eras-2023.json.gz", root(steps(DAY, 700)), pack=True)
write("bare-array.json", steps(DAY, 300))
old = dict(kinds=("Kernel", "Memcpy", "Memset", "Runtime", "Operator"))
write("eras-2021.json", root(steps(DAY, 400, names=old)))
oldest = steps(1000, 300, names=dict(kinds=("kernel", "kernel", "kernel", "cuda_runtime", "cpu_op")))
for e in oldest:  # before Kineto: no categories, the process says it
    device = e.pop("cat") == "kernel"
    e["pid"] = "CUDA functions" if device else "CPU functions"
    e.pop("args")
write("eras-2019.json", [e for e in oldest if "Synchronize" not in e["name"] and not e["name"].startswith(("cuda", "Profiler", "Activity"))])
rocm = dict(kernel="Cijk_Ailk_Bljk_BBS_MT128", coll="rcclGenericKernel", launch="hipLaunchKernel", wait="hipDeviceSynchronize",
            copy="hipMemcpyWithStream", copies=("Memcpy HtoD (Host -> Device)", "Memcpy DtoH (Device -> Host)", "CopyHostToDevice", "CopyDeviceToHost"))
write("rocm.json", root(steps(DAY, 400, names=rocm), device="AMD Instinct MI300X"))
write("processor-only.json", root([e for e in steps(DAY, 300, threads=(1, 2)) if e["cat"] in ("cpu_op", "user_annotation")], device="none"))
write("eight-accelerators.json", root(steps(DAY, 900, threads=(1, 2, 3), devices=8)))
for rank in range(4):
    write("rank-%d.json.gz" % rank, root(steps(DAY + rank * 77, 200), distributedInfo={"backend": "nccl", "rank": rank, "world_size": 4}), pack=True)
mixed = steps(DAY, 9000, threads=tuple(range(20, 26)))
draw.shuffle(mixed)  # in no order at all, and thousands of stretches a thread
write("shuffled.json", root(mixed))
write("backwards.json", root(list(reversed(steps(DAY, 600)))))
write("clock-ahead.json", root(steps(DAY, 300, host_ahead=700_000)))
write("accelerator-of-another-year.json", root(steps(DAY, 50) + [event("kernel", "early", 5, 40, 0, 7, device=0)]))
write("clock-of-another-year.json", root([event("cpu_op", "aten::early", 5, 40, 4, 11)] + steps(DAY, 300)))
write("numbers-as-text.json", root(steps(DAY, 200)), quote='"')
xpu = dict(kernel="gemm_kernel", launch="urEnqueueKernelLaunch", wait="urQueueFinish", copy="urEnqueueUSMMemcpy",
           kinds=("kernel", "gpu_memcpy", "gpu_memset", "xpu_runtime", "cpu_op"),
           copies=("Memcpy M2D (MEMORY(Unknown) -> DEVICE)", "Memcpy D2M (DEVICE -> MEMORY(Unknown))", "Memcpy D2D (DEVICE -> DEVICE)",
                   "Memcpy H2D (HOST -> DEVICE)", "Memcpy D2H (DEVICE -> HOST)"))
write("xpu.json", root(steps(DAY, 400, names=xpu), device="Intel(R) Data Center GPU Max 1550"))
sdk = dict(rocm, copies=("MEMORY_COPY_HOST_TO_DEVICE", "MEMORY_COPY_DEVICE_TO_HOST", "MEMORY_COPY_DEVICE_TO_DEVICE"))
write("rocm-sdk.json", root(steps(DAY, 200, names=sdk), device="AMD Instinct MI300X"))
pairs, open_at = [], {}
for e in steps(DAY, 300):  # a begin and an end each, nested in a lane of its own where they overlap
    pairs.append((float(e["ts"][1:]), 0, {k: v for k, v in e.items() if k != "dur"} | {"ph": "B"}, e))
lanes, ends = {}, []
for at, _, e, whole in sorted(pairs, key=lambda p: (p[2]["ts"], p[3]["tid"])):
    begin, length = (int(whole[k][1:].replace(".", "")) for k in ("ts", "dur"))
    lane = next(i for i in range(99) if all(begin >= end or begin + length <= end for end in lanes.get((whole["pid"], whole["tid"], i), [])))
    lanes.setdefault((whole["pid"], whole["tid"], lane), []).append(begin + length)
    e["tid"] = "%s-%d" % (whole["tid"], lane)
    ends.append((begin, 1, -length, e))
    ends.append((begin + length, 0 if length else 2, length, {"ph": "E", "pid": e["pid"], "tid": e["tid"], "ts": us(begin + length)}))
ends.sort(key=lambda x: x[:3])
write("begin-end.json", root([x[3] for x in ends] + [{"ph": "E", "pid": 9, "tid": 9, "ts": us(DAY)}]))
# More begins at a time than are kept: one inside of another is forgotten, the end of the outer one is still its own.
crowd = [{"ph": "B", "cat": "kernel", "name": "outer", "pid": 0, "tid": 7, "ts": us(1000), "args": {"device": 0}}]
crowd += [{"ph": "B", "pid": 1, "tid": 1, "ts": us(1000)}] * 65534 + [{"ph": "B", "pid": 1, "tid": 2, "ts": us(1000)}]
for pid, tid, phase, at in ((0, 7, "B", 2000), (1, 2, "E", 2500), (0, 7, "B", 3000), (0, 7, "E", 4000), (0, 7, "E", 5000), (0, 7, "E", 90000)):
    crowd.append({"ph": phase, "pid": pid, "tid": tid, "ts": us(at)})
write("begins-crowded.json", root(crowd))
crowd[65536:65536] = [{"ph": "B", "cat": "kernel", "name": "lost", "pid": 0, "tid": 9, "ts": us(1500), "args": {"device": 0}},
                      {"ph": "E", "pid": 0, "tid": 9, "ts": us(1600)}]
write("begins-lost.json", root(crowd))
broken = steps(DAY, 300)
for i, e in enumerate(broken):
    fault = [None] * 20 + [dict(ts="soon"), dict(dur=-5), dict(ts=None), dict(dur="1e999"), dict(ts=1e30), dict(dur=[]), dict(name="gemm \"\\ é"),
                           dict(pid={"a": 1}), dict(args=[1, 2]), dict(ph="i"), dict(cat=7), dict(ts=-4.5)]
    e.update(draw.choice(fault) or {})
    if draw.random() < 0.03: e.pop(draw.choice(list(e)))
write("broken-events.json", root(broken + [[], 7, None, "x", {}, {"ph": "M", "name": "process_name", "args": {"name": "python"}}]))
