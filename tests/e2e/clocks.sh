#!/bin/sh
# ctest
# clocks.sh - what telemetry says of clocks, limits and links is held against the other side: clock of the memory, the slowest of
# several accelerators, a core clock under its other names, a power limit beside the samples.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
cp -r "$SOURCE/samples/software-bottleneck/h100-unit6/captures" .
python3 "$SOURCE/tests/e2e/serving.py" .
mkdir kept && cp -r runs kept/runs

column() { # side, name of a column, value: put behind the others
    for file in runs/"$1"-r*/telemetry.csv; do
        sed "1s/\$/, $2/; 2,\$s/\$/, $3/" "$file" >new && mv new "$file"
    done
}
fresh() { rm -rf runs && cp -r kept/runs runs; }
found() { "$DOSSIER" check --full token.json --json | jq -r --arg r "$1" '[.comparisons[0].findings[] | select(.rule == $r and .judgement == "fails") | .said] | join("; ")'; }

column A 'clocks.current.memory [MHz]' '2619 MHz' && column B 'clocks.current.memory [MHz]' '2619 MHz'
exits 0 "one clock of the memory" "$DOSSIER" check --full token.json --json
cp out said
ok "is no difference" test -z "$(found H7)"
ok "and the change may be credited" jq -e '.comparisons[0].credited == "engine"' said
fresh
column A 'clocks.mem [MHz]' '2619 MHz' && column B 'clocks.mem [MHz]' '1593 MHz'
ok "a lower clock of B's memory is named" test "$(found H7)" = "The memory clock differs: 2619 MHz against 1593 MHz in the judged stretch"
exits 0 "stated beside the number" "$DOSSIER" check --full token.json --json
cp out said
ok "and nothing is credited to a layer" jq -e '.comparisons[0].credited == ""' said
exits 0 "in the report" "$DOSSIER" report token.json -o lower
tr -s '\n ' ' ' <lower/report/pages.txt >out
prints "the clocks differ" "with the reason"

# Two accelerators a side: A's second one lower, though the first draws more.
fresh
for file in runs/*/telemetry.csv; do
    case $file in */A-*) slow=1410 ;; *) slow=1980 ;; esac
    awk -v slow="$slow" 'NR == 1 { print "index, " $0; next } NF { print "0, " $0; gsub("1980 MHz", slow " MHz"); gsub("60[0-9].0 W", "590.0 W"); print "1, " $0 }' "$file" >new && mv new "$file"
done
ok "the slowest accelerator decides" test "$(found H7)" = "The core clock differs: 1410 MHz against 1980 MHz in the judged stretch"

for name in clocks.gr clocks.current.graphics; do
    fresh
    for file in runs/*/telemetry.csv; do sed "1s/clocks.current.sm/$name/" "$file" >new && mv new "$file"; done
    for file in runs/A-*/telemetry.csv; do sed "s/1980 MHz/1410 MHz/" "$file" >new && mv new "$file"; done
    ok "$name is the core clock" test "$(found H7)" = "The core clock differs: 1410 MHz against 1980 MHz in the judged stretch"
done
fresh
column A 'clocks.gr [MHz]' '1500 MHz'
ok "and none beside one of the multiprocessors" test -z "$(found H7)"

# Clocks set for applications: of the core and of the memory, under each of their names.
for name in clocks.applications.gr clocks.applications.memory; do
    case $name in *mem*) key="Application memory clock" ;; *) key="Application core clock" ;; esac
    fresh
    column A "$name [MHz]" '1980 MHz' && column B "$name [MHz]" '1410 MHz'
    exits 1 "$name set lower for B" "$DOSSIER" check --full token.json
    prints "$key differs: 1980 MHz against 1410 MHz" "is a difference"
done
fresh
column A 'clocks.applications.memory [MHz]' '2619 MHz' && column B 'clocks.applications.mem [MHz]' '2619 MHz'
exits 0 "one clock of the memory for applications under two names" "$DOSSIER" check --full token.json
lacks "Application memory clock" "is none"

