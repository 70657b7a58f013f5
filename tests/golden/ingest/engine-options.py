"""key|instance|value of a file of a serving engine's options, with PyYAML: for the one-liners beside the golden files."""
import json, sys, yaml

NAMES = {"dtype": "precision.compute|", "kv-cache-dtype": "precision.kv_cache|", "kv-cache-config.dtype": "precision.kv_cache|",
         "kv-cache-config.enable-block-reuse": "engine.prefix_cache|", "tensor-parallel-size": "parallel.tensor|",
         "enable-prefix-caching": "engine.prefix_cache|", "max-num-seqs": "engine.settings|sequences at once",
         "max-batch-size": "engine.settings|sequences at once", "gpu-memory-utilization": "engine.settings|share of memory",
         "kv-cache-config.free-gpu-memory-fraction": "engine.settings|share of memory", "attn-backend": "runtime.attention|",
         "cuda-graph-sizes": "compile.option|sizes of graphs", "enable-chunked-prefill": "engine.settings|chunked prefill",
         "speculative-config": "engine.speculation|"}
PASSED = {"model", "host", "port"}


def tell(name, value):
    plain = name.replace("_", "-")
    if isinstance(value, dict) and plain not in NAMES:
        for inner, what in value.items():
            tell(name + "." + inner, what)
        return
    key = NAMES.get(plain)
    if plain.startswith("no-") and plain[3:] in NAMES:
        key, value = NAMES[plain[3:]], not value
    if plain in PASSED or (value is False and not plain.startswith(("no-", "kv-cache-config."))):
        return
    if isinstance(value, dict):
        value = json.dumps(value, separators=(",", ":"))
    value = {True: "on", False: "off"}[value] if isinstance(value, bool) else value
    value = ", ".join(map(str, value)) if isinstance(value, list) else value
    print("%s|%s" % (key or "server.option|" + name, value))
    if key == "engine.prefix_cache|" and value == "off":
        print("method.prefix_cache||off")


for name, value in yaml.safe_load(open(sys.argv[1])).items():
    tell(name, value)
