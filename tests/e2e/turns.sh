#!/bin/sh
# ctest
# turns.sh - runs made in turns are compared by blocks: sample in-turns, worked out by another way; and the same runs where turns are not whole.
. "$(dirname "$0")/common.sh"
cp -r "$SOURCE/samples/in-turns" "$SCRATCH/s"
chmod -R u+w "$SCRATCH/s"
cd "$SCRATCH"
exits 0 "report" "$DOSSIER" report s/case.json -o r
ok "figures by another way" python3 "$SOURCE/tests/e2e/turns.py" s r/report/data.json
exits 0 "check" "$DOSSIER" check --full s/case.json
prints "by 4 blocks of runs in turns" "the method beside the interval"
for word in 'compared by blocks' 'With the turns passed over' 'host1/unit1/B-slot1'; do
    ok "the report says: $word" grep -q "$word" r/report/report.html
done

blocks() { # description, blocks as expected: where there are none, no other interval stands beside
    "$DOSSIER" report case.json -o "../$1" >out 2>err || :
    got=$(jq '.comparisons[0].numbers.blocks | length' "../$1/report/data.json")
    unpaired=$(jq '.comparisons[0].numbers.ratio_unpaired' "../$1/report/data.json")
    if [ "$got $unpaired" = "$2 null" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $1: $got blocks, unpaired $unpaired, expected $2"
        head -3 err
    fi
}
cd s
jq '(.. | select(type == "string") | select(endswith("host2/unit1/A-slot*"))) |= sub("slot.*"; "slot6")' ../s/case.json >../case && cp ../case case.json
blocks one-run-missing 0
cp "$SOURCE/samples/in-turns/case.json" .
jq 'del(.start_unix, .end_unix)' host1/unit0/A-slot3/command.json >c && cp c host1/unit0/A-slot3/command.json
jq 'del(.loop_start_unix)' host1/unit0/A-slot3/summary.json >c && cp c host1/unit0/A-slot3/summary.json
blocks one-run-without-times 0
# Four runs against eight: the interval is said to hold a little less often; of seven against eight, and of blocks, it is not.
unequal() { # case, how many sentences
    r=$([ "$1" = sample ] && drawn "$SOURCE/samples/in-turns/case.json" || echo r)
    [ "$r" != r ] || "$DOSSIER" report "$1" -o r >/dev/null 2>&1 || true
    pdftotext "$r/report/report.pdf" - | tr -s '\n ' ' ' | grep -o "There are [0-9]* runs of A and [0-9]* of B\. With numbers so unequal" >../told || true
    rm -rf r
    [ "$(grep -c . ../told)" = "$2" ]
}
rm -rf ../s && cp -r "$SOURCE/samples/in-turns" ../s && chmod -R u+w ../s && cd ../s
ok "blocks say nothing of it" unequal sample 0
jq '.systems[0].machines |= .[:2]' case.json >four.json
ok "four against eight" unequal four.json 1
ok "with their numbers" grep -q "There are 4 runs of A and 8 of B" ../told
jq '(.. | select(type == "string") | select(endswith("host2/unit1/A-slot*"))) |= sub("slot.*"; "slot6")' case.json >seven.json
ok "seven against eight" unequal seven.json 0
finish
