#!/bin/sh
# ctest
# families.sh - one command over two bundles of each family of tools: its verdict, at most 30 lines of 100 columns, and what it says.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
python3 "$SOURCE/tests/e2e/families.py" .

# `runs` lists each of them, by the name of its work, also where the tool tells statistics or samples alone.
for family in */; do
    exits 0 "runs of ${family%/}" "$DOSSIER" runs "$family/A"
    cp "$SCRATCH/out" listed
    ok "are listed" sh -c 'tail -1 listed | grep -qE "^[1-9][0-9]* runs?$"'
done
exits 0 "runs" "$DOSSIER" runs hyperfine/A pytest-benchmark/A go/A trtexec/A
cp "$SCRATCH/out" listed
mean=$(jq -r '.results[0].mean' hyperfine/A/run0.json)
ok "a figure is the one by which its tool is compared" grep -qF "hyperfine-json | sort words, 0 mean | $mean s | " listed
ok "works are told by their names" grep -q "^go-benchmark-text | BenchmarkDecode-8, 1 | " listed
ok "samples without a figure are counted, and none is made" grep -qE "^trtexec-times-json \| - \| - \| [0-9]+ samples of Request latency, and no figure of the tool's own" listed
ok "a run is told once" test "$(grep -c '^hyperfine-json' listed)" = 3
# A command that failed is timed all the same (hyperfine -i): its exit status stands beside its time.
mkdir -p ended && for side in A B; do cp hyperfine/$side/run0.json ended/$side.json; done
jq '.results[0].exit_codes[4] = 7' hyperfine/B/run0.json >ended/B.json
exits 0 "one that failed" "$DOSSIER" runs ended
ok "is listed as such" test "$(grep -c ' | failed: exit status 7 | ' "$SCRATCH/out")" = 1
exits 1 "compared" "$DOSSIER" compare ended/A.json ended/B.json
prints "V1 The tool marked a run as failed or invalid: 7 (B)" "it is refused"
lacks "give it one name" "and what has one name is not to be given one"
# B is a tenth slower by construction: a time that is longer by a tenth, a rate that falls by 1 - 1/1.1.
first() { # family, words that stand in the answer
    exits 0 "$1: comparable" "$DOSSIER" compare "$1/A" "$1/B"
    cp "$SCRATCH/out" kept
    prints "$2" "$1"
    ok "$1: at most 30 lines" sh -c '[ "$(wc -l <kept)" -le 30 ]'
    ok "$1: at most 100 columns but for commands" sh -c \
        '! grep -v "^Next:" kept | LC_ALL=C.UTF-8 grep -qE "^.{101,}"'
    ok "$1: the change is the one that was made" python3 - "$1" "$SOURCE/tests/e2e/families.py" <<'END'
import json, os, re, subprocess, sys
said = json.loads(subprocess.run([os.environ["DOSSIER"], "compare", sys.argv[1] + "/A", sys.argv[1] + "/B", "--json"],
                                 stdout=subprocess.PIPE).stdout)
ratios = [c for check in said["checks"] for c in check["comparisons"]]
true = [c for c in ratios if min(abs(float(c["ratio"]["value"]) - want) for want in (1.1, 1 / 1.1)) < 0.015]
assert true and all(abs(float(c["ratio"]["value"]) - 1) < 0.002 for c in ratios if c not in true), [c["ratio"] for c in ratios]
for c in true:
    assert float(c["ratio_low"]["value"]) <= float(c["ratio"]["value"]) <= float(c["ratio_high"]["value"])
END
    cp kept "$SCRATCH/out"
}
first hyperfine "B takes 10 % more time than A"
first hyperfine-once "B takes 10 % more time than A"
prints "M6 Fewer executions than asked for on a side: 1 and 1" "one run a side is said"
# Of a program on processors alone nothing is asked that only an accelerator, a model or a client has; the declared count is no gap.
exits 0 "a count of zero that is declared" "$DOSSIER" compare --full hyperfine/A hyperfine/B --set accelerator.count=0
lacks "  P5  " "no format of computation is asked of a program"
lacks "Place of the client" "nor where its client was"
exits 0 "in short" "$DOSSIER" compare hyperfine/A hyperfine/B --set accelerator.count=0
prints "W9 That no accelerator took part is declared" "what is declared stands beside the number"
lacks "Accelerators used" "and among no gaps"
first google-benchmark "BM_Sort"
prints "equal within the margin" "and what did not change is equal"
prints "google-benchmark   2 results" "the repetitions of a benchmark are one result, and an aggregate beside them is none of its own"
lacks "_mean" "an aggregate beside its repetitions is no result of its own"
# Ten repetitions of one process are samples of one execution, and the tool's own aggregates behind them no runs that were left out.
exits 0 "every condition" "$DOSSIER" compare --full google-benchmark/A google-benchmark/B
cp "$SCRATCH/out" full
# What the second benchmark shares with the first is named there by its rules, and told once.
tr -s ' \n' ' ' <full >"$SCRATCH/out"
prints "as of B against A, BM_Sort: 34 more: W9, M1, M6," "of the other benchmark, too"
ok "repetitions within one process are one execution" sh -c '[ "$(grep -c "Fewer executions than asked for on a side: 1 and 1" full)" = 1 ]'
ok "an aggregate is no run left out" sh -c '[ "$(grep -c "^  X6 " full)" = 1 ] && ! grep -q "the numbering leaves out" full'
mkdir -p thrice/A thrice/B
for side in A B; do for run in 1 2 3; do jq --argjson r $run '(.benchmarks[] | select(.aggregate_unit != "percentage")) |= (.real_time *= 1 + $r / 5000 | .cpu_time *= 1 + $r / 5000) | .context.date = "2026-11-27T23:0\($r):00+00:00"' \
    google-benchmark/$side/out.json >thrice/$side/out$run.json; done; done
