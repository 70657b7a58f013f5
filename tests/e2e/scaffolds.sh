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
# Two sides that lack different things are asked no more, together.
python3 "$SOURCE/tests/e2e/scaffolds.py" "$DOSSIER" "$captures" "$SCRATCH/unlike" "$golden/guidellm-02/sweep.json:$golden/guidellm-05/synthetic.json" \
    >counted || echo FAIL >>counted
ok "six of two sides that lack different things" grep -qE '^ok .* [1-6] statements' counted
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
    ok "every pair of a family that did the same work" sh -c '! grep FAIL real && [ "$(grep -c "^ok" real)" -ge 10 ]'
    ok "in six statements at most, though of several formats" sh -c '! grep -E " ([7-9]|[1-9][0-9]) statements" real'
    # Of a submission to MLPerf its own profile asks.
    PROFILE=mlperf python3 "$SOURCE/tests/e2e/scaffolds.py" "$DOSSIER" "$captures" "$SCRATCH/mlperf" "$corpus"/mlperf/v* \
        "$corpus"/mlperf/t* "$corpus"/mlperf/s* >real || echo FAIL >>real
    ok "every submission" sh -c '! grep FAIL real && [ "$(grep -c "^ok" real)" -ge 15 ] && ! grep -E " ([7-9]|[1-9][0-9]) statements" real'
    # Commands without options: what older releases did, and how long a data set's texts are, no command tells.
    COMMANDS=bare python3 "$SOURCE/tests/e2e/scaffolds.py" "$DOSSIER" "$captures" "$SCRATCH/defaults" "$corpus"/sglang/* "$corpus"/vllm/* >real || echo FAIL >>real
    ok "nor do they whose commands tell nothing" sh -c '! grep -E "FAIL| ([7-9]|[1-9][0-9]) statements" real && [ "$(grep -c "^ok" real)" -ge 4 ]'
else
    echo "skipped: DOSSIER_CORPUS names no corpus"
fi
finish