# Reasons of a reduced clock in a column each, in words, under the older prefix or the newer.
words() { # side, prefix, "NAME every how many-th row it is active, ...": in place of the mask
    for file in kept/runs/"$1"-r*/telemetry.csv; do
        awk -v prefix="$2" -v asked="$3" 'BEGIN { FS = OFS = ", "; n = split(asked, word, " ") } {
            for (i = 1; i < n; i += 2)
                $(4 + (i + 1) / 2) = NR == 1 ? prefix "." word[i] : word[i + 1] > 0 && NR % word[i + 1] == 0 ? "Active" : "Not Active"
            print }' "$file" >"${file#kept/}"
    done
}
every="hw_slowdown 0 hw_thermal_slowdown 0 hw_power_brake_slowdown 0 sw_power_cap 0 sw_thermal_slowdown 0"
fresh
words A clocks_event_reasons "$every"
words B clocks_throttle_reasons "$every"
exits 0 "a column each, none active" "$DOSSIER" check --full token.json --json
cp out said
ok "is no slowdown by a fault" jq -e '.comparisons[0].findings[] | select(.rule == "H1") | .judgement == "holds"' said
words B clocks_throttle_reasons "$(echo "$every" | sed 's/hw_thermal_slowdown 0/hw_thermal_slowdown 4/')"
exits 1 "heat slows B's hardware down in a quarter of the rows" "$DOSSIER" check --full token.json --json
cp out said
ok "is a fault" jq -e '.comparisons[0].findings[] | select(.rule == "H1" and .judgement == "fails") | .said | test("by a fault .*hardware thermal slowdown.*: 25")' said
words B clocks_event_reasons "$(echo "$every" | sed 's/sw_power_cap 0/sw_power_cap 2/')"
exits 0 "a cap of power holds B in half of them" "$DOSSIER" check --full token.json --json
cp out said
ok "is a limit" jq -e '.comparisons[0].findings[] | select(.rule == "H1" and .judgement == "fails") | .said | test("steady limit .*software power cap.*: 50")' said
# Some of them alone: what is active counts, and their silence shows no absence of a fault.
fresh
words A clocks_event_reasons "sw_power_cap 0 sw_thermal_slowdown 0 hw_thermal_slowdown 0"
words B clocks_event_reasons "sw_power_cap 0 sw_thermal_slowdown 0 hw_thermal_slowdown 0"
exits 0 "words that leave out the slowdown of the hardware" "$DOSSIER" check --full token.json --json
cp out said
ok "do not exclude it" jq -e '.comparisons[0].findings[] | select(.rule == "H1") | .judgement == "unknown"' said
words B clocks_event_reasons "sw_power_cap 0 sw_thermal_slowdown 0 hw_thermal_slowdown 4"
exits 1 "one of them active" "$DOSSIER" check --full token.json --json
cp out said
ok "is told with its share of all rows" jq -e '.comparisons[0].findings[] | select(.rule == "H1" and .judgement == "fails") | .said | test("hardware thermal slowdown.*: 25")' said
# Beside the mask: either may tell.
fresh
column B clocks_event_reasons.hw_slowdown Active
exits 1 "a word beside a mask of none" "$DOSSIER" check --full token.json
prints "hardware slowdown" "counts"

# What a product sets by itself, held against what is set: other products have other clocks, and one of them may be held back.
fresh
cp -r captures held
sed -i 's/NVIDIA H100 80GB HBM3/NVIDIA H200/; /<applications_clocks>/,/graphics_clock/s/1980 MHz/1410 MHz/' held/nvidia-smi-q.xml
jq '.systems[1].machines[0].captures = ["held"] | .under_test.layers = ["accelerator", "engine"]' token.json >held.json
for file in runs/B-*/telemetry.csv; do sed 's/NVIDIA H100 80GB HBM3/NVIDIA H200/' "$file" >new && mv new "$file"; done
"$DOSSIER" check --full held.json --json >said 2>/dev/null || :
ok "a product that is held back against another one" jq -e '[.comparisons[0].findings[] | select(.rule == "H7" and .judgement == "fails") | .said]
    == ["Application core clock is not what the product sets: 1410 MHz, by default 1980 MHz"]' said
