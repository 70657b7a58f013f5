#!/bin/sh
# ctest
# engineering.sh - the profile engineering lets nothing pass that the built-in rules refuse: every sample that is not comparable stays
# so under it, and what it may never loosen stands in none of its rows.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
cp -r "$SOURCE/samples" . && chmod -R u+w samples
cd samples
refused=0
for case in */case*.json made/*/case*.json; do
    said=0
    "$DOSSIER" check "$case" -q 2>/dev/null || said=$?
    [ "$said" = 1 ] || continue
    refused=$((refused + 1))
    jq '.profile = "engineering"' "$case" >"$SCRATCH/case.json" && cp "$SCRATCH/case.json" "$case"
    exits 1 "$case stays refused" "$DOSSIER" check "$case"
    lacks "more time than" "$case: no change is told"
    lacks "delivers" "$case: no change is told"
done
ok "there are samples that are refused, not $refused" [ "$refused" -ge 4 ]
# A pair that is comparable, and one statement that is not: refused by the profile as by the rules.
for key in workload.kind model.name dataset.name input.length precision.weights precision.compute precision.kv_cache method.tool decoding.sampling \
    metric.definition; do
    "$DOSSIER" check software-bottleneck/case.json --set "A:$key=1" --set "B:$key=2" -q 2>/dev/null && continue
    [ $? = 1 ] || continue
    jq '.profile = "engineering"' software-bottleneck/case.json >"$SCRATCH/case.json"
    cp "$SCRATCH/case.json" software-bottleneck/case-e.json
    exits 1 "$key of two values" "$DOSSIER" check software-bottleneck/case-e.json --set "A:$key=1" --set "B:$key=2"
    stated=${stated:-}.
done
ok "statements were tried" [ "${#stated}" -ge 4 ]
# Rows of the profile against the list of what it may never loosen (docs/compare.md): steadiness and window, what differs where both
# sides tell it, agreement of files, the tool's own verdict.
ok "no row of it is of what it may not loosen" python3 - "$SOURCE/templates/profiles/engineering.json" "$SOURCE/templates/rules.json" <<'END'
import json, sys
profile, built_in = (json.load(open(p)) for p in sys.argv[1:3])
assert {r["id"] for r in profile["rules"]} <= {r["id"] for r in built_in["rules"]}
never = {"S2", "S3", "S4", "S5", "S8", "W8", "X1", "X2", "X7", "X10", "X12", "V1", "V2", "V3", "V4"}
for row in profile["rules"]:
    assert row["id"] not in never and row["like"] == "built-in" and row["loosens"], row
    # What nobody told, and for which no value is known to differ; a run that keeps too few samples to be judged within; of what is
    # known to differ, the commits of one's own program alone (docs/compare.md), which W11 names.
    assert row["id"] == "W11" or not any("other-commit" in part for part in row["first"]), row
    milder = {name for part in row["first"] for name, word in part.items() if word != "blocks"}
    assert milder <= {"other-commit", "both-silent", "not-disclosed", "few-samples", "incumbent"}, row
    assert "not-disclosed" not in milder or row["id"] in ("D1", "D6", "P7"), row
END
# What is not disclosed on any side stands beside the value of a single system, too: an edition of a pair that is comparable is no less.
cd "$SCRATCH" && python3 - <<'END'
import json, os, random, statistics
for side, base in ("A", 0.2), ("B", 0.22):
    os.makedirs("pair/" + side)
    for run in range(3):
        made = random.Random("%s%d" % (side, run))
        times = [round(made.gauss(base, 0.001), 6) for _ in range(30)]
        json.dump({"results": [dict(command="prog", user=0.1, system=0.01, mean=statistics.mean(times), stddev=statistics.stdev(times),
                                    median=statistics.median(times), min=min(times), max=max(times), times=times, exit_codes=[0] * 30)]},
                  open("pair/%s/run%d.json" % (side, run), "w"))
END
exits 0 "a case of a pair" "$DOSSIER" new pair/A pair/B -o pair/case --profile engineering
exits 0 "comparable with what is stated" "$DOSSIER" check pair/case/case.json
# As many reservations on the terminal as on the first page, each gap once, whichever rules ask for it.
both=$(sed -n 's/^≈ comparable, with \([0-9]*\) reservations, \([0-9]*\) of them gaps in the record$/\1 \2/p' "$SCRATCH/out")
exits 0 "its report" "$DOSSIER" report pair/case/case.json -o whole
ok "the first page says so many, not ${both%% *}" grep -qx "Comparable, with ${both%% *} reservations" whole/report/pages.txt
ok "as they are counted from its findings: $both" [ "$both" = "$(jq -r '[.comparisons[0].findings[] |
    select(.makes == "comparable with stated differences") | select(.said | startswith("This rule was made looser") | not)] |
    [.[] | select(.judgement == "unknown") | .key // .rule] as $gap | [.[] | select(.judgement != "unknown") | .rule] as $seen |
    "\(($gap | unique | length) + ($seen | unique | length)) \($gap | unique | length)"' whole/report/data.json)" ]
"$DOSSIER" keygen -o me --name We >/dev/null
exits 0 "built" "$DOSSIER" build pair/case/case.json -o pair.asice --key me.key.pem --cert me.cert.pem
exits 3 "no text for a contract comes of it, which no delivery could meet" "$DOSSIER" clause pair.asice -o clause.txt
ok "and why is said" grep -q "judged by the profile engineering, which asks less than a purchase needs" "$SCRATCH/err"
ok "nothing is written" test ! -e clause.txt
exits 0 "its edition is no worse" "$DOSSIER" report pair/case/case.json -o edition --edition B
ok "and no better" test "$(jq -r '.comparisons[0].verdict' edition/report/data.json)" = "valid with reservations"
jq 'del(.profile)' pair/case/case.json >pair/case/bare.json
exits 2 "by the built-in rules neither is decided" "$DOSSIER" check pair/case/bare.json
exits 2 "built as it is" "$DOSSIER" build pair/case/bare.json -o bare.asice --key me.key.pem --cert me.cert.pem
exits 1 "both beside each other" "$DOSSIER" diff pair.asice bare.asice
prints "W3 Same input data: A unknown, B unknown" "what the profile made looser is judged by its runs"
lacks ": A fails" "and fails by no profile"
exits 2 "nor its edition" "$DOSSIER" report pair/case/bare.json -o bare --edition B
# What it asks for less of: two runs a side where a purchase asks for three, 20 samples of a run where it asks for 30 (docs/compare.md).
cat >counted.py <<'END'
"""counted.py FOLDER MEAN RUNS SAMPLES: hyperfine's results of so many runs with so many repetitions."""
import json, os, random, statistics, sys
folder, mean, runs, count = sys.argv[1], float(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
made = random.Random(folder)
os.makedirs(folder)
for run in range(runs):
    times = [round(mean * (1 + 0.004 * made.uniform(-1, 1)), 9) for _ in range(count)]
    json.dump({"results": [dict(command="pack", mean=statistics.fmean(times), stddev=statistics.stdev(times), median=statistics.median(times),
                                user=mean, system=0.001, min=min(times), max=max(times), times=times, exit_codes=[0] * count)]},
              open("%s/run%d.json" % (folder, run), "w"))
END
counted() { # profile, runs, samples, rule, judgement
    [ -d "A-$2-$3" ] || { python3 counted.py "A-$2-$3" 0.2 "$2" "$3" && python3 counted.py "B-$2-$3" 0.22 "$2" "$3"; }
    "$DOSSIER" compare "A-$2-$3" "B-$2-$3" --profile "$1" --json >counted.json || :
    ok "$1: $2 runs of $3 samples: $4 $5" jq -e --arg r "$4" --arg is "$5" \
        '[.checks[0].comparisons[0].findings[] | select(.rule == $r and (.said | startswith("This rule was made looser") | not)) | .judgement] == [$is]' counted.json
}
counted engineering 1 24 M6 fails
counted engineering 2 24 M6 holds
counted purchase 2 24 M6 fails
counted purchase 3 30 M6 holds
counted engineering 3 19 S1 fails
counted engineering 3 20 S1 holds
counted purchase 3 29 S1 fails
counted purchase 3 30 S1 holds
finish
