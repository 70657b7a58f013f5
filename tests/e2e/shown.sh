#!/bin/sh
# ctest
# shown.sh - no sentence of any sample's report claims what the same page denies: answer, licence, credit and conclusion are
# those of the interval against the margin, at the sample's margin and at one that makes its change none.
. "$(dirname "$0")/common.sh"
look() { python3 "$SOURCE/tests/e2e/shown.py" "$@"; }
find "$SOURCE/samples" -name 'case*.json' | LC_ALL=C sort >"$SCRATCH/cases"
: >"$SCRATCH/seen"
while read -r case; do
    r=$(drawn "$case")
    "$DOSSIER" check "$case" >"$SCRATCH/short" 2>"$SCRATCH/err" || :
    "$DOSSIER" check --full "$case" >"$SCRATCH/full" 2>"$SCRATCH/err" || :
    ok "${case#"$SOURCE/"}" look "$r/report" 0.01 "$SCRATCH/short" "$SCRATCH/full"
    tail -1 "$SCRATCH/out" >>"$SCRATCH/seen"
done <"$SCRATCH/cases"
cp "$SCRATCH/seen" "$SCRATCH/out"
prints "change 1 credit 1" "some sample shows a change of one layer"
prints "change 1 credit 0" "some sample a change of several"
prints "equality 1" "some sample, equality"
prints "nothing 1" "and some, nothing"

# A profile that makes rules looser: that it does is told, and not that what they ask for fails.
jq '.profile = "engineering"' "$SOURCE/samples/made/driver-regression/case.json" >"$SCRATCH/engineering.json"
cp -r "$SOURCE/samples/made/driver-regression" "$SCRATCH/e" && chmod -R u+w "$SCRATCH/e"
cp "$SCRATCH/engineering.json" "$SCRATCH/e/case.json"
ok "rules made looser" "$DOSSIER" report "$SCRATCH/e/case.json" -o "$SCRATCH/loose"
ok "rules made looser: all of one mind" look "$SCRATCH/loose/report" 0.01

# A margin within the interval, above it, and one that it straddles.
cp -r "$SOURCE/samples/made/driver-regression" "$SCRATCH/d"
chmod -R u+w "$SCRATCH/d"
at() { # margin as a share, the same in percent, what it shows
    jq --arg margin "$2 %" '.policy = ((.policy // {}) + { margin: { value: $margin, reason: "a test" } })' \
        "$SOURCE/samples/made/driver-regression/case.json" >"$SCRATCH/d/case.json"
    rm -rf "$SCRATCH/r"
    ok "a margin of $2 %" "$DOSSIER" report "$SCRATCH/d/case.json" -o "$SCRATCH/r"
    ok "a margin of $2 %: all of one mind" look "$SCRATCH/r/report" "$1"
    prints "$3 1" "a margin of $2 % shows $3"
}
at 0.2 20 equality
at 0.11994 11.994 lower # within the interval, 11.989 to 11.998 %
# Means and medians that do not answer alike: one run decides, it is named, and nothing is claimed. Without the stray, 5 %.
cat >"$SCRATCH/one.py" <<'END'
"""one.py CASE_FOLDER FACTOR - eight runs a side of the sample: B 5 % quicker, but its fifth run by FACTOR."""
import random, shutil, sys
folder, stray = sys.argv[1], float(sys.argv[2])
for side in "AB":
    for i in range(1, 9):
        run = "%s/%s/r%d" % (folder, side, i)
        if i > 3:
            shutil.copytree("%s/%s/r1" % (folder, side), run)
        made = random.Random(ord(side) * 10 + i)
        step = 0.18 * made.uniform(0.998, 1.002) / ((stray if i == 5 else 1.05) if side == "B" else 1)
        at, rows = 0.0, []
        while at < 80:
            took = step * made.uniform(0.99, 1.01)
            rows.append("%.5f,%.5f,640" % (at, took))
            at += took
        open(run + "/steps.csv", "w").write("t_start_s,duration_s,tokens\n" + "\n".join(rows) + "\n")
END
for factor in 0.75 1.05; do
    cp -r "$SOURCE/samples/made/driver-regression" "$SCRATCH/$factor"
    chmod -R u+w "$SCRATCH/$factor"
    python3 "$SCRATCH/one.py" "$SCRATCH/$factor" "$factor"
    exits 0 "eight runs a side, one of B by $factor" "$DOSSIER" check --full "$SCRATCH/$factor/case.json"
    tr -s '\n ' ' ' <"$SCRATCH/out" >"$SCRATCH/said-$factor"
