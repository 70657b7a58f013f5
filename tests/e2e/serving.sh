#!/bin/sh
# ctest
# serving.sh - results of a serving benchmark, request by request, from case to verdict: start times on a clock of the
# tool's own stand for times after load began, and a rate counts tokens by the second, since requests overlap.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
cp -r "$SOURCE/samples/software-bottleneck/h100-unit6/captures" .
python3 "$SOURCE/tests/e2e/serving.py" .

exits 0 "time per token" "$DOSSIER" check token.json --json
cp out said
ok "B takes 0.9 of A's time a token, as it was made" \
    jq -e '.comparisons[0].ratio.value | tonumber | . > 0.899 and . < 0.901' said
exits 0 "time per token, as text" "$DOSSIER" check --full token.json
prints "from 0.00 to " "the window counts from the first request"
cp out said
ok "telemetry was placed by load.begin" sh -c '! grep -q "^  \(S7\|S9\|V5\|H2\) " said'

exits 0 "time per request, which is worked out of the first token's and the gaps" "$DOSSIER" check request.json --json
cp out said
ok "B takes 0.9 of A's time a request, too" \
    jq -e '.comparisons[0].ratio.value | tonumber | . > 0.899 and . < 0.901' said

# Requests overlap, so a rate is counted by the second in which a token came. Here the place of each token is known from
# its gap; the program lays the tokens of a request evenly, which moves some across the ends of the window alone.
exits 0 "tokens per second" "$DOSSIER" check rate.json --json
cp out said
cat >rate.py <<'END'
import glob, json
mean = {}
for side in "AB":
    rates = []
    for name in sorted(glob.glob("runs/%s-r*/result.json" % side)):
        run = json.load(open(name))
        zero, came = min(run["start_times"]), 0
        for start, first, gaps in zip(run["start_times"], run["ttfts"], run["itls"]):
            at = start - zero + first
            for gap in [0] + gaps:
                at += gap
                came += 0 <= at < 100
        rates.append(came / 100)
    mean[side] = sum(rates) / len(rates)
said = json.load(open("said"))["comparisons"][0]
ratio = float(said["ratio"]["value"])
assert abs(ratio / (mean["B"] / mean["A"]) - 1) < 2e-4, (ratio, mean)
assert abs(ratio / (1 / 0.9) - 1) < 1e-3, ratio
END
exits 0 "in words" "$DOSSIER" check --full rate.json
prints "from 0.00 to 100.00 s: faster" "the window that the count is of"
ok "B brings 1 / 0.9 of A's tokens, as another count has it" python3 rate.py
exits 0 "its report" "$DOSSIER" report rate.json -o rate
cp rate/report/pages.txt out
prints "Requests overlap, so tokens per second are counted by the second" "the method says how"
exits 0 "traced" "$DOSSIER" trace rate.json answer.A-B
prints "result.json" "to the file"
cp -r runs kept
for run in runs/*/result.json; do jq 'del(.itls)' "$run" >"$run.new" && mv "$run.new" "$run"; done
exits 2 "without ends of requests" "$DOSSIER" check --full rate.json
prints "which overlap: a rate needs" "why there is no rate"
cp out said
ok "no ratio" sh -c '! grep -q "B / A" said'
rm -r runs && mv kept runs

# What an objective and a requirement ask is answered by one figure, worked out of the samples where the tool states none,
# and printed in the unit of its limit.
jq '.objectives = [{"metric": "ttft.client", "percentile": 95, "at_most": "60 ms"}] | .requirements = [
    {"clause": "7", "document": "offer", "text": "Quick answers.", "metric": "ttft.client", "percentile": 95, "at_most": "0.048 s"}]' \
    token.json >bounds.json
exits 0 "objective and requirement" "$DOSSIER" report bounds.json -o bounds
sed 's/\[[0-9a-z]*\]//g; s/\xe2\x80\xaf/ /g' bounds/report/pages.txt | tr -s '\n ' ' ' >out
prints "A at most 60 ms 50.907 ms (50.885 to 50.929) met" "the objective, of A"
prints "7 Quick answers. A at most 0.048 s 0.050907 s (0.050885 to 0.050929) not met" "the requirement, of A"
prints "B at most 0.048 s 0.0458143 s (0.0458061 to 0.0458225) met" "the requirement, of B"

# What differs in B's command alone differs: the cache in fp8, with bf16 declared of both sides and with nothing declared.
cp -r runs kept && cp run.json kept.json
for run in runs/B-r*/run.json; do jq '.method.server_command += " --kv-cache-dtype fp8"' "$run" >"$run.new" && mv "$run.new" "$run"; done
exits 1 "the cache in fp8 in B's command" "$DOSSIER" check --full token.json
prints "Format of the KV cache differs: bf16 against fp8" "is told"
lacks "B / A" "no ratio stands beside it"
jq 'del(.precision.kv_cache)' kept.json >run.json
exits 2 "the cache in fp8 in B's command, nothing declared" "$DOSSIER" check --full token.json
prints "Format of the KV cache is not disclosed by A" "A is asked"
rm -r runs && mv kept runs && mv kept.json run.json

