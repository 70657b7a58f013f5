#!/bin/sh
# ctest
# own_rules.sh - a dossier judged by rules of one's own: verify says so and names what they loosen, as its report does.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
case=$SOURCE/samples/trap-zeros/case.json
row() { jq -c --arg id "$1" '.rules[] | select(.id == $id)' "$SOURCE/templates/rules.json"; }
own() { jq -n "{format: \"dossier-rules/2\", version: \"ours\", extends: \"built-in\", rules: [$1]}" >own.json; }
ok "a key" "$DOSSIER" keygen -o a --name "Team"
built() { # description, rules: a dossier by them, derived again
    rm -f d.asice
    "$DOSSIER" build "$case" -o d.asice --rules own.json --key a.key.pem --cert a.cert.pem >/dev/null 2>&1 || true
    ok "$1: built" test -s d.asice
}
rebuilt() { # status, description
    exits "$1" "$2" "$DOSSIER" verify d.asice --trust a.cert.pem --at "$SOURCE_DATE_EPOCH" --rebuild
    tr -s ' \n' ' ' <out >told && cp told out # ok writes out anew
}

own "$(row W3 | jq -c '.severity = [{always: "informs"}] | .loosens = "zeros are what we feed it"')"
built "one rule loosened"
rebuilt 2 "a loosened rule leaves the dossier undecided"
prints "undecided judged by this program's rules: the packed rule set is the built-in one; own rules lie over it and loosen W3" "the rule is named"
prints '("zeros are what we feed it")' "and the reason that was given"
ok "the report says the same" sh -c 'unzip -p d.asice data/report/report.html | grep -q "zeros are what we feed it"'
ok "and everything else is derived the same" sh -c '! grep -q FAILS told'
exits 0 "without --rebuild nobody has looked" "$DOSSIER" verify d.asice --trust a.cert.pem --at "$SOURCE_DATE_EPOCH"
tr -s ' \n' ' ' <out >one && mv one out
prints "not asked policy, rebuild, later" "which is said"
prints "verdict B against A: not comparable, by rules that are not the built-in ones alone and loosen W3; asked:" "the head says by what rules"
exits 1 "check as JSON" "$DOSSIER" check d.asice --json
cp out told.json
ok "names rule and reason" jq -e '.loosened == [{rule: "W3", reason: "zeros are what we feed it"}]' told.json
mkdir -p again && cp -r "$SOURCE/samples/trap-zeros/h100/captures" "$SOURCE/samples/trap-zeros/h100/gemm-sustained-bf16" again
said=0
"$DOSSIER" contest d.asice again >out 2>&1 || said=$?
tr -s ' \n' ' ' <out >one && mv one out
prints 'it was judged by rules that loosen W3 ("zeros are what we feed it"), which do not count here' "who contests it hears of them"

own "$(row W3 | jq -c '.severity = [{always: "informs"}] | .loosens = "zeros are what we feed it"'), $(row W4 | jq -c '.severity = [{always: "informs"}] | .loosens = "‮formats are ours"')"
built "two rules loosened"
rebuilt 2 "two loosened rules"
prints "and loosen " "they are named"
ok "both" grep -q "W3 (.zeros are what we feed it.), W4 (" told
ok "a text that turns what follows around is shown as an escape" sh -c '! grep -q "$(printf "\342\200\256")" told'

own "$(for id in W3 W4 W5; do row $id | jq -c '.severity = [{always: "informs"}] | .loosens = "ours alone"'; done | paste -sd,)"
built "three rules loosened for one reason"
rebuilt 2 "own rules that loosen stay undecided"
prints 'own rules lie over it and loosen W3, W4, W5 ("ours alone")' "the reason is said once, behind the ids"