exits 0 "three files a side" "$DOSSIER" compare --full thrice/A thrice/B
cp "$SCRATCH/out" full
ok "are three executions" sh -c '"$DOSSIER" compare --json thrice/A thrice/B >three && grep -q "Executions counted: 3 and 3" three'
ok "of each nothing is left out" sh -c '! grep -q "the numbering leaves out" full'
# The case that is made of them says so, too.
exits 0 "a case of them" "$DOSSIER" new google-benchmark/A google-benchmark/B -o gbcase
ok "names each benchmark of a side once" sh -c '[ "$(jq -r "[.. | .runs? // empty | .[]] | length" gbcase/case.json)" = 4 ]'
"$DOSSIER" check --full gbcase/case.json >full 2>&1 || :
ok "and nothing as left out" sh -c 'grep -q "Completeness" full && ! grep -q "the numbering leaves out" full'
mkdir -p means/A means/B
for side in A B; do jq '.benchmarks |= map(select(.run_type == "aggregate"))' google-benchmark/$side/out.json >means/$side/out.json; done
exits 0 "aggregates alone" "$DOSSIER" compare means/A means/B
ok "each side's mean by itself, of the work that it is of" grep -qE '^  BM_Sort  .* A 1[12][0-9.]* ns . B 13[0-9.]* ns' "$SCRATCH/out"
prints "too few runs for a ratio" "and no ratio"
prints "Three times a side, a file each: " "but the command that would give one"
exits 2 "which a gate does not take for passed" "$DOSSIER" compare means/A means/B --gate slower:2%
# Folders that hold results of another tool, too, each of work that the other lacks: what is measured again is what stands on both.
cp -r means tools
cp hyperfine-once/A/run0.json tools/A/first.json
jq '.results[].command = "of B alone"' hyperfine-once/B/run0.json >tools/B/first.json
for pair in "A B" "A ../means/B" "../means/A B"; do
    exits 0 "beside results of another tool: $pair" sh -c 'cd tools && "$DOSSIER" compare $1' - "$pair"
    prints "Three times a side, a file each: --benchmark_repetitions=30" "the command is that of the pair: $pair"
