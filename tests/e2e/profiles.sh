#!/bin/sh
# ctest
# profiles.sh - where the time goes: parts of a trace's window to the nanosecond as another program finds them, and a profile
# speaks for a side only where its own content ties it to it; a trace beside a run changes no verdict.
. "$(dirname "$0")/common.sh"
command -v python3 >/dev/null || exit 77
cp -r "$SOURCE/samples/software-bottleneck" "$SCRATCH/s"
chmod -R u+w "$SCRATCH/s"
cd "$SCRATCH/s"
jq '.systems[].profiles -= ["profile-counters"]' case.json >whole.json # the traces alone; bottleneck.py asks for the counters
cp whole.json case.json
words() { sed 's/<[^>]*>/ /g' r/report/report.html | tr -s ' \n' ' ' | sed 's/ / /g' >"$SCRATCH/out"; }
report() { rm -rf r && "$DOSSIER" report case.json -o r >/dev/null 2>&1 || :; words; }
verdict() { "$DOSSIER" check --full case.json >"$1" 2>/dev/null || :; }
lacks() { if grep -qF -- "$1" "$SCRATCH/out"; then failed=$((failed + 1)) && echo "FAIL $2: \"$1\" is there"; else passed=$((passed + 1)); fi; }
same() { if cmp -s "$1" "$2"; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAIL $3" && diff "$1" "$2" | head; fi; }

report
ok "parts of the sample's traces" python3 "$SOURCE/tests/e2e/profiles.py" r/report/data.json \
    profile-cudagraph/trace-decode-cudagraph.json.gz profile-compile-cudagraph/trace-decode-compile-cudagraph.json.gz
words
prints "this profile is of A as it was measured" "A's profile is tied"
prints "this profile is of B as it was measured" "B's profile is tied"
prints "computation and memory bandwidth within the kernels (counters of Nsight Compute)" "what no trace tells apart"
jq 'del(.systems[].profiles)' whole.json >case.json
verdict "$SCRATCH/without"
cp whole.json case.json
verdict "$SCRATCH/with"
same "$SCRATCH/without" "$SCRATCH/with" "profiles change no verdict"

# Counters of its kernels tell computation from memory, those of another accelerator do not.
cat >"$SCRATCH/ncu.py" <<'END'
import csv, gzip, json, sys
trace, accelerator, memory = sys.argv[1:]
total = {}
for event in json.load(gzip.open(trace))["traceEvents"]:
    if event.get("cat") == "kernel":
        total[event["name"]] = total.get(event["name"], 0) + event["dur"]
first = sorted((name for name in total if "<" not in name), key=lambda name: -total[name])[:3]  # each name of one kernel
out = csv.writer(sys.stdout, quoting=csv.QUOTE_ALL, lineterminator="\n")
out.writerow("ID,Process ID,Process Name,Host Name,Kernel Name,Context,Stream,Device,CC,device__attribute_display_name,gpu__time_duration.sum,"
             "dram__throughput.avg.pct_of_peak_sustained_elapsed,sm__throughput.avg.pct_of_peak_sustained_elapsed".split(","))
out.writerow([""] * 10 + ["us", "%", "%"])
for i, name in enumerate(first):
    for again, time in ((0, 10.0), (1, 30.0)):  # 10 us at one level, 30 us at another
        out.writerow([2 * i + again, 1, "python3", "127.0.0.1", name, 1, 7, 0, "9.0", accelerator, time, float(memory) + 8 - 4 * again, 21.5])
share = 100 * sum(total[name] for name in first) / sum(total.values())
print("%.0f %.0f" % (share, float(memory) + 5), file=sys.stderr)  # (10 x +8, 30 x +4) / 40 = +5
END
counters() { python3 "$SCRATCH/ncu.py" profile-cudagraph/trace-decode-cudagraph.json.gz "$1" "$2" >profile-cudagraph/ncu.csv 2>"$SCRATCH/told"; }
counters "NVIDIA H100 80GB HBM3" 70
report
prints "that take $(cut -d' ' -f1 "$SCRATCH/told") %" "how much of the kernels' time was counted"
prints "memory is at 75 %" "weighted by time"
prints "Of the two, memory is the nearer ceiling" "near memory"
verdict "$SCRATCH/with"
same "$SCRATCH/without" "$SCRATCH/with" "counters change no verdict"
mkdir ncu && mv profile-cudagraph/ncu.csv ncu/
jq '.systems[0].profiles += ["ncu"]' whole.json >case.json
report
prints "memory is at 75 %" "counters in a folder of their own"
rm -r ncu && cp whole.json case.json
counters "NVIDIA A100-SXM4-40GB" 70
report
lacks "is the nearer ceiling" "counters of another accelerator"
rm profile-cudagraph/ncu.csv

# Named for the other side: another launch mode by the names of calls and kernels.
jq '.systems[0].profiles = ["profile-compile-cudagraph"] | .systems[1].profiles = ["profile-cudagraph"]' whole.json >case.json
report
lacks "this profile is of A as it was measured" "another launch mode"
prints "not of A as it was measured ( launch mode :" "why not A's"
prints "not of B as it was measured ( launch mode :" "why not B's"
verdict "$SCRATCH/with"
same "$SCRATCH/without" "$SCRATCH/with" "a profile of another launch mode changes no verdict"

# Another accelerator, another model, another format, another load: by what the profile itself says.
cp whole.json case.json
refused() { # ground, what
    report
    lacks "this profile is of A as it was measured" "$2"
    prints "not of A as it was measured ( $1 :" "$2"
    verdict "$SCRATCH/with"
    same "$SCRATCH/without" "$SCRATCH/with" "$2 changes no verdict"
    cp "$SOURCE/samples/software-bottleneck/profile-cudagraph/"* profile-cudagraph/
}
trace=profile-cudagraph/trace-decode-cudagraph.json
gzip -dc $trace.gz | sed 's/NVIDIA H100 80GB HBM3/NVIDIA A100-SXM4-40GB/' >$trace && rm $trace.gz
refused accelerator "a trace of another accelerator"
rm -f $trace
jq '.model.n_params = 7000000000' "$SOURCE/samples/software-bottleneck/profile-cudagraph/summary.json" >profile-cudagraph/summary.json
refused model "a profile of another model"
jq '.batch = 8' "$SOURCE/samples/software-bottleneck/profile-cudagraph/summary.json" >profile-cudagraph/summary.json
refused load "a profile of another load"
jq '.precision = "fp16"' "$SOURCE/samples/software-bottleneck/profile-cudagraph/summary.json" >profile-cudagraph/summary.json
refused formats "a profile of another format"

# What its command leaves to a file is told by that file, or by nobody.
printf '{ "format": "dossier-run/1", "method": { "server_command": "vllm serve m --config other.yaml" } }' >profile-cudagraph/run.json
report
lacks "this profile is of A as it was measured" "options in a file that is not enclosed"
prints "it may be set in other.yaml, which is not enclosed" "and that is said"
printf 'kv-cache-dtype: fp8\n' >profile-cudagraph/other.yaml
report
prints "not of A as it was measured ( formats : fp8" "an fp8 cache in the file"
printf 'kv-cache-dtype: bf16\n' >profile-cudagraph/other.yaml
report
prints "this profile is of A as it was measured" "the runs' cache in the file"
rm profile-cudagraph/run.json profile-cudagraph/other.yaml

# Alone, a trace does not tell program and workload; neither does it by lying in a run's folder.
rm profile-cudagraph/summary.json
report
prints "tells its program" "a trace alone"
lacks "this profile is of A as it was measured" "a trace alone"
jq 'del(.systems[].profiles)' whole.json >case.json
run=h100-unit6/llm-decode-bf16-cudagraph-long-r1
cp profile-cudagraph/trace-decode-cudagraph.json.gz $run/
verdict "$SCRATCH/with"
same "$SCRATCH/without" "$SCRATCH/with" "a trace beside a run changes no verdict"
report
prints "tells its program" "a trace beside a run"
gzip -dc $run/trace-decode-cudagraph.json.gz | sed 's/NVIDIA H100 80GB HBM3/NVIDIA A100-SXM4-40GB/; s/"cuda_runtime_version": 13000/"cuda_runtime_version": 11080/' |
    gzip -n >"$SCRATCH/t.gz" && mv "$SCRATCH/t.gz" $run/trace-decode-cudagraph.json.gz
verdict "$SCRATCH/with"
same "$SCRATCH/without" "$SCRATCH/with" "a trace of another accelerator beside a run changes no verdict"

# Traces of all shapes, by their content of nothing in the case.
python3 "$SOURCE/tests/e2e/trace_made.py" made
jq '.systems[0].profiles = ["made"]' whole.json >case.json
report
prints "Not read of made/accelerator-of-another-year.json , a profile for A : events more than 26 days apart" "why a profile has no window"
prints "Not read of made/broken-events.json , a profile for A :" "what of a profile was not read"
prints 'Not read of made/begins-lost.json , a profile for A : 1 event "B" inside of too many others' "a begin without room is told as that"
lacks "made/begins-crowded.json , a profile for A" "a begin without room that counts nothing is no loss"
rm made/accelerator-of-another-year.json
ok "parts of made traces" python3 "$SOURCE/tests/e2e/profiles.py" r/report/data.json made/*
ok "no window of them" sh -c '! jq -r ".facts[] | select(.key == \"time.window\").instance" r/report/data.json | grep another-year | grep -v clock'
verdict "$SCRATCH/with"
same "$SCRATCH/without" "$SCRATCH/with" "traces of other programs change no verdict"

# Real traces of other programs, where they are at hand.
if [ -d "${DOSSIER_CORPUS:-/nonexistent}/torch-profiler" ]; then
    mkdir public
    for real in "$DOSSIER_CORPUS"/torch-profiler/*/*.json.gz "$DOSSIER_CORPUS"/gpu/h100/profiler-trace-decode/trace-decode-eager.json.gz; do
        cp "$real" "public/$(basename "$(dirname "$real")")-$(basename "$real")"
    done
    jq '.systems[0].profiles = ["public"]' whole.json >case.json
    report
    ok "parts of public traces" python3 "$SOURCE/tests/e2e/profiles.py" r/report/data.json public/*.gz
fi
finish
