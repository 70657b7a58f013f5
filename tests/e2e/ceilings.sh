#!/bin/sh
# ctest
# ceilings.sh - what an accelerator was measured to do at most, by a copy and by a matrix product, and how much of it a run uses at
# least: worked out by jq from the same files; of another accelerator, unit or format it answers nothing.
. "$(dirname "$0")/common.sh"
command -v jq >/dev/null || exit 77
cp -r "$SOURCE/samples/software-bottleneck" "$SCRATCH/s"
mkdir "$SCRATCH/s/copy" "$SCRATCH/s/product"
cp "$SOURCE/samples/trap-zeros/h100/gemm-sustained-bf16/summary.json" "$SCRATCH/s/product/"
chmod -R u+w "$SCRATCH/s"
cd "$SCRATCH/s"
jq '.systems[].profiles -= ["profile-counters"]' "$SOURCE/samples/software-bottleneck/case.json" >case.json # by ceilings alone
run=h100-unit6/llm-decode-bf16-cudagraph-long-r1/summary.json
copied() { # bytes a second
    jq --argjson rate "$1" '.workload = "memory-copy" | .throughput_bytes_per_s = $rate | del(.throughput_matmuls_per_s, .m_n_k, .precision)' \
        product/summary.json >copy/summary.json
}
copied 2900000000000
jq '.systems[0].profiles += ["copy", "product"]' case.json >whole.json
verdict() { "$DOSSIER" check --full case.json >"$1" 2>/dev/null || :; }
words() { sed 's/<[^>]*>/ /g' r/report/report.html | tr -s ' \n' ' ' | sed 's/ / /g; s/ / /g' >"$SCRATCH/out"; }
report() { rm -rf r && "$DOSSIER" report case.json -o r >/dev/null 2>&1 || :; words; }
value() { jq -r --arg key "$1" '.facts[] | select(.key == $key) | .value' r/report/data.json | sort -n | tr '\n' ' '; }
equal() { if [ "$1" = "$2" ]; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAIL $3: $1, expected $2"; fi; }

verdict "$SCRATCH/without"
cp whole.json case.json
verdict "$SCRATCH/with"
ok "ceilings change no verdict" cmp "$SCRATCH/without" "$SCRATCH/with"
report
equal "$(value ceiling.memory)" "2900.0 " "what the copy moved, GB/s"
equal "$(value ceiling.compute)" "$(jq -r '"\(.throughput_matmuls_per_s * 2 * .m_n_k[0] * .m_n_k[1] * .m_n_k[2] / 1e11 | round / 10)"' product/summary.json) " "what the products did, TFLOP/s"
weights='(.model.n_params - .model.vocab * .model.dim)'
memory=$(jq -r "$weights * 2 / .iteration_latency_s.mean / 2.9e12 * 100 | round" $run)
compute=$(jq -r --argjson ceiling "$(jq '.throughput_matmuls_per_s * 2 * 8192 * 8192 * 8192' product/summary.json)" "$weights * 2 * .throughput_tokens_per_s / \$ceiling * 100 | round" $run)
equal "$(value ceiling.share)" "$(printf '%s\n%s\n' "$memory" "$compute" | sort -n | tr '\n' ' ')" "least shares"
prints "The model’s weights alone, read once an iteration, are $memory %" "in words"
prints "computation and memory bandwidth within the kernels (counters of Nsight Compute)" "a small share alone is no answer"

# The memory of an accelerator that copies no faster than the run reads is what the run is near.
copied "$(jq "$weights * 2 / .iteration_latency_s.mean / 0.75 | floor" $run)"
report
prints "are 75 %" "near the memory's ceiling"
copied 2900000000000

refused() { # ground, told, description
    report
    prints "as it was used ( $1 : $2" "$3"
    verdict "$SCRATCH/with"
    ok "$3 changes no verdict" cmp "$SCRATCH/without" "$SCRATCH/with"
    cp "$SOURCE/samples/trap-zeros/h100/gemm-sustained-bf16/summary.json" product/
}
cp copy/summary.json kept.json
jq '.gpu.name = "NVIDIA H200"' kept.json >copy/summary.json
refused accelerator "NVIDIA H200" "a copy on another accelerator"
cp kept.json copy/summary.json
jq '.precision = "fp8"' product/summary.json >p && mv p product/summary.json
refused formats fp8 "products in another format"
printf 'Burning for 5 seconds.\nGPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-0badc0de-0000-4000-8000-000000000000)\n\nTested 1 GPUs:\n\tGPU 0: OK\n' >copy/gpu-burn.txt
refused unit GPU-0badc0de "a copy on another unit"
rm copy/gpu-burn.txt
jq 'del(.gpu)' kept.json >copy/summary.json
report
prints "does not tell its accelerator" "a copy on nobody knows what"

# nvbandwidth gives the buffer that was copied: what the memory moved is twice that.
rm -r copy/summary.json
printf 'nvbandwidth Version: v0.8\nDevice 0: NVIDIA H100 80GB HBM3 (00000000:19:00)\n\nRunning device_local_copy.\nmemcpy local GPU(column) bandwidth (GB/s)\n           0\n 0   1450.00\n\nSUM device_local_copy 1450.00\n' >copy/nvbandwidth.txt
report
equal "$(value ceiling.memory)" "2900.0 " "what nvbandwidth's copy moved"

# A model of experts reads some of its weights alone: nothing is counted of it.
for s in h100-unit*/*/summary.json; do jq '.model.arch = "MixtralForCausalLM"' "$s" >m && mv m "$s"; done
report
prints "cannot be counted from what they tell" "a model of experts"
finish
