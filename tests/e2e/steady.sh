#!/bin/sh
# `dossier steady`: verdicts, exit statuses, refusals that say what to do, widths, pictures, gz, JSON Lines.
# ctest
. "$(dirname "$0")/common.sh"
python3 "$SOURCE/tests/e2e/steady_files.py" "$SCRATCH"
cd "$SCRATCH"
complains() { # text expected on stderr, description
    cp err complaint
    ok "$2" grep -qF -- "$1" complaint
}
within_80() { LC_ALL=C awk '{ gsub(/[\200-\277]/, ""); if (length($0) > 80) exit 1 }' printed; }

exits 0 "flat" "$DOSSIER" steady flat.csv --kind per_interval
prints "flat.csv: steady" "verdict first"
prints "value by t_s, 600 rows, per_interval" "says which columns were taken"
prints "delta=1%" "method id with its parameters"
cp out printed
ok "fits 80 columns" within_80
exits 0 "another delta" "$DOSSIER" steady flat.csv --kind per_interval --delta "5 %"
prints "delta=5%" "another delta is another method id"
exits 3 "delta out of range" "$DOSSIER" steady flat.csv --kind per_interval --delta 1
complains 'delta: a value from 0.01 % to 20 %' "says the range"
exits 0 "a number of the method" "$DOSSIER" steady flat.csv --kind per_interval --parameter tail=0.5 --parameter "drift=1 %"
prints "drift=1%" "in the method"
prints "tail=50%" "each"
prints "bsm/3-" "and the id says so"
exits 1 "that turns the verdict" "$DOSSIER" steady drift.csv --kind per_interval --parameter drift=0.1%
exits 3 "out of its range" "$DOSSIER" steady flat.csv --kind per_interval --parameter cycles=2.5
complains 'cycles: a whole number from 3 to 1000' "says the range"
exits 3 "a number nobody knows" "$DOSSIER" steady flat.csv --kind per_interval --parameter speed=3
complains 'dossier steady --parameters lists the names' "says where they stand"
exits 0 "the table" "$DOSSIER" steady --parameters
cp out table
in_manual() { while IFS= read -r line; do grep -qxF -- "$line" "$SOURCE/docs/case.md" || return 1; done <table; }
ok "is that of the manual" in_manual
ok "and the rules say the same of delta" grep -qF "| \`delta\` | $(jq -r .parameters.delta "$SOURCE/templates/rules.json") |" table
exits 3 "no series" "$DOSSIER" steady
complains 'an argument is missing' "says so"
exits 1 "drift" "$DOSSIER" steady drift.csv --kind per_interval
prints "drift: the level rises or falls" "reason and what it means"
exits 1 "one of two" "$DOSSIER" steady flat.csv drift.csv --kind per_interval
exits 2 "too short" "$DOSSIER" steady short.csv --kind per_interval
prints "too few samples: 30 values are needed" "what is missing"
exits 1 "kind not declared" "$DOSSIER" steady flat.csv
prints "flat.csv: invalid" "undeclared kind is invalid"
prints "say --kind per_interval" "and what to declare"
exits 3 "kind nobody knows" "$DOSSIER" steady flat.csv --kind hourly

exits 3 "unknown column" "$DOSSIER" steady flat.csv --kind per_interval --column speed
complains 'one of: t_s, value' "lists the columns"
ok "and asks for no kind, which is said" sh -c '! grep -qF -e "--kind" complaint'
for asked in valu:value Value:value val:value t_sec:t_s; do
    exits 3 "a column misspelt: ${asked%:*}" "$DOSSIER" steady flat.csv --column "${asked%:*}"
    complains "expected \"${asked#*:}\", or another one of: " "the nearest comes first"
    ok "and what else has to be said" grep -qF 'and what a row is: --kind per_interval or --kind per_iteration' complaint
done
printf '{"t_start_s": %s, "duration_s": 1.0, "tokens": 3}\n' 0 1 2 >rows.jsonl
exits 3 "a part of a name" "$DOSSIER" steady rows.jsonl --column dur
complains 'expected "duration_s", or another one of: t_start_s, tokens' "is near as well"
exits 3 "no usual name" "$DOSSIER" steady odd.csv --kind per_interval
complains 'one of: second, speed' "lists those"
exits 0 "named" "$DOSSIER" steady odd.csv --kind per_interval --column speed --time second
exits 0 "by row" "$DOSSIER" steady odd.csv --kind per_interval --column speed
prints "speed by row" "says so"
exits 3 "a word in a column" "$DOSSIER" steady word.csv --kind per_interval
complains 'word.csv:4' "with its place"
exits 3 "hexadecimal" "$DOSSIER" steady hex.csv --kind per_interval
exits 3 "a thousand with a comma" "$DOSSIER" steady comma.csv --kind per_interval
exits 3 "no such file" "$DOSSIER" steady none.csv --kind per_interval
exits 1 "infinite" "$DOSSIER" steady inf.csv --kind per_interval
prints "infinite value" "is judged, not refused as a file"
exits 1 "many missing" "$DOSSIER" steady nan.csv --kind per_interval
exits 1 "gaps of a fixed cadence" "$DOSSIER" steady gap.csv --kind per_interval
exits 0 "pauses between iterations" "$DOSSIER" steady gap.csv --kind per_iteration
exits 1 "clock set back" "$DOSSIER" steady back.csv --kind per_interval
prints "time stamps not increasing" "reason"

exits 0 "JSON Lines, work that comes back" "$DOSSIER" steady saw.jsonl --kind per_iteration --phase ctx --work tokens \
    --lower-is-better --svg saw.svg
