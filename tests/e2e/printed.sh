#!/bin/sh
# printed.sh - what known tools print for people: a first answer says what it is, what it lacks, and by which command results come.
# ctest
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
# fio 3.33, hyperfine 1.15, iperf 2.1 and 3.12 printed theirs on a machine of our own; the others are in the shape that
# their tools' documentation shows.
cp -r "$SOURCE/tests/golden/e2e/printed" given
python3 - <<'END'
import os
def put(name, text):
    open(f"given/{name}", "w").write(text)
put("google-benchmark.txt", "2026-11-30T10:00:00+00:00\nRunning ./bench\nRun on (8 X 3600 MHz CPU s)\nLoad Average: 0.50, 0.40, 0.30\n"
    + "-" * 53 + "\nBenchmark           Time             CPU   Iterations\n" + "-" * 53 + "\nBM_Sort/1024     5230 ns         5228 ns       133856\n")
put("google-benchmark.csv", "name,iterations,real_time,cpu_time,time_unit,bytes_per_second,items_per_second,label,error_occurred,error_message\n"
    '"BM_Sort/1024",133856,5230.12,5228.1,ns,,,,,\n')
put("pytest-benchmark.txt", "============= test session starts =============\nplatform linux -- Python 3.11.2, pytest-7.4.0\n"
    "------------- benchmark: 1 tests -------------\nName (time in ns)         Min       Max      Mean   StdDev    Median\n"
    + "-" * 40 + "\ntest_sum             400.0  900.0  450.0  50.0  440.0\n\nLegend:\n  Outliers: 1 Standard Deviation from Mean; 1.5 IQR\n")
put("pytest-benchmark.csv", "name,min,max,mean,stddev,rounds,median,iqr,ops,outliers,iterations\ntest_x.py::test_sum,1,2,1.5,.1,9,1.4,.1,1,1;2,1\n")
put("criterion.txt", "fib 20                  time:   [26.029 us 26.251 us 26.505 us]\nFound 11 outliers among 99 measurements (11.11%)\n")
put("go.txt", "goos: linux\n       │   old.txt   │              new.txt               │\n       │   sec/op    │   sec/op     vs base               │\nX-8     4.000n ± 1%   5.000n ± 1%  +25.00% (p=0.000 n=10)\n")
put("jmeter.txt", "Creating summariser <summary>\nsummary +    100 in 00:00:10 =   10.0/s Avg:    50 Min:    20 Max:   200 Err:     0 (0.00%)\n"
    "summary =   1000 in 00:01:40 =   10.0/s Avg:    51 Min:    20 Max:   250 Err:     0 (0.00%)\n... end of run\n")
put("jmh.txt", "# Run complete. Total time: 00:01:00\n\nBenchmark          Mode  Cnt    Score   Error  Units\nMyBench.parse     thrpt   25  123.456 ± 1.234  ops/s\n")
put("perf_analyzer.txt", "*** Measurement Settings ***\nInferences/Second vs. Client Average Batch Latency\nConcurrency: 1, throughput: 250.5 infer/sec, latency 4000 usec\n")
put("genai-perf.txt", "                 NVIDIA GenAI-Perf | LLM Metrics\n┃ Statistic ┃ avg ┃ min ┃\n│ Time to first token (ms) │ 16.26 │ 12.39 │\n")
put("aiperf.txt", "                 NVIDIA AIPerf | LLM Metrics\n┃ Metric ┃ avg ┃ min ┃\n│ Time to First Token (ms) │ 16.26 │ 12.39 │\n")
put("vllm-throughput.txt", "INFO 11-30 loading\nThroughput: 12.34 requests/s, 5123.45 total tokens/s, 2561.10 output tokens/s\n")
put("vllm-latency.txt", "Avg latency: 1.2345 seconds\n10% percentile latency: 1.2 seconds\n99% percentile latency: 1.3 seconds\n")
put("cyclictest.txt", "# /dev/cpu_dma_latency set to 0us\npolicy: fifo: loadavg: 0.02 0.06 0.05 1/150 1234\n\n"
    "T: 0 ( 1233) P:80 I:1000 C:  10000 Min:      2 Act:    3 Avg:    4 Max:      21\n")
