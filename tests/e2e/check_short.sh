#!/bin/sh
# ctest
# check_short.sh - what `check` says in at most 30 lines, what it never leaves out, and what it writes for CI; what a statement of the
# command line would change.
. "$(dirname "$0")/common.sh"
cd "$SOURCE/samples"
short() { # description, case
    "$DOSSIER" check "$2" >"$SCRATCH/kept" 2>&1 || :
    ok "$1: at most 30 lines, not $(wc -l <"$SCRATCH/kept")" sh -c '[ "$(wc -l <"$1")" -le 30 ]' - "$SCRATCH/kept"
    ok "$1: at most 100 columns but for commands" sh -c \
        '! grep -v "^Next:" "$1" | LC_ALL=C.UTF-8 grep -qE "^.{101,}"' - "$SCRATCH/kept"
}
for case in */case*.json made/*/case*.json; do short "$case" "$case"; done

exits 0 "comparable" "$DOSSIER" check software-bottleneck/case.json
ok "what judged stands first" sh -c 'head -1 "$1" | grep -qxF "Judged by the built-in rules, the profile purchase."' - "$SCRATCH/out"
prints "≈ comparable, with" "the verdict"
prints "B delivers 23 % more than A" "the change"
prints "The change may be credited to one layer: Compiler, graphs and fusion" "the layer"
prints "Next:  dossier build software-bottleneck/case.json" "the next command"
exits 0 "every condition" "$DOSSIER" check software-bottleneck/case.json --full
prints "B / A = 1.230" "is what it printed before"
exits 1 "a trap" "$DOSSIER" check trap-zeros/case.json
prints "≠ not comparable" "the verdict"
prints "W3 Data set or input distribution differs: normal(0,1), seeded against zeros" "why"
prints "No ratio is given" "and that there is none"
lacks "delivers" "nor a change"

# What made a verdict easier is told in the short form, too.
cp -r software-bottleneck "$SCRATCH/b" && chmod -R u+w "$SCRATCH/b"
jq '.policy = { "least_window": { "value": "20 s", "reason": "the runs are short" } }' software-bottleneck/case.json >"$SCRATCH/b/case.json"
exits 0 "a limit of its own" "$DOSSIER" check "$SCRATCH/b/case.json"
prints "weaker than the built-in limit: " "is told"
printf '%s\n' '{ "format": "dossier-rules/1", "version": "own", "rules": [ { "id": "M12", "cells": { "differ": "holds" }, "loosened": "turns were not to be had" } ] }' >"$SCRATCH/own.json"
if "$DOSSIER" check software-bottleneck/case.json --rules "$SCRATCH/own.json" --full >"$SCRATCH/out" 2>&1 || [ $? -le 2 ]; then
    "$DOSSIER" check software-bottleneck/case.json --rules "$SCRATCH/own.json" >"$SCRATCH/out" || :
    prints "looser than the built-in rules: M12" "a rule of one's own that asks less"
fi
jq '.profile = "engineering"' software-bottleneck/case.json >"$SCRATCH/b/case.json"
exits 0 "under a profile" "$DOSSIER" check "$SCRATCH/b/case.json"
prints "Judged by the profile engineering, which asks less than a purchase needs." "which stands first"
lacks "the profile purchase" "and no other"

# ---- a gate, over a case
exits 0 "a loss is excluded" "$DOSSIER" check software-bottleneck/case.json --gate slower:2%
prints "Gate slower:2%: excluded (exit 0): the change of Output throughput lies between 21 and 25 %" "which is said"
exits 1 "a gain is shown" "$DOSSIER" check software-bottleneck/case.json --gate faster:2%
exits 2 "what may not be compared is open" "$DOSSIER" check trap-zeros/case.json --gate slower:2%
exits 1 "unless the line says otherwise" "$DOSSIER" check trap-zeros/case.json --gate slower:2% --gate-incomparable 1
exits 3 "its status beside no gate" "$DOSSIER" check trap-zeros/case.json --gate-incomparable 1

# ---- files for CI
exits 1 "JUnit" "$DOSSIER" check trap-zeros/case.json --junit "$SCRATCH/out.xml" --markdown
prints "| B against A | ≠ not comparable |" "Markdown"
ok "it fails there" python3 -c '
import sys, xml.etree.ElementTree as tree
suite, = tree.parse(sys.argv[1]).getroot()
case, = suite
assert (suite.get("failures"), case.get("name"), case[0].tag) == ("1", "B against A", "failure"), tree.tostring(suite)' "$SCRATCH/out.xml"
exits 0 "a gate" "$DOSSIER" check software-bottleneck/case.json --junit "$SCRATCH/out.xml" --gate slower:2% -q
ok "silently" test ! -s "$SCRATCH/out"
ok "passes there" grep -q '<system-out>B delivers 23 % more' "$SCRATCH/out.xml"
# One cause counts once: a rule of several findings, and the core clock, which three rules (S7, V5, H2) ask for.
exits 2 "a quotation" "$DOSSIER" check software-bottleneck/case-quote.json
rules=$("$DOSSIER" check software-bottleneck/case-quote.json --json | jq '[.comparisons[0].findings[] | select(.makes == "incomplete") | .rule] | unique | length')
prints "incomplete: $rules conditions cannot be decided" "leaves as many conditions open as there are rules"
exits 0 "seven gaps, of nine rules" "$DOSSIER" check made/attention/case.json
prints "Gaps in the record (7): Core clock, Power draw, Reasons for a reduced clock, PCIe generation at" "are told once each"
exits 3 "no input is written over" "$DOSSIER" check trap-zeros/case.json --junit trap-zeros/case.json

# ---- what a statement would change
exits 1 "a statement of one side" "$DOSSIER" check software-bottleneck/case.json --set B:dataset.digest=bb --set A:dataset.digest=aa
prints "2 statements of the command line" "is told before the verdict"
cp -r software-bottleneck "$SCRATCH/facts" && chmod -R u+w "$SCRATCH/facts"
jq '.systems[].facts = {"workload.seed": "7"}' software-bottleneck/case.json >"$SCRATCH/facts/case.json"
exits 1 "the same beside what the case states of both" "$DOSSIER" check "$SCRATCH/facts/case.json" --full --set B:dataset.digest=bb \
    --set A:dataset.digest=aa
prints "aa" "the one's"
prints "/systems/1/facts/dataset.digest" "the other's, in its place"
lacks "delivers" "and may refuse"
exits 0 "of all" "$DOSSIER" check software-bottleneck/case.json --set dataset.digest=aa
prints "what --set says has to stand in a run.json first" "no dossier is built of a command line"
prints "Next:  dossier check software-bottleneck/case.json" "what is next judges the files alone"
lacks "dossier build" "and builds nothing of another verdict"
exits 3 "of none" "$DOSSIER" check software-bottleneck/case.json --set Z:dataset.digest=aa
exits 3 "a key that is none" "$DOSSIER" check software-bottleneck/case.json --set speed=fast
exits 3 "no value" "$DOSSIER" check software-bottleneck/case.json --set dataset.digest
ok "a key" "$DOSSIER" keygen -o "$SCRATCH/k" --name "We"
exits 0 "a dossier" "$DOSSIER" build software-bottleneck/case.json -o "$SCRATCH/d.asice" --key "$SCRATCH/k.key.pem" --cert "$SCRATCH/k.cert.pem"
exits 0 "is checked" "$DOSSIER" check "$SCRATCH/d.asice"
prints "Next:  dossier verify" "and then verified"
exits 3 "and takes no statement" "$DOSSIER" check "$SCRATCH/d.asice" --set dataset.digest=aa
exits 3 "nor does a round" "$DOSSIER" check . --rules mlperf-inference-5.1 --set dataset.digest=aa

# A time that a tool counts in seconds since 1970 is told as a date.
cd "$SCRATCH"
python3 "$SOURCE/tests/e2e/families.py" . guidellm
"$DOSSIER" compare guidellm/A guidellm/B --full >"$SCRATCH/kept" 2>&1 || :
tr -s '\n ' ' ' <"$SCRATCH/kept" >"$SCRATCH/out"
prints "one side was measured after the other, from 2026-11-27T23:00:00Z and from 2026-11-27T23:00:00Z" "when each side began"
lacks "from 1795" "not as a number of seconds"
finish