done
cp "$SCRATCH/said-0.75" "$SCRATCH/out"
prints "inconclusive: one run decides, B/r5 (by medians the ratio is 1.049" "a stray run decides"
lacks "may be credited" "and nothing is credited"
cp "$SCRATCH/said-1.05" "$SCRATCH/out"
prints "s: faster" "without it, the same runs answer"
lacks "one run decides" "and none of them decides"
ok "its report" "$DOSSIER" report "$SCRATCH/0.75/case.json" -o "$SCRATCH/one"
ok "the report of one stray run: all of one mind" look "$SCRATCH/one/report" 0.01
prints "one run 1" "it shows that one run decides"

# What `compare` says of three pairs that are made so: one tenth quicker, equal, and too far apart to tell.
cat >"$SCRATCH/times.py" <<'END'
"""times.py FILE MEAN SPREAD SEED - an export of hyperfine."""
import json, random, statistics, sys
name, mean, spread, seed = sys.argv[1], float(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4])
made = random.Random(seed)
times = [mean * made.uniform(1 - spread, 1 + spread) for _ in range(40)]
json.dump({"results": [{"command": "work", "mean": statistics.mean(times), "stddev": statistics.stdev(times),
    "median": statistics.median(times), "user": 0.1, "system": 0.01, "min": min(times), "max": max(times), "times": times,
    "exit_codes": [0] * len(times)}]}, open(name, "w"))
END
python3 "$SCRATCH/times.py" "$SCRATCH/a.json" 1 0.01 1
claims() { # name, mean, spread, seed, the claim, those that it denies
    python3 "$SCRATCH/times.py" "$SCRATCH/$1.json" "$2" "$3" "$4"
    for all in '' --full; do
        "$DOSSIER" compare "$SCRATCH/a.json" "$SCRATCH/$1.json" $all >"$SCRATCH/compared" 2>"$SCRATCH/err" || :
        tr -s '\n ' ' ' <"$SCRATCH/compared" >"$SCRATCH/flat"
        ok "compare$all, $1: says so" grep -qE "$5" "$SCRATCH/flat"
        ok "compare$all, $1: says nothing else" sh -c '! grep -qE "$1" "$2"' - "$6|may be credited|credited to none" "$SCRATCH/flat"
    done
}
claims quicker 0.9 0.01 2 'takes [0-9.]+ % less time|: faster' 'open: the|equal within the margin|more time|: (slower|equivalent|inconclusive)'
claims equal 1.0 0.01 3 'equal within the margin|: equivalent' 'open: the|(takes|delivers) [0-9.]+ %|: (faster|slower|inconclusive)'
claims open 1.0 0.2 4 'open: the change|: inconclusive' 'equal within|(takes|delivers) [0-9.]+ %|: (faster|slower|equivalent)'

# One run whose tool starts the program anew for each repetition has an interval, by the rules: answer and chart state the same one.
mkdir -p "$SCRATCH/h" && cp "$SCRATCH/a.json" "$SCRATCH/h"
printf '{"format": "dossier-run/1", "facts": {"stack.artefact; dataset.name; accelerator.count": "sha256:aa; corpus.txt; 0",
    "method.tool_version; method.warmup; method.optimisation": "1.19.0; 3 runs; out of the box"}}' >"$SCRATCH/h/run.json"
printf '{"format": "dossier-case/1", "id": "repeated", "date": "2026-11-30", "question": "How long does it take?",
    "systems": [{"id": "S", "label": "work", "machines": [{"runs": ["a.json#0"]}]}],
    "metric": {"key": "latency.iteration", "kind": "whole_run", "instance": "mean"}}' >"$SCRATCH/h/case.json"
ok "one run of forty repetitions" "$DOSSIER" report "$SCRATCH/h/case.json" -o "$SCRATCH/repeated"
ok "one run of forty repetitions: all of one mind" look "$SCRATCH/repeated/report" 0.01
ok "its interval is by Student's t over them" python3 - "$SCRATCH/a.json" "$SCRATCH/repeated/report/pages.txt" <<'END'
import json, re, statistics, sys
times = json.load(open(sys.argv[1]))["results"][0]["times"]
mean, half = statistics.mean(times), 2.022691 * statistics.stdev(times) / len(times) ** 0.5  # t of 39, 97.5 %
said = re.findall(r"([0-9.]+)\s+to\s+([0-9.]+)", open(sys.argv[2]).read().split("page 1 of")[0])
assert len(said) >= 2 and len(set(said)) == 1, said  # the answer's and the chart's
assert abs(float(said[0][0]) - (mean - half)) < 1e-4 and abs(float(said[0][1]) - (mean + half)) < 1e-4, (said, mean, half)
END

