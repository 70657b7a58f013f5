#!/bin/sh
# ctest
# again.sh - one system measured twice before anything is believed (--null), a loss that has to be repeated (--confirm), and sets of
# several days as baseline (--baseline): what each makes of a gate, and what is said.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
cat >make.py <<'END'
"""make.py FOLDER MEAN SPREAD: hyperfine's results of three runs of 12 repetitions, SPREAD of MEAN wide; no two folders alike."""
import json, os, random, statistics, sys
folder, mean, spread = sys.argv[1], float(sys.argv[2]), float(sys.argv[3])
made = random.Random(folder)
os.makedirs(folder)
for run in range(3):
    times = [round(mean * (1 + spread * made.uniform(-1, 1)), 9) for _ in range(12)]
    json.dump({"results": [{"command": "pack", "mean": statistics.fmean(times), "stddev": statistics.stdev(times),
                            "median": statistics.median(times), "user": mean, "system": 0.001, "min": min(times), "max": max(times),
                            "times": times, "exit_codes": [0] * 12}]}, open("%s/run%d.json" % (folder, run), "w"))
END
says() { tr -s '\n ' '  ' <"$SCRATCH/out" >o && cp o "$SCRATCH/out" && prints "$1" "$2"; } # as prints, across the ends of lines
made() { python3 make.py "$@"; }
made A 0.2 0.004 && made A2 0.2 0.004 && made A3 0.2002 0.004 && made same 0.2 0.004
made B 0.22 0.004 && made B2 0.2204 0.004 && made wide 0.22 0.6
made early 0.19 0.004 && made late 0.21 0.004

# ---- null: the same system twice
exits 0 "no loss" "$DOSSIER" compare A same --gate slower:2%
exits 0 "a null pair that is equal leaves it" "$DOSSIER" compare A same --gate slower:2% --null A2 A3
says "Null pair A2, A3: the same system measured twice differs by " "what it differs by"
says "equal within the margin" "and that this is none"
exits 2 "of one that differs beyond the margin no gate believes a pass" "$DOSSIER" compare A same --gate slower:2% --null early late
says "Null pair early, late: the same system measured twice differs by " "by how much"
says "beyond the margin: it stands against every change told here" "which is a reservation"
says "the null pair differs beyond the margin" "and the gate says why it is open"
exits 2 "nor a loss" "$DOSSIER" compare A B --gate slower:2% --null early late
exits 0 "without a gate it stands beside the number" "$DOSSIER" compare A B --null early late
exits 1 "and is a stated difference" "$DOSSIER" compare A B --null early late --strict
ok "at most 30 lines" sh -c '"$DOSSIER" compare A B --null early late >l; [ "$(wc -l <l)" -le 30 ]'
exits 1 "what is said of each side" "$DOSSIER" compare A B --null A2 A3 --set A:dataset.digest=aa --set B:dataset.digest=bb
says "Null pair A2, A3: the same system measured twice differs by " "is not said of one system"
exits 3 "one set is no pair" "$DOSSIER" compare A B --null A2
exits 3 "nor is one set twice" "$DOSSIER" compare A B --null A2 A2/
exits 0 "a null pair may hold a side itself" "$DOSSIER" compare A B --null A A2
exits 2 "a third set that differs beyond the margin is none, either" "$DOSSIER" compare A same --gate slower:2% --null A2 A3 late
says "one system measured again: 1 equal within the margin, 0 open, 1 beyond it, 0 not judged" "is counted"
made later 0.21 0.004 && cp -r late more && cp later/run0.json more/run3.json && cp later/run1.json more/run4.json
exits 2 "one of three runs and five that lie 5 % higher is open" "$DOSSIER" compare A same --gate slower:2% --null A2 more
says "the null pair differs beyond the margin" "which is said"
cp -r A3 five && cp same/run0.json five/run3.json && cp same/run1.json five/run4.json
exits 0 "one of three runs and five that are alike leaves it" "$DOSSIER" compare A A2 --gate slower:2% --null A2 five
says "Null pair A2, five: the same system measured twice differs by " "and is told"
cp -r A2 copied && touch copied/run0.json
exits 2 "copies are no second measurement" "$DOSSIER" compare A same --gate slower:2% --null A2 copied
says "Null pair A2, copied: could not be judged: X4 The same evidence is offered twice" "and that is the reason told"
exits 2 "a null pair of nothing passes no gate" "$DOSSIER" compare A same --gate slower:2% --null A2 "$SOURCE/samples/software-bottleneck/vendor-quote"
says "could not be judged: no work stands on both" "which is said"
says "the null pair could not be judged" "by the gate, too"

