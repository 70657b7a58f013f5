#!/bin/sh
# ctest
# options.sh - what a server's command says is known: a smaller cache, speculation or a prefix cache in one command alone
# is refused, whatever is under test beside it; an option that nobody knows is stated.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
cp -r "$SOURCE/samples/software-bottleneck/h100-unit6/captures" .
python3 "$SOURCE/tests/e2e/serving.py" .
jq '.under_test.layers = ["compile"]' token.json >compile.json
jq '.engine.name = "vLLM"' run.json >run.new && mv run.new run.json
for side in A B; do
    for run in runs/$side-r*/run.json; do
        jq --arg mode "$side" '.compile.mode = if $mode == "A" then "graphs" else "graphs and fused kernels" end' "$run" >"$run.new" &&
            mv "$run.new" "$run"
    done
done

command() { # side, command
    for run in runs/"$1"-r*/run.json; do
        jq --arg c "$2" '.method.server_command = $c' "$run" >"$run.new" && mv "$run.new" "$run"
    done
}
found() { "$DOSSIER" check compile.json --json | jq -r --arg r "$1" '[.comparisons[0].findings[] | select(.rule == $r and .judgement != "holds") | .said] | join("; ")'; }
fact() { # key, instance, of a command
    rm -rf one
    mkdir one
    jq -n --arg c "$3" '{ format: "dossier-run/1", method: { server_command: $c } }' >one/run.json
    "$DOSSIER" inspect one --json | jq -r --arg k "$1" --arg i "$2" '[.files[].facts[] | select(.key == $k and (.instance // "") == $i) | .value] | join("|")'
}
told() { # key, instance, value, command
    got=$(fact "$1" "$2" "$4")
    ok "$1[$2] of: $4 (is \"$got\")" test "$got" = "$3"
}

S='vllm serve example/model-8b --max-num-batched-tokens 2048'
command A "$S" && command B "$S"
exits 0 "one command on both sides" "$DOSSIER" check --full compile.json
command B "$S --kv-cache-dtype fp8"
exits 1 "an fp8 cache in B's command alone" "$DOSSIER" check --full compile.json
prints "Format of the KV cache differs" "is a difference of format"
exits 1 "where the engine is under test, too" "$DOSSIER" check --full token.json
command B "serve --max-num-batched-tokens 2048 --kv-cache-dtype=fp8_e4m3"
exits 1 "of a server not named" "$DOSSIER" check --full compile.json
command B "$S --speculative-config {\"method\": \"ngram\", \"num_speculative_tokens\": 5}"
exits 1 "speculation in B's command alone" "$DOSSIER" check --full compile.json
prints "Speculative decoding differs: none against" "is a difference"
command B "$S --enable-prefix-caching"
exits 2 "a prefix cache in B's command alone: A's default hangs on the release" "$DOSSIER" check --full compile.json
prints "Prefix cache cannot be told equal: A does not disclose it" "A is asked"
command A "$S --no-enable-prefix-caching"
exits 1 "a prefix cache on one side" "$DOSSIER" check --full compile.json
prints "Prefix cache differs: off against on" "is a difference"
command A "$S --max-num-seqs 128" && command B "$S --max-num-seqs=256"
exits 1 "other limits" "$DOSSIER" check --full compile.json
command A "$S" && command B "$S --quux-depth 7"
exits 0 "an option that nobody knows" "$DOSSIER" check --full compile.json
ok "is stated" test "$(found D8)" = "Option of the server (quux-depth) is set by one side alone: 7; the other leaves it at its default, which is not known"
ok "and nothing is credited to a layer" sh -c "\"$DOSSIER\" check compile.json --json | jq -e '.comparisons[0].credited == \"\"'"
command A "$S --port 8000 --host 0.0.0.0" && command B "$S --port 8001"
ok "addresses are no difference" test -z "$(found D8)"
command A "$S --kv_cache_dtype fp8" && command B "$S --kv-cache-dtype fp8"
exits 0 "the same cache in both commands, declared otherwise above" "$DOSSIER" check --full compile.json
prints "X1 " "is a contradiction that is told"
ok "of every run that it is about" sh -c "\"$DOSSIER\" check compile.json --json | jq -e '[.comparisons[0].findings[] | select(.rule == \"X1\" and (.said | test(\"KV cache\"))) | [.times, .also]] == [[3, \"A-r2, A-r3\"], [3, \"B-r2, B-r3\"]]'"
"$DOSSIER" check --full compile.json >"$SCRATCH/out" 2>"$SCRATCH/err" || :
prints "6 times the same: also of A-r2, A-r3, B-r1, B-r2, B-r3" "and the text names them, too"

