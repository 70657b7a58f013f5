#!/usr/bin/env python3
"""Three ways to launch one decode loop in turns on one unit, then where the time goes: launch.py --part 1|2 --out DIR (see plan/plan.json)."""
import argparse, csv, json, os, signal, subprocess, sys, tarfile, time
HERE = os.path.dirname(os.path.abspath(__file__)); BENCH = os.path.join(HERE, "bench.py"); ROOT = "/tmp/launch"
QUERY = ("timestamp,name,clocks.sm,clocks.mem,power.draw,temperature.gpu,utilization.gpu,utilization.memory,memory.used,"
         "clocks_throttle_reasons.active,pstate,power.draw.instant,temperature.memory")
LAUNCH = {"A": "eager", "B": "cudagraph", "C": "compile-cudagraph"}
SECONDS = 64
T0 = time.time()

def sh(cmd, path, timeout=60):
    with open(path, "w") as f:
        try: return subprocess.run(cmd, shell=True, stdout=f, stderr=subprocess.DEVNULL, timeout=timeout).returncode
        except subprocess.TimeoutExpired: return 124

def telemetry(path):
    return subprocess.Popen(["stdbuf", "-oL", "nvidia-smi", "--query-gpu=" + QUERY, "--format=csv", "-lms", "200"], stdout=open(path, "w"), stderr=subprocess.STDOUT)

def stop(p):
    p.send_signal(signal.SIGINT)
    try: p.wait(3)
    except subprocess.TimeoutExpired: p.kill(); p.wait()

def captures(d):
    os.makedirs(d, exist_ok=True)
    sh("nvidia-smi -q -x", d + "/nvidia-smi-q.xml"); sh("nvidia-smi", d + "/nvidia-smi.txt"); sh("nvidia-smi topo -m", d + "/nvidia-smi-topo.txt")
    sh("lscpu -J", d + "/lscpu.json"); sh("cat /proc/meminfo", d + "/meminfo.txt"); sh("uname -a", d + "/uname.txt"); sh("cat /etc/os-release", d + "/os-release.txt")
    sh("python3 -m pip freeze", d + "/pip-freeze.txt"); sh("nvcc --version", d + "/nvcc-version.txt"); sh("date -u +%Y-%m-%dT%H:%M:%SZ", d + "/date.txt")
    sh("python3 -m torch.utils.collect_env", d + "/torch-collect-env.txt", 90)
    code = ("import json,torch,triton;p=torch.cuda.get_device_properties(0);"
            "print(json.dumps({'torch':torch.__version__,'git':torch.version.git_version,'cuda':torch.version.cuda,'cudnn':torch.backends.cudnn.version(),"
            "'nccl':list(torch.cuda.nccl.version()),'triton':triton.__version__,'arch_list':torch.cuda.get_arch_list(),'device':p.name,'sms':p.multi_processor_count,"
            "'total_memory':p.total_memory,'cc':[p.major,p.minor]},indent=1))")
    sh("python3 -c \"%s\"" % code, d + "/torch-versions.json")

def run(name, args, note=None, load=None, measured=True, before=()):
    d = os.path.join(ROOT, name); os.makedirs(d, exist_ok=True)
    tele = telemetry(d + "/telemetry.csv") if measured else None
    if tele: time.sleep(1.0)
    argv = list(before) + [sys.executable, BENCH, args[0], "--out", d] + [str(x) for x in args[1:]]
    began = time.time()
    p = subprocess.Popen(argv, stdout=open(d + "/stdout.log", "w"), stderr=open(d + "/stderr.log", "w"))
    if load:
        time.sleep(40); captures(load)
    try: rc = p.wait(150)
    except subprocess.TimeoutExpired: p.kill(); rc = 124
    end = time.time()
    if tele: time.sleep(1.0); stop(tele)
    rec = {"name": name, "argv": [os.path.basename(x) if x.startswith(HERE) else x.replace(ROOT, "launch") for x in argv],
           "start_unix": round(began, 3), "end_unix": round(end, 3), "rc": rc, "fresh_process": True,
           "telemetry": "nvidia-smi -lms 200, started 1.0 s before the process" if tele else None}
    if args[0] == "decode": rec["requested_seconds"] = SECONDS
    if note: rec["note"] = note
    json.dump(rec, open(d + "/command.json", "w"), indent=1)
    print("%6.1f %s rc=%d %s" % (time.time() - T0, name, rc, " / ".join(open(d + "/stdout.log").read().strip().splitlines()[-2:])[-200:]), flush=True)
    if rc: print(open(d + "/stderr.log").read()[-1200:])
    return began, end, rc

def main():
    a = argparse.ArgumentParser(); a.add_argument("--part", type=int); a.add_argument("--out"); a = a.parse_args()
    os.makedirs(ROOT, exist_ok=True)
    if a.part == 1:
        os.makedirs(ROOT + "/captures-idle", exist_ok=True)
        t = telemetry(ROOT + "/captures-idle/telemetry-idle.csv"); time.sleep(8); stop(t); captures(ROOT + "/captures-idle")
        json.dump([], open(ROOT + "/ledger.json", "w"))
    ledger = json.load(open(ROOT + "/ledger.json"))
    for slot in range(1, 7) if a.part == 1 else range(7, 10):
        side = "ABC"[(slot - 1) % 3]; name = "%s-slot%d" % (side, slot)
        began, end, rc = run(name, ["decode", "--seconds", SECONDS, "--launch", LAUNCH[side]], load=ROOT + "/captures-load" if slot == 2 else None)
        ledger.append([name, side, slot, round(began, 3), round(end, 3), rc, "kept" if rc == 0 else "failed"])
        json.dump(ledger, open(ROOT + "/ledger.json", "w"))
    if a.part == 2:
        for side in "ABC":
            run("profile-" + LAUNCH[side], ["trace", "--traces", LAUNCH[side]], note="ten steps under the profiler")
        run("ceiling-copy", ["copy", "--seconds", 12, "--inner", 10])
        run("ceiling-gemm-bf16", ["gemm", "--seconds", 20])
        rep = ROOT + "/ncu-report"
        run("ncu-decode", ["ncu"], measured=False, note="two of the 24 layers, eager, batch 32, one decode step; hardware counters, kernels replayed by ncu",
            before=["ncu", "--clock-control", "none", "--profile-from-start", "off", "--launch-count", "80", "--set", "basic", "--section", "MemoryWorkloadAnalysis",
                    "--section", "ComputeWorkloadAnalysis", "--section", "SpeedOfLight_RooflineChart", "-f", "-o", rep])
        for page in ("raw", "details"):
            sh("ncu --import %s.ncu-rep --page %s --csv" % (rep, page), "%s/ncu-decode/ncu-%s.csv" % (ROOT, page), 100)
    with open(ROOT + "/ledger.csv", "w") as f:
        w = csv.writer(f); w.writerow(["run", "side", "slot", "start_unix", "end_unix", "exit", "kept"]); w.writerows(ledger)
    skip = ("ncu-report.ncu-rep", "ledger.json")
    with tarfile.open(os.path.join(a.out, "launch-%d.tar.gz" % a.part), "w:gz", compresslevel=6) as t:
        for n in sorted(os.listdir(ROOT)):
            if n not in skip and not (a.part == 2 and n[-1] in "123456" and "slot" in n): t.add(os.path.join(ROOT, n), arcname="launch/" + n)
    print("done %.1f s" % (time.time() - T0))
main()