ok "is a difference that is stated" jq -e '[.comparisons[0].findings[] | select(.rule == "H7") | .makes] == ["comparable with stated differences"]' said
rm -r held
fresh
for side in A B; do column $side 'power.limit [W]' '500.00 W' && column $side 'power.default_limit [W]' '700.00 W'; done
ok "a limit that both sides set alike" test "$(found H7)" = "Power limit in force (0) is not what the product sets, on both sides alike: 500.00 W, by default 700.00 W"

# The link under load, in telemetry: below its maximum, at rest, and against the other side.
link() { # side, use of most rows, generation in most rows, use and generation of every how many-th row, how many
    for file in kept/runs/"$1"-r*/telemetry.csv; do
        awk -v OFS=', ' -v most="$2 %, $3, 16" -v some="$4 %, $5, 16" -v every="$6" 'NR == 1 { print $0,
            "utilization.gpu [%], pcie.link.gen.current, pcie.link.width.current"; next } { print $0, NR % every ? most : some }' \
            "$file" >"${file#kept/}"
    done
}
fresh
link A 98 5 0 1 8 && link B 98 5 98 1 40
ok "a link at rest between two batches is not accused, nor one that is lower in a fortieth of the samples" test -z "$(found H4)"
exits 0 "and links are known to be at their maximum" "$DOSSIER" check --full token.json --json
cp out said
ok "by telemetry" jq -e '[.comparisons[0].findings[] | select(.rule == "H4") | .judgement] == ["holds"]' said
link B 98 5 98 3 8
ok "one that is lower in an eighth of them under load is" test "$(found H4)" = "A link is below its maximum: 3 of 5"
fresh
column A pcie.link.width.current 16 && column B pcie.link.width.current 8
ok "half of the lanes" test "$(found H4)" = "A link is below its maximum: 8 of 16x"
cp -r captures kept
sed -i '/max_link_width\|max_link_gen/d' captures/*.xml
ok "or fewer than the other side has, where nobody tells how many there are" test "$(found H4)" = "Links run at other speeds on the two sides: 16 against 8"
rm -r captures && mv kept/captures captures

# Without telemetry, a capture under load that found the hardware slowing down is not passed over.
fresh
cp -r captures run.json kept
rm runs/*/telemetry.csv
jq 'del(.time_zone)' kept/run.json >run.json
sed -i 's/\(reason_hw_thermal_slowdown>\)Not Active/\1Active/' captures/nvidia-smi-q.xml
ok "a reason that a capture tells" test "$(found H1)" = "A capture found the accelerator slowed down by its hardware (0 hw_thermal_slowdown): Active"
sed -i 's/\(reason_hw_thermal_slowdown>\)Active/\1Not Active/; s/\(reason_sw_power_cap>\)Not Active/\1Active/' captures/nvidia-smi-q.xml
ok "a cap of power is no fault of the hardware" test -z "$(found H1)"
rm -r captures && mv kept/captures captures && mv kept/run.json run.json

fresh
column A 'power.limit [W]' '700.00 W' && column B 'power.limit [W]' '500.00 W'
exits 1 "a lower limit of B's power" "$DOSSIER" check --full token.json
prints "Power limit in force (0) differs: 700.00 W against 500.00 W" "is a difference"
fresh
column B 'power.limit [W]' '500.00 W' && column B 'enforced.power.limit [W]' '700.00 W'
exits 0 "where the one in force is told, that counts" "$DOSSIER" check --full token.json
lacks "500.00 W" "alone"
finish
