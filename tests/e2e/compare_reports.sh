#!/bin/sh
# ctest
# compare_reports.sh - what compare writes for CI: Markdown, JUnit and SARIF, each well formed and of one mind with the exit status.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
python3 "$SOURCE/tests/e2e/families.py" . go hyperfine llama-bench
cat >names.py <<'END'
import sys, xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
assert root.tag == "testsuites"
suite, = root.findall("testsuite")
cases = suite.findall("testcase")
count = lambda tag: len([c for c in cases if c.find(tag) is not None])
assert int(suite.get("tests")) == len(cases) > 0
assert (int(suite.get("failures")), int(suite.get("skipped")), suite.get("errors")) == (count("failure"), count("skipped"), "0")
assert all(c.get("name") and c.get("classname") for c in cases)
assert len({(c.get("name"), c.get("classname")) for c in cases}) == len(cases), "two cases of one name"
print(" ".join("%s=%s" % (c.get("name").split(",")[0], [e.tag for e in c][0]) for c in cases))
END
junit() { # description, what the cases are
    python3 names.py out.xml >"$SCRATCH/out" 2>"$SCRATCH/err" || cat "$SCRATCH/err"
    prints "$2" "$1"
}
exits 1 "a loss beyond 2 %" "$DOSSIER" compare go/A go/B --gate slower:2% --junit out.xml
keep() { cp "$SCRATCH/out" kept; tr '\n' ' ' <kept | tr -s ' ' >"$SCRATCH/out"; }
keep
prints "Gate slower:2%: shown (exit 1): BenchmarkEncode-8: the change of Iteration latency lies between 9." "the last line names the test that decides"
prints "Beside the numbers stand: M6 Fewer executions than asked for" "what stands beside the numbers of several tests is told"
ok "once" [ "$(grep -c "Fewer executions" kept)" = 1 ]
junit "one failed, one passed" "BenchmarkEncode-8=failure BenchmarkDecode-8=system-out"
exits 0 "no loss beyond 20 %" "$DOSSIER" compare go/A go/B --gate slower:20% --junit out.xml
junit "both passed" "BenchmarkEncode-8=system-out BenchmarkDecode-8=system-out"
exits 0 "without a gate: comparable" "$DOSSIER" compare go/A go/B --junit out.xml
junit "both passed" "BenchmarkEncode-8=system-out BenchmarkDecode-8=system-out"
# Of several tests each statement stands once, with what it is of; each test keeps its own name.
exits 0 "several tests, as Markdown and SARIF" "$DOSSIER" compare go/A go/B --markdown --sarif out.sarif
cp "$SCRATCH/out" page
exits 0 "the page" python3 - page out.sarif <<'END'
import json, re, sys
page = open(sys.argv[1]).read()
lines = [l for l in page.split("\n") if l.startswith("- ≈ ")]
words = [re.sub(r"^- ≈ ([A-Z]\d+(, )?)+ ", "", l) for l in lines]
assert len(words) > 20 and len(set(words)) == len(words), sorted(w for w in words if words.count(w) > 1)
assert page.count("<details>") == page.count("</details>") == page.count("<summary>") == 1 and "<summary>all 2 rows:" in page
assert len(re.findall("^\\| Benchmark(?:En|De)code-8, ", page, re.M)) == 2
results = json.load(open(sys.argv[2]))["runs"][0]["results"]
plan, = [r["message"]["text"] for r in results if r["ruleId"] == "M13"]
assert plan.startswith("B against A, BenchmarkEncode-8, example.org/x; B against A, BenchmarkDecode-8, example.org/x: "), plan
END
exits 0 "every condition of several tests" "$DOSSIER" compare go/A go/B --full
cp "$SCRATCH/out" page
ok "told once" python3 - page <<'END'
import re, sys
page = re.sub(r"\n {4,}", " ", open(sys.argv[1]).read())
told = [l for l in page.split("\n") if re.match("  [A-Z][0-9]+ ", l) and " more: as " not in l]
first, second = page.split("B against A, workload ")[1:]
assert len(told) > 30 and len(set(told)) == len(told), [l for l in told if told.count(l) > 1]
assert " ".join(page.split()).count("Between builds of one's own") == 1
assert "as of B against A, BenchmarkEncode-8, example.org/x: " in second and "M13" in second and "No plan was fixed" not in second
assert "No plan was fixed" in first and "made looser than the built-in rules, as told above: W1, " in first
END
sed -i '/BenchmarkDecode/d' go/B/bench.txt
exits 2 "work that went missing" "$DOSSIER" compare go/A go/B --gate slower:20% --junit out.xml
keep
prints "open (exit 2): work of A is missing on another side: BenchmarkDecode-8" "is named by the last line"
junit "is skipped, not passed" "BenchmarkEncode-8=system-out BenchmarkDecode-8=skipped"
exits 1 "which the line may call a failure" "$DOSSIER" compare go/A go/B --gate slower:20% --gate-incomparable 1 --junit out.xml
junit "it is one in the list, too" "BenchmarkEncode-8=system-out BenchmarkDecode-8=failure"
exits 0 "or none" "$DOSSIER" compare go/A go/B --gate slower:20% --gate-incomparable 0 --junit out.xml
junit "and it is none, but no pass" "BenchmarkEncode-8=system-out BenchmarkDecode-8=skipped"
# Many tests on three sides: thirty lines, and of those that are shown the one that lost most decides.
mkdir crowd && python3 - <<'END'
for at, side in enumerate("ABC"):
    with open("crowd/%s.txt" % side, "w") as out:
        out.write("pkg: example.org/x\n")
        for test in range(30):
            loss = 1 + at * {5: 0.1, 9: 0.12}.get(test, 0)
            for run in range(10):
                out.write("BenchmarkTest%d/with/a/long/name-8 1000 %d ns/op\n" % (test, (100000 + 1000 * test) * loss + (run * 37 + at * 11 + test) % 50))
