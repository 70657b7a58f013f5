#!/bin/sh
# ctest
# records.sh - plan and ledger of a case: each counts for what was read in it, the plan for when it was signed as well (M13, X6).
# The runs of the sample are A, A, A, then B, B, B, and a bridge run like A; the first began at 2026-11-27T23:27:22Z (jq, below).
. "$(dirname "$0")/common.sh"
cp -r "$SOURCE/samples/software-bottleneck" "$SCRATCH/s"
chmod -R u+w "$SCRATCH/s"
cd "$SCRATCH/s"
ok "a key, older than the plan" env SOURCE_DATE_EPOCH=1795780800 "$DOSSIER" keygen -o t --name "Platform team"
mkdir plan
BEFORE=1795821900 AFTER=1795823000 # 23:25:00Z and 23:43:20Z
cat >whole.json <<'END'
{ "plan": "compiler-1", "question": "Is the software the bottleneck, before we buy more GPUs?",
  "systems": { "A": "as it runs today", "B": "compiler on" }, "metric": "throughput.output_tokens", "method": "30 s or more of decode",
  "runs": { "A": 3, "B": 3 }, "order": [ "unit 6: A", "A", "A", "unit 7: B, B", "B" ], "limits": { "margin": "1 %", "repetitions": 3 } }
END
cat >whole.csv <<'END'
run,side,kept,reason,remark
h100-unit6/llm-decode-bf16-cudagraph-long-r1,A,kept,,
llm-decode-bf16-cudagraph-long-r2,A,kept,,
llm-decode-bf16-cudagraph-long-r3,A,kept,,"an evening, alone"
llm-decode-bf16-compile-cudagraph-long-r1,B,kept,,
llm-decode-bf16-compile-cudagraph-long-r2,B,kept,,
llm-decode-bf16-compile-cudagraph-long-r3,B,kept,,
END
bridge=$(jq -r '.bridge[0].runs[0]' case.json)
echo "$bridge,A,kept,," >>whole.csv
jq '.plan = "plan/plan.json" | .ledger = "ledger.csv" | .documents = ((.documents // []) + ["plan", "ledger.csv"])' case.json >case-records.json

seal() { # time
    rm -f plan/seal*
    SOURCE_DATE_EPOCH=$1 "$DOSSIER" seal plan --key t.key.pem --cert t.cert.pem >sealed 2>&1 || cat sealed
}
again() { # as it should be, but for a jq filter on the plan and a sed script on the ledger
    jq "$1" whole.json >plan/plan.json
    sed "$2" whole.csv >ledger.csv
    seal "${3:-$BEFORE}"
}
said() { # rule: judgement and words of its findings
    "$DOSSIER" check "${2:-case-records.json}" --json >checked.json 2>err || :
    jq -r --arg rule "$1" '.comparisons[0].findings[] | select(.rule == $rule) | "\(.judgement): \(.said)"' checked.json
}
tells() { # description, rule, words
    said "$2" >"$SCRATCH/out"
    if grep -qF -- "$3" "$SCRATCH/out"; then passed=$((passed + 1)); else
        failed=$((failed + 1)) && echo "FAIL $1: no \"$3\" in" && cat "$SCRATCH/out" err
    fi
}
page() { # how often page one misses a plan
    rm -rf r && "$DOSSIER" report case-records.json -o r >page 2>&1 && tr '\n' ' ' <r/report/report.html | grep -c "The method was not fixed in a plan" || :
}

again . ''
tells "a plan that was kept to" M13 "holds: The method was planned beforehand: plan/plan.json, signed at 2026-11-27T23:25:00Z by the clock of CN=Platform team"
tells "a ledger of all runs" X6 "holds: A ledger accounts for all runs: ledger.csv"
ok "the first run" [ "$(jq -r '[.comparisons[0].findings[] | select(.rule == "M12") | .a.value] | first' checked.json)" = 2026-11-27T23:27:22Z ]
ok "page one does not miss it" [ "$(page)" = 0 ]

# What nobody signed before the first run shows no time.
again . '' "$AFTER"
tells "signed after the first run" M13 "fails: The plan plan/plan.json was signed at 2026-11-27T23:43:20Z, which is not before the first run: 2026-11-27T23:27:22Z"
ok "page one misses it" [ "$(page)" -gt 0 ]
again . ''
rm plan/seal.p7s plan/seal-sha256.txt
tells "not signed" M13 "nothing shows when it was made: plan/plan.json: no signature over it is kept"
again '.written = "2026-01-01"' ''
cp plan/plan.json other.json && rm plan/plan.json && echo x >plan/x && seal "$BEFORE" && cp other.json plan/plan.json
tells "a seal that does not list it" M13 "nothing shows when it was made: plan/plan.json: the seal beside it does not list it as it is"
rm plan/x
again . '' && jq '.documents = ["plan/plan.json", "ledger.csv"]' case-records.json >case-noseal.json
ok "a seal that the case does not keep" sh -c '"$DOSSIER" check --full case-noseal.json | grep -q "nothing shows when it was made"'
again . '2s/$/,/;1s/$/,start/;2s/,$/,2026-11-27T23:00:00Z/'
tells "the ledger has a run before it" M13 "which is not before the first run: ledger.csv"