# Without captures: what check says would mend a silence is what inspect says discloses it.
jq 'del(.systems[].machines[].captures)' token.json >bare.json
for run in runs/*/run.json; do jq 'del(.load)' "$run" >"$run.new" && mv "$run.new" "$run"; done
exits 2 "no captures" "$DOSSIER" check bare.json --json
cp out check.json
exits 0 "a run alone" "$DOSSIER" inspect runs/A-r1 --json
cp out inspect.json
cat >agree.py <<'END'
import json
mends = {f["said"].split(" is not disclosed by ")[0]: f["mend"] for f in json.load(open("check.json"))["comparisons"][0]["findings"]
         if f["rule"] in ("D1", "W6", "P3") and f["judgement"] == "unknown"}
compared, wrong = 0, []
for row in json.load(open("inspect.json"))["not_disclosed"]:
    mend, by = mends.get(row["title"]), row["disclose_by"]
    if mend is None:
        continue
    if by.startswith("declare it under"):
        want = "measured_by"
    elif by.startswith("declare "):
        want = "`%s` in run.json" % row["key"]
    elif by.startswith("dossier capture-script"):
        want = "dossier capture-script"
    else:
        want = by.split(" > ")[0].replace("python3 -m pip", "pip").replace("cat ", "")
    if want not in mend:
        wrong.append((row["key"], want, mend))
    compared += 1
assert not wrong, wrong
assert compared > 20, compared
END
ok "check and inspect agree" python3 agree.py
exits 2 "no captures, as text" "$DOSSIER" check --full bare.json
cp out told.txt
prints "facts more: as the rules above say" "a silence is explained once"
prints 'state `run.start` in run.json, or `load.begin`' "where the order of runs is stated"
ok "no mend goes to what is not printed" sh -c "! grep -q 'mend: as at D1' told.txt || grep -q '^  D1   Disclosure' told.txt"
cat >mended.py <<'END'
import json, re
mends = {}
for f in json.load(open("check.json"))["comparisons"][0]["findings"]:
    mends.setdefault(f["rule"], set()).add(f.get("mend"))
again = 0
for part in re.split(r"\n\n", open("told.txt").read()):
    full = {} # by what is done, the rule under which it stands
    for rule, block in re.findall(r"^  ([A-Z]\d+) +(.*\n(?:      .*\n?)*)", part, re.M):
        mend = " ".join(block.partition(" mend: ")[2].split())
        by = re.fullmatch(r"as at (?:the first )?([A-Z]\d+)", mend)
        again += bool(by)
        if by:
            assert by[1] in full.values() and mends[rule] & mends[by[1]], (rule, mend)
        elif mend:
            assert mend not in full, (rule, mend)
            full[mend] = rule
assert again > 3, again
END
ok "what mends several is told once under a heading, and then by whose rule" python3 mended.py

# A second run with the same prompts on a warm server times the cache: of the first token nothing is said until the state
# of the cache is stated, of both sides and the same.
sed 's/"tpot.request"/"ttft.client"/' token.json >ttft.json
exits 2 "time to the first token, nothing said of the prefix cache" "$DOSSIER" check --full ttft.json
prints "M14  Same warmth of the prefix cache" "the rule asks"
prints "Prefix cache of the server when a run began is not disclosed by A and B" "both sides"
state() { # side, state
    for run in runs/"$1"-r*/run.json; do
        jq --arg state "$2" '.method.prefix_cache = $state' "$run" >"$run.new" && mv "$run.new" "$run"
    done
}
m14() { "$DOSSIER" check ttft.json --json | jq -r '.comparisons[0].findings[] | select(.rule == "M14") | .judgement'; }
state A empty
ok "one side alone is not enough" sh -c "[ \"\$('$DOSSIER' check --full ttft.json >/dev/null; echo \$?)\" = 2 ]"
state B warm
exits 1 "an empty cache against a warm one" "$DOSSIER" check --full ttft.json
prints "differs: empty against warm" "is refused"
state B empty
ok "stated and the same" test "$(m14)" = holds

