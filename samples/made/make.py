#!/usr/bin/env python3
"""make.py - writes the made cases beside it. Their numbers are made, not measured: they show what the rules say of
shapes that a purchase meets, and nothing of any product. Same output on every machine: no clock, no random source but
the generator below."""
import json, math, os

HERE = os.path.dirname(os.path.abspath(__file__))
SECONDS, TOKENS = 80, 640  # of a run; of a step


def noise(seed):
    """Numbers between -1 and 1 (64-bit linear congruence, constants of Knuth's MMIX)."""
    state = seed
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        yield (state >> 11) / 2**52 - 1


def write(path, text):
    path = os.path.join(HERE, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", newline="\n") as out:
        out.write(text)


def put(path, value):
    write(path, json.dumps(value, indent=2, ensure_ascii=False) + "\n")


def steps(path, rate, seed, tokens=TOKENS):
    """80 s of steps of 640 tokens, or as many as told, at `rate` tokens/s, with a noise of 0.2 %."""
    n, at, out = noise(seed), 0.0, ["t_start_s,duration_s,tokens"]
    while at < SECONDS:
        duration = tokens / rate * (1 + 0.002 * next(n))
        out.append("%.5f,%.5f,%d" % (at, duration, tokens))
        at += duration
    write(path, "\n".join(out) + "\n")


FACTS = {
    "engine.version": "none", "container.digest": "none", "container.virtualisation": "bare metal",
    "runtime.cudnn_loaded": "91900", "runtime.attention": "flash", "framework.version": "2.9.1",
    "framework.cuda": "13.0", "framework.architectures": ["sm_80", "sm_90"], "compile.mode": "cudagraph",
    "compile.toolkit": "13.0.2", "os.name": "Ubuntu", "os.version": "24.04", "os.kernel": "6.8.0",
    "driver.version": "580.82.07", "driver.cuda": "13.0", "firmware.vbios": {"0": "96.00.89.00.01"},
    "accelerator.name": {"0": "NVIDIA H100 80GB HBM3"}, "accelerator.count": "1", "accelerator.attached": "1",
    "accelerator.capability": {"0": "9.0"}, "accelerator.memory_total": {"0": "81559 MiB"},
    "accelerator.serial": {"0": "made-0001"}, "cpu.name": "made processor", "cpu.threads": "64",
    "host.memory": "1099511627776 B", "power.limit": {"0": "700 W"},
    "precision.weights": "bf16", "precision.compute": "bf16",
    "method.command": ["made"], "run.exit": None,
}
DECLARED = {
    "format": "dossier-run/1",
    "workload": {"kind": "offline inference", "seed": "1"},
    "model": {"name": "made decoder", "revision": "1"},
    "dataset": {"name": "made tokens"},
    "input": {"length": "512"}, "output": {"length": "512"},
    "load": {"scenario": "one batch after the other", "loop": "closed", "batch": "32"},
    "decoding": {"sampling": "greedy"},
    "precision": {"quantisation": "none", "kv_cache": "as weights"},
    "method": {"tool": "samples/made/make.py", "tool_version": "1", "warmup": "none", "stop_rule": "count",
               "optimisation": "out of the box", "client_place": "same process"},
    "environment": {"sharing": "exclusive", "provider": "made, not measured"},
}


def run(folder, rate, seed, changes=None, declared=None, start=1795816800, tokens=TOKENS):
    facts = {key: value for key, value in FACTS.items() if value is not None}
    facts.update(changes or {})
    facts = {key: value for key, value in facts.items() if value is not None}
    facts.update({"run.start": start, "run.end": start + 81, "load.begin": start})
    entry = {key: dict(value) if isinstance(value, dict) else value for key, value in DECLARED.items()}
    for section, value in (declared or {}).items():
        entry.setdefault(section, {}).update(value)
        entry[section] = {key: text for key, text in entry[section].items() if text is not None}
    entry["facts"] = facts
    entry["series"] = [{"file": "steps.csv", "kind": "per_iteration", "start": "t_start_s", "duration": "duration_s",
                        "work": "tokens", "work_unit": "tokens"}]
    put(folder + "/run.json", entry)
    steps(folder + "/steps.csv", rate, seed, tokens)


def captured(folder, id, healthy, driver, name="NVIDIA H100 80GB HBM3"):
    """What `nvidia-smi -q -x` would have written of memory errors."""
    if healthy:
        write(folder + "/captures/nvidia-smi-q.xml", """<?xml version="1.0" ?>
<!DOCTYPE nvidia_smi_log SYSTEM "nvsmi_device_v12.dtd">
<nvidia_smi_log>
  <driver_version>%s</driver_version>
  <attached_gpus>1</attached_gpus>
  <gpu id="00000000:00:00.0">
    <product_name>%s</product_name>
    <ecc_errors><volatile><sram_uncorrectable>0</sram_uncorrectable>
      <dram_uncorrectable>0</dram_uncorrectable></volatile></ecc_errors>
    <remapped_rows><remapped_row_pending>No</remapped_row_pending></remapped_rows>
  </gpu>
</nvidia_smi_log>
""" % (driver, name))
    return {"captures": ["%s/captures" % id]} if healthy else {}


def system(case, id, label, rate, changes=None, declared=None, baseline=False, turn=0, turns=2, facts=None, runs=3, healthy=True):
    for r in range(runs):
        run("%s/%s/r%d" % (case, id, r + 1), rate * (1 + 0.001 * (r - 1)), 1000 * turn + r + 1, changes, declared,
            1795816800 + 100 * (r * turns + turn))
    out = {"id": id, "label": label}
    if baseline:
        out["baseline"] = True
    if facts:
        out["facts"] = facts
    out["machines"] = [dict({"runs": ["%s/r*" % id]}, **captured("%s/%s" % (case, id), id, healthy,
                                                              (changes or {}).get("driver.version", FACTS["driver.version"])))]
    return out


def case(name, question, systems, under_test, file="case", **more):
    put("%s/%s.json" % (name, file), dict({
        "format": "dossier-case/1", "id": "MADE-" + name.upper() + file[4:].upper(), "date": "2026-11-28", "question": question,
        "asked_by": "Procurement",
        "measured_by": {"party": "buyer", "name": "nobody: made numbers", "paid_by": "buyer", "hosted_by": "buyer",
                        "configured_by": "buyer"},
        "systems": systems, "metric": {"key": "throughput.output_tokens", "kind": "per_run"},
        "under_test": under_test, "assumptions": [],
        "limitations": ["Made numbers, not measured: samples/made/make.py wrote every file."]}, **more))


def layers(*names):
    return {"kind": "layers", "layers": list(names)}


# A driver update, minus 12 %.
case("driver-regression", "What did the driver update change?", [
    system("driver-regression", "A", "driver of spring", 3600, {"driver.version": "570.124.06"}, baseline=True),
    system("driver-regression", "B", "driver of autumn", 3600 * 0.88, {"driver.version": "580.82.07"}, turn=1)],
    layers("driver"), owners={"driver": "Fleet team"}, decides="regression")

# Four rungs, one layer a step; the whole way is credited to none.
one = {"runtime.attention": "sdpa-efficient"}
two = {"runtime.attention": "flash"}
three = {"runtime.attention": "flash", "compile.mode": "compile-cudagraph"}
four = {"runtime.attention": "flash", "compile.mode": "compile-cudagraph", "framework.version": "2.10.0"}
case("ladder", "Where does the change between S1 and S4 come from?", [
    system("ladder", "S1", "as it was", 3000, one, baseline=True, turns=4),
    system("ladder", "S2", "other attention kernel", 3600, two, turn=1, turns=4),
    system("ladder", "S3", "and the compiler", 4100, three, turn=2, turns=4),
    system("ladder", "S4", "and the framework of autumn", 4120, four, turn=3, turns=4)],
    layers("runtime", "compile", "framework"))

# Whole executors of two vendors. Nobody tested the answers, so it stays incomplete, and says what is missing.
other = {
    "accelerator.name": {"0": "AMD Instinct MI300X"}, "accelerator.capability": None,
    "accelerator.architecture": {"0": "gfx942"}, "accelerator.memory_total": {"0": "196608 MiB"},
    "accelerator.serial": {"0": "made-0002"}, "driver.version": "6.14.14", "driver.cuda": None, "framework.cuda": None,
    "framework.rocm": "7.0", "framework.architectures": ["gfx942"], "runtime.cudnn_loaded": None,
    "compile.toolkit": None, "firmware.vbios": {"0": "113-M3000100-102"}, "power.limit": {"0": "750 W"},
    "os.kernel": "6.8.0",
}
terms = {"stack.release_rule": "latest public stable on 2026-11-01", "stack.artefact": "sha256:made",
         "stack.settings": "none", "stack.offer": "offered 2026-11-02, no answer", "engine.features": "none"}
case("two-vendors", "Which differences stand between the two offers?", [
    system("two-vendors", "N", "offer one", 3600, dict(terms, **{"stack.released": "2026-10-15"})),
    system("two-vendors", "M", "offer two", 3900, dict(other, **dict(terms, **{"stack.released": "2026-09-16"})),
           turn=1, healthy=False)],
    {"kind": "executor", "terms": "as-shipped", "release_rule": "latest public stable on 2026-11-01",
     "unit": "accelerator",
     "differences": [{"of": "host", "class": "chosen", "reason": "each vendor brought its own host"},
                     {"of": "power", "class": "chosen", "reason": "each board at the limit it is delivered with"}]},
    policy={"accuracy": "1 %"})

def evaluation(path, right, seen, arguments, begun, limit=None, whole=10552, seen_env=None):
    """What lm-evaluation-harness 0.4.8 writes to results_*.json (lm_eval/loggers/evaluation_tracker.py): `right` of `seen`
    samples by two filters; the standard error is that of a mean of zeros and ones, as the tool computes it."""
    def figures(name, count):
        share = count / seen
        return {"exact_match,%s" % name: share,
                "exact_match_stderr,%s" % name: math.sqrt(share * (1 - share) / (seen - 1))}
    put(path, dict({
        "results": {"gsm_plus": dict({"alias": "gsm_plus"}, **figures("flexible-extract", right[0]),
                                     **figures("strict-match", right[1]))},
        "group_subtasks": {"gsm_plus": []},
        "configs": {"gsm_plus": {"task": "gsm_plus", "output_type": "generate_until", "num_fewshot": 5,
                                 "metric_list": [{"metric": "exact_match", "aggregation": "mean",
                                                  "higher_is_better": True}],
                                 "metadata": {"version": 1.0}}},
        "versions": {"gsm_plus": 1.0}, "n-shot": {"gsm_plus": 5},
        "higher_is_better": {"gsm_plus": {"exact_match": True}},
        "n-samples": {"gsm_plus": {"original": whole, "effective": seen}},
        "config": {"model": "vllm", "model_args": arguments, "batch_size": "auto", "batch_sizes": [], "device": None,
                   "use_cache": None, "limit": limit, "bootstrap_iters": 100000, "gen_kwargs": None, "random_seed": 0,
                   "numpy_seed": 1234, "torch_seed": 1234, "fewshot_seed": 1234},
        "git_hash": None, "date": 1795780000.25 + begun, "transformers_version": "4.51.3", "lm_eval_version": "0.4.8",
        "upper_git_hash": None, "tokenizer_pad_token": ["<pad>", "0"], "tokenizer_eos_token": ["<eos>", "1"],
        "eot_token_id": 1, "max_length": 4096, "task_hashes": {}, "model_source": "vllm", "model_name": "made decoder",
        "model_name_sanitized": "made decoder", "system_instruction": None, "system_instruction_sha": None,
        "fewshot_as_multiturn": False, "chat_template": None, "chat_template_sha": None, "start_time": 51234.5,
        "end_time": 52047.0, "total_evaluation_time_seconds": "812.5"}, **({"pretty_env_info": seen_env} if seen_env else {})))


# Precision under test. Without accuracy: faster, and nobody knows whether still right. With it: the same runs, and what
# was lost. With a part of the task alone: no evidence.
question = "What does the smaller format cost and bring?"
formats = [
    system("precision", "A", "sixteen bits", 3600, baseline=True),
    system("precision", "B", "eight bits", 5600, {"precision.weights": "fp8_e4m3fn", "precision.compute": "fp8_e4m3fn"},
           {"precision": {"quantisation": "fp8 dynamic", "quantiser": "made 1"}}, turn=1)]
case("precision", question, formats, layers("precision"), policy={"accuracy": "1 %"})
evaluation("precision/A/accuracy/results_2026-11-27T12-26-40.000000.json", (7242, 7710), 10552,
           "pretrained=made decoder,dtype=bfloat16", 0)
evaluation("precision/B/accuracy/results_2026-11-27T13-26-40.000000.json", (7231, 7672), 10552,
           "pretrained=made decoder,dtype=bfloat16,quantization=fp8,kv_cache_dtype=fp8", 3600)
evaluation("precision/B/accuracy-part/results_2026-11-27T14-26-40.000000.json", (69, 74), 100,
           "pretrained=made decoder,dtype=bfloat16,quantization=fp8,kv_cache_dtype=fp8", 7200, limit=100.0)


def tested(kind):
    """The same systems with accuracy among the captures; of B the evaluation of that kind."""
    out = json.loads(json.dumps(formats))
    for one in out:
        one["machines"][0]["captures"].append("%s/%s" % (one["id"], kind if one["id"] == "B" else "accuracy"))
    return out


case("precision", question, tested("accuracy"), layers("precision"), file="case-accuracy",
     policy={"accuracy": "3 %", "accuracy_task": "gsm_plus exact_match,strict-match"})
case("precision", question, tested("accuracy-part"), layers("precision"), file="case-part",
     policy={"accuracy": "3 %", "accuracy_task": "gsm_plus exact_match,strict-match"})

# One kernel against another; one of them is a known slow path.
case("attention", "What does the attention kernel change?", [
    system("attention", "A", "kernel of the first team", 2400, {"runtime.attention": "sdpa-math"}, baseline=True),
    system("attention", "B", "kernel of the second team", 3600, {"runtime.attention": "flash"}, turn=1)],
    layers("runtime"))

# Two workloads, one better and one worse: no score is made of them. Two units, so that each workload needs a bridge run
# of its own: the kernel of today on the second unit.
both = []
for number, (id, label, rates, kernel) in enumerate([("A", "kernel of today", (3600, 900), "flash"),
                                                     ("B", "kernel of autumn", (4000, 800), "flash-autumn")]):
    machines = []
    for w, (name, rate, length) in enumerate([("chat", rates[0], "512"), ("documents", rates[1], "8192")]):
        for r in range(3):
            run("two-workloads/%s/%s/r%d" % (id, name, r + 1), rate * (1 + 0.001 * (r - 1)),
                9000 + 100 * number + 10 * w + r,
                {"runtime.attention": kernel, "accelerator.serial": {"0": "made-000%d" % (number + 1)}},
                {"input": {"length": length}}, 1795816800 + 100 * (r * 4 + number * 2 + w))
        machines.append(dict({"workload": name, "runs": ["%s/%s/r*" % (id, name)]},
                             **captured("two-workloads/" + id, id, True, FACTS["driver.version"])))
    both.append(dict({"id": id, "label": label, "machines": machines}, **({"baseline": True} if id == "A" else {})))
bridge = []
for w, (name, rate, length) in enumerate([("chat", 3600, "512"), ("documents", 900, "8192")]):
    run("two-workloads/bridge/" + name, rate * 1.0004, 9500 + w,
        {"runtime.attention": "flash", "accelerator.serial": {"0": "made-0002"}}, {"input": {"length": length}},
        1795816800 + 100 * (12 + w))
    bridge.append({"like": "A", "workload": name, "captures": ["B/captures"], "runs": ["bridge/" + name]})
case("two-workloads", "What does the kernel change, by workload?", both, layers("runtime"), bridge=bridge)

# Each side at its highest load within the objective: a sweep over requests in flight, three runs a load. A row is eight
# tokens of every request in flight, so its duration is what a request waits for them.
both = []
for turn, (id, label, version, base, each) in enumerate([("A", "engine of spring", "1.0", 0.120, 0.0020),
                                                         ("B", "engine of autumn", "2.0", 0.100, 0.0015)]):
    for place, load in enumerate((8, 32, 64, 128)):
        for r in range(3):
            run("at-objective/%s/load-%03d-r%d" % (id, load, r + 1),
                8 * load / (base + each * load) * (1 + 0.001 * (r - 1)), 20000 + 1000 * turn + 10 * place + r,
                {"engine.name": "made engine", "engine.version": version},
                {"workload": {"kind": "serving"},
                 "load": {"scenario": "requests in flight", "batch": None, "concurrency": str(load)}},
                1795816800 + 100 * (r * 8 + place * 2 + turn), 8 * load)
    both.append(dict({"id": id, "label": label,
                      "machines": [dict({"runs": ["%s/load-*" % id]},
                                        **captured("at-objective/" + id, id, True, FACTS["driver.version"]))]},
                     **({"baseline": True} if id == "A" else {})))
kept = [{"metric": "latency.iteration", "percentile": 99, "at_most": "220 ms"}]
at_objective = {"key": "throughput.output_tokens", "kind": "at_objective"}
case("at-objective", "What does each engine carry within the objective?", both, layers("engine"), metric=at_objective,
     objectives=kept)
# The same runs under an objective that the sweep of neither side reaches, and under one that no load of A keeps.
case("at-objective", "What does each engine carry within the objective?", both, layers("engine"), metric=at_objective,
     objectives=[dict(kept[0], at_most="900 ms")], file="case-short")
case("at-objective", "What does each engine carry within the objective?", both, layers("engine"), metric=at_objective,
     objectives=[dict(kept[0], at_most="120 ms")], file="case-tight")

# Processors alone: the same engine built for any processor and for this one. The tool itself records what computed, and
# each machine is captured; there is no accelerator to be silent about.
def bench(path, rate, seed, at, repetitions=400, tokens=16):
    """What `llama-bench -p 0 -n 16 -r 400 -o json` writes in a build without backends for accelerators
    (llama.cpp, tools/llama-bench/llama-bench.cpp): mean and deviation of its samples, as the tool computes them."""
    n = noise(seed)
    ns = [round(tokens / rate * 1e9 * (1 + 0.002 * next(n))) for _ in range(repetitions)]
    ts = [1e9 * tokens / one for one in ns]

    def spread(values):
        mean = sum(values) / len(values)
        return math.sqrt(max(0, sum(v * v for v in values) / (len(values) - 1)
                             - mean * mean * len(values) / (len(values) - 1)))
    put(path, [{
        "build_commit": "10e97801", "build_number": 7099, "cpu_info": "made processor 9000", "gpu_info": "",
        "backends": "CPU", "model_filename": "made-1b-f16.gguf", "model_type": "llama 1B F16", "model_size": 2317688832,
        "model_n_params": 1158760448, "n_batch": 2048, "n_ubatch": 512, "n_threads": 32, "cpu_mask": "0x0",
        "cpu_strict": False, "poll": 50, "type_k": "f16", "type_v": "f16", "n_gpu_layers": 99, "n_cpu_moe": 0,
        "split_mode": "layer", "main_gpu": 0, "no_kv_offload": False, "flash_attn": False, "devices": "auto",
        "tensor_split": "0.00", "tensor_buft_overrides": "none", "use_mmap": True, "embeddings": False,
        "no_op_offload": 0, "no_host": False, "n_prompt": 0, "n_gen": tokens, "n_depth": 0,
        "test_time": time_utc(at), "avg_ns": sum(ns) // len(ns), "stddev_ns": int(spread(ns)),
        "avg_ts": round(sum(ts) / len(ts), 6), "stddev_ts": round(spread(ts), 6), "samples_ns": ns,
        "samples_ts": [round(one, 4) for one in ts]}])


def time_utc(at):
    day, second = divmod(at - 1795737600, 86400)  # 27 November 2026, 0:00
    return "2026-11-%02dT%02d:%02d:%02dZ" % (27 + day, second // 3600, second // 60 % 60, second % 60)


def uname(path, host):
    write(path, "Linux %s 6.8.0-88-generic #89-Ubuntu SMP PREEMPT_DYNAMIC Sat Oct 11 01:02:46 UTC 2026 x86_64 x86_64 "
                "x86_64 GNU/Linux\n" % host)


def host(folder, name, at):
    """What `dossier capture-script` leaves of a machine without accelerators."""
    write(folder + "/date.txt", time_utc(at) + "\n")
    uname(folder + "/uname.txt", name)
    write(folder + "/os-release.txt", 'PRETTY_NAME="Ubuntu 24.04.3 LTS"\nNAME="Ubuntu"\nVERSION_ID="24.04"\nID=ubuntu\n')
    write(folder + "/dmi-id.txt", "/sys/class/dmi/id/bios_date:03/02/2026\n/sys/class/dmi/id/bios_version:2.1\n"
                                  "/sys/class/dmi/id/product_name:made server 1U\n")
    put(folder + "/lscpu.json", {"lscpu": [{"field": field, "data": data} for field, data in (
        ("Architecture:", "x86_64"), ("CPU(s):", "64"), ("Model name:", "made processor 9000"),
        ("Thread(s) per core:", "2"), ("Core(s) per socket:", "32"), ("Socket(s):", "1"), ("Stepping:", "2"),
        ("NUMA node(s):", "1"))]})
    write(folder + "/meminfo.txt", "MemTotal:       263877876 kB\nMemFree:        250651208 kB\n")
    put(folder + "/env.json", {"LANG": "C.UTF-8", "PATH": "/usr/local/bin:/usr/bin:/bin"})


sides = []
for turn, (id, label, rate, flags) in enumerate([("A", "built for any processor", 64, "-O3 -march=x86-64-v2"),
                                                 ("B", "built for this processor", 82, "-O3 -march=native")]):
    machines = []
    for number, runs in ((1, (1, 2)), (2, (3, 4))):
        folder = "processors/%s/node-%d" % (id, number)
        for r in runs:
            begin = 1795816800 + 1000 * (number - 1) + 300 * (r - runs[0]) + 150 * turn
            bench("%s/r%d/llama-bench.json" % (folder, r), rate * (1 + 0.0005 * (r - 2)), 30000 + 100 * turn + r, begin)
            uname("%s/r%d/uname.txt" % (folder, r), "made-node-%d" % number)
            put("%s/r%d/run.json" % (folder, r),
                {"format": "dossier-run/1", "run": {"start": time_utc(begin), "end": time_utc(begin + 110)}})
        host(folder + "/captures", "made-node-%d" % number, 1795816800 + 1000 * (number - 1) - 30)
        machines.append({"captures": ["%s/node-%d/captures" % (id, number)], "runs": ["%s/node-%d/r*" % (id, number)]})
    put("processors/%s/run.json" % id, {
        "format": "dossier-run/1",
        "workload": {"kind": "offline inference", "seed": "none: the tool draws tokens anew"},
        "model": {"name": "made decoder", "revision": "1"}, "dataset": {"name": "random tokens"},
        "input": {"length": "0"},
        "load": {"scenario": "one sequence after the other", "loop": "closed", "batch": "1"},
        "decoding": {"sampling": "none"}, "precision": {"compute": "fp32", "quantisation": "none"},
        "method": {"tool": "llama-bench", "warmup": "one sequence, not counted", "stop_rule": "count",
                   "optimisation": "flags of the compiler alone", "client_place": "same process",
                   "command": ["llama-bench", "-m", "made-1b-f16.gguf", "-p", "0", "-n", "16", "-r", "400", "-t", "32"],
                   "server_command": "none"},
        "container": {"digest": "none", "virtualisation": "bare metal"},
        "compile": {"mode": "ahead of time", "flags": flags}, "framework": {"version": "none"},
        "runtime": {"attention": "the engine's own"},
        "environment": {"sharing": "exclusive", "provider": "own data centre"}})
    sides.append(dict({"id": id, "label": label, "machines": machines}, **({"baseline": True} if id == "A" else {})))
case("processors", "May a rebuilt engine spare us new servers?", sides, layers("compile"))

# One unit of today and one that is offered, in categories, as large procurements ask for them: as shipped or ported, one of
# which is required, and optimised, which is optional. Each is judged against the same category of the other side. The unit
# offered was ported, too, and nobody tested the answers of what was optimised with a smaller format.
in_categories = []
bf16 = "pretrained=made decoder,dtype=bfloat16"
for id, label, board, rates, turn in [("A", "unit of today", {"accelerator.name": {"0": "NVIDIA H100 80GB HBM3"}}, (3600, 5100), 0),
                                      ("B", "unit offered", {"accelerator.name": {"0": "NVIDIA H200"}, "accelerator.serial": {"0": "made-0002"},
                                                             "accelerator.memory_total": {"0": "143771 MiB"}}, (4000, 8200), 1)]:
    facts = dict(terms, **board, **{"stack.released": "2026-10-15", "os.environment": {"CUDA_VISIBLE_DEVICES": "0"}})
    small = {"precision.weights": "fp8_e4m3fn", "precision.compute": "fp8_e4m3fn"} if id == "B" else {}
    offers = [("as-shipped", rates[0], facts, {}),
              ("tuned", rates[1], dict(facts, **small, **{"stack.settings": "compile.mode=compile-cudagraph", "compile.mode": "compile-cudagraph"}),
               {"precision": {"quantisation": "fp8 dynamic", "quantiser": "made 1"}} if id == "B" else {})]
    if id == "B":
        offers.insert(1, ("ported", 4150, dict(facts, **{"stack.settings": "one kernel rewritten so that it runs"}), {}))
    machines = []
    for number, (category, rate, changes, declared) in enumerate(offers):
        for r in range(3):
            run("categories/%s/%s/r%d" % (id, category, r + 1), rate * (1 + 0.001 * (r - 1)), 40000 + 1000 * turn + 100 * number + r, changes,
                declared, 1795816800 + 100 * (6 * number + 2 * r + turn), tokens=1280)
        machines.append({"workload": "decoding", "category": category, "captures": ["%s/captures" % id] + (["%s/tested" % id] if category == "as-shipped" else []),
                         "runs": ["%s/%s/r*" % (id, category)]})
    evaluation("categories/%s/tested/results_2026-11-27T%d-26-40.000000.json" % (id, 12 + turn), (7242, 7710 - 3 * turn), 10552, bf16,
               3600 * turn, seen_env="GPU models and configuration: GPU 0: %s\nNvidia driver version: 580.82.07" % board["accelerator.name"]["0"])
    captured("categories/" + id, id, True, "580.82.07", board["accelerator.name"]["0"])
    in_categories.append(dict({"id": id, "label": label, "machines": machines}, **({"baseline": True} if id == "A" else {})))
case("categories", "What does each category of the offer bring?", in_categories,
     {"kind": "executor", "required": ["as-shipped", "ported"], "release_rule": "latest public stable on 2026-11-01",
      "unit": "accelerator"},
     policy={"accuracy": "3 %", "accuracy_task": "gsm_plus exact_match,strict-match"})
