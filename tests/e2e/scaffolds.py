#!/usr/bin/env python3
"""scaffolds.py DOSSIER CAPTURES SCRATCH BUNDLE...: fills in the scaffold of each bundle, and looks at what still blocks.

The bundle lies on both sides (what is said of copies is not looked at), or, as FIRST:SECOND, two bundles a side each, with captures of one
machine beside it. `new` is asked until it asks for nothing more, each time a person states what is asked for. Where it says that no statement would
change the verdict, it asks for nothing, and that has to be so: other work was done, a run broke off, or has no result ("told"). Else no condition
may be undecided because a key is not disclosed, but those that no statement and no capture of a machine or a checkpoint tells: accuracy (P6 P7 E4), steadiness
and what the load did (S, V). Prints a line a bundle: how many statements were made, and how many facts they state. With COMMANDS=bare the command
lines that are stated carry no options, as of somebody who took every default."""
import json, os, re, shutil, subprocess, sys

dossier, captures, scratch = sys.argv[1:4]
EVIDENCE = {"P6", "P7", "E4"}
SAID = {
    "method.command": "vllm bench serve --model example/model-8b --dataset-name random --random-input-len 16 --random-output-len 64 "
                      "--random-range-ratio 0 --seed 1 --num-prompts 1000 --max-concurrency 8 --num-warmups 10 --temperature 0",
    "method.server_command": "vllm serve example/model-8b --revision 0123456789abcdef --dtype bfloat16 --kv-cache-dtype fp8 "
                             "--attention-backend FLASH_ATTN --enforce-eager",
    "stack.unit": "offer", "stack.release_rule": "as found", "stack.artefact": "sha256:" + 32 * "ab", "accelerator.count": "0",
    "container.digest": "sha256:" + 32 * "cd", "compile.mode": "eager", "method.warmup": "none discarded", "load.scenario": "8 requests at once",
    "precision.weights": "bf16", "precision.compute": "bf16", "precision.kv_cache": "bf16", "precision.quantisation": "none",
    "precision.accumulation": "fp32", "engine.features": "none", "workload.kind": "serving", "decoding.sampling": "greedy", "runtime.attention": "FLASH_ATTN"}
SCHEMA = json.loads(subprocess.run([dossier, "schema", "run"], stdout=subprocess.PIPE, check=True).stdout)["properties"]["facts"]["properties"]
if os.environ.get("COMMANDS") == "bare":
    SAID.update({"method.command": "vllm bench serve --model example/model-8b", "method.server_command": "vllm serve example/model-8b"})
NUMBERS = {key for key, what in SCHEMA.items() if what["anyOf"][0].get("type") == ["number", "string"]}
CHECKPOINT = {"architectures": ["ExampleForCausalLM"], "model_type": "example", "hidden_size": 64, "num_hidden_layers": 2,
              "num_attention_heads": 4, "vocab_size": 256, "torch_dtype": "bfloat16",
              "quantization_config": {"quant_method": "fp8", "activation_scheme": "dynamic"}}
CLIENTS = {"genai-perf": ("genai-perf profile -m example/model-8b", " --osl 64 --random-seed 1"),
           "aiperf": ("aiperf profile -m example/model-8b", " --isl 16 --osl 64 --random-seed 1"),
           "guidellm": ("guidellm benchmark --model example/model-8b --data d.jsonl", " --random-seed 1")}
bad = 0


def said(key, bundle):
    if key == "workload.kind" and re.search("llama-bench|trtexec", bundle):
        return "offline inference"
    if key == "method.command":
        for tool, (bare, options) in CLIENTS.items():
            if tool in bundle:
                return bare + ("" if os.environ.get("COMMANDS") == "bare" else options)
    if key in SAID:
        return SAID[key]
    return "1" if key in NUMBERS else "as stated by us"


def fill(path, bundle):
    """How many statements waited, each made, and of how many facts."""
    if not os.path.exists(path):
        return 0, 0
    run, count, facts = json.load(open(path)), 0, 0
    for section, members in run.items():
        if section in ("format", "series", "time_zone"):
            continue
        for name, value in members.items():
            if not str(value).startswith("FIXME:"):
                continue
            keys = [k.strip() for k in name.split(";")] if section == "facts" else [section + "." + name]
            members[name], count, facts = "; ".join(said(k, bundle) for k in keys), count + 1, facts + len(keys)
    json.dump(run, open(path, "w"), indent=2)
    return count, facts


for number, bundle in enumerate(sys.argv[4:]):
    root = os.path.join(scratch, str(number))
    shutil.rmtree(root, ignore_errors=True)
    for side, of in zip("AB", (bundle.split(":") * 2)[:2]):
        to = os.path.join(root, side)
        if os.path.isdir(of):
            shutil.copytree(of, to)
        else:
            os.makedirs(to)
            shutil.copy(of, to)
        if not os.path.exists(os.path.join(to, "captures")):
            shutil.copytree(captures, os.path.join(to, "captures"))
            json.dump(CHECKPOINT, open(os.path.join(to, "captures", "config.json"), "w"))
    statements, facts = 0, 0
    for turn in range(4):
        if os.path.exists(os.path.join(root, "case.json")):
            os.remove(os.path.join(root, "case.json"))
        done = subprocess.run([dossier, "new", os.path.join(root, "A"), os.path.join(root, "B"), "-o", root, "--profile",
                               os.environ.get("PROFILE", "purchase")], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            break
        made = [fill(os.path.join(root, *side, "run.json"), bundle) for side in ((), ("A",), ("B",))]
        more = sum(count for count, _ in made)
        statements, facts = statements + more, facts + sum(count for _, count in made)
        if more == 0:
            break
    name = ":".join("/".join(of.split("/")[-2:]) for of in bundle.split(":"))
    if done.returncode != 0:
        print("none  %-50s %s" % (name, done.stdout.strip().split("\n")[0][-90:]))
        continue
    checked = subprocess.run([dossier, "check", os.path.join(root, "case.json"), "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if checked.returncode > 2:
        bad += 1
        print("FAIL  %-50s %s" % (name, checked.stderr[:200]))
        continue
    if "no statement would change the verdict" in done.stdout:
        true = statements == 0 and all(any(
            "no result of the metric" in f["said"] or
            f["judgement"] == "fails" and f["makes"] == "not comparable" and (f["rule"][0] in "WV" or f["rule"] == "M17")
            for f in comparison["findings"]) for comparison in json.loads(checked.stdout)["comparisons"])
        bad += not true
        print("%s  %-50s %2d statements, and none would change it" % ("told" if true else "FAIL", name, statements))
        shutil.rmtree(root)
        continue
    left = {}
    for comparison in json.loads(checked.stdout)["comparisons"]:
        for f in comparison["findings"]:
            silent = f["makes"] == "incomplete" and f["judgement"] == "unknown" and re.search("not disclosed", f["said"])
            if silent and f["rule"] not in EVIDENCE and f["rule"][0] not in "SV":
                left[f["rule"], f["said"]] = 1
    bad += bool(left)
    print("%s  %-50s %2d statements of %2d facts %s" % ("FAIL" if left else "ok  ", name, statements, facts, "; ".join("%s %s" % k for k in left)))
    shutil.rmtree(root)
sys.exit(1 if bad else 0)
