#!/bin/sh
# own_shapes.sh - files that no known tool wrote, in the shapes that tools have: which number is taken for the result, what a row is of, and
# that what is printed can be pasted and finds each row. Side B does a tenth more in a tenth less time; what is the same in each file is none.
# ctest
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
python3 - <<'END'
import json, os
def put(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    open(path, "w", newline="").write(text)
for side, m in ("a", 1.0), ("b", 1.1):
    for run, f in (1, 1.0), (2, 1.002), (3, 0.998):
        r = m * f  # a rate; a time is its inverse
        def each(kind, ending, text):
            put(f"{kind}/{side}/r{run}.{ending}", text)
        def jmh(name, size, score):
            return {"jmhVersion": "1.37", "benchmark": name, "mode": "thrpt", "forks": 3, "params": {"size": size},
                    "primaryMetric": {"score": score, "scoreError": score / 90, "scorePercentiles": {"0.0": score * .9, "99.0": score * 1.1},
                                      "scoreUnit": "ops/ms"}}
        each("jmh", "json", json.dumps([jmh("org.acme.Json.parse", "10", 800 * r), jmh("org.acme.Json.write", "10", 90 * r)]))
        each("grid", "json", json.dumps([jmh(n, s, 800 * r) for n in ("parse", "write") for s in ("10", "100")]))
        avg = [jmh("parse", "10", 12 / r)]
        avg[0]["primaryMetric"]["scoreUnit"] = "us/op"
        each("avgt", "json", json.dumps(avg + [dict(avg[0], benchmark="write")]))
        each("dotnet", "json", json.dumps({"HostEnvironmentInfo": {"LogicalCoreCount": 8 + run}, "Benchmarks": [
            {"FullName": f"Acme.{n}", "Parameters": "", "Statistics": {"N": 15, "Min": 70 / r, "Mean": 81 / r}} for n in ("Parse", "Write")]}))
        each("nested", "json", json.dumps({"files": [{"path": "b.ts", "groups": [{"name": g, "benchmarks": [
            {"name": g + n, "hz": 31000 * r, "rank": 1} for n in ("x", "y")]} for g in ("p", "q")]}]}))
        each("objects", "json", json.dumps([{"turn": i, "gen_time": 2 / r * (1 + i % 3 / 1000), "tokens": 512} for i in range(1, 21)]))
        each("marked", "csv", "\ufeffMethod,Mean,Error,Allocated\r\nParse," + f"{81 / r:.3f} μs,0.411 μs,1.02 KB\r\nWrite,{140 / r:.3f} μs,0.511 μs,1.02 KB\r\n")
        each("cargo", "txt", "\nrunning 2 tests\n" + "".join(
            f"test json::{n} ... bench:   {int(t / r):,} ns/iter (+/- 5,610)\n" for n, t in (("parse", 812345), ("write", 1401345))) +
            "\ntest result: ok. 0 passed; 0 failed; 0 ignored; 2 measured; 0 filtered out; finished in 12.10s\n")
        each("short", "txt", "\nrunning 2 tests\n" + "".join(f"test {n} ... bench:   {int(t / r):,} ns/iter (+/- 9)\n" for n, t in (("slow", 12345), ("quick", 812))) +
             "\ntest result: ok. 0 passed; 0 failed; 0 ignored; 2 measured; 0 filtered out; finished in 1.10s\n")
        each("oha", "txt", f"Summary:\n  Success rate:\t100.00%\n  Slowest:\t{.05 / r:.6f} secs\n  Fastest:\t{.0001 / r:.6f} secs\n  Average:\t{.0042 / r:.6f} secs\n"
             f"  Requests/sec:\t{12000 * r:.4f}\n")
        each("ycsb", "txt", f"[OVERALL], RunTime(ms), {int(3e7 / r)}\n[OVERALL], Throughput(ops/sec), {30000 * r}\n[READ], Operations, 500201\n"
             f"[READ], AverageLatency(us), {500 / r}\n[READ], 95thPercentileLatency(us), {900 / r}\n[READ], 99thPercentileLatency(us), {1500 / r}\n")
        each("sizes", "txt", "# OSU MPI Allreduce Latency Test v7.3\n# Size       Avg Latency(us)   Min Latency(us)  Iterations\n" +
             "".join(f"{2 ** p:<10d}{(12 + p) / r:18.4f}{(11 + p) / r:18.4f}{1000:12d}\n" for p in range(2, 24, 2)))
        each("piped", "md", "main: n_batch = 2048\n\n|    PP |    B | S_PP t/s | S_TG t/s |\n|-------|------|----------|----------|\n" +
             "".join(f"|   128 | {b:4d} |  3000.12 | {100 * b * r:8.2f} |\n" for b in (1, 2, 4, 8)))
        each("bytes", "txt", f" Number of qps   : 1\t\tTransport type : IB\n-----\n #bytes     #iterations    BW peak[MB/sec]    BW average[MB/sec]   MsgRate[Mpps]\n"
             f" 65536      5000             {23900 * r:.2f}            {23500 * r:.2f}\t\t   {.3 * r:.6f}\n-----\n")
        each("joined", "txt", f"model=llama-3.1-8b\nbatch=32\ntokens_per_s={8123 * r:.3f}\nlatency_p99_ms={41 / r:.4f}\n")
        each("hey", "txt", f"Summary:\n  Total:\t60.01 secs\n  Average:\t{.011 / r:.6f} secs\n  Requests/sec:\t{4300 * r:.4f}\n\nLatency distribution:\n"
             f"  50% in {.01 / r:.6f} secs\n  99% in {.03 / r:.6f} secs\n")
        each("ab", "txt", f"Server Port:            80\nTime taken for tests:   {32 / r:.5f} seconds\nRequests per second:    {3100 * r:.4f} [#/sec] (mean)\n"
             f"Time per request:       {16 / r:.5f} [ms] (mean)\nTime per request:       {.32 / r:.6f} [ms] (mean, across all concurrent requests)\n")
        each("index", "txt", f"Dhrystone 2 using register variables       {41e6 * r:.1f} lps   (10.0 s, 7 samples)\n")
        each("settings", "json", json.dumps({"rate": 100, "request_throughput_target": 50.5, "throughput": 99 * r, "version": 3}))
        each("below", "json", json.dumps({"Request rate (req/s)": -run, "Output token throughput (tok/s)": 1800 * r}))
        each("sweep", "csv", "concurrency,tokens_per_s\n" + "".join(f"{c},{100 * c * r:.3f}\n" for c in (1, 2, 4, 8)))
        each("pairs", "csv", "model,batch,tokens_per_s\n" + "".join(f"{n},{b},{v * b * r:.3f}\n" for n, v in (("llama", 100), ("qwen", 90)) for b in (1, 8)))
        each("lines", "jsonl", "".join(json.dumps({"batch": b, "tokens_per_s": 100 * b * r, "note": "x"}) + "\n" for b in (1, 8, 64)))
        put(f"repeats/{side}.csv", "run,tokens_per_s\n" + "".join(f"{i},{100 * m * (1 + d / 1000):.3f}\n" for i, d in enumerate((1, -2, 0, 2, -1), 1)))
        each("same", "json", json.dumps({"date": 1793700000000, "version": 2, "note": f"{side}{run}"}))
        each("mixed", "md", "| Step | Batch | Average |\n|---|---|---|\n" + f"| Prefill | 1 | {21 / r:.3f} ms |\n|  | 2 | {22 / r:.3f} ms |\n| Decode | 1 | {12 / r:.3f} ms |\n")
END
PATH="$(dirname "$DOSSIER"):$PATH"
export PATH
# kind, operands, what is printed to be pasted, and a line of the answer for each result
more="rate \+(10|9\.9[0-9]*|10\.0[0-9]*) %"
less="time -(9|9\.[01][0-9]*|8\.9[0-9]*) %"
try() { # kind, unit line, result...
    kind=$1 unit=$2
    shift 2
    [ -d "$kind/a" ] && set -- "$kind/a" "$kind/b" "$@" || set -- "$kind/a.csv" "$kind/b.csv" "$@"
    exits 2 "$kind: a first answer" "$DOSSIER" compare "$1" "$2"
    cp "$SCRATCH/out" said
    shift 2
    ok "$kind: at most 30 lines, none of words over 100 columns" sh -c '[ "$(wc -l <said)" -le 30 ] && ! grep -qE "^.{101,}" said'
    sed -n '/paste:$/,$p' said | sed 1,2d >paste
    ok "$kind: $unit" grep -qF "$unit" paste
    ok "$kind: what is printed can be pasted" sh -c 'grep -q "^dossier compare" paste && sh -eu paste >answer'
    cp answer "$SCRATCH/out"
    for result; do ok "$kind: $result" grep -qE "$result" answer; done
}
try jmh "Unit ops/ms better=higher" "^  BenchmarkWork/org_acme_Json_parse +≈ $more" "^  BenchmarkWork/org_acme_Json_write +≈ $more"
try grid "Unit ops/ms better=higher" "^  BenchmarkWork/parse_10 +≈ $more" "^  BenchmarkWork/write_100 +≈ $more"
try avgt "Unit us/op better=lower" "^  BenchmarkWork/parse +≈ $less"
try dotnet "Unit Statistics.Mean better=lower" "^  BenchmarkWork/Acme_Write +≈ $less"
try nested "Unit hz better=higher" "^  BenchmarkWork/px +≈ $more" "^  BenchmarkWork/qy +≈ $more"
try objects '"gen_time"' "takes 9(\.[01][0-9]*)? % less time" "20 samples"
try marked "Unit Mean_us better=lower" "^  BenchmarkWork/Parse +≈ $less" "^  BenchmarkWork/Write +≈ $less"
try cargo "Unit ns/iter better=lower" "^  BenchmarkWork/json_parse +≈ $less" "^  BenchmarkWork/json_write +≈ $less"
ok "cargo: thousands are no decimals" grep -qx "BenchmarkWork/json_write 1 1401345 ns/iter" cargo/a/r1.bench
try short "Unit ns/iter better=lower" "^  BenchmarkWork/slow +≈ $less" "^  BenchmarkWork/quick +≈ $less"
try oha "Unit Average_secs better=lower" "^  BenchmarkWork +≈ $more" "^  BenchmarkLatency +≈ $less"
try ycsb "Unit [OVERALL],_Throughput(ops/sec) better=higher" "^  BenchmarkWork +≈ $more" "^  BenchmarkLatency +≈ $less"
ok "ycsb: the 99th stands beside it" grep -qF "Unit [READ],_99thPercentileLatency(us) better=lower" paste
try sizes "Unit Avg_Latency(us) better=lower" "^  BenchmarkWork/Size=4 +≈ $less" "^  BenchmarkWork/Size=262144 +≈ $less"
try piped "Unit S_TG_t/s better=higher" "^  BenchmarkWork/B=1 +≈ $more" "^  BenchmarkWork/B=8 +≈ $more"
try bytes "Unit BW_peak[MB/sec] better=higher" "delivers 10(\.0+)? % more"
try joined "Unit tokens_per_s better=higher" "^  BenchmarkWork +≈ $more" "^  BenchmarkLatency +≈ $less"
try hey "Unit 99%_in_secs better=lower" "^  BenchmarkWork +≈ $more" "^  BenchmarkLatency +≈ $less"
try ab "Unit Time_per_request_ms better=lower" "^  BenchmarkWork +≈ $more" "^  BenchmarkLatency +≈ $less"
ok "ab: the first of two of one name" grep -qxE "BenchmarkLatency 1 16\.00000 Time_per_request_ms" ab/a/r1.bench
try index "Unit Dhrystone_2_using_register_variables_lps better=higher" "reaches 10(\.0+)? % more"
try settings "Unit throughput better=higher" "delivers 10(\.0+)? % more"
try below "Unit Output_token_throughput_(tok/s) better=higher" "delivers 10(\.0+)? % more"
try sweep "Unit tokens_per_s better=higher" "^  BenchmarkWork/concurrency=1 +≈ $more" "^  BenchmarkWork/concurrency=8 +≈ $more"
try pairs "Unit tokens_per_s better=higher" "^  BenchmarkWork/llama_1 +≈ $more" "^  BenchmarkWork/qwen_8 +≈ $more"
try lines "Unit tokens_per_s better=higher" "^  BenchmarkWork/batch=1 +≈ $more" "^  BenchmarkWork/batch=64 +≈ $more"
try repeats "Unit tokens_per_s better=higher" "delivers 10(\.0+)? % more" "1 result, 5 samples"
# What is the same in all files is no measurement, and rows that nothing tells apart are samples of nothing: no command is printed for
# them, and how a figure is told all the same is.
for kind in same mixed; do
    exits 2 "$kind: no number is guessed" "$DOSSIER" compare $kind/a $kind/b
    lacks "awk\|jq\|paste" "$kind: nothing is printed to be pasted"
    prints "     BenchmarkWork 1 303.3 req/s" "$kind: how a figure is told"
done
# Too few runs of a figure of one's own: the program that it is of is run again, not Go.
mkdir two
cp -r index/a index/b two
rm two/?/*3.*
exits 0 "two runs a side" "$DOSSIER" compare two/a two/b
prints "Three times a side, a file each: run what was measured again" "are too few, and what is run is the user's own"
lacks "go test" "Go measured nothing here"
exits 0 "asked by the way" "$DOSSIER" new joined/a joined/b -o few --profile engineering
cp "$SCRATCH/out" would
ok "one statement may tell several facts" grep -qE "A purchase would ask [0-9]+ statements? more(, on [0-9]+ facts)?: " would
ok "and as many as it names" python3 -c '
import re
said = " ".join(open("would").read().split())
statements, facts, names = re.search(r"would ask (\d+) statements? more(?:, on (\d+) facts)?: (.*?) \(--profile purchase", said).groups()
more = re.search(r" and (\d+) more$", names)
named = 4 + int(more.group(1)) if more else None
assert named is None or named == int(facts or statements), said'
mkdir empty
exits 3 "an empty folder" "$DOSSIER" compare empty index/a
ok "is no matter of permissions" grep -qx "empty: input: nothing to read: no file in it; name the folder or archive that holds the files, or put them there" "$SCRATCH/err"
# Commands look into no archive: that is said.
for side in a b; do (cd hey/$side && rm -f ./*.bench && zip -q ../../hey-$side.zip r1.txt r2.txt r3.txt); done
exits 2 "archives" "$DOSSIER" compare hey-a.zip hey-b.zip
prints "Unpack the archives into a folder a side" "are to be unpacked"
finish
