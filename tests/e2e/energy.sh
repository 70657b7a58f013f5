#!/bin/sh
# Energy and work per energy of the sample case, checked by a script that shares nothing with the program.
# ctest
. "$(dirname "$0")/common.sh"
r=$(drawn "$SOURCE/samples/software-bottleneck/case.json")
ok "report" [ "$(cat "$r/status")" = 0 ]
ok "energy by another way" python3 "$SOURCE/tests/e2e/energy.py" "$r/report/data.json" \
    "$SOURCE/samples/software-bottleneck"
# What an energy is of: boundary, instrument, rate and window of each side, in data and on the page.
p=$(drawn "$SOURCE/samples/software-bottleneck/case-purchase.json")
ok "in the data" jq -e '. as $d | [.comparisons[0].energy[] | [.system, .boundary, .instruments, $d.facts[.interval - 1].value, $d.facts[.window - 1].key]]
    == [["A", "accelerator", ["nvidia-smi-csv, power.draw [W]"], "0.20", "window.length"], ["B", "accelerator", ["nvidia-smi-csv, power.draw [W]"], "0.20", "window.length"]]' "$p/report/data.json"
tr -s ' \n' ' ' <"$p/report/pages.txt" >"$SCRATCH/out"
prints "Energy of A: the accelerators alone, read with nvidia-smi-csv, power.draw [W] every 0.20" "on the page"
lacks "read with different instruments" "nothing more where both sides were read alike"
lacks "more than twice as often" "nor at one rate"
# One side read a third as often, and by another column; a wall's power makes no energy.
cp -r "$SOURCE/samples/software-bottleneck" "$SCRATCH/s" && chmod -R u+w "$SCRATCH/s"
for file in "$SCRATCH"/s/h100-unit6/*/telemetry.csv; do
    awk 'NR == 1 { sub(/power\.draw \[W\]/, "power.draw.average [W]") } NR == 1 || NR % 3 == 0' "$file" >"$SCRATCH/new" && mv "$SCRATCH/new" "$file"
done
exits 0 "read otherwise" "$DOSSIER" report "$SCRATCH/s/case-purchase.json" -o "$SCRATCH/other"
tr -s ' \n' ' ' <"$SCRATCH/other/report/pages.txt" >"$SCRATCH/out"
prints "Energy of A: the accelerators alone, read with nvidia-smi-csv, power.draw.average [W] every 0.60" "its own instrument and rate"
prints "read with different instruments" "the difference is said"
prints "more than twice as often" "and that of the rates"
# Readings of another kind on one side make no energy of it, and no ratio.
for file in "$SCRATCH"/s/h100-unit7/*/telemetry.csv; do sed -i '1s/power\.draw \[W\]/power.draw.instant [W]/' "$file"; done
"$BUILD/tests/derive" "$SCRATCH/s/case-purchase.json" >"$SCRATCH/derived.json"
ok "no energy of B, and no ratio of energies" jq -e '[.comparisons[0].energy[].system] == ["A"]
    and ([.facts[] | select(.key | startswith("work_per_energy.ratio"))] == [])
    and ([.facts[] | select(.key == "energy.window")] | length == 3)' "$SCRATCH/derived.json"
finish