# A server that shares the model among two accelerators did not run on the one that is attached.
command A "$S" && command B "$S -tp 2"
exits 1 "two accelerators in B's command, one attached" "$DOSSIER" check token.json
prints "The server shares the model among more accelerators" "is told"
command B "$S --data-parallel-size=2"
exits 1 "two copies of the model" "$DOSSIER" check token.json
command B "$S --pipeline-parallel-size 2"
exits 1 "two stages" "$DOSSIER" check token.json
command A "$S" && command B "$S -tp 1 -pp 1"
exits 0 "one of each" "$DOSSIER" check compile.json

# Engines that call formats by names of their own, or are told by variables alone.
for pair in 'lmdeploy serve api_server m|--quant-policy 8' 'lmdeploy serve api_server m|--quant-policy=4' 'OLLAMA_HOST=0.0.0.0 ollama serve|OLLAMA_KV_CACHE_TYPE=q8_0' \
    'docker run --gpus all ollama/ollama|-e OLLAMA_KV_CACHE_TYPE=q4_0'; do
    base=${pair%%|*} more=${pair#*|}
    command A "$base"
    case $more in
    OLLAMA*) command B "$more $base" ;;
    -e*) command B "docker run $more ${base#docker run }" ;;
    *) command B "$base $more" ;;
    esac
    exits 1 "a smaller cache in B's command alone: $pair" "$DOSSIER" check token.json
    prints "Format of the KV cache differs" "is a difference of format: $pair"
done
told precision.kv_cache "" int8 'lmdeploy serve api_server m --quant-policy 8'
told parallel.tensor "" 2 'lmdeploy serve api_server m --tp 2'
told precision.quantisation "" awq 'lmdeploy serve api_server m --model-format awq'
told precision.kv_cache "" f16 'ollama serve'
told engine.settings "sequences at once" 4 'OLLAMA_NUM_PARALLEL=4 ollama serve'
told precision.kv_cache "" "" 'lmdeploy serve api_server m'

# Within the shell that starts the server, too.
command A "bash -lc '$S'" && command B "docker exec c bash -c \"cd /x && $S --kv-cache-dtype fp8\""
exits 1 "an fp8 cache in a command within a shell" "$DOSSIER" check --full compile.json

