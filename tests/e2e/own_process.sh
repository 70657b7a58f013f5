#!/bin/sh
# ctest
# own_process.sh - a capture under load lists the server that is measured, under the name that its command, its image or its
# interpreter gives it: that is no other process (H5). One that no command names is, and so is a second that one might.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
cp -r "$SOURCE/samples/software-bottleneck/h100-unit6/captures" .
chmod -R u+w captures
python3 "$SOURCE/tests/e2e/serving.py" .
rm captures/nvidia-smi.txt
cp captures/nvidia-smi-q.xml idle.xml
echo 2026-11-27T23:07:10Z >captures/date.txt # in the middle of A-r1

said() { # command of the servers, names of processes on the accelerator: what H5 makes of them
    jq -r .load.begin runs/A-r1/run.json >begin
    for run in runs/*/run.json; do
        jq --arg c "$1" '.method.server_command = $c' "$run" >new && mv new "$run"
    done
    shift
    python3 - "$(cat begin)" "$@" <<'END'
import re, sys, time
xml, at = open("idle.xml").read(), time.gmtime(float(sys.argv[1]) + 30)
listed = "".join("<process_info><gpu_instance_id>N/A</gpu_instance_id><compute_instance_id>N/A</compute_instance_id><pid>%d</pid>"
    "<type>C</type><process_name>%s</process_name><used_memory>70000 MiB</used_memory></process_info>" % (4000 + i, name)
    for i, name in enumerate(sys.argv[2:]))
xml = re.sub("<timestamp>[^<]*", "<timestamp>" + time.strftime("%a %b %d %H:%M:%S %Y", at), xml)
xml = re.sub("(?s)<processes>.*?</processes>", "<processes>" + listed + "</processes>", xml)
open("captures/nvidia-smi-q.xml", "w").write(re.sub("<gpu_util>[^<]*", "<gpu_util>98 %", xml))
open("captures/date.txt", "w").write(time.strftime("%Y-%m-%dT%H:%M:%SZ\n", at))
END
    "$DOSSIER" check token.json --json 2>/dev/null | jq -r '[.comparisons[0].findings[] | select(.rule == "H5") | .judgement] | unique | join(" ")'
}
is() { # expected, command, names...
    want=$1
    shift
    got=$(said "$@")
    ok "$* (is \"$got\", expected \"$want\")" test "$got" = "$want"
}
for own in 'vllm serve m|VLLM::EngineCore' 'vllm serve m|/opt/venv/bin/python3.12' 'vllm serve m|/opt/venv/bin/vllm' \
    'docker run --rm --gpus all -v /x:/x --ipc host -p 80:80 vllm/vllm-openai:v0.11.2 --model m|VLLM::EngineCore' \
    'docker run --gpus all vllm/vllm-openai --model m|/usr/bin/python3' 'numactl --cpunodebind=0 --membind=0 nice -n -5 vllm serve m|VLLM::EngineCore' \
    "bash -lc 'cd /srv && vllm serve m'|VLLM::EngineCore" 'python3 -m sglang.launch_server --model-path m|sglang::scheduler_TP0' \
    'sglang serve --model-path m|/usr/bin/python3' 'trtllm-serve m|/usr/bin/python3' 'text-generation-launcher --model-id m|/opt/conda/bin/python3.11' \
    'torchrun --nproc-per-node 1 serve.py|/usr/bin/python3' './build/bin/llama-server -m m.gguf|/app/llama-server'; do
    is holds "${own%%|*}" "${own#*|}"
done
is fails 'vllm serve m' VLLM::EngineCore /usr/bin/miner
is fails 'vllm serve m' VLLM::EngineCore /usr/bin/python3
is fails 'vllm serve m' VLLM::EngineCore VLLM::EngineCore
is fails './build/bin/llama-server -m m.gguf' /usr/bin/python3
is fails './build/bin/llama-server -m vllm/m.gguf --log python3' VLLM::EngineCore /app/llama-server
is fails 'vllm serve m' sglang::scheduler
is fails 'vllm serve m' /usr/bin/xvllm
finish
