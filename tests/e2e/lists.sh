#!/bin/sh
# ctest
# lists.sh - what a list of packages does not name is missing only where the list has all there are: torch's collect_env names a
# few, and beside the other side's `pip freeze` it makes no difference of each of a hundred packages, but a silence that is told.
. "$(dirname "$0")/common.sh"
cp -r "$SOURCE/samples/software-bottleneck" "$SCRATCH/s"
chmod -R u+w "$SCRATCH/s"
cd "$SCRATCH/s"
cp -r h100-unit7/captures kept
jq '.systems[1].machines[0].captures = ["b"]' case.json >lists.json
b() { rm -rf b && cp -r kept b; }
said() { "$DOSSIER" check --full lists.json --json | jq -r '[.comparisons[0].findings[] | select(.rule == "D3" and .judgement != "holds" and (.said | test("ackage"))) | .said] | join("; ")'; }

b && rm b/pip-freeze.txt
exits 0 "B without its whole list" "$DOSSIER" check --full lists.json
prints "Packages are listed by one side alone; B has no whole list" "is told"
prints "dossier capture-script" "and what mends it"
lacks "stands in one side's list only" "no package is called missing"
exits 0 "its report" "$DOSSIER" report lists.json -o r
ok "what is a command is set as one" grep -q 'has no whole list (</span><span class="mono"[^>]*>pip freeze<' r/report/report.html
exits 2 "bundle against bundle, which are silent of other things" "$DOSSIER" diff h100-unit6/captures b
lacks "chex" "nor does diff call one missing"
b && rm b/pip-freeze.txt b/torch-collect-env.txt
ok "B without any list" test "$(said)" = "Packages are listed by one side alone; B has no whole list (\`pip freeze\`)"
b && rm b/torch-collect-env.txt
ok "A's chosen ones stand in B's whole list" test -z "$(said)"
b && sed -i '/^chex==/d' b/pip-freeze.txt
exits 1 "one package gone from B's whole list" "$DOSSIER" check --full lists.json
prints "Package version (chex) stands in one side's list only: 0.1.92" "is a difference"
b && rm b/pip-freeze.txt && sed -i 's/^\[pip3\] torch==.*/[pip3] torch==2.10.0/' b/torch-collect-env.txt
exits 1 "another version of what is chosen" "$DOSSIER" check --full lists.json
prints "differs: 2.11.0" "is a difference"
jq '.systems[0].machines[0].captures = ["a"]' lists.json >new && mv new lists.json
cp -r h100-unit6/captures a && rm a/pip-freeze.txt
b && rm b/pip-freeze.txt && sed -i '/^\[pip3\] numpy==/d' b/torch-collect-env.txt
exits 1 "two lists of the same tool" "$DOSSIER" check --full lists.json
prints "Package version (numpy) stands in one side's list only" "tell what one lacks"
finish
