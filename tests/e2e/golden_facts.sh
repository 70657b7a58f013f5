#!/bin/sh
# ctest
# Golden facts hold by other means: every file in tests/golden/ingest that has .facts has a .check.sh, which
# works out key, instance and text with jq, awk or python; and places.py opens each place with readers of its own. reads.py
# holds what `formats --json` says of a format against them.
command -v jq >/dev/null && command -v python3 >/dev/null || exit 77
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
LC_ALL=C; export LC_ALL
cd "$SOURCE/tests/golden/ingest" || exit 1
bad=0
count=0
for facts in */*.facts; do
    input=${facts%.facts}
    if ! [ -f "$input.check.sh" ]; then
        echo "$facts: no $input.check.sh"
        bad=1
        continue
    fi
    # KEY [instance] kind = "text" ...; the texts of golden files hold no escapes but those undone here
    sed -nE 's/^([^ ]+) \[(.*)\] (captured|declared|measured) = "(([^"\\]|\\.)*)".*/\1|\2|\4/p' "$facts" |
        sed 's/\\"/"/g; s/\\\\/\\/g' | sort | sed "s|^|$input: |" >>"$scratch/stated"
    (cd "$(dirname "$input")" && sh "./$(basename "$input").check.sh") | sort | sed "s|^|$input: |" >>"$scratch/expected"
    count=$((count + 1))
done
# jq writes 60.0 as 60: numbers out of JSON files are compared by value here, by their writing in places.py.
cat >"$scratch/numbers.py" <<'END'
import sys
for name in sys.argv[1:]:
    lines = []
    for line in open(name):
        head, _, text = line.rstrip("\n").rpartition("|")
        try:
            text = repr(float(text)) if ".json: " in head else text
        except ValueError:
            pass
        lines.append(head + "|" + text + "\n")
    open(name, "w").writelines(sorted(lines))
END
python3 "$scratch/numbers.py" "$scratch/stated" "$scratch/expected" || bad=1
diff -u "$scratch/expected" "$scratch/stated" || bad=1
echo "$count files checked, $(wc -l <"$scratch/stated") facts"
[ "$count" -ge 25 ] || bad=1
python3 places.py . || bad=1
python3 "$SOURCE/tests/e2e/reads.py" "$SOURCE" "$DOSSIER" || bad=1
exit $bad
