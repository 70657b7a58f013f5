#!/bin/sh
# ctest
# each_run.sh - what is said once of a side names each run that it is about, also where their values differ; and what weighs more
# in a later run is not hidden by what the first one says.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
cp -r "$SOURCE/samples/software-bottleneck/h100-unit6/captures" .
python3 "$SOURCE/tests/e2e/serving.py" .
mkdir kept && cp -r runs kept/runs

each() { # member, value of B-r1, of B-r2, of B-r3: declared (empty: not)
    rm -rf runs && cp -r kept/runs runs
    key=$1
    shift
    for run in runs/B-r*/run.json; do
        jq --arg k "$key" --arg v "$1" 'if $v == "" then . else setpath($k | split("."); $v) end' "$run" >new && mv new "$run"
        shift
    done
}
said() { # rule, case: what of it does not hold
    "$DOSSIER" check --full "${2:-token.json}" --json | jq -r --arg r "$1" '[.comparisons[0].findings[] | select(.rule == $r and (.judgement == "fails" or .judgement == "unknown") and .times != null) |
        "\(.said) (\(.times): also \(.also))"] | join("; ")'
}
is() { # description, wanted, what was said
    ok "$1 (is \"$3\")" test "$2" = "$3"
}
each method.client_load '95 %' '97 %' '50 %'
is "client" "Processor load of the client is 95 %: the client may have held the load back (2: also B-r2)" "$(said M10)"
"$DOSSIER" check --full token.json >"$SCRATCH/out" 2>"$SCRATCH/err" || :
prints "2 times the same: also of B-r2" "in the text"
each method.late_sends '2 %' '' '3 %'
is "late sends" "Share of requests sent late is 2 %: the client may have held the load back (2: also B-r3)" "$(said M10)"
each host.memory '100 GiB' '120 GiB' '130 GiB'
is "sources" "Host memory: one source says 131981020 kB, another 100 GiB (3: also B-r2, B-r3)" "$(said X1)"
is "captures of another machine" "A capture is of another machine than the run: 100 GiB at the run, 131981020 kB in the capture (3: also B-r2, B-r3)" "$(said X11)"
each precision.compute fp4 fp4 fp4
is "capability" "Format fp4 is imitated by software on 9.0 (3: also B-r2, B-r3)" "$(said P5)"
each nodes.count 4 8 2
for run in runs/B-r*/run.json; do jq '.nodes.captured = 1' "$run" >new && mv new "$run"; done
is "evidence of nodes" "Not every node was captured: 1 of 4 (3: also B-r2, B-r3)" "$(said N1)"

jq '.under_test = { kind: "executor", terms: "tuned", release_rule: "released", unit: "accelerator" }' token.json >executor.json
each accelerator.count 2 4 2
is "executor" "Another unit was measured, or not the whole of it: 2 against accelerator (3: also B-r2, B-r3)" "$(said E6 executor.json)"
each stack.terms as-shipped as-operated tuned
is "terms" "A side was set up on other terms: as-shipped against tuned (2: also B-r2)" "$(said E2 executor.json)$(said E1 executor.json)"
each stack.terms ported ported ported
is "ported is not tuned" "A side was set up on other terms: ported against tuned (3: also B-r2, B-r3)" "$(said E2 executor.json)"
jq '.under_test.terms = "ported"' executor.json >ported.json
is "a category of its own" "" "$(said E2 ported.json | grep -o 'ported against.*' || :)"
ok "that is read" sh -c '"$1" check ported.json >/dev/null 2>&1 || test $? -lt 3' sh "$DOSSIER"
jq '.under_test.terms = "best"' executor.json >best.json
exits 3 "another word is none" "$DOSSIER" check best.json

# Memory of the first run's host is told otherwise, which is stated; the serial number of the second is of another machine.
each host.memory '100 GiB' '100 GiB' '100 GiB'
jq '.accelerator.serial = "77"' runs/B-r2/run.json >new && mv new runs/B-r2/run.json
exits 1 "a serial number of another machine blocks, whatever the first run says" "$DOSSIER" check --full token.json
prints "A capture is of another machine than the run: 77 at the run" "and is told"
prints "2 times the same: also of B-r3" "beside what is stated of the others"
finish