put("7z.txt", "7-Zip 22.01 (x64) : Copyright (c) 1999-2022 Igor Pavlov : 2022-07-15\n\nRAM size:   15900 MB,  # CPU hardware threads:   8\n\n"
    "Dict     Speed Usage    R/U Rating  |      Speed Usage    R/U Rating\n22:      30000   700   4200  29184  |     350000   790   3780  29860\n"
    "Avr:             700   4200  29184  |              790   3780  29860\nTot:             745   3990  29522\n")
for n in os.listdir("given"):
    for s in "ab":
        os.makedirs(f"{n}.d/{s}")
        open(f"{n}.d/{s}/{n}", "w").write(open(f"given/{n}").read())
END
# file, tool of the recipe, words that say what it is, the command
asked() {
    exits 2 "$1: a first answer" "$DOSSIER" compare "$1.d/a" "$1.d/b"
    cp "$SCRATCH/out" said
    tr -s ' \n' '  ' <said >flat
    ok "$1: is not said to be of no known tool" sh -c '! grep -qE "no known tool|looks like|paste:" said'
    ok "$1: is called what it is" grep -qF -- "$1 is $3" flat
    ok "$1: with what to run" grep -qF -- "$4" flat
    if [ "$2" = - ]; then
        ok "$1: and what to ask then" grep -qxF -- "Next:  dossier compare $1.d/a $1.d/b" said
        ok "$1: no other tool's recipe" sh -c '! grep -q "dossier recipe" said'
    else
        ok "$1: and where to read on" grep -qE -- "^Next:  dossier recipe $2\$" said
    fi
    ok "$1: at most 30 lines of 100 columns" sh -c '[ "$(wc -l <said)" -le 30 ] && ! grep -qE "^.{101,}" said'
    exits 0 "$1: inspect" "$DOSSIER" inspect "$1.d/a"
    tr -s ' \n' '  ' <"$SCRATCH/out" >flat
    ok "$1: inspect says so, too" grep -qF -- "$1 is $3" flat
    ok "$1: and asks for nothing yet" sh -c '! grep -q model.revision flat'
    exits 3 "$1: new" "$DOSSIER" new "$1.d/a" "$1.d/b" -o case
    ok "$1: new says so, too" grep -qF -- "$3" "$SCRATCH/err"
    [ "$2" != - ] || ok "$1: new names no other tool's recipe" sh -c '! grep -q "dossier recipe" "$1"' sh "$SCRATCH/err"
}
for v in 2 3 4 5; do asked fio-terse$v.txt fio "fio's terse output (--minimal)" "fio --output-format=json "; done
asked hyperfine.md hyperfine "a table that hyperfine exports for people" "--export-json out.json"
asked hyperfine.adoc hyperfine "a table that hyperfine exports for people" "--export-json out.json"
asked hyperfine.org hyperfine "a table that hyperfine exports for people" "--export-json out.json"
asked hyperfine.txt hyperfine "what hyperfine prints" "--export-json out.json"
asked google-benchmark.txt google-benchmark "what google-benchmark prints" "--benchmark_out_format=json"
asked google-benchmark.csv google-benchmark "google-benchmark's CSV" "--benchmark_out_format=json"
asked pytest-benchmark.txt pytest-benchmark "what pytest-benchmark prints" "--benchmark-json=out.json"
asked pytest-benchmark.csv pytest-benchmark "pytest-benchmark's CSV" "--benchmark-json=out.json"
asked criterion.txt criterion "what criterion prints" "cargo bench"
asked go.txt go "benchstat's answer" "go test "
asked perf_analyzer.txt perf_analyzer "what perf_analyzer prints" "--profile-export-file"
asked genai-perf.txt genai-perf "what GenAI-Perf prints" "--profile-export-file"
asked aiperf.txt aiperf "what AIPerf prints" "aiperf profile"
asked vllm-throughput.txt vllm "what vllm bench throughput prints" "vllm bench"
asked vllm-latency.txt vllm "what vllm bench latency prints" "--output-json latency.json"
asked jmeter.txt series "JMeter's summary" "jmeter -n -t PLAN.jmx -l results.jtl"
asked jmh.txt series "what JMH prints" "-rf csv -rff r1.csv"
asked cyclictest.txt - "what cyclictest prints" "cyclictest -qD60 | awk"
asked 7z.txt - "what 7-Zip's benchmark prints" "7z b | awk"
# Their commands as printed, fed with what the tools print, give files that are read.
paste_of() {
    "$DOSSIER" compare "$1.d/a" "$1.d/b" >said || :
    for s in a b; do
        mkdir -p "$2/$s"
        grep -F ' | awk ' said | sed "s/^[^|]*|/cat given\/$1 |/; s/r1.bench/$2\/$s\/r1.bench/" | sh
    done
    "$DOSSIER" compare "$2/a" "$2/b" >"$2.said" || :
    ok "$1: what its command keeps is read as $3" grep -qF -- "$3" "$2.said"
}
paste_of cyclictest.txt cyclic "21.00 us"
paste_of 7z.txt seven "29,522 MIPS"
# Beside it a number of a text of one's own is no result; rows of samples are.
cp -r hyperfine.md.d beside
for side in a b; do echo 'Total time: 12.5' >beside/$side/a.txt; done
exits 2 "beside a text" "$DOSSIER" compare beside/a beside/b
prints "is a table that hyperfine exports for people" "what a known tool printed comes first"
for side in a b; do { echo i,seconds; seq 1 12 | sed 's/.*/&,0.1&/'; } >beside/$side/r.csv; done
exits 2 "beside rows" "$DOSSIER" compare beside/a beside/b
prints "looks like a table of 12 rows: seconds" "samples are taken"
# Of fio's usual text no figure is taken, and it is not said that it has none.
exits 2 "fio's text" "$DOSSIER" compare fio.txt.d/a fio.txt.d/b
tr -s ' \n' '  ' <"$SCRATCH/out" >flat
ok "is called what it is" grep -qF "Of what fio prints for people no figure is taken, since it is rounded." flat
ok "with what to run" grep -qF "fio --output-format=json" flat
# A rate with its unit behind it, the last of which sums up: three files a side are the sample.
for tool in iperf2 iperf3; do
    for side in a b; do for run in 1 2 3; do
        mkdir -p many-$tool/$side
        python3 -c "