# What is no plan of this case, whoever signed it.
for content in hello '' '{}' '[]' 'null' '{"plan": "x"}' '{"plan": "x", "systems": {}}' '{"plan":"x","systems":{"A":1,"B":2},"metric":"m"}' \
    '{"plan":"x","systems":{"A":1},"metric":"m","runs":{"A":3}}' '{"plan":"x","systems":{"A":1,"B":2},"metric":"m","runs":"three"}'; do
    again . '' && printf '%s' "$content" >plan/plan.json && seal "$BEFORE"
    tells "$content as plan" M13 "fails: A document is enclosed as plan; nothing shows when it was made, nor what it covers: plan/plan.json"
done
ok "page one misses it, too" [ "$(page)" -gt 0 ]

# Each planned thing is held against what was done.
differs() { again "$1" '' && tells "$2" M13 "fails: Plan and what was done differ: $3"; }
differs '.runs.A = 5' "fewer runs" "runs of A: 5 in the plan, 3 as done"
differs '.runs.B = 2' "more runs" "runs of B: 2 in the plan, 3 as done"
differs 'del(.runs) | .order += ["A"]' "a turn that was not made" "A has another number of runs than its order names, which ends: A"
differs '.order[1] = "B" | .order[4] = "A"' "another order" "the order, other runs began from then on: B in the plan, 2026-11-27T23:"
differs '.limits.margin = "2 %"' "another margin" "Margin below which a difference does not count: 2 % in the plan, 1 % as done"
differs '.limits.least_window = "30 s"' "a shorter window" "Least common window: 30 s in the plan, 60 s as done"
differs '.limits.drift = "1 %"' "another steady-state method" "Most that the fitted line may rise or fall over the run, of the level: 1 %"
differs '.metric = "latency.iteration"' "another metric" "another metric is compared: latency.iteration"
differs '.question = "Is B good?"' "another question" "the question: Is B good? in the plan, Is the software"
ok "a plan that was not kept to is one all the same" [ "$(page)" = 0 ]
again '.metric = "tokens in a second" | .limits.drift = "2 %" | .order |= ["A A A", "B B B"]' ''
tells "the same in other words" M13 "holds: "

# The ledger: any text, and one that does not agree.
for content in nothing '' 'run' 'run,reason
r1,x' '{"run": "r1"}' '[]' 'run,kept
r1,perhaps' 'run,kept
,yes' '{"run": ["r1"], "kept": true}' 'run,kept
r1,yes,more'; do
    again . '' && printf '%s' "$content" >ledger.csv
    tells "$content as ledger" X6 "fails: Completeness is not shown: a document is enclosed as ledger; nothing shows when it was made, nor what it covers: ledger.csv"
done
differs() { again . "$1" && tells "$2" X6 "fails: Completeness is not shown: the ledger ledger.csv does not agree with the runs of the case: h100-unit6/llm-decode-bf16-cudagraph-long-r2 $3"; }
differs_r4() { again . "$1" && tells "$2" X6 "fails: Completeness is not shown: the ledger ledger.csv does not agree with the runs of the case: llm-decode-bf16-cudagraph-long-r4 $3"; }
differs '3d' "a run that it misses" "is in the case and not in the ledger"
differs_r4 '$a llm-decode-bf16-cudagraph-long-r4,A,kept,,' "a run that the case misses" "is in the ledger and not in the case"
differs_r4 '$a llm-decode-bf16-cudagraph-long-r4,A,excluded,,' "left out in silence" "is left out without a reason"
differs '3s/kept/excluded/;3s/,,$/,too slow,/' "left out and used" "is left out in the ledger and used here"
differs '3s/,A,/,B,/' "of another side" "belongs to another system in the ledger"
differs '1s/$/,sha256/;3s/$/,9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08/' "of other bytes" "has other files than the ledger has the digest of"
differs '1s/$/,start,end/;3s/$/,2026-11-28T12:00:00Z,2026-11-28T13:00:00Z/' "of another day" "ran at another time in the ledger"
again . '$a llm-decode-bf16-cudagraph-long-r4,A,excluded,power cut,'
tells "left out with a reason" X6 "holds: "
sum=$(sha256sum h100-unit6/llm-decode-bf16-cudagraph-long-r2/summary.json | cut -c1-64)
again . "1s/\$/,sha256/;3s/\$/,$sum/"
tells "of these bytes" X6 "holds: "
python3 - <<'END'
import csv, json
rows = list(csv.DictReader(open("whole.csv")))
open("ledger.csv", "w").writelines(json.dumps({"run": r["run"], "planned": True, "present": True, "excluded": False}) + "\n" for r in rows)
END
tells "the same as JSON Lines" X6 "holds: "

# A dossier says the same, and derives it again.
again . ''
ok "build" "$DOSSIER" build case-records.json -o d.asice --key t.key.pem --cert t.cert.pem
ok "rebuild" "$DOSSIER" verify d.asice --trust t.cert.pem --rebuild --at "$SOURCE_DATE_EPOCH"
said M13 d.asice >"$SCRATCH/out"
prints "holds: The method was planned beforehand" "the plan of a dossier"
finish
