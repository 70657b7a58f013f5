#!/bin/sh
# timeline.sh - what stands on each thread of a command when, in milliseconds by the clock: where one waits for another.
# usage: timeline.sh PROGRAM WORD...; called by `./dev bench timeline WORD...`. As root before all other work of the
# machine (chrt), so that what it tells is the program's; else of a quiet machine alone.
set -eu
command -v perf >/dev/null || { echo "timeline: needs perf (Debian: linux-perf)" >&2; exit 3; }
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
first=
[ "$(id -u)" != 0 ] || first="chrt -f 1"
$first perf record -q -m 64M -e cpu-clock -F 1500 --call-graph dwarf,12288 -o "$place/data" -- "$@" >"$place/said" 2>&1 || [ -s "$place/data" ]
perf script -i "$place/data" -F tid,time,ip,sym 2>/dev/null | python3 "$(dirname "$0")/timeline.py"
