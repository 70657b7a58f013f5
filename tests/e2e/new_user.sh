#!/bin/sh
# new_user.sh - the way of the README by itself: capture this machine, inspect, fill in run.json, ask, check, build, verify.
# ctest
. "$SOURCE/tests/e2e/common.sh"
cd "$SCRATCH"
"$DOSSIER" capture-script >capture.sh
ok "captured" sh capture.sh own/captures
number=0
for run in A1 B1 A2 B2 A3 B3; do
    mkdir own/$run
    number=$((number + 1))
    jq --argjson n $number '.results |= [.[0] | .times |= map(. + $n / 1000) | .mean += $n / 1000 | .median += $n / 1000 |
        .min += $n / 1000 | .max += $n / 1000]' "$SOURCE/tests/golden/ingest/classic/hyperfine.json" >own/$run/hyperfine.json
done
exits 0 "what is to be declared, written where it belongs" sh -c '"$DOSSIER" inspect own --run-json >own/run.json'
"$DOSSIER" schema run >run.schema
python3 - <<'END'
import json
run, properties = json.load(open("own/run.json")), json.load(open("run.schema"))["properties"]
for section, members in run.items():
    for name in members if section != "format" else []:
        counts = properties[section]["properties"][name]["type"] == ["number", "string"]
        members[name] = 1 if counts else "none"
run["facts"] = {"accelerator.count": 0}  # commands that use none: nothing to count, and no reason to refuse
json.dump(run, open("own/run.json", "w"))
END
exits 0 "filled in" "$DOSSIER" inspect own
cat >own/case.json <<'END'
{ "format": "dossier-case/1", "id": "new", "date": "2026-11-28", "question": "Which of the two shall we use?",
  "measured_by": { "party": "buyer", "name": "We", "paid_by": "buyer" },
  "systems": [ { "id": "A", "label": "one", "baseline": true, "machines": [ { "captures": ["captures"], "runs": ["A*"] } ] },
               { "id": "B", "label": "other", "machines": [ { "captures": ["captures"], "runs": ["B*"] } ] } ],
  "metric": { "key": "latency.iteration", "kind": "per_run" }, "under_test": { "kind": "layers", "layers": ["engine"] } }
END
exits 2 "checked: nothing fails, and some things nobody has told" "$DOSSIER" check --full own/case.json
cp "$SCRATCH/out" check.txt
"$DOSSIER" check --json own/case.json >check.json || :
# A finding is printed once, with how often; JSON keeps it once a side.
ok "nothing is said twice" python3 -c '
import collections, json, re
findings = json.load(open("check.json"))["comparisons"][0]["findings"]
side = lambda f, s: f.get(s) and (f[s]["value"], f[s]["source"], "" if f[s]["source"] else f[s].get("run"))
shown = [f for f in findings if f["makes"] not in ("", "comparable")]
told = collections.Counter()
for f in shown:  # JSON has one cause once a side
    told[f["makes"], f["rule"], f["said"], f["mend"], side(f, "a"), side(f, "b")] += f.get("times", 1)
text = open("check.txt").read()
named = sum(int(n) for n in re.findall(r"^  D1   of (\d+) facts? more: as the rules above say$", text, re.M))
# A block is a rule and what mends it; statements of one rule that one thing mends stand in one block.
blocks = [(m.group(1), " ".join(m.group(2).split())) for m in re.finditer(r"^  ([A-Z]\d+) +(?!of \d)(\S.*\n(?:      .*\n)*)", text, re.M)]
stated = sum(any(rule == of and " ".join(said.split()) in block for of, block in blocks) for (_, rule, said, *_) in told)
for of, block in blocks:
    assert block.count(" mend: ") <= 1, block
assert named > 1, named
times = [int(n) for n in re.findall(r"^      (\d+) times the same(?:: also of .*|, of different runs or files)$", text, re.M)]
assert stated == len(told) - named and len(blocks) <= stated and len(told) > 10, (stated, len(blocks), named, len(told))
assert len({b for b in blocks}) == len(blocks) and text.count("is not disclosed by") <= stated
# What D1 leaves out is named by another rule, in the same text.
flat = re.sub(r"\s+", " ", text)
titles = {f["said"].split(" is not disclosed by ")[0] for f in findings if f["rule"] == "D1" and f["judgement"] == "unknown"}
assert len(titles) > 1 and all(title in flat for title in titles), titles
assert sorted(times) == sorted(n for n in told.values() if n > 1) and 6 in times, (times, told.most_common(3))'
ok "each run is named by what is derived of it" sh -c 'grep -q "(run A1)" check.txt && grep -q "(run B1)" check.txt'
ok "a key" "$DOSSIER" keygen -o me --name "We"
exits 2 "built; the verdict is still open" "$DOSSIER" build own/case.json -o new.asice --key me.key.pem --cert me.cert.pem
exits 0 "verified and derived again" "$DOSSIER" verify new.asice --trust me.cert.pem --rebuild
finish