# What the server printed when it started counts like its command: of B alone, of both, and against the declaration.
command A "$S" && command B "$S"
log() { # side, options off their default, format of the cache that the engine made of them
    for run in runs/"$1"-r*/; do
        printf '%s\n' "(APIServer pid=1) INFO 11-27 22:10:01 [utils.py:233] non-default args: {'model_tag': 'example/model-8b', 'model': 'example/model-8b', 'max_num_batched_tokens': 2048$2}" \
            "(EngineCore_DP0 pid=9) INFO 11-27 22:10:09 [core.py:77] Initializing a V1 LLM engine (v0.11.2) with config: model='example/model-8b', speculative_config=None, dtype=torch.bfloat16, tensor_parallel_size=1, quantization=None, enforce_eager=False, kv_cache_dtype=$3, enable_prefix_caching=False" >"$run/server.log"
    done
}
log A "" auto && log B "" auto
exits 0 "the same start on both sides" "$DOSSIER" check --full compile.json
log B ", 'kv_cache_dtype': 'fp8'" fp8
exits 1 "an fp8 cache in B's log alone" "$DOSSIER" check --full compile.json
prints "Format of the KV cache differs" "is a difference of format"
log A ", 'kv_cache_dtype': 'fp8'" fp8
exits 0 "in both logs" "$DOSSIER" check --full compile.json
prints "X1 " "and against what is declared"
prints "server.log" "which names the log"
log A "" auto && log B ", 'enable_quux': True" auto
ok "an option of the log that nobody knows is stated" test "$(found D8)" = "Option of the server (enable_quux) is set by one side alone: on; the other leaves it at its default, which is not known"
sed 's/enable_prefix_caching=False/enable_prefix_caching=True/' runs/B-r1/server.log >one.log
for run in runs/B-r*/; do cp one.log "$run/server.log"; done
exits 1 "a prefix cache that the engine turned on by itself" "$DOSSIER" check --full compile.json
rm runs/*/server.log

# What the command leaves to a file: enclosed, it is read as the command's, which wins; else whatever it could set is not disclosed.
tells() { # text of the last output, whatever its line breaks, description
    tr -s '\n ' ' ' <"$SCRATCH/out" >"$SCRATCH/flat"
    if grep -qF -- "$1" "$SCRATCH/flat"; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAIL $2: no \"$1\""; fi
}
jq '.under_test.layers = ["compile", "engine"]' token.json >both.json
settings() { # side, text of serve.yaml beside each of its runs
    for run in runs/"$1"-r*/; do printf '%s' "$2" >"$run/serve.yaml"; done
}
F='vllm serve example/model-8b --max-num-batched-tokens 2048'
command A "$F" && command B "$F --config /etc/vllm/serve.yaml"
for under in compile both; do
    exits 2 "a file of options that is not enclosed, $under" "$DOSSIER" check --full $under.json
    tells "Format of the KV cache" "blocks by what it could set, $under"
    tells "set in serve.yaml, which is not enclosed" "and says where it would stand, $under"
done
command A "$F --config serve.yaml" && command B "$F --config serve.yaml"
exits 2 "on both sides alike" "$DOSSIER" check --full compile.json
tells "set in serve.yaml, which is not enclosed" "with the reason"
command A "$F --quux-depth 7" && command B "$F --config serve.yaml"
found D8 >"$SCRATCH/d8"
ok "an option that such a file may set is not called a default" test "$(grep -c 'leaves it at its default' "$SCRATCH/d8")" = 0
ok "but not disclosed" grep -q "Option of the server (quux-depth) cannot be told alike: B does not disclose it: it may be set in serve.yaml" "$SCRATCH/d8"
command A "$F --config serve.yaml" && command B "$F --config serve.yaml"
settings A 'kv-cache-dtype: auto
' && settings B 'kv-cache-dtype: fp8
'
for under in compile both; do
    exits 1 "an fp8 cache in B's file alone, $under" "$DOSSIER" check --full $under.json
    tells "Format of the KV cache differs" "is a difference of format, $under"
    lacks "not read" "the file is read, $under"
done
settings B 'kv-cache-dtype: auto
speculative-config:
  method: ngram
  num_speculative_tokens: 5
