#!/bin/sh
# Every command that works on several threads, built with the thread sanitizer: a race that it sees in
# code of ours fails. Fontconfig, GLib, Cairo and others order their threads by means that it does not
# see, so that what it tells of them says nothing; those are left out by where they were.
#   races.sh DOSSIER SOURCE
set -eu
dossier=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

run() { # WHAT WORD...
    what=$1
    shift
    status=0
    TSAN_OPTIONS="exitcode=66 history_size=7" "$dossier" "$@" >"$work/out" 2>"$work/told" || status=$?
    ours=$(grep "^SUMMARY: ThreadSanitizer" "$work/told" | grep -E "[ /](model|ingest|comparability|portfolio|render|round|sign|pdfread|templates|cli)/[a-z_/]*\.c:" || :)
    case $status in 0 | 3 | 66) ;; *) ours="$ours status $status" ;; esac # 3: what was built has no signature
    if [ -n "$ours" ]; then
        printf 'not ok - %s\n%s\n' "$what" "$ours"
        failed=1
    else
        printf 'ok - %s\n' "$what"
    fi
}

python3 - "$source" "$work" <<'END'
import os, sys
sys.path.insert(0, os.path.join(sys.argv[1], "tests", "bench"))
import inputs
inputs.trace(os.path.join(sys.argv[2], "trace"), 6 << 20)
inputs.telemetry(os.path.join(sys.argv[2], "telemetry"), 50 << 20) # rows are read ahead of large files alone
inputs.mlperf(os.path.join(sys.argv[2], "logs"), 6 << 20)
END
for threads in 2 8; do
    for input in trace telemetry logs; do
        run "inspect of $input on $threads threads" inspect "$work/$input" --threads "$threads"
    done
    run "build of the demo on $threads threads" build "$source/samples/software-bottleneck/case.json" --threads "$threads" -o "$work/demo.asice"
    run "verify on $threads threads" verify "$work/demo.asice" --threads "$threads"
done
exit "$failed"
