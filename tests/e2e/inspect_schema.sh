#!/bin/sh
# inspect_schema.sh - the schemas that `dossier schema` prints, and what `inspect --json` prints of real files, held
# against each other by ajv, a validator that is not ours.
# ctest
. "$SOURCE/tests/e2e/common.sh"
web=$SOURCE/tests/web
if [ ! -d "$web/node_modules/ajv" ] || ! command -v node >/dev/null 2>&1; then
    echo "skipped: needs node and 'npm ci' in tests/web"
    exit 77
fi
cd "$SCRATCH"
for one in case run inspect; do "$DOSSIER" schema $one >$one.schema; done
exits 3 "another has no schema" "$DOSSIER" schema nothing

# ---- what inspect prints: golden inputs, samples, odd folders, the corpus ----
mkdir printed odd
golden=$SOURCE/tests/golden/ingest
cp "$golden/vllm/serve.json" odd/a.json
gzip -nk odd/a.json
head -c 500 "$golden/vllm/serve.json" >odd/cut.json
printf 'nothing known\n' >odd/notes.txt
jq -c '.output_lens[0] = 0 | .ttfts[0] = 0 | .itls[0] = []' "$golden/serve/result.json" >odd/empty-answer.json
number=0
inspect() { # BUNDLE...: into a file of its own
    number=$((number + 1))
    "$DOSSIER" inspect --json "$@" >printed/$number.json 2>told.txt || [ $? = 3 ]
    [ -s printed/$number.json ] || rm printed/$number.json # an empty folder
}
for folder in "$golden"/*/ "$SOURCE"/samples/*/; do inspect "$folder"; done
mkdir waiting && cp "$golden/serve/result.json" "$SOURCE/samples/h100-or-h200/h100/llm-decode-bf16-cudagraph-long-r1/telemetry.csv" waiting
inspect waiting
inspect odd
inspect odd "$golden/vllm"
made=$number
ok "outputs were made" [ "$made" -gt 30 ]
ok "each is valid, and uses every member of the schema" node "$web/schema.mjs" --complete inspect.schema printed/*.json
for one in "$golden/captures-h100" "$golden/trtexec" odd; do
    "$DOSSIER" inspect --json "$one" >damaged.json 2>told.txt || [ $? = 3 ]
    ok "a damaged one is not: $one" node "$web/schema.mjs" --damage inspect.schema damaged.json
done
if [ -d "${DOSSIER_CORPUS:-}" ]; then
    rm printed/*
    for folder in "$DOSSIER_CORPUS"/*/ "$DOSSIER_CORPUS"/*/*/; do
        [ -z "$(find "$folder" -maxdepth 1 -type f | head -1)" ] || inspect "$folder"
    done
    ok "of the corpus too" node "$web/schema.mjs" inspect.schema printed/*.json
fi

# ---- what people write ----
find "$SOURCE/samples" -name case.json >cases.txt
find "$SOURCE/samples" -name run.json >runs.txt
ok "there are samples" [ "$(cat cases.txt runs.txt | wc -l)" -gt 10 ]
ok "the samples' cases are valid" sh -c "xargs node '$web/schema.mjs' case.schema <cases.txt"
ok "and their declarations" sh -c "xargs node '$web/schema.mjs' run.schema <runs.txt"
finish
