#!/bin/sh
# regenerate.sh - shows each golden file that would change and asks before taking it; called by
# `./dev regenerate`. Nothing is written without a "y" at the terminal: check a value by other means first.
set -eu
cd "$(dirname "$0")/.."
tree=$PWD
[ -t 0 ] || { echo "regenerate: asks questions, so it wants a terminal" >&2; exit 3; }
cmake --preset dev >/dev/null
cmake --build build/dev --target adapters_tool render_show dossier
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
changed=0 taken=0

offer() { # golden file, file with what it would be
    if cmp -s "$1" "$2"; then return 0; fi
    changed=$((changed + 1))
    diff -u "$1" "$2" || :
    printf '%s: take it? [y/N] ' "$1"
    read -r answer </dev/tty || answer=n
    [ "$answer" = y ] || return 0
    cp "$2" "$1"
    taken=$((taken + 1))
}

# Facts of single files; a folder's file "with" says in which zone or for which instance one is read.
for facts in tests/golden/ingest/*/*.facts; do
    folder=$(dirname "$facts")
    name=$(basename "$facts" .facts)
    set --
    [ ! -e "$folder/with" ] || while read -r words; do set -- "$@" "$words"; done <"$folder/with"
    (cd "$folder" && "$tree/build/dev/tests/adapters_tool" "$@" "$name") >"$work/facts"
    offer "$facts" "$work/facts"
done

# The first forty lines of the fixture reports as text.
build/dev/tests/render_show "$work"
for text in tests/golden/render/*.text; do
    head -n 40 "$work/$(basename "$text" .text)/report/report.txt" >"$work/text"
    offer "$text" "$work/text"
done

# The page of tools.
build/dev/cli/dossier recipe --markdown >"$work/tools"
offer docs/tools.md "$work/tools"

# The stated differences of the demo's sample.
build/dev/cli/dossier check samples/software-bottleneck/case.json --json |
    jq -r '.comparisons[0].findings[] | select(.makes == "comparable with stated differences") | .rule' |
    sort -u >"$work/stated"
offer tests/golden/e2e/software-bottleneck.stated "$work/stated"

# The second half of the manual of rules.
build/dev/cli/dossier rules --manual >"$work/rows"
{
    awk -v first="$(head -n 1 "$work/rows")" '$0 == first { exit } { print }' docs/rules.md
    cat "$work/rows"
} >"$work/rules"
offer docs/rules.md "$work/rules"

echo "$changed differ, $taken taken"
