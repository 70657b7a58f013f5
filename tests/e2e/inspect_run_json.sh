#!/bin/sh
# inspect_run_json.sh - the run.json to fill in: it asks for what only a person can tell, for nothing else; forgotten values
# are no facts; filled in it is valid, and nothing is left to declare.
# ctest
. "$SOURCE/tests/e2e/common.sh"
cd "$SCRATCH"
golden=$SOURCE/tests/golden/ingest
"$DOSSIER" schema run >run.schema
cat >held.py <<'END'
"""held.py BUNDLE.json RUN.json: the skeleton holds exactly the keys that inspect says to declare in run.json."""
import json, sys
said = json.load(open(sys.argv[1]))
wanted = {m["key"] for m in said["not_disclosed"] if m["disclose_by"].startswith('declare "')}
run = json.load(open(sys.argv[2]))
assert run.pop("format") == "dossier-run/1"
held = {"%s.%s" % (section, name): text for section, members in run.items() for name, text in members.items()}
assert set(held) == wanted and len(wanted) >= int(sys.argv[3]), (set(held) ^ wanted, len(wanted))
assert all(text.startswith("FIXME: ") for text in held.values()), held
END
cat >fill.py <<'END'
"""fill.py RUN.json: every FIXME replaced as a person would; numbers where the schema's unit asks for one."""
import json, sys
run = json.load(open(sys.argv[1]))
properties = json.load(open("run.schema"))["properties"]
for section, members in run.items():
    for name in members if section != "format" else []:
        types = properties[section]["properties"][name]["type"]
        members[name] = 512 if types == ["number", "string"] else "as declared"
json.dump(run, sys.stdout)
END
for bundle in captures-h100 vllm llama guidellm-05 inference-perf host; do
    rm -rf bundle && cp -R "$golden/$bundle" bundle && rm -f bundle/*.check.sh bundle/*.facts bundle/run.json
    "$DOSSIER" inspect --json bundle >before.json 2>told.txt || :
    "$DOSSIER" inspect --run-json bundle >skeleton.json 2>told.txt || :
    ok "$bundle: exactly what is to be declared" python3 held.py before.json skeleton.json 5
    cp skeleton.json bundle/run.json
    "$DOSSIER" inspect --json bundle >left.json 2>told.txt || :
    ok "$bundle: unfilled, nothing is disclosed" python3 -c '
import json
before, left = ([m["key"] for m in json.load(open(n))["not_disclosed"]] for n in ("before.json", "left.json"))
assert before == left, set(before) ^ set(left)'
    ok "$bundle: and nothing is refused" sh -c '! grep run.json told.txt'
    python3 fill.py skeleton.json >bundle/run.json
    "$DOSSIER" inspect --json bundle >after.json 2>told.txt || :
    ok "$bundle: filled in, nothing of run.json is refused" sh -c '! grep run.json told.txt'
    ok "$bundle: and nothing is left to declare" python3 -c '
import json
left = [m for m in json.load(open("after.json"))["not_disclosed"] if m["disclose_by"].startswith("declare \"")]
assert not left, left'
    if [ -d "$SOURCE/tests/web/node_modules/ajv" ]; then
        ok "$bundle: ajv finds both valid" node "$SOURCE/tests/web/schema.mjs" run.schema bundle/run.json skeleton.json
    fi
    "$DOSSIER" inspect --run-json bundle >again.json 2>told.txt || :
    ok "$bundle: asked again, it asks for nothing" sh -c 'jq -e "keys == [\"format\"]" again.json'
done
mkdir -p own && cp "$golden/vllm/serve.json" own
exits 0 "written where it belongs" sh -c 'cd own && "$DOSSIER" inspect . --run-json >run.json'
ok "it is whole" python3 -c 'import json; assert len(json.load(open("own/run.json"))) > 5'
exits 0 "and read" "$DOSSIER" inspect own
exits 3 "of one bundle only" "$DOSSIER" inspect --run-json bundle bundle
exits 3 "and not both" "$DOSSIER" inspect --run-json --json bundle
"$DOSSIER" inspect "$golden/vllm" >text.txt 2>told.txt || :
ok "the text points to it" grep -q 'inspect BUNDLE --run-json' text.txt

# no output of JSON ends in an empty line
for words in "inspect --json bundle" "inspect --run-json bundle" "schema run" "schema inspect" "formats --json" "rules --json" \
    "vocabulary --json" "diff --json bundle bundle" "check --json $SOURCE/samples/trap-zeros/case.json"; do
    # shellcheck disable=SC2086
    "$DOSSIER" $words >out.json 2>told.txt || :
    ok "$words: one line end" sh -c '[ -s out.json ] && [ -n "$(tail -n 1 out.json)" ] && [ "$(tail -c 1 out.json | od -An -c | tr -d " ")" = "\n" ]'
done
finish