# The profile that the program ships is none of one's own; its reasons, one a rule, are not read out.
jq '.profile = "engineering"' "$case" >c.json
cp -r "$SOURCE/samples/trap-zeros" profiled && chmod -R u+w profiled && mv c.json profiled/case.json
"$DOSSIER" build profiled/case.json -o p.asice --key a.key.pem --cert a.cert.pem >/dev/null 2>&1 || true
"$DOSSIER" contest p.asice again >out 2>&1 || true
ok "contest tells the profile in one line" sh -c 'tr -s " \n" " " <"$1" | grep -qF "it was judged by the profile engineering, which does not count here"' - out
lacks "Between builds of" "and no reason"

own "$(row M13 | jq -c '.severity = [{always: "blocks"}]')"
built "one rule tightened"
rebuilt 0 "a tightened rule loosens nothing"
prints "own rules lie over it, nowhere looser" "which is said, too"
exits 0 "in JSON as a note" "$DOSSIER" verify d.asice --trust a.cert.pem --at "$SOURCE_DATE_EPOCH" --rebuild --json
cp out told.json
ok "a note" jq -e '.checks[] | select(.id == "rebuild-rules") | .state == "note"' told.json
exits 1 "judged by the built-in rules alone" "$DOSSIER" check "$case" --json
cp out told.json
ok "nothing is loosened" jq -e '.loosened == []' told.json

# What is looser without a reason is refused, and so is what only looks like a built-in row.
refused() { # description, rules, words
    own "$2"
    exits 3 "$1" "$DOSSIER" check --full "$case" --rules own.json
    tr -s ' \n' ' ' <"$SCRATCH/err" >"$SCRATCH/out"
    prints "$3" "$1: why"
}
refused "another reason why it matters" "$(row W3 | jq -c '.why = "This never matters."')" "rule W3 is looser than the built-in one: other words"
refused "another cure" "$(row W3 | jq -c '.mend = "Nothing to do."')" "rule W3 is looser than the built-in one: other words"
refused "another cure of one condition" "$(row P3 | jq -c '.mends = {"always": "Nothing to do."}')" "own.json"
refused "a reason of blanks" "$(row W3 | jq -c '.severity = [{always: "informs"}] | .loosens = "  "')" "not a text"
refused "a reason that leaves no mark" "$(row W3 | jq -c '.severity = [{always: "informs"}] | .loosens = ""')" "not a text"
refused "an id with a blank behind" "$(row W3 | jq -c '.id = "W3 " | .severity = [{always: "informs"}]')" "id not understood"
refused "an id with a letter that looks like another" "$(row W3 | jq -c '.id = "WЗ" | .severity = [{always: "informs"}]')" "id not understood"
# Keys by role: exchanged, the rule finds otherwise; by place in the format before, it finds the same; what is no role is refused.
swapped=$(row X3 | jq -c '.keys = {start: .keys.end, end: .keys.start, date: .keys.date} | .loosens = "to see it"')
x3() { "$DOSSIER" check "$case" --rules own.json --json 2>/dev/null | jq -c '[.comparisons[0].findings[] | select(.rule == "X3") | .judgement] | unique'; }
own "$(row X3)"
ok "keys by role" test "$(x3)" = '["holds"]'
own "$swapped"
ok "two roles exchanged" test "$(x3)" = '["fails"]'
own "$(row X3 | jq -c '.keys |= [.start, .end, .date]')"
sed 's|dossier-rules/2|dossier-rules/1|' own.json >one.json && mv one.json own.json
ok "keys by place, in format 1" test "$(x3)" = '["holds"]'
exits 0 "which is as strict" "$DOSSIER" rules --check own.json
refused "a list where roles are" "$(row X3 | jq -c '.keys |= [.start, .end, .date]')" "keys without roles: a list of 3"
prints "at /rules/0/keys;" "with its place"
refused "a role that the test has not" "$(row X3 | jq -c '.keys.begin = .keys.start | del(.keys.start)')" "the test has no such role: begin"
prints "a role is missing: start" "and the one that it has"
prints "start, end, date" "and all of them"
own "{\"id\": \"M13\", \"like\": \"built-in\", \"first\": [{\"always\": \"blocks\"}]}"
exits 1 "a row that is only stricter needs no reason" "$DOSSIER" check --full "$case" --rules own.json
finish