done
# Two builds are two commands: how one piece of work is named.
mkdir -p builds
for side in A B; do jq --arg c "./build-$side" '.results[].command = $c' hyperfine-once/$side/run0.json >builds/$side.json; done
exits 1 "two commands" "$DOSSIER" compare builds/A.json builds/B.json
prints "give it one name: hyperfine -n WORK" "how they are one work"
# Sums of a client alone: that no file can carry a verdict stands first, of several loads, too.
printf 'Concurrency,Inferences/Second,Client Send,Network+Server Send/Recv,Server Queue,Server Compute Input,Server Compute Infer,Server Compute Output,Client Recv,p50 latency,p90 latency,p95 latency,p99 latency\n1,500.5,10,200,50,20,1500,10,5,2000,2200,2300,2500\n2,901.5,10,200,50,20,1500,10,5,2100,2300,2400,2600\n' >builds/a.csv
sed 's/500.5/480.5/; s/901.5/880.5/' builds/a.csv >builds/b.csv
exits 2 "sums alone" "$DOSSIER" compare builds/a.csv builds/b.csv
ok "stands in the second line" sh -c 'sed -n 2p "$1" | grep -q "cannot carry a verdict"' - "$SCRATCH/out"
# A benchmark of Go that reports a unit of its own is compared by it, where the file says which way that is better; else that is asked.
mkdir -p ownunit/A ownunit/B
for side in A B; do sed 's|\([0-9.]*\) ns/op.*|\1 req/s|' "go/$side/bench.txt" >"ownunit/$side/bench.txt"; done
exits 2 "a unit of its own" "$DOSSIER" compare ownunit/A ownunit/B
prints "Which way req/s is better no file tells: print a line \"Unit req/s better=higher\"" "which way it is better is asked"
for side in A B; do sed -i '1i Unit req/s better=higher' "ownunit/$side/bench.txt"; done
exits 0 "that says which way it is better" "$DOSSIER" compare ownunit/A ownunit/B
prints "rate +9.9" "is compared"
# What lies beside a run and is none of it takes no answer away: a test of the links, of the processors, a profile by layer, a log of training.
mkdir beside
for file in fabric/all-reduce.txt classic/hpl.txt trtexec/profile.json training/megatron.log; do
    rm -rf beside/A && cp -r vllm/A beside/A
    for run in 0 1 2; do # other bytes each: one file three times would be one measurement offered thrice
        cp "$SOURCE/tests/golden/ingest/$file" "beside/A/run$run/other.${file##*.}"
        printf "%${run}s\n" "" >>"beside/A/run$run/other.${file##*.}"
    done
    exits 0 "beside $file" "$DOSSIER" compare beside/A vllm/B
    prints "B delivers 9.0" "the ratio stands"
    prints "A     vllm   3 results" "and no other tool's version is the client's"
    lacks "Batch size" "nor is a training's batch a server's load"
done
first pytest-benchmark "B takes 10 % more time than A"
# Two commits of one's own program are what is compared; within a side there is one, a purchase asks for one, and so does a change of one layer.
mkdir -p commits/A commits/B mixed
for side in A B; do for run in 0 1 2; do jq --arg id "$(printf %s "$side$run" | sed 's/A./abc123/; s/B./def456/')" '.commit_info = { id: $id, dirty: false }' \
    pytest-benchmark/$side/run$run.json >commits/$side/run$run.json; done; done