# ---- confirm: a loss counts where a second set repeats it
exits 1 "a loss" "$DOSSIER" compare A B --gate slower:2%
exits 1 "that is repeated" "$DOSSIER" compare A B --gate slower:2% --confirm B2
says "Measured again, B2: time +10." "is told by itself"
exits 2 "that is not" "$DOSSIER" compare A B --gate slower:2% --confirm same
says "not repeated by same" "which is said"
exits 2 "nor where the second set is too noisy to tell" "$DOSSIER" compare A B --gate slower:2% --confirm wide
says "not repeated by wide" "which is said, too"
exits 2 "nor by one of two" "$DOSSIER" compare A B --gate slower:2% --confirm B2 same
exits 0 "no loss stays none" "$DOSSIER" compare A same --gate slower:2% --confirm A2
exits 0 "also where the second set is too noisy to tell" "$DOSSIER" compare A same --gate slower:2% --confirm wide
exits 2 "but not where it shows a loss" "$DOSSIER" compare A same --gate slower:2% --confirm B2
says "shown by B2" "which is said"
exits 3 "the same folder repeats nothing" "$DOSSIER" compare A B --gate slower:2% --confirm B
cp -r B again
exits 3 "nor do the same files elsewhere" "$DOSSIER" compare A B --gate slower:2% --confirm again
exits 3 "of three systems it is not known whose they are" "$DOSSIER" compare A B B2 --confirm wide

# ---- baseline: several sets
exits 1 "one set is what stands first else" "$DOSSIER" compare B --baseline A --gate slower:2%
cp "$SCRATCH/out" by-name
ok "and the answer is the same" sh -c '"$DOSSIER" compare A B --gate slower:2% | cmp - by-name'
exits 1 "a loss against each of three" "$DOSSIER" compare B --gate slower:2% --baseline A A2 A3
says "3 baseline sets among themselves: 3 equal within the margin, 0 open, 0 beyond it" "is told"
exits 0 "none against each" "$DOSSIER" compare --gate slower:2% --baseline A A2 A3 -- same
exits 2 "sets that differ among themselves show nothing" "$DOSSIER" compare B --gate slower:2% --baseline early late A
says "the baseline sets differ beyond the margin" "which is said"
exits 2 "nor pass anything" "$DOSSIER" compare same --gate slower:2% --baseline early late A
# Against A the loss is of 2.98 to 3.44 %, against the set of another day, which equals A within the margin, of 2.32 to 2.59 %.
made day 0.2014 0.004 && made near 0.2064 0.004
exits 1 "a loss beyond 2 % against each" "$DOSSIER" compare near --gate slower:2% --baseline A day
exits 2 "beyond 2.8 % against one of two" "$DOSSIER" compare near --gate slower:2.8% --baseline A day
says "against the baseline set day it is not so" "which is said"
exits 2 "whichever stands first" "$DOSSIER" compare near --gate slower:2.8% --baseline day A
says "against the baseline set A it is not so" "which is said"
exits 0 "beyond 5 % against none" "$DOSSIER" compare near --gate slower:5% --baseline A day
exits 1 "of two new sides each is held against the sets by itself" "$DOSSIER" compare --gate slower:2% --baseline A A2 -- same B
says "of 2: 1 shown, 0 open, 0 not comparable" "as the answer counts"
mkdir broke
for run in 0 1 2; do jq '.results[0].exit_codes |= map(1)' A2/run$run.json >broke/run$run.json; done
exits 0 "a comparable one" "$DOSSIER" compare B --baseline A A3
exits 1 "is none where another set of the baseline may not be compared" "$DOSSIER" compare B --baseline A broke
exits 3 "a baseline alone" "$DOSSIER" compare --baseline A A2
exits 3 "a set twice" "$DOSSIER" compare B --baseline A A
exits 3 "a set that is the other side" "$DOSSIER" compare B --baseline A B

