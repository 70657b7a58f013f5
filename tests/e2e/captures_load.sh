#!/bin/sh
# ctest
# captures_load.sh - captures taken under load, of one chosen accelerator of a machine of two: the benchmark's own process is no
# foreign one (H5), one chosen is one used (W9) and no contradiction (X9), and one capture under load is what X5 asks for. Then
# each of these made untrue.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/findings.sh"
cp -r "$SOURCE/samples/in-turns" "$SCRATCH/s"
chmod -R u+w "$SCRATCH/s"
cd "$SCRATCH/s"
load=host1/unit0/captures-load

fresh() {
    rm -rf host1 host2
    cp -r "$SOURCE/samples/in-turns/host1" "$SOURCE/samples/in-turns/host2" .
    chmod -R u+w host1 host2
}

is "the benchmark's own process, by name and time" H5 ""
is "one visible device is one used" W9 ""
is "two attached, one listed on purpose" X9 ""
is "captures idle and under load on host1; on host2 idle alone" X5 "^fails: Records of the machine were made while the accelerator was idle"
if [ "$(jq '[.comparisons[0].findings[] | select(.judgement == "fails" or .judgement == "unknown") | .rule] | unique | length' checked.json)" = 5 ]; then
    passed=$((passed + 1))
else
    failed=$((failed + 1))
    echo "FAIL rules that do not hold: $(jq -c '[.comparisons[0].findings[] | select(.judgement != "holds" and .judgement != "not-applicable") | .rule] | unique' checked.json)"
fi

sed -i 's/Nov 28 21:31/Nov 28 20:01/' $load/nvidia-smi.txt $load/nvidia-smi-q.xml
echo 2026-11-28T20:01:17Z >$load/date.txt
is "a process of that name before any run" H5 "^fails: Another process"
fresh
jq '.start_unix -= 5000 | .end_unix -= 5000' host1/unit0/A-slot1/command.json >c && cp c host1/unit0/A-slot1/command.json
is "a process of that name here, while the other unit alone ran" H5 "^fails: Another process"
fresh
sed -i 's,<process_name>/opt/torch/.venv/bin/python3,<process_name>/usr/bin/miner,' $load/nvidia-smi-q.xml
is "another name during the run" H5 "^fails: Another process"
fresh
sed -i 's,^|    0   N/A  N/A             892 .*$,&\n|    0   N/A  N/A             899      C   /opt/torch/.venv/bin/python3          10094MiB |,' $load/nvidia-smi.txt
is "two of that name on one accelerator" H5 "^fails: Another process"
jq '.pid = 892' host1/unit0/A-slot1/command.json >c && cp c host1/unit0/A-slot1/command.json
is "of two, the one whose number is not the run's" H5 "^fails: Another process"
fresh
sed -i 's,/opt/torch/.venv/bin/python3,bench worker,' $load/nvidia-smi-q.xml
sed -i '/^|    [01]   N.A  N.A/d' $load/nvidia-smi.txt
is "a title that the program gave itself" H5 "^fails: Another process"
jq '.pid = 892' host1/unit0/A-slot1/command.json >c && cp c host1/unit0/A-slot1/command.json
is "the same with the run's process number" H5 ""

fresh
sed -i 's,<process_name>/opt/torch/.venv/bin/python3,<process_name>[Not Found],' $load/nvidia-smi-q.xml
sed -i '/^|    [01]   N.A  N.A/d' $load/nvidia-smi.txt
is "a process whose name the capture could not see" H5 "^unknown: Whether other processes ran is not disclosed by A"
jq '.pid = 892' host1/unit0/A-slot1/command.json >c && cp c host1/unit0/A-slot1/command.json
is "nor its name, but its number is the run's" H5 ""

fresh
for f in host*/unit*/*-slot*/command.json; do jq 'del(.environment)' "$f" >c && cp c "$f"; done
is "a chosen accelerator without a word of visible devices" W9 ""
is "nor is it a contradiction" X9 ""
for f in host*/unit*/captures-*/nvidia-smi-q.xml; do sed -i 's,<attached_gpus>2,<attached_gpus>1,' "$f"; done
is "one attached in one list, two in another" X9 "^fails: The numbers of accelerators do not agree: [0-9{]"
fresh
sed -i 's,<attached_gpus>2,<attached_gpus>0,' $load/nvidia-smi-q.xml
is "more listed than attached" X9 "^fails"
fresh
for f in host*/unit*/*-slot*/command.json; do jq '.environment.CUDA_VISIBLE_DEVICES = "0,1"' "$f" >c && cp c "$f"; done
rm -f host*/unit*/captures-*/nvidia-smi-q.xml
is "two visible devices, of which nobody says how many were used" W9 "^unknown"
finish
