#!/bin/sh
# ctest
# Scripts of ours that write where an argument says take no option for a file's name: none, asked for its help,
# leaves anything behind. (samples/collect needs an accelerator's machine; its programs ask argparse, too.)
. "$SOURCE/tests/e2e/common.sh"
mkdir "$SCRATCH/empty"
cd "$SCRATCH/empty"
PYTHONDONTWRITEBYTECODE=1; export PYTHONDONTWRITEBYTECODE
count=0
for script in $(find "$SOURCE/tests" "$SOURCE/templates" -name '*.py' -not -path '*/node_modules/*' | sort); do
    grep -qE 'sys\.argv|argparse' "$script" || continue
    timeout 60 python3 "$script" --help >/dev/null 2>&1 </dev/null || true
    ok "${script#"$SOURCE/"} --help writes nothing" test -z "$(find . -mindepth 1)"
    find . -mindepth 1 -delete
    count=$((count + 1))
done
ok "scripts were asked" test "$count" -ge 30
finish