# Telemetry beside a result counts once a run.json places it in time: each verb says so, and which statement that is.
python3 "$SOURCE/tests/e2e/serving.py" fresh
rm run.json # it stands above all that follows, and names a zone
mkdir sides sides/A sides/B
for turn in 1 2 3; do for side in A B; do cp -r "fresh/runs/$side-r$turn" "sides/$side/r$turn" && rm "sides/$side/r$turn/run.json"; done; done
placing='counts for nothing yet: No run.json stands in or above A/r1. telemetry.csv is there, its time zone is not, nor when the load began: add "time_zone": {"telemetry.csv": "UTC"}, or the zone that it is, and `load.begin` to run.json.'
one_line() { tr -s ' \n' '  ' <"$SCRATCH/out" >"$SCRATCH/flat" && cp "$SCRATCH/flat" "$SCRATCH/out"; }
exits 0 "telemetry that nothing places" "$DOSSIER" compare sides/A sides/B
one_line
prints "$placing" "compare tells what makes it count"
exits 0 "as one file names its folder" "$DOSSIER" inspect sides/A
one_line
prints 'r1/telemetry.csv counts for nothing until the run.json of its run says the zone of its times: "time_zone": {"telemetry.csv": "UTC"}, and when the load began: "load": {"begin": ' "inspect tells it"
exits 0 "and programs" "$DOSSIER" inspect sides/A --json
ok "of each folder" jq -e '[.telemetry_not_placed[].folder] == ["r1/", "r2/", "r3/"] and all(.telemetry_not_placed[]; .says | startswith("telemetry.csv counts for nothing until"))' out
exits 0 "a case of builds of one's own" "$DOSSIER" new sides/A sides/B -o sides/case --profile engineering --ask
cp out new
one_line
prints 'telemetry.csv counts for nothing until the run.json of its run says the zone of its times' "new tells it"
prints "Nothing is asked: under the profile engineering what no side discloses stands beside the number and blocks nothing." "that nobody was asked is told, too"
more=$(sed -n 's/^A purchase would ask \([0-9]*\) statements\? more[:,] .*/\1/p' new)
exits 0 "its check" "$DOSSIER" check sides/case/case.json
one_line
prints "$placing" "check tells it"
exits 0 "the same for a purchase" "$DOSSIER" new sides/A sides/B -o sides/bought
[ -n "$more" ] || more=?
prints "all sides   $more statement" "which asks as many as was told"
for side in A B; do for turn in 1 2 3; do
    jq '{format, load: {begin: .load.begin}, time_zone: {"telemetry.csv": "UTC"}}' "fresh/runs/$side-r$turn/run.json" >"sides/$side/r$turn/run.json"
done; done
exits 0 "placed as was told" "$DOSSIER" compare sides/A sides/B
lacks "counts for nothing" "it counts"
exits 0 "every condition" "$DOSSIER" compare sides/A sides/B --full --json
ok "its clock is judged" jq -e '[.checks[0].comparisons[0].findings[] | select(.rule == "S7" or .rule == "V5") | .judgement] == ["holds", "holds"]' out
exits 0 "a folder" "$DOSSIER" inspect sides/A
lacks "counts for nothing" "nor says inspect so"
exits 0 "to programs" "$DOSSIER" inspect sides/A --json
ok "nor there" jq -e '.telemetry_not_placed == []' out
# A log of training that lies beside a result counts its own steps: no sum of the requests.
cp "$SOURCE/tests/golden/ingest/training/megatron.log" sides/A/r1
cp "$SOURCE/tests/golden/ingest/training/megatron.log" sides/B/r1
"$DOSSIER" compare sides/A sides/B --full --json >said || :
ok "is not held against them" jq -e '[.checks[0].comparisons[0].findings[] | select(.rule == "X2") | .judgement] | length > 0 and index("fails") == null' said
finish