END
exits 1 "thirty tests on three sides" "$DOSSIER" compare crowd/A.txt crowd/B.txt crowd/C.txt --gate slower:2%
keep
prints "shown (exit 1): BenchmarkTest9/with/a/long/name-8, C against A: the change" "the greatest loss decides, with its side"
ok "fit thirty lines" [ "$(wc -l <kept)" -le 30 ]
# Work that two of three sides did is named where the third lacks it, and is no pass of the third.
mkdir few
for side in A B C; do grep -E "^pkg|Test[012]/" crowd/$side.txt >few/$side.txt; done
sed -i /Test1/d few/C.txt
three() { "$DOSSIER" compare few/A.txt few/B.txt few/C.txt "$@"; }
exits 2 "one of three lacks work of the others" three --gate slower:20% --junit out.xml
keep
prints " not in C: BenchmarkTest1/with/a/long/name-8 " "which is told"
prints "open (exit 2): work of A is missing on another side: BenchmarkTest1" "by the gate, too"
junit "and skipped" "BenchmarkTest2/with/a/long/name-8=system-out BenchmarkTest1/with/a/long/name-8=skipped"
exits 1 "a failure, where the line says so" three --gate slower:20% --gate-incomparable 1 --junit out.xml
junit "one in the list" "BenchmarkTest2/with/a/long/name-8=system-out BenchmarkTest1/with/a/long/name-8=failure"
exits 0 "not all is equal, where something is missing" three --markdown --quiet-if equal
prints "not in C: BenchmarkTest1/with/a/long/name-8" "the page says what"
exits 0 "for programs" three --json
cp "$SCRATCH/out" three.json
ok "by side" jq -e '[.sides[].not_here] == [[], [], ["BenchmarkTest1/with/a/long/name-8"]]' three.json
ok "it fits its schema" fits compare --closed three.json
exits 0 "of the first side, too" "$DOSSIER" compare few/C.txt few/A.txt few/B.txt
prints " not in A: BenchmarkTest1/with/a/long/name-8" "though no pair is made of it"
exits 0 "for programs" "$DOSSIER" compare few/C.txt few/A.txt few/B.txt --json
cp "$SCRATCH/out" three.json
ok "it fits its schema" fits compare --closed three.json
exits 0 "a case of them" "$DOSSIER" new few/C.txt few/A.txt few/B.txt -o few/case --profile engineering
exits 0 "which is judged" "$DOSSIER" check few/case/case.json
exits 1 "other work" "$DOSSIER" compare "$SOURCE/samples/trap-zeros/h100/gemm-sustained-bf16" "$SOURCE/samples/trap-zeros/h100/gemm-bf16-zeros" \
    --junit out.xml --sarif out.sarif
