#!/bin/sh
# training_beside.sh - a log of training in the folder of a run: out of what serving is judged by, and in of all else.
# ctest
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
python3 "$SOURCE/tests/e2e/families.py" . vllm
golden=$SOURCE/tests/golden/ingest/training
# Whether the log tells a loss or not: a training that still ran, DeepSpeed's console.
jq 'del(.log_history[-1])' "$golden/trainer_state.json" >going.json
for log in "$golden/deepspeed.log" going.json "$golden/trainer_state.json" "$golden/torchtitan.log" "$golden/megatron.log"; do
    name=$(basename "$log")
    rm -rf beside && mkdir beside && cp -r vllm/A vllm/B beside
    for run in 0 1 2; do # other bytes each
        { cat "$log"; printf "%${run}s\n" ""; } >"beside/A/run$run/$name"
    done
    exits 0 "$name beside serving" "$DOSSIER" compare beside/A beside/B
    prints "B delivers 9.0" "$name: the ratio stands"
    exits 0 "$name, every condition" "$DOSSIER" compare --full beside/A beside/B
    lacks "Batch size" "$name: its batch is no load of a server"
    lacks "train_batch_size" "$name: nor its argument one of the client"
done
# Steps of a training that a run.json declares are judged by its log, though a result of serving lies beside: another batch is other work.
python3 - "$golden/torchtitan.log" <<'END'
import json, os, sys
log = open(sys.argv[1]).read()
for side, batch in ("a", 16), ("b", 32):
    for run in range(3):
        place = f"steps/{side}/r{run}"
        os.makedirs(place)
        with open(place + "/steps.csv", "w") as out:
            out.write("seconds\n" + "".join("%.6f\n" % ((0.5 if side == "a" else 0.45) * (1 + (i * 37 % 11 - 5) / 1000 + run / 5000)) for i in range(300)))
        open(place + "/training.log", "w").write(log.replace("global batch size 16", f"global batch size {batch}") + " " * run + "\n")
        json.dump({"format": "dossier-run/1", "series": [{"file": "steps.csv", "kind": "per_iteration", "duration": "seconds"}]}, open(place + "/run.json", "w"))
        kept = json.load(open(f"vllm/{side.upper()}/run{run}/" + next(n for n in os.listdir(f"vllm/{side.upper()}/run{run}") if n.endswith(".json") and n != "run.json")))
        kept["note"] = side
        json.dump(kept, open(place + "/serving.json", "w"))
machines = lambda side: [{"runs": [f"{side}/r{run}" for run in range(3)]}]
json.dump({"format": "dossier-case/1", "id": "steps", "date": "2026-12-01", "profile": "engineering", "question": "How do the two sides compare?",
           "systems": [{"id": "A", "label": "a", "baseline": True, "machines": machines("a")}, {"id": "B", "label": "b", "machines": machines("b")}],
           "metric": {"key": "latency.iteration", "kind": "per_run"},
           "under_test": {"kind": "executor", "terms": "as-operated", "release_rule": "as found", "unit": "offer"}}, open("steps/case.json", "w"))
END
"$DOSSIER" check --full steps/case.json >"$SCRATCH/out" 2>&1 || :
prints "≠ not comparable" "it is refused"
ok "for its batch" sh -c 'tr -s " \n" " " <"$1" | grep -q "Batch size differs: 16 count against 32 count\|Batch size differs: 16 against 32"' - "$SCRATCH/out"
finish