# Two commands on each side, and nothing said of the stack: no layer is known to differ, and p is never a row of zeros.
mkdir -p "$SCRATCH/m"
more() { # file, mean, seed, out: a second command behind the first
    python3 "$SCRATCH/times.py" "$SCRATCH/more.json" "$2" 0.01 "$3"
    jq -s '{results: [.[0].results[0], (.[1].results[0] | .command = "more")]}' "$1" "$SCRATCH/more.json" >"$4"
}
more "$SCRATCH/a.json" 2 5 "$SCRATCH/m/a.json"
more "$SCRATCH/quicker.json" 1.8 6 "$SCRATCH/m/b.json"
ok "a case of two commands" "$DOSSIER" new "$SCRATCH/m/a.json" "$SCRATCH/m/b.json" -o "$SCRATCH/m" --profile engineering
ok "two commands" "$DOSSIER" report "$SCRATCH/m/case.json" -o "$SCRATCH/two"
ok "two commands: all of one mind" look "$SCRATCH/two/report" 0.01
prints "change 2" "both are quicker"
ok "layers that nobody disclosed are counted" grep -q "none is known to differ; layers not" "$SCRATCH/two/report/pages.txt"
ok "p is small" grep -q "< 0.001" "$SCRATCH/two/report/pages.txt"

# A credit, a licence or a word planted beside them is found.
plant() { # what, file, sed script
    rm -rf "$SCRATCH/q"
    cp -r "$SCRATCH/r/report" "$SCRATCH/q"
    sed -i "$3" "$SCRATCH/q/$2"
    ok "planted: $1" sh -c "! cmp -s '$SCRATCH/r/report/$2' '$SCRATCH/q/$2'"
    exits 1 "found: $1" look "$SCRATCH/q" 0.11994
}
plant "a credit" data.json 's/"credited": *""/"credited": "driver"/'
plant "a conclusion" data.json 's/"decision": *"inconclusive"/"decision": "slower"/'
plant "an answer" data.json 's/"answer.open.higher.down"/"answer.higher.down"/'
plant "a licence" report.html 's/<main[^>]*>/&<p>That B, as a whole, differs from A by the change stated above<\/p>/'
plant "a reservation that no rule found" report.html 's/<main[^>]*>/&<p>The hosts were shared with others.<\/p>/'
plant "a title as a reservation" report.html 's/<main[^>]*>/&<ul><li>A method planned beforehand<\/li><\/ul>/'
plant "a reservation too few" report.html 's/\(Comparable, with <span[^>]*>\)[0-9]*/\11/'
plant "a reservation too few in the PDF" pages.txt 's/Comparable, with [0-9][0-9]*/Comparable, with 1/'
plant "another verdict" report.html 's/<main[^>]*>/&<p>Not comparable 2 conditions fail<\/p>/'
said_of() { # what, file, sed script: planted in what `check` printed
    sed "$3" "$SCRATCH/$2" >"$SCRATCH/$2.new"
    ok "planted: $1" sh -c "! cmp -s '$SCRATCH/$2' '$SCRATCH/$2.new'"
    cp "$SCRATCH/short" "$SCRATCH/s" && cp "$SCRATCH/full" "$SCRATCH/f"
    cp "$SCRATCH/$2.new" "$SCRATCH/$(printf %.1s "$2")"
    exits 1 "found: $1" look "$(drawn "$case")/report" 0.01 "$SCRATCH/s" "$SCRATCH/f"
}
case=$SOURCE/samples/software-bottleneck/case-acceptance.json
"$DOSSIER" check "$case" >"$SCRATCH/short"
"$DOSSIER" check --full "$case" >"$SCRATCH/full"
said_of "another verdict in the text" short 's/^. valid, with/≈ comparable, with/'
said_of "a clause that only the short form calls MET" short 's/4 MET, 0 NOT MET, 2 NOT/5 MET, 0 NOT MET, 1 NOT/'
said_of "a clause that the full form calls MET" full 's/^  NOT SHOWN 4.3/  MET       4.3/'
said_of "a change of a system by itself" full '1s/$/; A delivers 12 % more than yesterday/'
plant "a word of credit" report.html 's/<main[^>]*>/&<p>The change may be credited to one layer, Driver<\/p>/'
finish
