#!/bin/sh
# ctest
# scaffolds.sh - every scaffold that `new` makes, filled in, leaves no condition open because something is not disclosed: of a small
# input of each family, and of every real bundle where the corpus is there.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
golden=$SOURCE/tests/golden/ingest
python3 "$SOURCE/tests/e2e/families.py" . vllm sglang trtexec guidellm aiperf perf_analyzer genai-perf
for family in vllm sglang trtexec guidellm aiperf perf_analyzer genai-perf; do cp -r "$family/A" "bundle-$family"; done
captures=$SOURCE/samples/software-bottleneck/h100-unit6/captures
ok "small inputs" python3 "$SOURCE/tests/e2e/scaffolds.py" "$DOSSIER" "$captures" "$SCRATCH/made" bundle-* \
    "$golden/classic/hyperfine.json" "$golden/classic/google.json" "$golden/classic/pytest.json" "$golden/classic/fio.json" "$golden/go/made.txt" \
    "$golden/phoronix/composite.xml" "$golden/real/llama-bench.json" "$golden/real/llama-bench.md"
python3 "$SOURCE/tests/e2e/scaffolds.py" "$DOSSIER" "$captures" "$SCRATCH/told" bundle-vllm "$golden/classic/hyperfine.json" "$golden/classic/google.json" \
    "$golden/phoronix/composite.xml" >"$SCRATCH/out" || :
cp "$SCRATCH/out" counted
ok "three statements of a program at most" sh -c '[ "$(grep -cE "(classic|phoronix)/.* [1-3] statements" counted)" = 3 ]'
ok "four of vLLM's client, whose two commands tell the rest" grep -qE 'bundle-vllm .* 4 statements' counted
# Whoever took every default has commands without options, and still six statements at most say all of any client of serving.
COMMANDS=bare python3 "$SOURCE/tests/e2e/scaffolds.py" "$DOSSIER" "$captures" "$SCRATCH/bare" bundle-* >"$SCRATCH/out" || echo "FAIL bare" >>"$SCRATCH/out"
cp "$SCRATCH/out" counted
ok "six of any client of serving at most, where the commands tell nothing" sh -c '[ "$(grep -cE "^ok .* [1-6] statements" counted)" = 7 ] && ! grep FAIL counted'
# Two sides that lack different things, and were fed different data besides: nothing that is asked would help.
python3 "$SOURCE/tests/e2e/scaffolds.py" "$DOSSIER" "$captures" "$SCRATCH/unlike" "$golden/guidellm-02/sweep.json:$golden/guidellm-05/synthetic.json" \
    >counted || echo FAIL >>counted
ok "none of two sides that lack different things and did different work" grep -qE '^told .* 0 statements' counted
# What was run is asked of each side where the files tell that it was not the same; of the other, where one tells it.
for side in A B; do cp -r bundle-vllm "ran-$side" && cp -r "$captures" "ran-$side"; done
asked() { # of ran-A, of ran-B, of both: whether the artefact is asked
    rm -rf ran && mkdir ran && cp -r ran-A ran-B ran
    [ -z "$1" ] || printf '{ "format": "dossier-run/1", %s }' "$1" >ran/ran-A/run.json
    [ -z "$2" ] || printf '{ "format": "dossier-run/1", %s }' "$2" >ran/ran-B/run.json
    "$DOSSIER" new ran/ran-A ran/ran-B -o ran >"$SCRATCH/out"
    for at in ran/ran-A ran/ran-B ran; do if grep -q "artefact[^\"]*\": \"FIXME" "$at/run.json" 2>/dev/null; then printf 1; else printf 0; fi; done
}
ok "once, where nothing tells them apart" [ "$(asked '' '')" = 001 ]
ok "of each, where releases differ" [ "$(asked '"engine": { "version": "0.8.4" }' '"engine": { "version": "0.9.1" }')" = 110 ]
ok "of the side that does not tell" [ "$(asked '"facts": { "stack.artefact": "sha256:01" }' '')" = 010 ]
# What one side tells, the other hides and nothing captures is asked of it alone; with it said, nothing blocks for want of it.
mkdir hides && cp -r vllm/A vllm/B hides
for file in hides/B/run?/serve.json; do jq -c '. + {burstiness: 1.0, max_concurrency: 8}' "$file" >c && mv c "$file"; done
for file in hides/A/run?/serve.json; do jq -c 'del(.burstiness, .max_concurrency)' "$file" >c && mv c "$file"; done
ok "a scaffold of two sides of which one hides" "$DOSSIER" new hides/A hides/B -o hides
ok "asks it" grep -q 'load.concurrency; load.burstiness.*FIXME' hides/A/run.json
ok "and the other nothing" sh -c '! grep -qs load hides/B/run.json hides/run.json'
python3 "$SOURCE/tests/e2e/scaffolds.py" "$DOSSIER" "$captures" "$SCRATCH/hidden" hides/A:hides/B >counted || echo FAIL >>counted
ok "of which nothing is left, filled in" grep -qE '^ok .* [1-6] statements' counted
ok "features that change the work are asked, which E5 waits for" grep -q 'engine.features' hides/run.json
PROFILE=engineering python3 "$SOURCE/tests/e2e/scaffolds.py" "$DOSSIER" "$captures" "$SCRATCH/engineering" bundle-* "$golden/classic/hyperfine.json" \
    "$golden/classic/google.json" "$golden/phoronix/composite.xml" "$golden/real/llama-bench.json" >"$SCRATCH/out" || :