# ---- for programs
exits 1 "JSON" "$DOSSIER" compare B --gate slower:2% --baseline A A2 --confirm B2 --null same A3 --json
cp "$SCRATCH/out" j
ok "tells what stands beside" jq -e '[.beside[].kind] == ["baseline", "baseline-null", "confirm", "null"] and .exit == 1
    and (.beside[2].paths == ["A", "B2"]) and (.beside[3].checks[0].comparisons[0].verdict | startswith("comparable"))' j
ok "and fits its schema" fits compare --closed j
exits 0 "three sides" "$DOSSIER" compare A same B --json
cp "$SCRATCH/out" j
ok "fit it, too" fits compare --closed j
exits 0 "without any there is none" sh -c '"$DOSSIER" compare A B --json | jq -e ".beside == []"'
exits 2 "JUnit" "$DOSSIER" compare A B --gate slower:2% --confirm same --junit out.xml --markdown
says "- Measured again, same: " "Markdown says it"
ok "is of one mind with the gate" grep -q '<skipped message=' out.xml

# ---- in a case: two of its systems are one configuration
cat >case.py <<'END'
"""case.py NULL...: a case of A, B and the systems of the null pair, as JSON."""
import json, sys
systems = ["A", "same", "early", "late", "B"]
chosen = ["A", *[s for s in sys.argv[1:] if s not in ("A", "B")], "B"]
print(json.dumps({"format": "dossier-case/1", "id": "again", "date": "2026-11-28", "question": "Which of these shall we use?", "profile": "engineering",
    "measured_by": {"party": "buyer", "name": "We", "paid_by": "buyer"}, "null": sys.argv[1:],
    "systems": [{"id": s, "label": "set " + s, "baseline": s == "A", "machines": [{"runs": [s + "/run*"]}]} for s in chosen],
    "metric": {"key": "latency.iteration", "kind": "whole_run"},
    "under_test": {"kind": "executor", "release_rule": "as found", "terms": "as-operated", "unit": "offer"}}))
END
python3 case.py A same >case.json
exits 1 "a null pair that is equal leaves a loss" "$DOSSIER" check case.json --gate slower:2% --junit case.xml
says "M18 One configuration, measured twice, differs by" "what it differs by"
says "less than the margin of 1 %" "and that this is less than the margin"
says "Gate slower:2%: shown (exit 1)" "the loss of B is shown"
ok "and the pair itself is no loss" sh -c '[ "$(grep -c "<failure" case.xml)" = 1 ]'
python3 case.py A late >case.json
exits 2 "of one that differs beyond the margin no gate believes a loss" "$DOSSIER" check case.json --gate slower:2%
says "beyond the margin of 1 %: no change told here is more than that by itself" "which is said"
says "the null pair differs beyond the margin" "by the gate, too"
"$DOSSIER" check case.json --json >j || :
ok "it is a reservation of each number, and takes no verdict away" jq -e '[.comparisons[] | .verdict == "comparable with stated differences" and
    ([.findings[] | select(.rule == "M18") | .judgement == "fails" and .makes == "comparable with stated differences"] == [true])] == [true, true]' j
ok "the case without its pair has none" sh -c 'jq "del(.null)" case.json >none.json; "$DOSSIER" check none.json --json |
    jq -e "[.comparisons[].findings[] | select(.rule == \"M18\") | .judgement] | unique == [\"not applicable\"]"'
jq '.systems[1].facts = {"driver.version": "550.54"} | .systems[0].facts = {"driver.version": "580.65"}' case.json >unlike.json
exits 2 "what is not one configuration is no null pair" "$DOSSIER" check unlike.json --gate slower:2%
says "The null pair is not one configuration" "which is said"
python3 case.py A A >case.json
exits 3 "one system alone is none" "$DOSSIER" check case.json
python3 case.py early late >case.json
exits 3 "nor two without the baseline" "$DOSSIER" check case.json
finish