exits 1 "a gate over two commits" "$DOSSIER" compare commits/A commits/B --gate slower:2%
prints "B takes 10 % more time than A" "shows the loss"
prints "W11 Revision of the measured source differs: abc123 against def456" "and says beside it what differs"
exits 1 "a purchase" "$DOSSIER" compare commits/A commits/B --profile purchase
prints "not comparable" "asks for one revision"
exits 1 "a layer under test" "$DOSSIER" compare commits/A commits/B --layers driver
prints "not comparable" "asks for one revision, too"
cp hyperfine-once/A/run0.json commits/A/first.json
exits 1 "beside a result of another tool" "$DOSSIER" compare commits/A commits/B --layers driver
prints "Next:  dossier recipe pytest-benchmark" "the recipe is that of the pair"
rm commits/A/first.json
cp commits/B/* mixed/
jq '.commit_info.id = "fed987"' commits/B/run1.json >mixed/run1.json
exits 1 "two commits within one side" "$DOSSIER" compare commits/A mixed
prints "not comparable" "are not one program"
# A copy of a measurement is no run more: the line of a side says how many count, as the one that asks for three does.
mkdir -p copied/A copied/B
for side in A B; do for copy in 0 1 2; do cp pytest-benchmark/$side/run0.json copied/$side/run$copy.json; done; done
exits 0 "copies" "$DOSSIER" compare copied/A copied/B
prints "Too few runs a side for a ratio" "are too few"
prints "Three times a side, a file each: " "and how to have three is told"
ok "and counted once on each side" sh -c '[ "$(grep -cE "^  [AB] by itself .*, 1 run and 2 copies$" "$1")" = 2 ]' - "$SCRATCH/out"
first phoronix "MB/s (95 % interval of the change"
prints "B delivers 9" "its rate falls"
first llama-bench "less than A"
cp -r llama-bench quantised && sed -i 's/llama 8B Q8_0/llama 8B Q4_K - Medium/' quantised/B/*.json
exits 1 "another quantisation" "$DOSSIER" compare quantised/A quantised/B
prints "P1 Format of weights differs: Q8_0 against Q4_K" "is another format of weights"
exits 2 "which is what is under test" "$DOSSIER" compare quantised/A quantised/B --layers precision
prints "P6 Accuracy on the task is not shown" "and then accuracy is asked for"
lacks "architecture" "of one model"
first fio "less than A"
first go "BenchmarkEncode-8"
prints "BenchmarkDecode-8" "every benchmark of a file is judged"
# Two units of one's own that a line says of which way they are better: a result each, as benchstat has a table for each.
mkdir -p twounits/A twounits/B
for side in A B; do for run in 1 2 3; do
    f=$(echo $side | sed 's/A/1000/; s/B/1100/')
    printf 'Unit req/s better=higher\nUnit p99-ms better=lower\nUnit peak-MB better=lower\nUnit hits better=higher\npkg: x\n' >twounits/$side/r$run.txt
    awk -v f="$f" -v r=$run 'BEGIN { t = f * (1 + r / 1000); printf "BenchmarkServe-8 1000 %d ns/op %.3f req/s %.4f p99-ms %.4f peak-MB %.5f hits 12 B/op\n", t * 10, 1e7 / t, t / 50, t / 25, 900 / t }' >>twounits/$side/r$run.txt
done; done
exits 0 "several units of one's own" "$DOSSIER" compare twounits/A twounits/B
cp "$SCRATCH/out" said
ok "Go's own time" grep -qE '^  BenchmarkServe-8.* time \+(10|9\.9)' said
ok "a rate that falls" grep -qE '^  req/s .* rate -9\.0' said
ok "a time that grows" grep -qE '^  p99-ms .* time \+(10|9\.9)' said
ok "what is no time is not called so" grep -qE '^  peak-MB .* need \+(10|9\.9)' said
ok "nor what is no rate" grep -qE '^  hits .* result -9\.0' said
exits 1 "a gate" "$DOSSIER" compare twounits/A twounits/B --gate slower:2%
exits 0 "one of them" "$DOSSIER" compare "twounits/A/r1.txt#BenchmarkServe-8, peak-MB, x" "twounits/B/r1.txt#0.3"
# One repetition a file, three files a side: a loop's count is no count of samples.
mkdir -p loops/go/A loops/go/B loops/google/A loops/google/B
for side in A B; do for run in 1 2 3; do
    { echo 'pkg: x'; grep BenchmarkEncode go/$side/bench.txt | sed -n ${run}p; } >loops/go/$side/r$run.txt
    jq --argjson r $run '.benchmarks |= [.[] | select(.run_type == "iteration" and .name == "BM_Sort" and .repetition_index == $r) | .repetitions = 1 | .repetition_index = 0]
        | .context.date = "2026-11-27T23:0\($r):00+00:00"' google-benchmark/$side/out.json >loops/google/$side/r$run.json
done; done
for tool in go google; do
    exits 0 "one repetition a file, of $tool" "$DOSSIER" compare loops/$tool/A loops/$tool/B
    ok "is judged over three runs" sh -c 'tr -s " \n" " " <"$1" | grep -qE "B takes (9|10|11)[0-9.]* % more time than A"' - "$SCRATCH/out"
done
# Results of two tools on one side: its line names both.
mkdir -p tools/A tools/B
for side in A B; do cp hyperfine/$side/run0.json tools/$side/out.json && cp go/$side/bench.txt tools/$side; done
"$DOSSIER" compare tools/A tools/B >"$SCRATCH/out" || :
ok "the tools of a side" sh -c '[ "$(grep -cE "^  [AB]  .*(go.*, hyperfine|hyperfine.*, go)   " "$1")" = 2 ]' - "$SCRATCH/out"
# Figures in units of one's own alone, of which three repetitions are there: as any three.
mkdir -p gounits
# criterion leaves its baseline beside the last measurement: of another build, it is no run of this side.
mkdir -p baselined
cp -r criterion/A criterion/B baselined
for run in 0 1 2; do cp -r criterion/A/run$run/fib/new baselined/B/run$run/fib/base; done
exits 0 "baselines beside what is new" "$DOSSIER" compare baselined/A baselined/B
grep -v '^Next' "$SCRATCH/out" >with
exits 0 "and none" "$DOSSIER" compare criterion/A criterion/B
ok "make no difference" sh -c 'grep -q "takes 1[01].* more time than A" with && grep -v "^Next" "$1" | cmp - with' - "$SCRATCH/out"
# A unit of one's own beside Go's own time: the time is compared, and by --metric the unit, the way that its line says.
mkdir -p gobeside
for side in A B; do
    printf 'Unit tokens/s better=higher\npkg: x\n' >gobeside/$side.txt
    for i in 1 2 3 4 5; do printf 'BenchmarkDecode-8 100 %s%s000 ns/op %s0%s0 tokens/s 16 B/op\n' "$(printf $side | tr AB 98)" $i "$(printf $side | tr AB 12)" $i >>gobeside/$side.txt; done
done
exits 0 "the time beside a unit of one's own" "$DOSSIER" compare gobeside/A.txt gobeside/B.txt
ok "is compared" sh -c 'tr -s " \n" " " <"$1" | grep -q "B takes .* less time than A: 83.0 against 93.0 us"' - "$SCRATCH/out"
exits 0 "the unit by --metric" "$DOSSIER" compare gobeside/A.txt gobeside/B.txt --metric result.more_is_better
ok "is compared the way that its line says" sh -c 'tr -s " \n" " " <"$1" | grep -q "B delivers 97 % more than A: 2,030 against 1,030 tokens/s"' - "$SCRATCH/out"
for side in A B; do printf 'Unit req/s better=higher\npkg: x\nBenchmarkServe-8 100 1000.5 req/s\nBenchmarkServe-8 100 1001.5 req/s\nBenchmarkServe-8 100 99%s.5 req/s\n' "$(printf $side | tr AB 79)" >gounits/$side.txt; done
exits 0 "units of one's own" "$DOSSIER" compare gounits/A.txt gounits/B.txt
prints "equal within the margin: the change of B against A lies between" "are compared"
lacks "kept no samples" "samples were kept"
# Two packages have a benchmark of one name; one of them is gone on the other side.
mkdir -p packages
for side in A B; do { cat go/$side/bench.txt; awk '{ sub("example.org/x", "example.org/y") } /ns\/op/ { $3 += 1009 } 1' go/$side/bench.txt | if [ $side = A ]; then cat; else grep -v Decode; fi; } >packages/$side.txt; done
exits 0 "two packages" "$DOSSIER" compare packages/A.txt packages/B.txt
prints "only in A: BenchmarkDecode-8, example.org/y" "what one has lost is told"
ok "each is judged by itself" sh -c '[ "$(grep -cE "^  Benchmark(En|De)code-8, example.org/[xy]  .*(time .(9|10)|equal)" "$1")" = 3 ]' - "$SCRATCH/out"
first criterion "more time than A"
first spec "less than A"
first vllm "less than A"
# A result of hyperfine whose single times were left out still has its figures.
mkdir -p timeless/A timeless/B
for file in hyperfine/?/*.json; do jq -c 'del(.results[].times)' "$file" >"timeless/${file#hyperfine/}"; done
exits 0 "hyperfine: without single times" "$DOSSIER" compare timeless/A timeless/B
prints "A     hyperfine   3 results" "is read"
# Versions of its client before 2026 keep no start of a request: not one sample more of theirs would help.
for file in vllm/?/run?/serve.json; do mkdir -p "startless/${file%/*}" && jq -c 'del(.start_times)' "$file" >"startless/$file"; done
exits 2 "vllm: without start times" "$DOSSIER" compare startless/vllm/A startless/vllm/B
prints "times of requests, but not when each began" "what is missing is named"
lacks "too few" "and nothing else is blamed"
# One side alone kept none.
for file in vllm/B/run?/serve.json; do mkdir -p "aside/${file%/*}" && jq -c 'del(.start_times, .ttfts, .itls, .input_lens, .output_lens, .errors, .generated_texts)' "$file" >"aside/$file"; done
exits 2 "vllm: samples of one side" "$DOSSIER" compare vllm/A aside/vllm/B
prints "vllm kept no samples in those of B, only what it made of them" "whose are missing is told"
exits 2 "vllm: without start times, in full" "$DOSSIER" compare startless/vllm/A startless/vllm/B --full
lacks "unit of work is not disclosed" "a figure's unit is what the format says it is"
first trtexec "more time than A"
first guidellm "less than A"
first aiperf "less than A"
# What AIPerf polled of accelerators beside its requests is telemetry of the run, on the same clock; it has no core clock.
cp -r aiperf polled
python3 - <<'END'
import glob, json, os
for path in glob.glob("polled/*/*/profile_export.jsonl"):
    starts = [json.loads(line)["metadata"]["request_start_ns"] for line in open(path)]
    with open(os.path.dirname(path) + "/gpu_telemetry_export.jsonl", "w") as out:
        for n, at in enumerate(range(min(starts) - 2 * 10**9, max(starts) + 5 * 10**9, 333 * 10**6)):
            for gpu in 0, 1: # the second idles
                out.write(json.dumps({"gpu_index": gpu, "gpu_uuid": "GPU-%s%d" % (path[7], gpu), "gpu_model_name": "NVIDIA H100 80GB HBM3", "timestamp_ns": at,
                    "dcgm_url": "u", "telemetry_data": {"gpu_power_usage": (70, 400)[gpu == 0] + n * 7 % 11 / 10, "gpu_utilization": (0.0, 97.0)[gpu == 0]}}) + "\n")
