#!/bin/sh
# ctest
# traps.sh - looks like a fair comparison, is none: refused by rule, and nothing across systems anywhere.
. "$(dirname "$0")/common.sh"
trap_case() { # case file, rule
    exits 1 "check $1" "$DOSSIER" check --full "$SOURCE/samples/$1"
    prints "not comparable" "$1: verdict"
    prints "  $2 " "$1: rule $2 is named"
    "$DOSSIER" check "$SOURCE/samples/$1" --json >"$SCRATCH/check.json" || true
    ok "$1: both values with their sources, and what mends it" jq -e --arg rule "$2" '
        [.comparisons[].findings[] | select(.rule == $rule and .makes == "not comparable")] | length >= 1 and
        (.[0] | (.a.value != .b.value) and (.a.source | length > 0) and (.b.source | length > 0) and (.mend | length > 20))' "$SCRATCH/check.json"
    r=$(drawn "$SOURCE/samples/$1")
    ok "report $1" [ "$(cat "$r/status")" = 1 ]
    # Derived facts of a refused comparison speak of one run, machine or system alone.
    ok "$1: no derived fact relates two systems" jq -e '
        ([.facts[] | select(.kind == "derived")] | length > 0) and
        ([.facts[] | select(.kind == "derived") | .key | select(test("^(ratio|change|window|mean|bridge)\\."))] | length == 0)' \
        "$r/report/data.json"
    ok "$1: no ratio in words" sh -c "! grep -qiE 'times (faster|slower)|[0-9] ?% (more|less|faster|slower)|[0-9]x (faster|more)' '$r/report/report.html' '$r/report/pages.txt'"
    ok "$1: no chart with both systems" sh -c "! ls '$r/report/figures' | grep -q throughput"
}
trap_case trap-zeros/case.json W3
trap_case trap-precision/case-fp16.json P1
trap_case trap-precision/case-tf32.json P2
# Walk the inputs: a derived fact's leaves belong to one system only, except counts of findings.
python3 - "$r/report/data.json" >"$SCRATCH/out" <<'P'
import json, sys
d = json.load(open(sys.argv[1]))
facts = {f["number"]: f for f in d["facts"]}
def systems(f, seen):
    if f["number"] in seen: return set()
    seen.add(f["number"])
    own = {f["system"]} if f.get("system") else set()
    for n in (f.get("derivation") or {}).get("inputs", []): own |= systems(facts[n], seen)
    return own
wide = [f["key"] for f in facts.values() if f["kind"] == "derived" and f["unit"] not in ("",) and len(systems(f, set())) > 1]
print("no derived quantity crosses systems" if not wide else "CROSSES %r" % wide)
P
prints "no derived quantity crosses systems" "inputs of derived facts"
finish
