#!/bin/sh
# ctest
# digits.sh - figures of few digits that repeat are no interval without width: the ends reach as far as their last digit may.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
result() { # folder, values, mean
    mkdir -p "$1"
    printf '%s\n' '<?xml version="1.0"?><PhoronixTestSuite><Generated><Title>pack</Title><TestClient>Phoronix Test Suite v10.8.4</TestClient></Generated>' \
        "<System><Identifier>$1</Identifier><Hardware>Processor: one</Hardware><Software>OS: one</Software><TestClientVersion>10.8.4</TestClientVersion></System>" \
        '<Result><Identifier>pts/pack-1.0.0</Identifier><Title>Pack</Title><AppVersion>1.0</AppVersion><Arguments>-12</Arguments><Description>Level: 12</Description>' \
        "<Scale>MB/s</Scale><Proportion>HIB</Proportion><DisplayFormat>BAR_GRAPH</DisplayFormat><Data><Entry><Identifier>$1</Identifier><Value>$3</Value><RawString>$2</RawString></Entry></Data></Result>" \
        '</PhoronixTestSuite>' >"$1/composite.xml"
}
ends() { "$DOSSIER" compare "$1" "$2" --json | jq -r '.checks[0].comparisons[0] | "\(.ratio_low.value) \(.ratio_high.value)"' >"$SCRATCH/out"; }
# 17.5 lies between 17.45 and 17.55, 17.7 between 17.65 and 17.75: 17.65 / 17.55 = 1.00570 to 17.75 / 17.45 = 1.01719.
result A 17.5:17.5:17.5 17.5 && result B 17.7:17.7:17.7 17.7
ends A B
prints "1.0057 1.0172" "three times the same of three digits"
exits 0 "is open" "$DOSSIER" compare A B
prints "open: the change of B against A lies between 0.57 and 1.72 %" "at a margin of 1 %"
tr -s ' \n' '  ' <"$SCRATCH/out" >flat
ok "and what that word says" grep -qF "lies between 0.57 and 1.72 %; whether it passes the margin these runs do not show" flat
exits 2 "and for a gate" "$DOSSIER" compare A B --gate faster:1%
prints "open (exit 2)" "which says so"
"$DOSSIER" new A B -o . --profile engineering >made
"$DOSSIER" report case.json -o r >told
ok "the report says how it was made" jq -e '[.facts[] | select(.key == "ratio.low" or .key == "ratio.high") | .derivation.name] == ["digits-low", "digits-high"]' \
    r/report/data.json
# Each side by its own reach, far apart here: 17.65 / 0.55 = 32.09 to 17.75 / 0.45 = 39.44.
result little 0.5:0.5:0.5 0.5 && result much 17.7:17.7:17.7 17.7
ends little much
ok "the end below has B's least over A's most" awk '{ exit !($1 > 32.04 && $1 < 32.14 && $2 > 39.39 && $2 < 39.49) }' "$SCRATCH/out"
# More digits, less reach: 17.50 and 17.70 give 17.695 / 17.505 to 17.705 / 17.495.
result C 17.50:17.50:17.50 17.50 && result D 17.70:17.70:17.70 17.70
ends C D
cp "$SCRATCH/out" four
ok "of four digits" python3 -c '
low, high = map(float, open("four").read().split())
assert abs(low - 17.695 / 17.505) < 2e-5 and abs(high - 17.705 / 17.495) < 2e-5, (low, high)'
# The tool leaves zeros at the end away: 37 among figures of one more digit is 37.0.
result G 36.9:37:37.1 37 && result H 36.9:37:37.1 37
ends G H
ok "a zero that is not written is no lost digit" python3 -c '
import sys
low, high = map(float, sys.argv[1].split())
assert low > 0.99 and high < 1.01, (low, high)' "$(cat "$SCRATCH/out")"
# Where the values spread farther than a digit, the interval is what it was: Welch's t of the logarithms.
result E 16.9:17.5:18.1 17.5 && result F 17.1:17.7:18.3 17.7
ends E F
python3 - <<'END' >want
import math
a, b = (16.9, 17.5, 18.1), (17.1, 17.7, 18.3)
rel = lambda v: sum((x - sum(v) / 3) ** 2 for x in v) / 2 / 3 / (sum(v) / 3) ** 2
ea, eb = rel(a), rel(b)
df = (ea + eb) ** 2 / (ea ** 2 / 2 + eb ** 2 / 2)
assert abs(df - 4) < 0.01
half = 2.7766 * math.sqrt(ea + eb)  # t(0.975, 3.998)
print("%.3f %.3f" % (17.7 / 17.5 * math.exp(-half), 17.7 / 17.5 * math.exp(half)))
END
ok "more spread than digits" sh -c '[ "$(cat "$1")" = "$(cat want)" ]' - "$SCRATCH/out"
# Of several results the word is explained once, where it is used.
python3 - <<'END'
import json, os, random, statistics
for side in "ab":
    os.makedirs("several/" + side)
    for run in range(3):
        results = []
        for name, base in ("one", 0.2), ("two", 0.5):
            made = random.Random("%s%d%s" % (side, run, name))
            level = base * (1 + made.gauss(0, 0.02))
            t = [round(made.gauss(level, 0.001), 6) for _ in range(30)]
            results.append({"command": name, "user": 0.1, "system": 0.01, "mean": statistics.mean(t), "stddev": statistics.stdev(t),
                            "median": statistics.median(t), "min": min(t), "max": max(t), "times": t, "exit_codes": [0] * 30})
        json.dump({"results": results}, open("several/%s/run%d.json" % (side, run), "w"))
END
exits 0 "several" "$DOSSIER" compare several/a several/b
prints "≈ open " "open in a line of a list"
cp "$SCRATCH/out" list
ok "is said once what it means" test "$(grep -cFx 'open: whether the change passes the margin these runs do not show.' list)" = 1
# A name or unit is shown whole, or cut so that it is seen.
for side in A B; do
    cp -r $side long-$side
    sed -i 's/MB\/s/Operations Per Second/' long-$side/composite.xml
done
sed -i 's/pts\/pack/pts\/unpack/' long-B/composite.xml
exits 1 "other work" "$DOSSIER" compare long-A long-B
prints "17.5 Operations Per Second" "a unit of 21 letters is whole"
sed -i 's/Per Second/Per Second And Core/' long-A/composite.xml long-B/composite.xml
exits 1 "a unit of 30 letters" "$DOSSIER" compare long-A long-B
prints "17.5 Operations Per Second..." "is cut, which is seen"
finish
