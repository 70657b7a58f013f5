#!/bin/sh
# ctest
# recipe.sh - the table of tools: listed, one by name, and docs/tools.md in step; the program's version in either spelling.
. "$(dirname "$0")/common.sh"
exits 0 "tools are listed" "$DOSSIER" recipe
cp "$SCRATCH/out" "$SCRATCH/tools"
for tool in hyperfine google-benchmark pytest-benchmark phoronix llama-bench fio vllm sglang guidellm aiperf genai-perf perf_analyzer \
    trtexec mlperf spec-cpu2017 go criterion; do
    ok "$tool is one of them" grep -qx "$tool" "$SCRATCH/tools"
    exits 0 "recipe $tool" "$DOSSIER" recipe $tool
    prints "dossier compare A B" "$tool: what comes then"
    cp "$SCRATCH/out" "$SCRATCH/kept"
    ok "$tool: at most 30 lines of 100 columns" sh -c '[ "$(wc -l <"$1")" -le 30 ] && ! grep -qE "^.{101,}" "$1"' - "$SCRATCH/kept"
done
exits 0 "hyperfine" "$DOSSIER" recipe hyperfine
prints "hyperfine --runs 30 --warmup 3 -n WORK --export-json out.json ..." "its command"
prints "its repetitions are the sample" "how it is judged"
exits 0 "vllm" "$DOSSIER" recipe vllm
prints "--save-detailed" "what keeps its requests"
prints "over time: 30 samples and 60 s of a steady run at least" "how it is judged"
exits 0 "trtllm-bench" "$DOSSIER" recipe trtllm-bench
prints "vllm bench serve --backend openai ... --save-result --save-detailed --ignore-eos" "a client that keeps when each request began"
exits 3 "a slip" "$DOSSIER" recipe hyperfne
cp "$SCRATCH/err" "$SCRATCH/told"
ok "is answered by the tool that was meant" grep -q 'expected "hyperfine"' "$SCRATCH/told"
while read -r called tool; do
    exits 3 "$called" "$DOSSIER" recipe "$called"
    cp "$SCRATCH/err" "$SCRATCH/told"
    ok "is answered by $tool" grep -q "expected \"$tool\"" "$SCRATCH/told"
done <<'L'
pytest pytest-benchmark
llama.cpp llama-bench
trtllm trtllm-bench
tensorrt-llm trtllm-bench
vllm-bench vllm
mlperf-inference mlperf
sglang.bench_serving sglang
gbench google-benchmark
L
for tool in k6 wrk ab locust; do
    exits 3 "$tool is none of them" "$DOSSIER" recipe $tool
    cp "$SCRATCH/err" "$SCRATCH/told"
    ok "$tool: its files are not read, and how they are compared all the same" grep -q "^recipe: input: refused: $tool is no tool whose results are compared; expected .*\`dossier compare A B\` prints what to paste" "$SCRATCH/told"
done
exits 3 "two" "$DOSSIER" recipe hyperfine go
exits 0 "as a page" "$DOSSIER" recipe --markdown
cp "$SCRATCH/out" "$SCRATCH/page"
ok "docs/tools.md is that page (dossier recipe --markdown > docs/tools.md)" cmp "$SCRATCH/page" "$SOURCE/docs/tools.md"
exits 0 "the version" "$DOSSIER" --version
cp "$SCRATCH/out" "$SCRATCH/long"
exits 0 "in short" "$DOSSIER" -V
cp "$SCRATCH/out" "$SCRATCH/short"
ok "is the same" cmp "$SCRATCH/short" "$SCRATCH/long"
finish
