#!/bin/sh
# profile.sh - where a command's processor time goes: by library, and by function with all that it calls.
# usage: profile.sh PROGRAM WORD...; called by `./dev bench profile WORD...`. Samples by the clock, so it needs no counters.
set -eu
command -v perf >/dev/null || { echo "profile: needs perf (Debian: linux-perf)" >&2; exit 3; }
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
perf record -q -e cpu-clock -F 2500 --call-graph dwarf,16384 -o "$place/data" -- "$@" >"$place/said" 2>&1 || [ -s "$place/data" ]
shares() { # least share, options of perf report
    least=$1
    shift
    perf report -i "$place/data" --stdio -g none --percent-limit "$least" "$@" 2>/dev/null | grep -vE '^(#|$)' | sed 's/  *$//'
}
echo "by library:"
shares 1 --no-children --sort dso
echo "by function, with what it calls:"
shares 2 --children --sort dso,sym | grep -vE '\[\.\] 0x|\[k\] 0x|__libc_start|_start$|\] main$'
