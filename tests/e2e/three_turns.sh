#!/bin/sh
# ctest
# three_turns.sh - three systems in turns on one unit, captured once under load: the number that another system's turn has is no
# run left out (X6), and the process of a run of any system of the case is no stranger (H5). Then each of these made untrue.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/findings.sh"
cp -r "$SOURCE/samples/launch-modes" "$SCRATCH/s"
chmod -R u+w "$SCRATCH/s"
cd "$SCRATCH/s"

fresh() {
    rm -rf ./*
    cp -r "$SOURCE/samples/launch-modes/." .
    chmod -R u+w .
}

is "turns of other systems are no gaps" X6 ""
is "the process of B's run, listed by the capture that A and C have, too" H5 ""
is "the plan was sealed before the first run and kept" M13 ""

jq 'del(.systems[2])' case.json >c && mv c case.json
is "a system of the plan and the ledger that the case leaves out" X6 "^fails: .*C-slot3 is in the ledger and not in the case"
jq 'del(.ledger) | .documents = ["plan"]' case.json >c && mv c case.json
is "without a ledger, its turns are numbers left out" X6 "^fails: .*A-slot2|B-slot3"
fresh

rm -rf B-slot5
sed -i '/^B-slot5/d' ledger.csv
is "a turn of B that nobody has" X6 "^fails: .*A-slot5"
fresh
rm -rf B-slot8
sed -i '/^B-slot8/d' ledger.csv
is "the last turn of B, behind which neither A nor B has one" X6 "^fails: .*A-slot2"
fresh
for f in A-slot7/command.json; do jq '.start_unix = 1796009000 | .end_unix = 1796009064' $f >c && mv c $f; done
sed -i 's/^A-slot7,A,7,[0-9.]*,[0-9.]*/A-slot7,A,7,1796009000,1796009064/' ledger.csv
jq '.loop_start_unix = 1796009008' A-slot7/summary.json >c && mv c A-slot7/summary.json
is "a seventh turn before the first: these are no turns" X6 "^fails: .*A-slot2"
fresh
sed -i 's,<process_name>/opt/torch/.venv/bin/python3,<process_name>/usr/bin/miner,' captures-load/nvidia-smi-q.xml
is "a stranger during B's run" H5 "^fails: Another process"
fresh
sed -i 's/2026-11-30T03:27/2026-11-30T04:27/' captures-load/date.txt
sed -i 's/Nov 30 03:27/Nov 30 04:27/' captures-load/nvidia-smi.txt captures-load/nvidia-smi-q.xml
is "a process of that name after every run" H5 "^fails: Another process"
finish
