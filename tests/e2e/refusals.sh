#!/bin/sh
# ctest
# refusals.sh - what a careless or hostile user may give: each is refused by name, and nothing is lost.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
cp -r "$SOURCE/samples/software-bottleneck" case
says() { # text expected in the last error, description
    if grep -qF -- "$1" "$SCRATCH/err"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $2: no \"$1\" in"
        sed 's/^/    /' "$SCRATCH/err" | head -20
    fi
}
changed() { # name of the new case in case/, jq program
    jq "$2" case/case.json >"case/$1"
}

# Nothing that is not a dossier is written over: not the case, not a folder, not a device or a link.
cp case/case.json before.json
exits 3 "a dossier over its own case" "$DOSSIER" build case/case.json -o case/case.json
says "will not write over this" "over the case"
ok "the case stands" cmp before.json case/case.json
mkfifo pipe
exits 3 "a dossier over a pipe" "$DOSSIER" build case/case.json -o pipe
ok "the pipe stands" test -p pipe
ln -s before.json link
exits 3 "a dossier over a link" "$DOSSIER" build case/case.json -o link
ok "the link stands" test -L link
mkdir folder
exits 3 "a dossier over a folder" "$DOSSIER" build case/case.json -o folder
says "will not write over this" "over a folder"
# Nor is anything written over what the same command reads, under whichever name.
mkdir reads
cp case/case.json reads/
printf 't_s,value\n0,1\n1,2\n2,1\n' >reads/series.csv
"$DOSSIER" keygen -o reads/k >/dev/null
"$DOSSIER" build case/case.json -o reads/d.asice >/dev/null
ln reads/d.asice reads/same.asice
ln -s d.asice reads/link.asice
(cd reads && sha256sum case.json series.csv k.key.pem k.cert.pem d.asice) >reads.txt
kept() { # description
    says "will not write over this" "$1"
    ok "all stands after $1" sh -c "cd reads && sha256sum -c --quiet ../reads.txt"
}
exits 3 "a picture over its series" "$DOSSIER" steady reads/series.csv --svg reads/series.csv
kept "a picture over its series"
exits 3 "an outcome over the dossier" "$DOSSIER" verify reads/d.asice --report-file reads/d.asice
kept "an outcome over the dossier"
exits 3 "an outcome over a hard link" "$DOSSIER" verify reads/d.asice --report-file=reads/same.asice
kept "an outcome over a hard link"
exits 3 "an outcome over trusted certificates" "$DOSSIER" verify reads/d.asice --trust reads/k.cert.pem --report-file reads/k.cert.pem
kept "an outcome over trusted certificates"
exits 3 "an export over the dossier" "$DOSSIER" sign reads/d.asice --export reads/d.asice
kept "an export over the dossier"
exits 3 "a signed copy over the key" "$DOSSIER" sign reads/d.asice --key reads/k.key.pem --cert reads/k.cert.pem --pdf reads/k.key.pem
kept "a signed copy over the key"
exits 3 "a signed dossier over the key" "$DOSSIER" sign reads/d.asice --role engineer --key reads/k.key.pem --cert reads/k.cert.pem -o reads/k.key.pem
kept "a signed dossier over the key"
exits 3 "a signed dossier over a case" "$DOSSIER" sign reads/d.asice --role engineer --key reads/k.key.pem --cert reads/k.cert.pem -o reads/case.json
kept "a signed dossier over a case"
exits 3 "a query over the dossier" "$DOSSIER" timestamp reads/link.asice --request reads/d.asice
kept "a query over the dossier"
exits 0 "a signature in place" "$DOSSIER" sign reads/d.asice --role engineer --key reads/k.key.pem --cert reads/k.cert.pem -o reads/d.asice
exits 2 "still a dossier" "$DOSSIER" verify reads/d.asice
changed other.json '.id = "another"'
exits 3 "a report into a folder of other files" "$DOSSIER" report case/other.json -o case
says "will not write over this" "report over a case"
ok "the case stands beside it" cmp before.json case/case.json
exits 0 "a first dossier" "$DOSSIER" build case/case.json -o a.asice
exits 0 "a dossier over a dossier" "$DOSSIER" build case/case.json -o a.asice
exits 0 "a report" "$DOSSIER" report case/case.json -o r
exits 0 "a report over a report" "$DOSSIER" report case/case.json -o r
changed two.json '.systems[0].machines[0].runs = ["h100-unit6/llm-decode-bf16-cudagraph-long-r1"]'
exits 3 "a report over one of more runs" "$DOSSIER" report case/two.json -o r
says "it belongs to an earlier report, or to none" "evidence of another case is not left among its own"

# Standard output that cannot be written to: 4, and a word about it.
if [ -c /dev/full ]; then
    for verb in "check case/case.json" "verify a.asice" "trace a.asice F1" "inspect case" "rules" "--help" "check --help"; do
        exits 4 "$verb, output full" sh -c "'$DOSSIER' $verb >/dev/full"
        says "standard output" "$verb, output full"
    done
fi