ok "fails without a gate" grep -q '<failure message=".*normal(0,1), seeded against zeros' out.xml
cat >sarif.py <<'END'
import json, sys
log = json.load(open(sys.argv[1]))
assert log["version"] == "2.1.0" and log["$schema"].endswith("sarif-schema-2.1.0.json")
run, = log["runs"]
rules = [r["id"] for r in run["tool"]["driver"]["rules"]]
assert run["tool"]["driver"]["name"] == "dossier" and len(rules) == len(set(rules))
for result in run["results"]:
    assert result["ruleId"] in rules and result["level"] in ("error", "warning", "note") and result["message"]["text"]
    assert len(result["locations"]) == 1, result  # code scanning takes no alert without a place
    for place in result["locations"] + result.get("relatedLocations", []):
        physical = place["physicalLocation"]
        assert physical["artifactLocation"]["uri"] and " " not in physical["artifactLocation"]["uri"]
        assert physical.get("region", {"startLine": 1})["startLine"] >= 1
assert {r["ruleId"] for r in run["results"]} == set(rules)
said = [(r["ruleId"], r["message"]["text"], json.dumps(r["locations"]) + json.dumps(r.get("relatedLocations"))) for r in run["results"]]
assert len(set(said)) == len(said), "an alert stands twice"
print(" ".join(sorted({r["ruleId"] for r in run["results"] if r["level"] == "error"})) or "none")
END
exits 0 "SARIF holds together" python3 sarif.py out.sarif
prints "W3" "what failed is an error"
# Each place is the line that says the value: of A what is seeded, of B the zeros.
jq -r '.runs[0].results[] | select(.level == "error" and .ruleId == "W3") | (.locations + .relatedLocations)[].physicalLocation | "\(.artifactLocation.uri) \(.region.startLine)"' out.sarif |
    while read -r file line; do sed -n "${line}p" "$SOURCE/samples/trap-zeros/$file"; done >places
ok "at its lines" sh -c 'sed -n 1p places | grep -q "normal(0,1), seeded" && sed -n 2p places | grep -q zeros && [ "$(wc -l <places)" = 2 ]'
exits 1 "check writes it, too" "$DOSSIER" check --full "$SOURCE/samples/trap-zeros/case.json" --sarif out.sarif
exits 0 "and it holds together" python3 sarif.py out.sarif
prints "W3" "what failed is an error"
exits 0 "a comparable pair" "$DOSSIER" compare llama-bench/A llama-bench/B --sarif out.sarif
exits 0 "has no error" python3 sarif.py out.sarif
prints "none" "none"
# What is open is a warning, of as many rules as the answer says; what stands beside the number is a note.
pair=$SOURCE/samples/software-bottleneck/h100-unit
exits 2 "what cannot be decided" "$DOSSIER" compare "${pair}6" "${pair}7" --profile purchase --sarif out.sarif
keep
level() { jq -r --arg level "$1" '[.runs[0].results[] | select(.level == $level).ruleId] | unique | join(" ")' out.sarif; }
ok "is a warning" [ "incomplete: $(level warning | wc -w) conditions cannot be decided" = "$(grep -o 'incomplete: .*' kept)" ]
ok "not the plan that nobody fixed, nor the host that was shared" sh -c 'case " $1 " in *" M11 "*" M13 "*) ;; *) exit 1 ;; esac' - "$(level note)"
ok "and nothing is an error" [ -z "$(level error)" ]
exits 0 "Markdown" "$DOSSIER" compare hyperfine/A hyperfine/B --markdown
prints "| work | verdict | says |" "a table"
prints "| ≈ comparable with stated differences | B takes 10 % more time than A" "with the change"
prints "<details><summary>" "and what stands beside it folds away"
# A name from evidence has no power in Markdown or XML.
for side in A B; do
    mkdir -p evil/$side
    for run in 0 1 2; do jq -c '.results[0].command = "x | <img src=y> `z` & \"q\""' hyperfine/$side/run$run.json >evil/$side/run$run.json; done