END
exits 0 "aiperf: with its telemetry" "$DOSSIER" compare polled/A polled/B --json
ok "covers the load, its power settles, and no clock is known of it" jq -e '[.checks[0].comparisons[0].findings[] |
    select(.rule | IN("S9", "V5", "H2")) | .judgement] == ["holds", "holds", "unknown"]' "$SCRATCH/out"
first perf_analyzer "B takes 10.01 % more time than A"
first genai-perf "more time than A"
prints "perf_analyzer   3 results" "what lies beside one run's requests is no run of its own"
first sglang "less than A"
prints "S1 Each run counts as a whole" "that nobody saw within the runs stands beside it"
first fio-mixed "mix, write"
prints "mix, read                                     ≈ equal within the margin" "what was read stands by itself"
prints "≈ rate -9.1" "and what was written"

# trtllm-bench tells no failed requests: from 1.1 on it stops at the first, earlier releases dropped them.
mkdir -p trtllm/A trtllm/B
for side in A=1 B=1.1; do for run in 1 2 3; do
    jq --argjson by "$(echo "${side#*=} * (1 + $run / 500)" | bc -l)" '.engine.version = "1.1.0" | .performance |= (.total_latency_ms /= $by | .request_throughput_req_s *= $by |
        .system_output_throughput_tok_s *= $by | .system_total_throughput_tok_s *= $by | .output_throughput_per_gpu_tok_s *= $by)' \
        "$SOURCE/tests/golden/ingest/trtllm-bench/report.json" >"trtllm/${side%=*}/r$run.json"