'
exits 1 "speculation in B's file alone" "$DOSSIER" check --full compile.json
tells 'Speculative decoding differs: none against {"method":"ngram","num_speculative_tokens":5}' "is a difference"
command A "$F --no-enable-prefix-caching --config serve.yaml" && command B "$F --no-enable-prefix-caching --config serve.yaml --kv-cache-dtype auto"
settings A 'port: 8000
' && settings B 'kv_cache_dtype: fp8
enable-prefix-caching: true
port: 8001
'
exits 0 "the command wins over its file" "$DOSSIER" check --full compile.json
settings B 'quux-depth: 7
max-num-batched-tokens: 4096
'
exits 0 "an option of the file that nobody knows" "$DOSSIER" check --full compile.json
ok "is stated" test "$(found D8)" = "Option of the server (quux-depth) is set by one side alone: 7; the other leaves it at its default, which is not known"
settings B 'kv-cache-dtype: &x fp8
'
exits 2 "a file that cannot be read discloses nothing" "$DOSSIER" check --full compile.json
tells "set in serve.yaml, which cannot be read" "and that is said"
rm runs/*/serve.yaml
printf 'kv-cache-dtype: fp8\n' >captures/serve.yaml
command A "$F" && command B "$F --config deploy/serve.yaml"
exits 1 "the file among the machine's captures" "$DOSSIER" check --full compile.json
mkdir -p runs/B-r1/deploy runs/B-r1/old
printf 'kv-cache-dtype: auto\n' >runs/B-r1/deploy/serve.yaml
printf 'kv-cache-dtype: fp8\n' >runs/B-r1/old/serve.yaml
for run in runs/B-r2 runs/B-r3; do cp -r runs/B-r1/deploy "$run"; done
exits 0 "the file beside the run, by its path" "$DOSSIER" check --full compile.json
command B "$F --config serve.yaml"
exits 2 "two files of that name that are unlike" "$DOSSIER" check --full compile.json
tells "set in serve.yaml, of which several are enclosed" "and that is said"
rm -r runs/B-r*/deploy runs/B-r1/old captures/serve.yaml
# SGLang, TensorRT-LLM (whose releases do not agree on what wins), and a container's variables.
settings A '' && settings B 'disable-radix-cache: true
'
G='python3 -m sglang.launch_server --model-path example/model-8b'
command A "$G --config serve.yaml" && command B "$G --config serve.yaml"
exits 1 "a prefix cache off in SGLang's file" "$DOSSIER" check --full compile.json
tells "Prefix cache differs: on against off" "by its default on the other side"
T='trtllm-serve example/model-8b'
settings A 'kv_cache_config:
  free_gpu_memory_fraction: 0.9
' && settings B 'kv_cache_config:
  free_gpu_memory_fraction: 0.9
  dtype: fp8
'
command A "$T --extra_llm_api_options serve.yaml" && command B "$T --config serve.yaml"
exits 1 "an fp8 cache in TensorRT-LLM's file" "$DOSSIER" check --full compile.json
tells "Format of the KV cache differs" "is a difference of format"
settings B 'kv_cache_config:
  free_gpu_memory_fraction: 0.9
speculative_config:
  decoding_type: MTP
'
exits 1 "speculation in TensorRT-LLM's file" "$DOSSIER" check --full compile.json
settings B 'kv_cache_config:
  free_gpu_memory_fraction: 0.9
max_batch_size: 64
'
command A "$T --extra_llm_api_options serve.yaml --max_batch_size 64" && command B "$T --extra_llm_api_options serve.yaml --max_batch_size 64"
exits 0 "command and file alike" "$DOSSIER" check --full compile.json
command B "$T --extra_llm_api_options serve.yaml --max_batch_size 32"
exits 0 "unlike, neither counts" "$DOSSIER" check --full compile.json
ok "and that is said" test "$(found D8)" = "Serving engine settings (sequences at once) cannot be told alike: B does not disclose it: told otherwise by the command and by serve.yaml"
V='docker run --gpus all --env-file tgi.env ghcr.io/huggingface/text-generation-inference:3.0 --model-id example/model-8b'
command A "$V" && command B "$V"
exits 2 "variables that are not enclosed" "$DOSSIER" check --full compile.json
tells "set in tgi.env, which is not enclosed" "with the reason"
for run in runs/A-r*/; do printf 'HF_TOKEN=x\n' >"$run/tgi.env"; done
for run in runs/B-r*/; do printf '# cache\nKV_CACHE_DTYPE=fp8_e4m3fn\n' >"$run/tgi.env"; done
exits 1 "an fp8 cache in B's variables alone" "$DOSSIER" check --full compile.json
tells "Format of the KV cache differs" "is a difference of format"
rm runs/*/tgi.env runs/*/serve.yaml
command A "$F" && command B "$F"

