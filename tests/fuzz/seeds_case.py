#!/usr/bin/env python3
"""seeds_case.py OUT [SCHEMA] - seeds for fuzz_case: every sample's case, and one with each member that a case may have.
With SCHEMA, the output of `dossier schema case`, each member of it must stand in some seed: a new one needs a line here."""
import argparse, glob, json, os, sys

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("out")
parser.add_argument("schema", nargs="?")
given = parser.parse_args()
out, root = given.out, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
os.makedirs(out, exist_ok=True)
seeds = {}
for path in sorted(glob.glob(root + "/samples/*/case*.json") + glob.glob(root + "/samples/made/*/case*.json")):
    seeds["-".join(path.split(os.sep)[-2:])] = json.load(open(path))

full = json.loads(json.dumps(seeds["software-bottleneck-case-purchase.json"]))
weak = {"value": "2 %", "reason": "a seed"}
full.update({
    "same": [{"of": "engine.features", "values": ["ten whole requests", "requests: ten, whole"], "reason": "a seed"}],
    "policy": {"delta": weak, "margin": weak, "failures": weak, "least_share": {"value": "20 %", "reason": "a seed"},
               "least_window": {"value": "20 s", "reason": "a seed"}, "least_batches": {"value": 20, "reason": "a seed"},
               "repetitions": {"value": 2, "reason": "a seed"}, "accuracy": {"value": "10 %", "reason": "a seed"}, "accuracy_task": "gsm8k"},
    "null": ["A", "B"], "plan": "plan.json", "ledger": "ledger.json", "owners": {"driver": "Fleet team", "compile": "Compilers"},
    "symptom": "network", "utilisation": "60 %", "decides": "units", "profile": "purchase",
    "statements": [{"party": "Vendor", "text": "Seen and agreed.", "date": "2026-11-28"}],
    "references": [{"dossier": "old/PR-2026-0146.asice", "as": "baseline", "embed": True}],
    "decision": {"text": "Buy none.", "by": "Board", "role": "owner", "conditions": ["a second unit"], "date": "2026-12-01", "result": "not shown",
                 "holds_while": ["prices stay", "A: driver.version == \"580.*\"", "power.limit <= \"700 W\""], "review": "2027-06-01", "claims_until": "2027-05-15"}})
full["metric"]["instance"] = "p95"
full.setdefault("rates", [{"from": "USD", "to": "EUR", "rate": "0.9", "as_of": "2026-11-24"}])[0]["valid_until"] = "2027-03-31"
full["remeasure"]["every_months"] = 24
full["expected"].append({"metric": "throughput.output_tokens", "projected_for": "the next generation", "value": "30000 tokens/s", "by": "Vendor", "document": "road map"})
full["requirements"][0]["system"] = "A"
full["requirements"].append({"clause": "6", "metric": "ttft.client", "percentile": 95, "at_most": "500 ms"})
full["systems"][1]["measured_by"] = dict(full["measured_by"], party="vendor")
full["systems"][1]["bundles"] = ["old/PR-2026-0146.asice#A"]
full["systems"][1]["facts"] = {"stack.artefact; stack.release_rule": ["sha256:ab", "as found; or newer"], "stack.offer": "offered", "precision.weights": "bf16", "accelerator.count": "8"}
for machine in (full["systems"][0]["machines"][0], full["systems"][1]["machines"][0], full["bridge"][0]):
    machine["workload"] = "chat"
full["bridge"][0]["facts"] = {"load.batch": "8"}
seeds["full.json"] = full

categories = json.loads(json.dumps(seeds["categories-case.json"]))
categories["bridge"] = [{"like": "A", "workload": "decoding", "category": "tuned", "runs": ["A/tuned/r1"]}]
seeds["categories.json"] = categories

executor = json.loads(json.dumps(full))
executor["under_test"] = {"kind": "executor", "terms": "tuned", "release_rule": "latest on a day", "unit": "node", "differences": [
    {"of": "host", "class": "chosen", "reason": "each brought its own"},
    {"of": "driver.version", "class": "forced", "document": "support.pdf"}]}
executor["metric"] = {"key": "ttft.client", "kind": "at_objective", "instance": "p95"}
seeds["executor.json"] = executor


def members(schema, path):
    """Paths of the members that the schema knows; declared facts are keys of the vocabulary, not members."""
    for name, inner in schema.get("properties", {}).items():
        yield path + "/" + name
        if name != "facts":
            yield from members(inner, path + "/" + name)
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            yield from members(schema[key], path)
    for key in ("anyOf", "oneOf", "allOf"):
        for inner in schema.get(key, []):
            yield from members(inner, path)


def present(value, path):
    if isinstance(value, list):
        for one in value:
            yield from present(one, path)
    elif isinstance(value, dict):
        for name, one in value.items():
            yield path + "/" + name
            yield from present(one, path + "/" + name)


full["demand"].update({"held": 12, "schedule": "120 h"})
full["interest"] = "4 %"
full["options"] = [
    {"id": "stay", "kind": "nothing", "lines": []},
    {"id": "tune", "label": "compiler on", "kind": "software", "system": "B", "from": "2027-01", "lines": [
        {"what": "migration", "amount": "18000.00", "currency": "EUR", "per": "option", "every": "once", "assumed": True},
        {"what": "hosts", "amount": "150.00", "currency": "USD", "per": "unit", "every": "month", "from": "2027-01", "until": "2029-12",
         "document": "offer-2026-11.txt"}]},
    {"id": "interface", "kind": "api", "tokens": {
        "input": {"amount": "0.10", "currency": "USD", "as_of": "2026-11-20", "valid_until": "2026-12-31", "document": "offer-2026-11.txt"},
        "cached_input": {"amount": "0.02", "currency": "USD", "as_of": "2026-11-20", "valid_until": "2026-12-31", "assumed": True},
        "output": {"amount": "0.40", "currency": "EUR", "as_of": "2026-11-20", "valid_until": "2026-12-31", "assumed": True},
        "cached": "20 %", "input_per_output": "3.5"}},
    {"id": "other", "kind": "api", "tokens": {
        "input": {"amount": "0.10", "currency": "EUR", "as_of": "2026-11-20", "assumed": True},
        "cached_input": {"amount": "0.02", "currency": "EUR", "as_of": "2026-11-20", "document": "offer-2026-11.txt"},
        "output": {"amount": "0.40", "currency": "EUR", "as_of": "2026-11-20", "document": "offer-2026-11.txt"}, "cached": "20 %"}}]

if given.schema:
    schema = json.load(open(given.schema))
    # The numbers of the steady-state method come from a table of their own, so their names do, too.
    steady = schema["properties"]["policy"]["properties"].get("steady", {}).get("properties", {})
    if steady:
        full["policy"]["steady"] = {name: {"value": 20, "reason": "a seed"} for name in steady}
    known = set().union(*(set(present(case, "")) for case in seeds.values()))
    lacking = sorted(set(members(schema, "")) - known)
    for path in lacking:
        print("no seed has", path)
    if lacking:
        sys.exit(1)
for name, case in seeds.items():
    with open(os.path.join(out, name), "w") as file:
        json.dump(case, file, ensure_ascii=False)
print("%d seeds" % len(seeds))