import re, sys
f = (1 if '$side' == 'a' else .9) * (1 + ($run - 2) / 1000)
print(re.sub(r'([0-9.]+) ([MG])bits/sec', lambda m: '%.4f %sbits/sec' % (float(m[1]) * f, m[2]), open('given/$tool.txt').read()), end='')" >many-$tool/$side/r$run.txt
    done; done
    exits 2 "$tool: a first answer" "$DOSSIER" compare many-$tool/a many-$tool/b
    cp "$SCRATCH/out" said
    prints "Bitrate" "$tool: a bit rate"
    ok "$tool: at most 30 lines of 100 columns" sh -c '[ "$(wc -l <said)" -le 30 ] && ! grep -qE "^.{101,}" said'
    lacks "If TCP" "and no buffer's size"
    sed -n '/paste:$/,$p' said | sed 1,2d >paste
    ok "$tool: can be pasted" sh -eu -c 'PATH="$(dirname "$DOSSIER"):$PATH" sh -eu paste >answer'
    ok "$tool: a tenth less" grep -q "delivers 10.* % less than A" answer
done
ok "of several streams the sum, in one unit" grep -q "^BenchmarkWork 1 5800 Mbits/s" many-iperf3/a/r2.bench
# iperf3's JSON: what was asked for is no result.
mkdir -p json/a json/b
for side in a b; do
    printf '{"start":{"target_bitrate":0,"test_start":{"target_bitrate":0,"duration":1}},"end":{"sum_sent":{"bits_per_second":6.2e9},"sum_received":{"bits_per_second":6.1e9}}}\n' >json/$side/r.json
done
exits 2 "iperf3's JSON" "$DOSSIER" compare json/a json/b
tr -s ' \n' '  ' <"$SCRATCH/out" >flat
ok "what arrived counts, and no target" grep -qF "If end.sum_received.bits_per_second is" flat
finish
