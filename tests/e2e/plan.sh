#!/bin/sh
# ctest
# plan.sh - a plan from a case, sealed: it counts where it is older than the first run, and what differs from it is named.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
"$DOSSIER" keygen -o k --name 'Planner' >/dev/null
cp -r "$SOURCE/samples/in-turns" t && rm -r t/plan
jq 'del(.plan, .documents, .ledger) | .policy.repetitions = 8' t/case.json >t/base.json
jq '.systems[].machines |= map(.runs = ["not/there/yet"])' t/base.json >t/early.json
first=$(cat t/host*/unit*/*/command.json | jq -s 'map(.start_unix) | min | floor')
finding() { "$DOSSIER" check "t/$1.json" --json | jq -r --arg r "$2" '[.comparisons[0].findings[] | select(.rule == $r) | .judgement + ": " + .said] | join("; ")'; }
plan() { # folder, when, options...
    folder=$1 when=$2
    shift 2
    SOURCE_DATE_EPOCH=$when "$DOSSIER" plan t/early.json -o "t/$folder" --key k.key.pem --cert k.cert.pem "$@" || return $?
    jq --arg f "$folder" '.plan = $f + "/plan.json" | .documents = [$f]' t/base.json >"t/$folder.json"
}
exits 0 "before the runs are there" plan before $((first - 3600)) --exclusion "none"
prints 'in case  "plan": "t/before/plan.json"' "what to put into the case"
ok "openssl: the seal holds" openssl cms -verify -cades -binary -purpose any -inform DER -in t/before/seal.p7s -content t/before/seal-sha256.txt \
    -CAfile k.cert.pem -no-CApath -no-CAstore -attime $((first - 3600)) -out /dev/null
ok "sha256sum: over the plan" sh -c 'cd t/before && sha256sum -c --strict --quiet seal-sha256.txt'
ok "it says what the case says" jq -e --slurpfile c t/base.json '.question == $c[0].question and .metric == $c[0].metric.key and (.systems | keys) == ["A", "B"] and .exclusion == "none"' t/before/plan.json
exits 0 "after the first run" plan after $((first + 60))
exits 0 "hours later" plan late $((first + 36000))
one=$(finding before M13) && two=$(finding after M13) && three=$(finding late M13) && none=$(finding base M13)
ok "an older one, kept to, counts: $one" sh -c 'case "$1" in holds:*) ;; *) exit 1 ;; esac' - "$one"
exits 0 "by a clock before the key was certified" plan dated $(($(date -d "$(openssl x509 -in k.cert.pem -noout -startdate | cut -d= -f2)" +%s) - 86400))
ok "a time that the key cannot have signed shows nothing: $(finding dated M13)" sh -c 'case "$1" in *"outside the certificate"*) ;; *) exit 1 ;; esac' - "$(finding dated M13)"
exits 0 "planned otherwise" plan less $((first - 7200)) --order A,B,B,A
ok "what differs is named: $(finding less M13)" sh -c 'case "$1" in *"A has another number of runs than its order names"*) ;; *) exit 1 ;; esac' - "$(finding less M13)"
ok "without a plan the condition is open: $none" test -n "$none" -a "$none" != "$one"
ok "one sealed after the first run leaves it open: $two" sh -c 'case "$1" in *holds:*) exit 1 ;; esac' - "$two"
ok "nor hours later: $three" sh -c 'case "$1" in *holds:*) exit 1 ;; esac' - "$three"
echo '{"plan": "hello"}' >t/before/plan.json
exits 3 "a plan that was changed since" "$DOSSIER" check --full t/before.json
exits 3 "over what is there" plan after $first
exits 3 "a system that is none" plan x $first --order A,B,C
exits 3 "without a key" "$DOSSIER" plan t/early.json -o t/y
exits 3 "no case" "$DOSSIER" plan k.cert.pem -o t/y --key k.key.pem --cert k.cert.pem
ok "nothing was written" test ! -e t/x -a ! -e t/y
exits 0 "turns" plan turns $((first - 60)) --order A,B,B,A
ok "one text a turn" jq -e '.order == ["turn 1: A", "turn 2: B", "turn 3: B", "turn 4: A"] and (has("runs") | not)' t/turns/plan.json

# A ledger that leaves a run out.
jq '.ledger = "ledger.csv" | .documents = ["ledger.csv"]' t/base.json >t/whole.json
sed '5d' t/ledger.csv >t/short.csv
jq '.ledger = "short.csv" | .documents = ["short.csv"]' t/base.json >t/short.json
missing=$(sed -n 5p t/ledger.csv | cut -d, -f2)
ok "a ledger that agrees: $(finding whole X6)" sh -c 'case "$1" in holds:*) ;; *) exit 1 ;; esac' - "$(finding whole X6)"
ok "one that misses $missing: $(finding short X6)" sh -c 'case "$1" in holds:*) exit 1 ;; *"$2"*) ;; *) exit 1 ;; esac' - "$(finding short X6)" "$missing"
finish
