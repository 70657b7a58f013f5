#!/bin/sh
# ctest
# diff_rerun.sh - stacks of two bundles without a case; all that is needed to run a case again; a quoted figure without context.
. "$(dirname "$0")/common.sh"
sample="$SOURCE/samples/software-bottleneck"
a="$sample/h100-unit6/llm-decode-bf16-cudagraph-long-r1" b="$sample/h100-unit7/llm-decode-bf16-compile-cudagraph-long-r1"
exits 1 "two stacks that differ" "$DOSSIER" diff "$a" "$b"
prints "Compiler, graphs and fusion (ML platform): differs" "the layer that differs"
prints "A cudagraph" "its value on one side"
prints "B compile-cudagraph" "and on the other"
exits 1 "as JSON" "$DOSSIER" diff "$a" "$b" --json
ok "one key differs" jq -e '[.[] | select(.state == "differs") | .key] == ["compile.mode"]' "$SCRATCH/out"
exits 1 "two drivers" "$DOSSIER" diff "$SOURCE/samples/made/driver-regression/A/r1" "$SOURCE/samples/made/driver-regression/B/r1"
prints "distance: major +10" "how far the versions lie apart"
exits 1 "two vendors" "$DOSSIER" diff "$SOURCE/samples/made/two-vendors/N/r1" "$SOURCE/samples/made/two-vendors/M/r1" --json
ok "drivers of two vendors have no distance" jq -e '[.[] | select(.distance) | [.key, .distance]] == [
    ["driver.version", "not comparable as versions"], ["firmware.vbios", "not comparable as versions"]]' "$SCRATCH/out"
exits 2 "the same, but not all is disclosed" "$DOSSIER" diff "$a" "$a"
exits 3 "a bundle that is not there" "$DOSSIER" diff "$a" "$SCRATCH/none"

# A package that one list lacks is a difference; where several runs of a folder say several things, that is said.
mkdir -p "$SCRATCH/da" "$SCRATCH/db"
printf 'numpy==2.2.6\ntorch==2.9.1\n' >"$SCRATCH/da/pip-freeze.txt"
printf 'torch==2.10.0\nxformers==0.0.33\n' >"$SCRATCH/db/pip-freeze.txt"
exits 1 "two lists of packages" "$DOSSIER" diff "$SCRATCH/da" "$SCRATCH/db" --json
ok "each of the three differs" jq -e '[.[] | select(.key == "package.version") | [.instance, .state, .distance]] == [
    ["numpy", "differs", null], ["torch", "differs", "minor +1"], ["xformers", "differs", null]]' "$SCRATCH/out"
exits 1 "in words" "$DOSSIER" diff "$SCRATCH/da" "$SCRATCH/db"
prints "not in its list" "a package that is not there"
prints "on neither side: Accelerator driver" "silences in one line"
exits 1 "a folder of several runs" "$DOSSIER" diff "$SOURCE/samples/made/ladder" "$SOURCE/samples/made/ladder/S1/r1"
prints "(its files give other values, too)" "is not taken for one"
exits 0 "several runs against themselves" "$DOSSIER" diff "$SOURCE/samples/made/ladder" "$SOURCE/samples/made/ladder"
exits 2 "rerun" "$DOSSIER" rerun "$sample/case.json"
prints "Command line: $(jq -r '.argv | join(" ")' "$a/command.json")" "the command line as it was"
prints "Digest of the container image: not disclosed" "what is missing"
prints "Digest of the data set: not disclosed" "and what no comparison needs, but a repetition would"
prints "NCCL loaded: 2.28.9" "libraries"
prints "Environment variable, NVIDIA_VISIBLE_DEVICES: 0" "the environment"
prints "Packages: $(grep -c . "$sample/h100-unit6/captures/pip-freeze.txt"), listed in h100-unit6/captures/pip-freeze.txt" "the packages, by their list"
prints "    as h100-unit6/llm-decode-bf16-cudagraph-long-r1, but for" "of a repeated run what differs"
ok "and no more than that" [ "$(grep -c 'Data set or input distribution' "$SCRATCH/out")" -eq 3 ]
exits 2 "rerun as JSON" "$DOSSIER" rerun "$sample/case.json" --json
ok "seven runs" jq -e 'length == 7 and all(.[]; .needed | length > 20)' "$SCRATCH/out"
# What only a repeated run lacks is missing, too, in words as in JSON.
cp -r "$SOURCE/samples/made/driver-regression" "$SCRATCH/silent"
exits 0 "all is disclosed" "$DOSSIER" rerun "$SCRATCH/silent/case.json"
jq 'del(.model.revision)' "$SCRATCH/silent/A/r2/run.json" >"$SCRATCH/run.json" && mv "$SCRATCH/run.json" "$SCRATCH/silent/A/r2/run.json"
exits 2 "but by the second run" "$DOSSIER" rerun "$SCRATCH/silent/case.json"
prints "Model revision: not disclosed" "which is told"
exits 2 "also for programs" "$DOSSIER" rerun "$SCRATCH/silent/case.json" --json
exits 2 "a quoted figure without context" "$DOSSIER" report "$sample/case-quote.json" -o "$SCRATCH/q"
cp "$SCRATCH/q/report/pages.txt" "$SCRATCH/out"
prints "The figures you sent cannot be compared as they stand" "a list ready to be sent"
prints "Samples over time" "what to send"
prints "The output of nvidia-smi -q -x: Accelerators used, Accelerator driver" "one line a file, with all that it answers"
prints "A statement of each of these" "and one for what only a statement can tell"
exits 2 "the same list in check" "$DOSSIER" check --full "$sample/case-quote.json"
prints "to ask for, of B (as quoted):" "to whom it goes"
prints "the output of \`nvidia-smi -q -x\`: Accelerators used, Accelerator driver" "and what is asked"
exits 2 "and as JSON" "$DOSSIER" check "$sample/case-quote.json" --json
cp "$SCRATCH/out" "$SCRATCH/quote.json"
# Each undecided condition that B is silent in is answered by one line of B's list, and no line answers nothing.
ok "nothing undecided is left out" jq -e '.comparisons[0] as $c | [$c.ask[] | select(.system == "B").answers[]] as $answers
    | ([$c.ask[] | select(.answers == [])] == []) and ($answers | length) == ($answers | unique | length) and ($answers | length) > 30
    and ([$c.ask[] | select(.system == "B").send] | length < 15)' "$SCRATCH/quote.json"
ok "nothing derived from it" jq -e '[.facts[] | select(.kind == "derived" and (.key | startswith("ratio.") or startswith("mean.")))] == []' "$SCRATCH/q/report/data.json"
finish
