#!/bin/sh
# recognised.sh - a file is known by what it holds, wherever in it that stands; what only looks like a format is not
# said to be read.
# ctest
. "$SOURCE/tests/e2e/common.sh"
cd "$SCRATCH"
golden=$SOURCE/tests/golden/ingest
facts() { # facts of one file, without places and name; $1 the file
    mkdir -p alone
    rm -rf alone/*
    cp "$1" "alone/$(basename "$1")"
    "$DOSSIER" inspect --json alone 2>"$SCRATCH/said" | python3 -c '
import json, sys
for fact in json.load(sys.stdin)["files"][0]["facts"]:
    if fact["key"] != "result.remark":
        print(fact["key"], fact.get("instance", ""), fact["value"], fact["unit"])'
}
same() { # the same facts of both files, and some; $1, $2 the files
    facts "$1" >one
    facts "$2" >two
    [ -s one ] || { echo "no facts of $1"; return 1; }
    diff one two
}
reads() { # description file format
    mkdir -p looked && rm -rf looked/* && cp "$2" looked/
    "$DOSSIER" inspect looked 2>"$SCRATCH/said" | sed -n '/^  [a-z].*'"$(basename "$2")"'/p' >label
    ok "$1" grep -q "^  $3  *$(basename "$2")" label
}
backend='ggml_cuda_init: found 1 CUDA devices:
  Device 0: NVIDIA L4, compute capability 8.9, VMM: yes'

# A backend's lines in front, behind, and both, with either line end.
llama=$golden/llama/llama-bench.json
{ echo "$backend"; cat "$llama"; } >before.json
{ cat "$llama"; echo; echo "ggml_metal_free: deallocating"; } >after.json
{ echo "$backend"; cat "$llama"; echo; echo "build: 247e5c6e (5606)"; } >around.txt
{ echo "$backend" | sed 's/$/\r/'; cat "$llama"; } >crlf.json
{ echo "[2026-01-01] [INFO] [1] start"; echo "{'a': 1}"; cat "$llama"; } >dict.json
for file in before.json after.json around.txt crlf.json dict.json; do
    ok "llama-bench in $file" same "$llama" "$file"
done
"$DOSSIER" inspect --all before.json >"$SCRATCH/out"
prints "result.remark[line 2]" "the lines in front are told"
"$DOSSIER" inspect --all around.txt >"$SCRATCH/out"
prints "build: 247e5c6e (5606)" "and those behind"

# Other tools, other forms.
for pair in llama-forms/bench.jsonl llama-forms/bench.csv vllm/serve.json vllm-latency/latency.json \
    guidellm-05/benchmarks.json lm-eval/results.json serve/serve.json; do
    file=$golden/$pair
    [ -f "$file" ] || continue
    name=$(basename "$file")
    mkdir -p chatter
    { echo "WARNING 01-01 10:00:00 [config.py:10] a word, another, and more"; echo; cat "$file"; } >"chatter/$name"
    ok "$pair behind a tool's words" same "$file" "chatter/$name"
done

# Two values in one file: nobody can say which counts.
{ echo "$backend"; cat "$llama"; echo; cat "$llama"; } >twice.json
exits 3 "two values behind words" "$DOSSIER" inspect twice.json

# What tells the format stands behind 64 KiB.
python3 - "$llama" "$golden/vllm/serve.json" "$golden/vllm-log/bench-serve.log" <<'P'
import json, sys
llama, serve, log = sys.argv[1:]
filler = "".join(f"INFO 01-01 10:{i // 60 % 60:02}:{i % 60:02} engine.py: step {i}, {i * 7} tokens\n" for i in range(4000))
open("far.log", "w").write(filler + open(log).read())
one = json.load(open(serve))
first = {"generated_texts": ["x[{\"" * 9] * 9000}
open("far.json", "w").write(json.dumps({**first, **one}))
tests = json.load(open(llama))
tests[0] = {"note": "\\" * 70000, **tests[0]}
open("long.json", "w").write(json.dumps(tests))
# the signature, and what tells vLLM's from SGLang's, on both sides of the 65,536th byte
text = open(log).read()
at = text.index("Serving Benchmark Result")
open("edge.log", "w").write("x" * (65536 - at - 40) + "\n" + text)
P
reads "a log's result behind 200 KB" far.log vllm-serve-log
ok "and all of it" same "$golden/vllm-log/bench-serve.log" far.log
ok "at the edge of the head" same "$golden/vllm-log/bench-serve.log" edge.log
reads "a result with long texts in front" far.json vllm-serve-json
reads "a test with a long note" long.json llama-bench-json

# A terminal's copy begins with the prompt and the command: a remark, and the rest as without it.
xml="$SOURCE/samples/software-bottleneck/h100-unit6/captures/nvidia-smi-q.xml"
{ echo 'team@node:~$ nvidia-smi -q -x'; cat "$xml"; } >prompt.xml
reads "XML behind a shell's prompt" prompt.xml nvidia-smi-xml
facts() { "$DOSSIER" inspect --json "$1" | jq '[.files[].facts | length] | add'; }
ok "and all of it, with a fact for the prompt" test "$(facts prompt.xml)" -eq "$((1 + $(facts "$xml")))"
ok "the prompt is a remark" sh -c "'$DOSSIER' inspect --all prompt.xml | grep -A1 'result.remark' | grep -q 'nvidia-smi -q -x'"

# What quotes a result, or looks like a format and gives nothing, is not read.
{ echo "# How to"; echo; cat "$llama"; } >readme.md
reads "documentation that quotes a result" readme.md "not read"
{ echo "Metric,run 1,run 2"; echo "[[Serving Benchmark Result]],,"; echo "Successful requests,320,320"; } >two.csv
reads "a table that somebody made of logs" two.csv "not read"
ok "is told" grep -q "looks like a format, but nothing of it could be read.*vllm-serve-log" "$SCRATCH/said"
cp "$llama" console.log
reads "a copy of the console" console.log "not read"
ok "is told by what it looks like" grep -q "looks like llama-bench-json; a .log is" label
finish