done; done
exits 0 "trtllm-bench" "$DOSSIER" compare trtllm/A trtllm/B
prints "B delivers 10.00 % more than A" "and an answer"
sed -i 's/"version": "1.1.0"/"version": "1.0.0"/' trtllm/B/*.json
exits 2 "an earlier release" "$DOSSIER" compare trtllm/A trtllm/B
prints "V2 The number of failed requests is not disclosed by B" "does not tell"
prints "first: For B: measure with a release of the tool from" "and what would"

# What SGLang's client keeps carries a first look, and no purchase; a failed request is counted by its rows.
exits 2 "no purchase by whole runs of a client of serving" "$DOSSIER" compare sglang/A sglang/B --profile purchase
prints "cannot carry a verdict" "which is said"
cp -r sglang failing
python3 - failing/B/run0.jsonl <<'END'
import json, sys
line = json.loads(open(sys.argv[1]).read())
for at in range(40):
    line["errors"][at], line["ttfts"][at], line["itls"][at], line["output_lens"][at] = "timed out", 0.0, [], 0
line["completed"] -= 40
line["total_output_tokens"] -= 40 * 64
open(sys.argv[1], "w").write(json.dumps(line) + "\n")
END
exits 1 "requests that failed" "$DOSSIER" compare failing/A failing/B
prints "Too many requests failed: 40 requests failed" "are told"

# What a profiler, a server, the machine or a test of it left beside a run makes no answer worse, each by itself: what a client's format says of
# the run holds, and nothing more is asked for.
for family in vllm guidellm trtexec; do mkdir beside-$family && cp -r $family/A $family/B beside-$family; done
ok "evidence beside a run of a client leaves the verdict, and asks for nothing more" python3 - <<'END'
import json, os, shutil, subprocess
golden = os.environ["SOURCE"] + "/tests/golden/ingest/"
profiles = "profilers/events.json", "profilers/run.sqlite", "profilers/kernels.csv", "profilers/raw.csv", "profilers/counters.csv"
others = ("profilers/summaries.txt", "profilers/summaries.json", "inference-perf/stage_3_prometheus_metrics.json", "classic/hpl.txt",
          "telemetry/telemetry.csv", "server-log/vllm.log", "mlperf/accuracy.txt", "plan/plan-W.json")
def said(folder):
    run = subprocess.run([os.environ["DOSSIER"], "compare", folder + "/A", folder + "/B", "--json"], stdout=subprocess.PIPE)
    pairs = [c for check in json.loads(run.stdout)["checks"] for c in check["comparisons"]]
    return run.returncode, [c["verdict"] for c in pairs], {(f["rule"], f["said"]) for c in pairs for f in c["findings"]
                                                           if f["judgement"] == "unknown" and "is not disclosed" in f["said"]}
worse = []
for family, files in ("vllm", profiles + others), ("guidellm", profiles[:1]), ("trtexec", profiles[1:2]):
    bare = said(family)
    assert bare[0] == 0 and bare[1], (family, bare[:2])
    for file in files:
        laid = "beside-%s/A/run0/%s" % (family, os.path.basename(file))
        shutil.copy(golden + file, laid)
        beside = said("beside-" + family)
        os.remove(laid)
        if beside[:2] != bare[:2] or not beside[2] <= bare[2]:
            worse.append((family, file, beside[:2], sorted(beside[2] - bare[2])))
assert not worse, worse
END
# A log of another load and length beside a run whose file tells its own is held against it: the run was left out in silence.
cp "$SOURCE/tests/golden/ingest/vllm-log/bench-serve.log" beside-vllm/A/run0/
exits 1 "the log of another run beside a run" "$DOSSIER" compare beside-vllm/A beside-vllm/B
prints "A/run0/bench-serve.log" "is named"
rm beside-vllm/A/run0/bench-serve.log

# A list of requests in the order of their ends says the same as one in the order of their starts.
python3 - <<'END'
import glob, json, os
for path in glob.glob("perf_analyzer/*/*/profile_export.json"):
    document = json.load(open(path))
    document["experiments"][0]["requests"].sort(key=lambda r: r["response_timestamps"][-1])
    os.makedirs(os.path.dirname("ends/" + path), exist_ok=True)
    json.dump(document, open("ends/" + path, "w"))
