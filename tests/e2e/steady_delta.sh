#!/bin/sh
# A tolerance or another number of the method set in the case is another method: its id stands in report and data, and
# what it changes shows.
# ctest
. "$(dirname "$0")/common.sh"
case=$SOURCE/samples/software-bottleneck
with_delta() { with '.policy.delta = $value' "$1" "$2"; }
with_drift() { with '.policy.steady.drift = $value' "$1" "$2"; }
with() { # change of the case, value as JSON, output folder
    rm -rf "$SCRATCH/case"
    mkdir "$SCRATCH/case"
    cp -r "$case/." "$SCRATCH/case/"
    jq --argjson value "$2" "$1" "$case/case.json" >"$SCRATCH/case/case.json"
    "$DOSSIER" report "$SCRATCH/case/case.json" -o "$3"
}
methods() { jq -r '[.. | .method? // empty | select(type == "string" and startswith("bsm/"))] | unique | .[]' "$1/report/data.json"; }

exits 0 "as the sample says" with_delta '"1 %"' "$SCRATCH/one"
methods "$SCRATCH/one" >"$SCRATCH/out"
prints "delta=1%" "method id in the data"
exits 1 "stricter: one run then changes level too late" with_delta '"0.8 %"' "$SCRATCH/less"
methods "$SCRATCH/less" >"$SCRATCH/out"
prints "delta=0.8%" "another id"
ok "in the report too" grep -q 'delta=0.8%' "$SCRATCH/less/report/report.html"
ok "and in its text" grep -q 'delta=0.8%' "$SCRATCH/less/report/pages.txt"
exits 3 "weaker without a reason" with_delta '"2 %"' "$SCRATCH/more"
exits 0 "weaker with one, twice" with '.policy.delta = $value | .policy.steady.drift = { value: "3 %", reason: "known ageing" }' \
    '{ "value": "2 %", "reason": "the owner accepts it" }' "$SCRATCH/more"
methods "$SCRATCH/more" >"$SCRATCH/out"
prints "delta=2%" "another id"
cat "$SCRATCH/more/report/pages.txt" >"$SCRATCH/out"
prints "the owner accepts it" "reason in the report"
prints "known ageing" "the other one too"
tr -s '\n ' '  ' <"$SCRATCH/more/report/pages.txt" >"$SCRATCH/text"
ok "beside the built-in value" grep -qE "known ageing[.][[][0-9a-z]+[]] Unless given it is 2 %[.]" "$SCRATCH/text"

# The digits at the id are those of the list of values behind it, worked out by sha256sum.
id_holds() {
    [ "$(methods "$1" | wc -l)" -ge 1 ]
    methods "$1" | while read -r id rest; do
        list=${rest%% better=*}
        [ "$id" = "bsm/3-$(printf %s "$list" | sha256sum | cut -c1-8)" ]
    done
}
ok "the standard has no digits" sh -c '! grep -q "bsm/3-" "$0"' "$SCRATCH/one/report/data.json"
ok "the digits of another delta" id_holds "$SCRATCH/more"
exits 0 "another number of the method, stricter" with_drift '"1.9 %"' "$SCRATCH/drift"
methods "$SCRATCH/drift" >"$SCRATCH/out"
prints "drift=1.9%" "in the data"
ok "with digits of its own" id_holds "$SCRATCH/drift"
ok "in the text of the report" grep -q 'drift=1.9%' "$SCRATCH/drift/report/pages.txt"
ok "among what the case says" grep -q 'Most that the fitted line may rise' "$SCRATCH/drift/report/report.html"
ok "the fact names its place" jq -e '.facts | any(.key == "policy.steady.drift")' "$SCRATCH/drift/report/data.json"
refused() { # value, words on stderr
    exits 3 "refused: $1" with_drift "$1" "$SCRATCH/none"
    cp "$SCRATCH/err" "$SCRATCH/out"
    prints "$2" "says so"
}
refused '"3 %"' 'weaker than the built-in 2 %'
refused '"0.01 %"' '"drift" at /policy/steady/drift; expected a value from 0.1 % to 20 %'
refused '{ "value": "21 %", "reason": "why not" }' '/policy/steady/drift'
refused '2' 'text: a number with its unit'
exits 3 "a name that is none" with '.policy.steady.drfit = $value' '"1 %"' "$SCRATCH/none"
cp "$SCRATCH/err" "$SCRATCH/out"
prints 'expected "drift"' "with the nearest"
finish
