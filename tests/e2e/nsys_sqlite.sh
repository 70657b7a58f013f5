#!/bin/sh
# ctest
# nsys_sqlite.sh - the SQLite export of Nsight Systems: parts of its window to the nanosecond as SQL finds them, tied to nothing
# by lying there; databases made to hurt are read in part or not at all, in time, and say so.
. "$(dirname "$0")/common.sh"
command -v python3 >/dev/null || exit 77
python3 -c 'import sqlite3' || exit 77
PY="python3 $SOURCE/tests/e2e/nsys_sqlite.py"
cp -r "$SOURCE/samples/software-bottleneck" "$SCRATCH/s"
chmod -R u+w "$SCRATCH/s"
cd "$SCRATCH/s"
rm -rf profile-cudagraph profile-compile-cudagraph
mkdir profile
$PY make profile/run.sqlite
cp profile/run.sqlite "$SCRATCH/before"
jq '.systems[0].profiles = ["profile"] | del(.systems[1].profiles)' case.json >c.json && mv c.json case.json
"$DOSSIER" report case.json -o r >/dev/null 2>"$SCRATCH/err" || :
ok "parts of the window" $PY parts profile/run.sqlite r/report/data.json
ok "the file is as it was" cmp profile/run.sqlite "$SCRATCH/before"
sed 's/<[^>]*>/ /g' r/report/report.html | tr -s ' \n' ' ' >"$SCRATCH/out"
prints "not of A as it was measured ( launch mode :" "an export of kernels launched one by one is not of A, which replays a graph"
ok "nothing was left beside it" [ "$(ls profile)" = run.sqlite ]

$PY hostile "$SCRATCH/hostile"
for file in "$SCRATCH"/hostile/*.sqlite; do
    name=$(basename "$file" .sqlite)
    mkdir "$SCRATCH/one"
    cp "$file" "$SCRATCH/one/"
    status=0
    timeout 20 "$DOSSIER" inspect --all "$SCRATCH/one" >"$SCRATCH/out" 2>"$SCRATCH/err" || status=$?
    tr -s ' \n' ' ' <"$SCRATCH/out" >"$SCRATCH/flat"
    cat "$SCRATCH/err" "$SCRATCH/flat" >"$SCRATCH/out"
    case $name in
    view | virtual) prints "$name.sqlite (8 facts, 14 series)" "$name: nothing of a schema runs" ;;
    cut | loop | wal) prints "cannot be read as its format" "$name: said" ;;
    texts) prints "4 rows whose start or end is no time" "rows without times" ;;
    trigger) prints "$name.sqlite (10 facts, 21 series)" "a trigger that never runs" ;;
    esac
    ok "$name ends by itself ($status)" [ "$status" -le 3 ]
    rm -rf "$SCRATCH/one"
done
finish