END
exits 0 "requests by their ends" "$DOSSIER" compare ends/perf_analyzer/A ends/perf_analyzer/B
prints "B takes 10.01 % more time than A: 748.02 against 679.95 ms" "say what those by their starts say"

# A tool that keeps samples is judged over time or not at all, whatever the case says.
for family in vllm trtexec; do
    exits 0 "$family: a case" "$DOSSIER" new $family/A $family/B -o case-$family --profile engineering
    jq '.metric.kind = "whole_run"' case-$family/case.json >c && mv c case-$family/case.json
    exits 2 "$family: no whole runs of a tool that can keep samples" "$DOSSIER" check --full case-$family/case.json
done
# Samples that suffice are judged, and a run that drifts has no figure as a whole.
python3 - <<'END'
import json, os
for side in "AB":
    for run in range(3):
        path = "hyperfine/%s/run%d.json" % (side, run)
        document = json.load(open(path))
        times = [round(0.2 + 0.004 * i + 0.0001 * (i * 7 % 5) + run / 1000, 6) for i in range(60)]
        result = document["results"][0]
        mean = sum(times) / 60
        result.update(times=times, exit_codes=[0] * 60, mean=mean, median=(sorted(times)[29] + sorted(times)[30]) / 2, min=min(times),
                      max=max(times), stddev=(sum((t - mean) ** 2 for t in times) / 59) ** 0.5)
        os.makedirs("drift/" + side, exist_ok=True)
        json.dump(document, open("drift/%s/run%d.json" % (side, run), "w"))