# The same where the case itself states the command for all runs of a side, or what the file could set.
jq '.systems[1].facts["method.server_command"] = "vllm serve example/model-8b --max-num-batched-tokens 2048 --config serve.yaml"' compile.json >stated.json
command A "$F"
for run in runs/B-r*/run.json; do jq 'del(.method.server_command)' "$run" >"$run.new" && mv "$run.new" "$run"; done
exits 2 "a command that the case states" "$DOSSIER" check --full stated.json
tells "set in serve.yaml, which is not enclosed" "names a file that is not enclosed"
settings B 'kv-cache-dtype: fp8
'
exits 1 "and one that is" "$DOSSIER" check --full stated.json
tells "Format of the KV cache differs" "is read"
rm runs/*/serve.yaml
command B "$F --config serve.yaml"
jq '.systems[1].facts["precision.kv_cache"] = "bf16"' compile.json >stated.json
for run in runs/A-r*/run.json; do jq '.precision.kv_cache = "bf16"' "$run" >"$run.new" && mv "$run.new" "$run"; done
for run in runs/B-r*/run.json; do jq 'del(.precision.kv_cache)' "$run" >"$run.new" && mv "$run.new" "$run"; done
exits 2 "what the case declares of it counts no more" "$DOSSIER" check --full stated.json
tells "Format of the KV cache" "of the key that it could set"
command B "$F"
exits 0 "without the file it does" "$DOSSIER" check --full stated.json
for run in runs/*/run.json; do jq '.precision.kv_cache = "bf16"' "$run" >"$run.new" && mv "$run.new" "$run"; done
command A "$F" && command B "$F"

# Captured variables: below the command's own options, above the engine's defaults.
L='llama-server -m m.gguf'
command A "$L" && command B "$L"
for run in runs/B-r*/; do printf 'HOME=/root\nLLAMA_ARG_CACHE_TYPE_K=q8_0\n' >"$run/env.txt"; done
exits 1 "a smaller cache in B's variables alone" "$DOSSIER" check --full compile.json
tells "Format of the KV cache differs: f16 against q8_0" "is a difference of format"
ok "and no contradiction of the default" sh -c "\"$DOSSIER\" check compile.json --json | jq -e '[.comparisons[0].findings[] | select(.rule == \"X1\" and (.said | test(\"q8_0, another f16\")))] == []'"
command A "$L -ctk f16" && command B "$L -ctk f16"
"$DOSSIER" check --full compile.json >"$SCRATCH/out" 2>"$SCRATCH/err" || :
ok "the command wins over a variable" sh -c "! grep -q 'KV cache differs\|q8_0, another' \"$SCRATCH/out\""
rm runs/*/env.txt
command A "$F" && command B "$F"

# Forms of options, engine by engine.
told precision.kv_cache "" fp8 'vllm serve M --kv-cache-dtype fp8'
told precision.kv_cache "" fp8 'CUDA_VISIBLE_DEVICES=0 /opt/venv/bin/vllm serve M --kv_cache_dtype=fp8 --port 1'
told precision.kv_cache "" fp8_e5m2 'python3 -m sglang.launch_server --model-path M --kv-cache-dtype fp8_e5m2'
told precision.kv_cache "" fp8 'docker run --gpus all -p 8000:8000 vllm/vllm-openai:v0.11.0 --model M --kv-cache-dtype fp8'
told precision.kv_cache "" q8_0 'llama-server -m model.gguf -ctk q8_0 -ctv q4_0 -c 8192'
told precision.kv_cache values q4_0 'llama-server -m model.gguf -ctk q8_0 -ctv q4_0 -c 8192'
told precision.kv_cache "" f16 './llama-server -m model.gguf'
told precision.kv_cache "" fp8_e4m3fn 'docker run -e KV_CACHE_DTYPE=fp8_e4m3fn ghcr.io/huggingface/text-generation-inference:3.0 --model-id M'
told precision.kv_cache "" fp8 'vllm serve M --kv-cache-dtype auto --kv-cache-dtype fp8'
told precision.quantisation "" awq 'vllm serve M -q awq'
told precision.quantisation "" eetq 'text-generation-launcher --model-id M --quantize eetq'
told precision.compute "" bfloat16 'vllm serve M --dtype "bfloat16"'
told engine.prefix_cache "" on 'vllm serve M --enable-prefix-caching'
told engine.prefix_cache "" off 'vllm serve M --no-enable-prefix-caching'
told engine.prefix_cache "" "" 'vllm serve M'
told engine.prefix_cache "" off 'python -m sglang.launch_server --disable-radix-cache --model-path M'
told engine.prefix_cache "" on 'python -m sglang.launch_server --model-path M'
told method.prefix_cache "" off 'llama-server -m M --no-cache-prompt'
told engine.speculation "" none 'vllm serve M'
told engine.speculation "" '{"method":"eagle"}' "vllm serve M --speculative-config '{\"method\":\"eagle\"}' --port 1"
told engine.speculation "" '{"method":"ngram"}' 'vllm serve M --speculative-config.method ngram'
told engine.speculation "" '{"method":"ngram","num_speculative_tokens":5}' 'vllm serve M --speculative-config.num_speculative_tokens 5 --speculative-config.method ngram'
told engine.speculation "" '{"method":"ngram","num_speculative_tokens":5}' "vllm serve M --speculative-config '{\"num_speculative_tokens\": 5, \"method\": \"ngram\"}'"
told compile.option compilation '{"cudagraph_capture_sizes":[1,2],"mode":3}' "vllm serve M -cc '{\"mode\": 3, \"cudagraph_capture_sizes\": [1, 2]}'"
told engine.speculation "" EAGLE 'python -m sglang.launch_server --speculative-algorithm EAGLE --model-path M'
told engine.speculation "" 3 'text-generation-launcher --speculate 3'
told parallel.tensor "" 8 'vllm serve M -tp 8'
told parallel.tensor "" 8 'vllm serve M -tp=8'
told parallel.tensor "" 4 'trtllm-serve M --tp_size 4'
told parallel.data "" 2 'python -m sglang.launch_server --model-path M --dp 2'
told parallel.pipeline "" 1 'vllm serve M -tp 8'
told compile.option eager on 'vllm serve M --enforce-eager'
told compile.option eager off 'vllm serve M'
told compile.option eager on 'python -m sglang.launch_server --disable-cuda-graph'
told compile.option compilation 3 'vllm serve M -O3'
told runtime.attention "" FLASHINFER 'VLLM_ATTENTION_BACKEND=FLASHINFER vllm serve M'
told runtime.attention "" fa3 'python -m sglang.launch_server --attention-backend fa3'
told engine.settings "longest context" 8192 'vllm serve M --max-model-len 8192 && sleep 1 --max-model-len 4'
told engine.settings "share of memory" 0.85 'python -m sglang.launch_server --mem-fraction-static 0.85'
told engine.settings "chunked prefill" off 'vllm serve M --no-enable-chunked-prefill'
told engine.settings "sequences at once" 64 'trtllm-serve serve M --max_batch_size 64'
told server.option quux on 'vllm serve M --quux --port 8000'
told server.option api-key "" 'vllm serve M --api-key sk-1234'
told server.option quux -1 'vllm serve M --quux -1'
told precision.kv_cache "" "" 'vllm bench serve --kv-cache-dtype'
# What a client is told: only of `vllm bench serve` are the defaults known, which no release has otherwise.
client() { # key, value, command
    rm -rf one && mkdir one
    jq -n --arg c "$3" '{ format: "dossier-run/1", method: { command: $c } }' >one/run.json
    got=$("$DOSSIER" inspect one --json | jq -r --arg k "$1" '[.files[].facts[] | select(.key == $k) | .value] | join("|")')
    ok "$1 of: $3 (is \"$got\")" test "$got" = "$2"
}
client method.warmup "num-warmups 0" 'vllm bench serve --model M'
client method.warmup "num-warmups 10" 'vllm bench serve --model M --num-warmups 10'
client method.warmup "" 'vllm bench latency --model M'
client workload.seed "" 'vllm bench throughput --model M'
# Lengths left out are the tool's where its texts are made up, and those of the texts where they are not.
client input.length 1024 'vllm bench serve --model M --dataset-name random'
client output.length 128 'vllm bench serve --model M --dataset-name random'
client output.length 64 'vllm bench serve --model M --dataset-name random --random-output-len 64'
client input.length "" 'vllm bench serve --model M --dataset-name sharegpt --dataset-path S.json'
client input.length "" 'vllm bench serve --model M'
client length.range_ratio "" 'vllm bench serve --model M --dataset-name random'
client method.warmup "warmup-requests 1" 'python3 -m sglang.bench_serving --backend sglang --model M'
client method.warmup "warmup-requests 0" 'python3 -m sglang.bench_serving --warmup-requests 0'
# argparse takes the beginning of a name: what it was told is not known, and no default is told in its place.
client method.warmup "" 'python3 -m sglang.bench_serving --backend sglang --model M --warmup 3'
client method.warmup "" 'vllm bench serve --model M --num-warmup 5'
client workload.seed 0 'vllm bench serve --model M --num-warmup 5'
client input.length "" 'genai-perf profile -m M --synthetic-input-tokens-m 200'
client method.warmup "" 'vllm bench serve --model M --config bench.yaml'
# Nor what a shell puts in: nothing is known to be left out. The model that a server is told is none of it.
client input.length "" 'genai-perf profile -m M $EXTRA'
client input.length "" 'genai-perf profile "${ARGS[@]}"'
client input.length 550 'genai-perf profile -m "$MODEL" --url $URL'
told compile.option eager "" 'vllm serve M --port 8000 $EXTRA'
told compile.option eager "" 'vllm serve "$@"'
told compile.option eager off 'vllm serve "$MODEL" --port $PORT'
client dataset.name sharegpt 'python3 -m sglang.bench_serving --backend sglang --model M'
client input.length "" 'python3 -m sglang.bench_serving --backend sglang --model M'
client input.length 1024 'python3 -m sglang.bench_serving --dataset-name random-ids'
client output.length 1024 'python3 -m sglang.bench_serving --dataset-name random'
client length.range_ratio 0.0 'python3 -m sglang.bench_serving --dataset-name random'
client input.length 550 'genai-perf profile -m M --streaming'
client input.length 200 'genai-perf profile -m M --isl 200'
client dataset.name synthetic 'genai-perf profile -m M'
client dataset.name prompts.jsonl 'genai-perf profile -m M --input-file prompts.jsonl'
client input.length "" 'genai-perf profile -m M --input-file prompts.jsonl'
client output.length "" 'genai-perf profile -m M'
client workload.seed 0 'genai-perf profile -m M'
client method.warmup 0 'genai-perf profile -m M'
client method.warmup 10 'genai-perf profile -m M --warmup-request-count 10'
client input.length "" 'genai-perf analyze -m M --sweep-type input-sequence-length'
client model.name M 'aiperf profile -m M --url localhost:8000'
client input.length 550 'aiperf profile -m M'
client output.length 250 'aiperf profile -m M --osl 250'
client input.length "" 'aiperf profile -m M --sequence-distribution 128,64:50;512,128:50'
client input.length "" 'aiperf profile -m M --public-dataset sharegpt'
client dataset.name sharegpt 'aiperf profile -m M --public-dataset sharegpt'
client method.warmup none 'aiperf profile -m M'
client method.warmup "" 'aiperf profile -m M --warmup-duration 30'
client workload.seed "" 'aiperf profile -m M'
client input.length "" 'aiperf profile --config sweep.yaml'
client workload.seed 42 'guidellm benchmark run --target http://h:8000 --data d.jsonl'
client workload.seed 7 'guidellm benchmark --random-seed 7'
client method.warmup none 'guidellm benchmark --target http://h:8000 --data d.jsonl'
client method.warmup "" 'guidellm benchmark --warmup-percent 0.1'
client dataset.name "prompt_tokens=256,output_tokens=128" 'guidellm benchmark run --data prompt_tokens=256,output_tokens=128'
client workload.seed "" 'guidellm benchmark run --scenario chat.json'
client method.warmup "200ms warm up" 'trtexec --loadEngine=model.plan --exportTimes=times.json'
client method.warmup "500ms warm up" '/usr/src/tensorrt/bin/trtexec --loadEngine=model.plan --warmUp=500'
finish