done
exits 0 "an evil name" "$DOSSIER" compare evil/A evil/B --markdown --junit out.xml
lacks "<img" "is no element"
prints 'x \| &lt;img src=y> \`z\` &amp; "q"' "and no cell"
junit "nor XML" 'x | <img src=y> `z` & "q"'
# What else Markdown, and GitHub's of it, reads as more than a word: emphasis, links, escapes, numbers of issues and names of people.
for side in A B; do
    for run in 0 1 2; do jq -c '.results[0].command = "a*b_c_ [l](u) \\d #1 @team"' hyperfine/$side/run$run.json >evil/$side/run$run.json; done
done
exits 0 "a name of signs" "$DOSSIER" compare evil/A evil/B --markdown
prints '| a\*b\_c\_ \[l\](u) \\d \#1 \@team, B against A |' "each is a sign"
exits 0 "quiet where all is equal" "$DOSSIER" compare hyperfine/A hyperfine/B --markdown --quiet-if equal
prints "takes 10 %" "what differs is told"
# scaled FROM TO FACTOR: hyperfine's file of a run whose every time is so much longer
scaled() {
    jq --argjson by "$3" '.results[0] |= (.times |= map(. * $by) | reduce ("mean", "median", "min", "max", "stddev") as $k (.; .[$k] *= $by))' "$1" >"$2"
}
# Runs within a thousandth of one another: their means are known to 0.15 %, far within any margin.
mkdir -p same/A same/B
for run in 0 1 2; do
    scaled hyperfine/A/run0.json same/A/run$run.json $((10000 + 5 * run))e-4
    scaled hyperfine/A/run0.json same/B/run$run.json $((10001 + 5 * run))e-4
done
exits 0 "two of one kind" "$DOSSIER" compare same/A same/B
prints "equal within the margin" "are equal"
exits 0 "equal" "$DOSSIER" compare same/A same/B --quiet-if equal
ok "is silent" test ! -s "$SCRATCH/out"
# Runs of 95, 101 and 107 % of A's times: with two degrees of freedom their mean is known to 15 %, which is neither shown
# to differ nor shown to be equal; what is open is told.
mkdir -p far/B
for run in 0 1 2; do
    scaled hyperfine/A/run$run.json far/B/run$run.json $((95 + 6 * run))e-2
done
exits 0 "runs that lie far apart" "$DOSSIER" compare hyperfine/A far/B --quiet-if equal
prints "open: the change of B against A" "are open, and not silent"
# Nor has the name of a folder.
cp -r hyperfine/A 'evil/a|<b>`c`'
exits 0 "an evil folder" "$DOSSIER" compare 'evil/a|<b>`c`' hyperfine/B --markdown
lacks "<b>" "is no element"
exits 3 "another word" "$DOSSIER" compare same/A same/B --quiet-if same
exits 3 "an input is not written over" "$DOSSIER" compare same/A/run0.json same/B/run0.json --junit same/A/run0.json
finish