prints "3200.0 tokens/s over 20 whole cycles" "work over time of whole cycles"
ok "picture is XML" xmllint --noout saw.svg
exits 1 "the same without phase" "$DOSSIER" steady saw.jsonl --kind per_iteration --lower-is-better
prints "looks periodic: work seems to come back" "what to do"
gzip -k saw.jsonl
exits 0 "gz" "$DOSSIER" steady saw.jsonl.gz --kind per_iteration --phase ctx --lower-is-better
exits 1 "a counter is no rate" "$DOSSIER" steady counter.csv --kind per_interval --column energy_j
exits 0 "its rate is" "$DOSSIER" steady counter.csv --kind per_interval --column energy_j --counter
prints "250.0" "level of the rate"
exits 1 "a counter that fell" "$DOSSIER" steady fell.csv --kind per_interval --column energy_j --counter
prints "counter fell" "reason"

exits 1 "telemetry of two accelerators" "$DOSSIER" steady telemetry.csv --svg telemetry.svg
prints "telemetry.csv, accelerator 0: steady" "one of them settles"
prints "software power cap 20.0 %" "throttle share in the stretch"
prints "telemetry.csv, accelerator 1: unsteady" "the other drifts"
prints "clocks.sm by timestamp" "unit in the heading is no part of the name"
ok "picture is XML" xmllint --noout telemetry.svg
exits 2 "256 series" "$DOSSIER" steady rack.csv rack.csv rack.csv rack.csv --svg rack.svg
ok "each has its panel" test "$(grep -o '>rack.csv, accelerator [0-9]*: clocks.sm, [^<]*<' rack.svg | wc -l)" = 256
exits 3 "more than one picture holds" "$DOSSIER" steady flat.csv rack.csv rack.csv rack.csv rack.csv --kind per_interval --svg more.svg
complains 'at most 256 panels in one picture' "are refused, not cut"
ok "and nothing is drawn" test ! -e more.svg

exits 0 "serving result" "$DOSSIER" steady serve.json --svg serve.svg
prints "full is 8 (declared)" "declared concurrency"
prints "at most 8" "most in flight"
prints "output by start_times" "times of requests"
ok "picture is XML" xmllint --noout serve.svg
exits 2 "without start times" "$DOSSIER" steady nostart.json
prints "throughput over time cannot be shown" "says so"
prints "no start times" "and why"

exits 3 "a file without the phase column" "$DOSSIER" steady flat.csv --kind per_iteration --phase ctx --json
"$DOSSIER" steady flat.csv drift.csv --kind per_interval --json >two.json || true
ok "JSON holds the numbers of the method" jq -e '.parameters.delta == 0.01 and .parameters.penalty == 22 and
    (.parameters | length) == 23' two.json
ok "JSON holds both" jq -e '.series[0].verdict == "steady" and .series[0].start == 0 and .series[0].end == 600 and
    .series[1].reason == "drift" and (.series[1] | has("start") | not)' two.json
"$DOSSIER" steady serve.json --json >serve.out
ok "requests in flight and output by second add up" jq -e '(.series[0].load | (.output | add) >= 7900 and .most == 8 and
    ([.active[] | select(. > 8.0001)] | length) == 0)' serve.out
# Iterations without starts lie one behind the other: 400 of 0.2 s are 80 s, whoever wrote them.
sum=$(cat times.sum)
laid() { # file, whether it tells the work; what the last JSON says of its whole length and rate
    jq -e --argjson sum "$sum" --argjson work "$2" 'def near($x): . / $x - 1 | . < 1e-6 and . > -1e-6;
        .series[0] | .verdict == "steady" and .start == 0 and .end == 400 and (.end_s | near($sum)) and (.value.end_s | near($sum)) and
        ($work == 0 or (.value.rate | near(400 * $work / $sum)))' "$1"
}
for file in times.jsonl times.csv; do
    "$DOSSIER" steady $file --kind per_iteration --work tokens --json >laid.json || true
    ok "$file: rows without starts are no seconds" laid laid.json 128
    exits 0 "$file in words" "$DOSSIER" steady $file --kind per_iteration --work tokens
    prints "duration_s one behind the other, 400 rows" "what the clock is"
done
"$DOSSIER" steady llama.json --json >laid.json || true
ok "each fits its schema" fits steady --closed two.json serve.out laid.json
ok "llama-bench: samples one behind the other" laid laid.json 128
exits 0 "llama-bench in words" "$DOSSIER" steady llama.json --lower-is-better
prints "iteration.duration one behind the other, 400 rows, per_iteration" "needs no column and no kind"
"$DOSSIER" steady hyperfine.json --json >laid.json || true
ok "hyperfine: times one behind the other" laid laid.json 0
"$DOSSIER" steady levels.jsonl --kind per_iteration --json >laid.json || true
ok "rows without any time have no seconds" jq -e '.series[0] | .verdict == "steady" and .end_s == null and .begin_s == null and
    .value.end_s == null' laid.json
for file in summary.json array.json; do
    printf '[\n{"a": 1},\n{"a": 2}\n]\n' >array.json
    exits 3 "JSON without columns" "$DOSSIER" steady $file --kind per_iteration
    lacks spreadsheet "blames no spreadsheet"
done
cp out before
"$DOSSIER" steady saw.jsonl --kind per_iteration --phase ctx --svg again.svg >/dev/null
LC_ALL=de_DE.UTF-8 "$DOSSIER" steady saw.jsonl --kind per_iteration --phase ctx --svg locale.svg >/dev/null
ok "same bytes in another locale" cmp again.svg locale.svg
ok "will not follow a missing folder" sh -c '! "$0" steady flat.csv --kind per_interval --svg none/x.svg' "$DOSSIER"
finish