# A folder with several runs is not one run.
changed folder.json '.systems[0].machines[0].runs = ["h100-unit6"]'
exits 3 "a folder of three runs as one" "$DOSSIER" check --full case/folder.json
says "folder.json:27:" "where the path stands"
says "more than one run" "several runs in one path"

# The same measurement, stored plain or with other files changed, counts once.
run=case/h100-unit6/llm-decode-bf16-cudagraph-long-r
cp -r "${run}1" "${run}4"
gunzip "${run}4/iterations.jsonl.gz"
for file in summary.json command.json telemetry.csv; do echo >>"${run}4/$file"; done
sed -i 's/iterations.jsonl.gz/iterations.jsonl*/' case/run.json
jq '.systems[0].machines[0].runs = ["h100-unit6/llm-decode-bf16-cudagraph-long-r1",
    "h100-unit6/llm-decode-bf16-cudagraph-long-r2", "h100-unit6/llm-decode-bf16-cudagraph-long-r4"]' before.json >case/copy.json
"$DOSSIER" check --full case/copy.json >out || true
prints "  X4 " "a copy is named"
prints "Fewer executions than asked for on a side: 2 and 3" "a copy counts once"
sed -i 's/iterations.jsonl\*/iterations.jsonl.gz/' case/run.json
rm -r "${run}4"

# Labels are names: none says who wins, and no two are alike.
changed label.json '.systems[1].label = "B is 2x faster"'
exits 3 "a label that names a winner" "$DOSSIER" check --full case/label.json
says "/systems/1/label" "where the label stands"
changed label.json '.systems[1].label = .systems[0].label'
exits 3 "two systems with one label" "$DOSSIER" check --full case/label.json
says "/systems/1/label" "where the second label stands"
changed label.json '.systems[1].label = "best-effort batching, turbo on"'
exits 0 "a label that names no winner" "$DOSSIER" check --full case/label.json

# A yardstick of one's own is said above the verdict that it made possible.
changed weak.json '.policy.delta = {value: "20 %", reason: "because"}'
exits 0 "a weakened limit" "$DOSSIER" check --full case/weak.json
prints "weaker than the built-in limit: Two levels count as equal within, 20 %" "a weakened limit is named"
prints "reason given: because" "and its reason"
"$DOSSIER" check case/weak.json --json >weak.out || true
ok "a weakened limit in JSON" jq -e '.weakened[0].reason == "because" and .built_in_rules' weak.out
# Rules of one's own stand beside the built-in ones: they may tighten; what is looser needs a reason, and states it.
own() { jq -n "{format: \"dossier-rules/2\", version: \"ours\", extends: \"built-in\", rules: [$1]}" >own.json; }
row() { jq -c --arg id "$1" '.rules[] | select(.id == $id)' "$SOURCE/templates/rules.json"; }
own "$(row M13 | jq -c '.severity = [{always: "blocks"}]')"
exits 1 "own rules may tighten" "$DOSSIER" check --full case/case.json --rules own.json
prints "judged by a rule set that is not the built-in one" "own rules are named"
exits 0 "--check understands them" "$DOSSIER" rules --check own.json
own "$(row W3 | jq -c '.severity = [{always: "informs"}]')"
exits 3 "a looser rule without a reason" "$DOSSIER" check --full case/case.json --rules own.json
says "rule W3 is looser than the built-in one: a milder severity" "what is looser"
exits 3 "--check says so too" "$DOSSIER" rules --check own.json
own "$(row W3 | jq -c '.severity = [{always: "informs"}] | .loosens = "zeros are what we feed it"')"
TRAP="$SOURCE/samples/trap-zeros/case.json"
"$DOSSIER" check "$TRAP" --rules own.json --json >loose.out || true
ok "a loosened rule is stated" jq -e '[.comparisons[0].findings[] | select(.rule == "W3" and .makes == "comparable with stated differences")] | length == 1' loose.out
"$DOSSIER" check --full "$TRAP" --rules own.json >"$SCRATCH/out" || true
prints "looser than the built-in rule: W3" "and its reason stands above the verdict"
rm -rf loose
"$DOSSIER" report "$TRAP" --rules own.json -o loose >/dev/null 2>&1 || true
ok "and in the report" grep -q "Rule W3 (Same input data) was made looser" loose/report/pages.txt

# A fixed time that is none must not become the clock's: no file is written, and the variable is named.
for odd in "" yesterday -1 1e9 253402300800 " 1795824000"; do
    exits 3 "SOURCE_DATE_EPOCH='$odd'" env SOURCE_DATE_EPOCH="$odd" "$DOSSIER" keygen -o odd --name Odd
    says "SOURCE_DATE_EPOCH" "the variable is named"
    ok "and no key is left" sh -c '! ls odd.* 2>/dev/null'
done
# Verbs that date nothing do not read it: nobody's surroundings change what a dossier is found to be.
exits 0 "a verb that dates nothing" env SOURCE_DATE_EPOCH=yesterday "$DOSSIER" rules
exits 0 "help of one that does" env SOURCE_DATE_EPOCH=yesterday "$DOSSIER" sign --help
exits 0 "a time that is one" env SOURCE_DATE_EPOCH=1795824000 "$DOSSIER" keygen -o even --name Even
finish
