#!/bin/sh
# ctest
# several.sh - one sentence of a run.json that states several facts: each becomes a fact of its own, none is made of what was not said.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
mkdir r
cp "$SOURCE/tests/golden/ingest/classic/hyperfine.json" r
said() { printf '{ "format": "dossier-run/1", "facts": { "stack.release_rule; stack.unit; method.optimisation": %s } }\n' "$1" >r/run.json; }
facts() { "$DOSSIER" inspect r --json | jq -r '[.files[].facts[] | select(.key == "stack.release_rule" or .key == "stack.unit" or .key == "method.optimisation") | "\(.key)=\(.value)"] | sort | join("|")'; }
is() { # description, facts
    got=$(facts)
    ok "$1 (is \"$got\")" test "$got" = "$2"
}
said '"as found; offer; out of the box"'
is "a sentence" "method.optimisation=out of the box|stack.release_rule=as found|stack.unit=offer"
said '["as found", "offer", "flags only; by the vendor"]'
is "a list, of which a part may hold a semicolon" "method.optimisation=flags only; by the vendor|stack.release_rule=as found|stack.unit=offer"
said '"as found;; out of the box"'
is "an empty part says nothing" "method.optimisation=out of the box|stack.release_rule=as found"
said '"FIXME: Rule; Unit; Bound, in this order"'
exits 0 "one that waits" "$DOSSIER" inspect r --json
cp "$SCRATCH/out" j
ok "is no value" jq -e '[.files[].facts[] | select(.key == "stack.unit" and ((.value // "") | test("^(offer|as found)")))] == []' j
printf '{ "format": "dossier-run/1", "facts": { "accelerator.count; dataset.name": "0; a file of 100 MB" } }\n' >r/run.json
ok "a number is one" sh -c '"$DOSSIER" inspect r --json | jq -e "[.files[].facts[] | select(.key == \"accelerator.count\") | .value] == [\"0\"]"'
refused() { # description, run.json, words of the message
    printf '%s\n' "$2" >r/run.json
    "$DOSSIER" inspect r >"$SCRATCH/out" 2>&1 || :
    prints "$3" "$1"
}
refused "two parts for three keys" '{ "format": "dossier-run/1", "facts": { "stack.release_rule; stack.unit; method.optimisation": "as found; offer" } }' \
    "3 parts, one for each key, with ; between them"
refused "four" '{ "format": "dossier-run/1", "facts": { "stack.release_rule; stack.unit; method.optimisation": ["a", "b", "c", "d"] } }' "3 parts"
refused "no such key" '{ "format": "dossier-run/1", "facts": { "stack.release_rule; stack.units": "as found; offer" } }' "stack.unit"
refused "what is measured is not declared" '{ "format": "dossier-run/1", "facts": { "stack.unit; latency.iteration": "offer; 3" } }' "cannot be declared"
refused "no number" '{ "format": "dossier-run/1", "facts": { "accelerator.count; stack.unit": "some; offer" } }' "a number"
refused "the same twice" '{ "format": "dossier-run/1", "facts": { "stack.unit; stack.unit": "offer; offer" } }' "each key once"
printf '{ "format": "dossier-run/1", "facts": { "stack.release_rule; stack.unit": "as found; offer", "method.warmup": "none" } }\n' >r/run.json
if can_fit; then
    ok "the schema takes it" fits run r/run.json
fi
finish
