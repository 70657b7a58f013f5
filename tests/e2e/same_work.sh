#!/bin/sh
# ctest
# same_work.sh - runs of two workloads of one tool are not compared: another command of hyperfine, another benchmark of a
# google-benchmark binary, another benchmark of MLPerf training.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"

case_of() { # file of the case, run of A, run of B, metric, kind
    cat >"$1" <<END
{ "format": "dossier-case/1", "id": "WORK", "date": "2026-11-28", "question": "What does the flag change?",
  "systems": [ { "id": "A", "label": "plain", "baseline": true, "machines": [ { "captures": [], "runs": ["$2"] } ] },
               { "id": "B", "label": "with the flag", "machines": [ { "captures": [], "runs": ["$3"] } ] } ],
  "metric": { "key": "$4", "kind": "$5" }, "under_test": { "kind": "layers", "layers": ["compile"] } }
END
}
jq -n 'def one($c; $t): { command: $c, mean: $t, stddev: 0.01, median: $t, user: $t, system: 0.1, min: $t, max: $t,
    times: [range(60) | $t], exit_codes: [range(60) | 0] };
    { results: [one("sort --parallel=1 lines.txt"; 2.5), one("uniq -c lines.txt"; 1.2), one("sort --parallel=1 lines.txt "; 2.4)] }' >commands.json
case_of other.json 'commands.json#0' 'commands.json#1' latency.iteration per_run
exits 1 "two commands" "$DOSSIER" check --full other.json
prints "Workload differs: sort --parallel=1 lines.txt against uniq -c lines.txt" "both are named"
case_of same.json 'commands.json#0' 'commands.json#2' latency.iteration per_run
exits 2 "the same command, with nothing else stated" "$DOSSIER" check --full same.json
ok "and no word that the workload differs" sh -c "! '$DOSSIER' check --full same.json | grep -q 'Workload differs'"

jq -n 'def one($n; $t): { name: $n, run_name: $n, run_type: "iteration", iterations: 1000, real_time: $t, cpu_time: $t, time_unit: "ns" };
    { context: { date: "2026-11-27T20:00:00+00:00", host_name: "unit6", executable: "./sums", num_cpus: 16, mhz_per_cpu: 2000,
        library_build_type: "release" }, benchmarks: [one("BM_Add/1024"; 810), one("BM_Multiply/1024"; 402)] }' >sums.json
jq '.context.library_build_type = "debug"' sums.json >debug.json
case_of other.json 'sums.json#0' 'sums.json#1' latency.iteration per_run
exits 1 "two benchmarks of one binary" "$DOSSIER" check --full other.json
prints "Workload differs: BM_Add/1024 against BM_Multiply/1024" "both are named"
case_of build.json 'sums.json#0' 'debug.json#0' latency.iteration per_run
exits 1 "the same benchmark, once of a debug build" "$DOSSIER" check --full build.json
prints "Build of the benchmark differs: release against debug" "the build is named"

mllog() { # benchmark, folder
    mkdir -p "$2"
    printf ':::MLLOG {"namespace": "", "time_ms": %s, "event_type": "%s", "key": "%s", "value": %s, "metadata": {"file": "run.py", "lineno": 7}}\n' \
        1795820400000 POINT_IN_TIME submission_benchmark "\"$1\"" 1795820400001 POINT_IN_TIME submission_division '"closed"' \
        1795820400002 INTERVAL_START run_start null 1795820900000 INTERVAL_END run_stop null >"$2/result_0.txt"
    sed -i '$s/"lineno": 7/"lineno": 7, "status": "success"/' "$2/result_0.txt"
}
mllog bert a
mllog resnet b
mllog BERT c
case_of other.json a b time.to_target to_completion
exits 1 "two benchmarks of a suite" "$DOSSIER" check --full other.json
prints "Workload differs: bert against resnet" "both are named"
case_of same.json a c time.to_target to_completion
ok "capitals make no other benchmark" sh -c "! '$DOSSIER' check --full same.json | grep -q 'Workload differs'"

fio() { # folder, options of the job: other options of the work are other work, though the job has one name
    mkdir -p "$1"
    jq -n --argjson job "$2" '{ "fio version": "fio-3.36", timestamp: 1795820400, "global options": { ioengine: "libaio", direct: "1", runtime: "60" },
        jobs: [ { jobname: "j", error: 0, "job options": $job, read: { iops: 10000.0, total_ios: 600000, runtime: 60000, bw_bytes: 40960000,
            io_bytes: 2457600000, lat_ns: { mean: 20000.0, stddev: 900.0, N: 600000 } } } ] }' >"$1/fio.json"
}
fio fio-a '{ "rw": "randread", "bs": "4k", "iodepth": "16", "size": "1G" }'
for other in '{ "rw": "read", "bs": "4k", "iodepth": "16", "size": "1G" }' '{ "rw": "randread", "bs": "64k", "iodepth": "16", "size": "1G" }' \
    '{ "rw": "randread", "bs": "4k", "iodepth": "64", "size": "1G" }' '{ "rw": "randread", "bs": "4k", "size": "1G", "iodepth": "16", "direct": "0" }' \
    '{ "rw": "randread", "bs": "4k", "iodepth": "16", "size": "1M" }' '{ "rw": "randread", "bs": "4k", "iodepth": "16", "size": "1G", "numjobs": "4" }'; do
    fio fio-b "$other"
    exits 1 "fio: $other" "$DOSSIER" compare fio-a fio-b
    prints "W1 Workload (work) differs: rw=randread bs=4096" "is other work"
done
for same in '{ "readwrite": "randread", "blocksize": "4096", "iodepth": "16", "size": "1g" }' '{ "rw": "randread", "iodepth": "16", "size": "1024m", "runtime": "30" }'; do
    fio fio-b "$same"
    exits 0 "fio, the same in other words: $same" "$DOSSIER" compare fio-a fio-b
done
finish