END
exits 1 "runs that drift are refused" "$DOSSIER" compare drift/A drift/B
lacks "more time" "and no change is told"
# Other units are not set side by side.
cp -r phoronix units && sed -i 's/MB\/s/GB\/s/' units/B/composite.xml
exits 1 "MB/s against GB/s" "$DOSSIER" compare units/A units/B
prints "Units of work differ: MB/s against GB/s" "which is said"
cp -r phoronix newer && sed -i 's/<AppVersion>[^<]*/<AppVersion>9.9/' newer/B/composite.xml
exits 1 "another version of the program" "$DOSSIER" compare newer/A newer/B
prints "A by itself   49.9519 MB/s" "a figure has its unit"
cp -r phoronix turned && sed -i 's/HIB/LIB/' turned/B/composite.xml
exits 1 "more is better against less is better" "$DOSSIER" compare turned/A turned/B
lacks "delivers" "no change of figures that are better either way"

# A folder with files of several runs: each file is one.
mkdir -p mixed/A mixed/B
for side in A B; do
    cp "$SOURCE/tests/golden/ingest/sglang/bench.log" mixed/$side
    cp llama-bench/$side/*.json mixed/$side
done
exits 1 "each file is a run by itself" "$DOSSIER" compare mixed/A mixed/B
prints "A  A     sglang, llama-bench   4 results" "all of them are seen, and no tool has the other's version"
prints "≈ rate -8." "and llama-bench is judged by its own kind"
lacks "case.json" "no file is named that nobody wrote"

# What only one side recorded of its machine stands beside the number for a look of one's own, and blocks a purchase.
cp -r go told && mkdir told/A/captures && cp "$SOURCE"/samples/software-bottleneck/h100-unit6/captures/lscpu.json told/A/captures
mkdir told/A/run && mv told/A/bench.txt told/A/run
exits 0 "a capture of one side alone" "$DOSSIER" compare told/A told/B
exits 2 "is no purchase" "$DOSSIER" compare told/A told/B --profile purchase
finish