cp "$SCRATCH/out" counted
ok "under engineering two sides that tell the same need no statement" sh -c '[ "$(grep -c "^ok .* 0 statements" counted)" = "$(wc -l <counted)" ]'
# A side without any result, and other work on each side: no statement would change it, so none is asked, and that is said first.
mkdir -p bare/A bare/B other/A other/B
printf 'one: (g=0): rw=randread, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B, ioengine=libaio, iodepth=16\nfio-3.33\nStarting 1 process\n' >bare/A/fio.txt
sed -e '/^fio: /d' -e 's/"error" : 84/"error" : 0/' "$golden/classic/fio.json" >bare/B/fio.json
for side in A B; do jq -n --arg name "work-$side" '{results: [{command: $name, mean: 1, stddev: 0.1, median: 1, user: 1, system: 0, min: 1, max: 1, times: [1, 1.1, 0.9], exit_codes: [0, 0, 0]}]}' >other/$side/out.json; done
exits 2 "a side without a result" "$DOSSIER" compare bare/A bare/B
ok "is told so first" sh -c 'sed -n 3p "$1" | grep -q "^  A holds no result: its files tell no Bytes moved a second\."' - "$SCRATCH/out"
exits 0 "and by new" "$DOSSIER" new bare/A bare/B -o bare-new
ok "which asks nothing" sh -c '! find bare-new -name run.json | grep . && tr -s " \n" " " <"$1" | grep -q "Nothing is asked: no statement would change the verdict. S1 There is no result of the metric for A: "' - "$SCRATCH/out"
exits 2 "nor does check" "$DOSSIER" check bare-new/case.json
ok "whose first reason it is" sh -c 'sed -n "/incomplete/{n;p;}" "$1" | grep -q "S1 There is no result of the metric for A" && ! grep -q -- --set "$1"' - "$SCRATCH/out"
exits 0 "other work" "$DOSSIER" new other/A other/B -o other-new
ok "is no matter of statements" sh -c '! find other-new -name run.json | grep . && grep -q "^Nothing is asked: .* W1 Workload differs: work-A" "$1"' - "$SCRATCH/out"
printf '{ "format": "dossier-run/1", "facts": { "workload.name": "mine" } }' >bare/A/run.json
python3 "$SOURCE/tests/e2e/scaffolds.py" "$DOSSIER" "$captures" "$SCRATCH/none" bare/A:bare/B other/A:other/B >counted || echo FAIL >>counted
ok "and so it is" [ "$(grep -c '^told .* 0 statements' counted)" = 2 ]
# The table of docs/compare.md is what is measured.
exits 0 "families by one command" env FAMILIES="hyperfine go vllm" SECONDS=no python3 "$SOURCE/tests/family_table.py" "$DOSSIER" "$SOURCE" "$SCRATCH/table"
cp "$SCRATCH/out" rows
ok "as the page says" sh -c 'while read -r row; do grep -qxF -- "$row" "$1" || { printf "%s\n" "$row"; exit 1; }; done <rows && [ "$(wc -l <rows)" = 5 ]' - "$SOURCE/docs/compare.md"
corpus=${DOSSIER_CORPUS:-none}
if [ -d "$corpus/hyperfine" ]; then
    for family in fio genai-perf google-benchmark guidellm hyperfine inference-perf inferencemax llama-bench llmperf perf-analyzer phoronix sglang trtexec vllm; do
        for bundle in "$corpus/$family"/*; do [ ! -d "$bundle" ] || printf '%s\n' "$bundle"; done
    done >bundles
    ls "$corpus"/pytest-benchmark/*/*.json >>bundles
    # shellcheck disable=SC2046
    python3 "$SOURCE/tests/e2e/scaffolds.py" "$DOSSIER" "$captures" "$SCRATCH/filled" $(cat bundles) >real || echo FAIL >>real
    ok "every real bundle" sh -c '! grep FAIL real'
    ok "there are many" [ "$(wc -l <bundles)" -ge 30 ]
    ok "none asks for more than six statements" sh -c '! grep -E " ([7-9]|[1-9][0-9]) statements" real'
    # All pairs of a family: what one side tells and the other hides is asked of it.
    for family in fio genai-perf google-benchmark guidellm hyperfine inferencemax llama-bench perf-analyzer phoronix trtexec vllm pytest-benchmark/storage-2.5; do
        for a in "$corpus/$family"/*; do
            for b in "$corpus/$family"/*; do
                case $a$b in *SOURCE.txt*) ;; *) ! [ "$a" \< "$b" ] || printf '%s:%s\n' "$a" "$b" ;; esac
            done
        done
    done >pairs
    # shellcheck disable=SC2046
    python3 "$SOURCE/tests/e2e/scaffolds.py" "$DOSSIER" "$captures" "$SCRATCH/pairs-filled" $(cat pairs) >real || echo FAIL >>real
    ok "every pair of a family that did the same work" sh -c '! grep FAIL real && [ "$(grep -cE "^(ok|told)" real)" -ge 10 ]'
    ok "in six statements at most, though of several formats" sh -c '! grep -E " ([7-9]|[1-9][0-9]) statements" real'
    # Of a submission to MLPerf its own profile asks.
    PROFILE=mlperf python3 "$SOURCE/tests/e2e/scaffolds.py" "$DOSSIER" "$captures" "$SCRATCH/mlperf" "$corpus"/mlperf/v* \
        "$corpus"/mlperf/t* "$corpus"/mlperf/s* >real || echo FAIL >>real
    ok "every submission" sh -c '! grep FAIL real && [ "$(grep -c "^ok" real)" -ge 15 ] && ! grep -E " ([7-9]|[1-9][0-9]) statements" real'
    # Of two suites, or two benchmarks of one, nothing is asked: they are different work.
    for a in "$corpus"/mlperf/[ts]* "$corpus"/mlperf/v5.1-intel-gnr*; do
        for b in "$corpus"/mlperf/v5.0-un* "$corpus"/mlperf/v5.1-krai-h100* "$corpus"/mlperf/v5.1-lenovo*; do printf '%s:%s\n' "$a" "$b"; done
    done >pairs
    # shellcheck disable=SC2046
    PROFILE=mlperf python3 "$SOURCE/tests/e2e/scaffolds.py" "$DOSSIER" "$captures" "$SCRATCH/suites" $(cat pairs) >real || echo FAIL >>real
    ok "nor of two suites" [ "$(grep -c '^told .* 0 statements' real)" = 9 ]
    # Of one benchmark, in one division or two: six at most, of every pair.
    for a in "$corpus"/mlperf/*resnet[-5]*; do
        for b in "$corpus"/mlperf/*resnet[-5]*; do
            case $a$b in *storage*) ;; *) ! [ "$a" \< "$b" ] || printf '%s:%s\n' "$a" "$b" ;; esac
        done
    done >pairs
    # shellcheck disable=SC2046
    PROFILE=mlperf python3 "$SOURCE/tests/e2e/scaffolds.py" "$DOSSIER" "$captures" "$SCRATCH/resnet" $(cat pairs) >real || echo FAIL >>real
    ok "six of two submissions of one benchmark" sh -c '! grep -E "FAIL| ([7-9]|[1-9][0-9]) statements" real && [ "$(grep -cE "^(ok|told)" real)" = 6 ]'
    # Commands without options: what older releases did, and how long a data set's texts are, no command tells.
    COMMANDS=bare python3 "$SOURCE/tests/e2e/scaffolds.py" "$DOSSIER" "$captures" "$SCRATCH/defaults" "$corpus"/sglang/* "$corpus"/vllm/* >real || echo FAIL >>real
    ok "nor do they whose commands tell nothing" sh -c '! grep -E "FAIL| ([7-9]|[1-9][0-9]) statements" real && [ "$(grep -cE "^(ok|told)" real)" -ge 4 ]'
else
    echo "skipped: DOSSIER_CORPUS names no corpus"
fi
finish
