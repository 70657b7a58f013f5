#!/bin/sh
# own_files.sh - files that no known tool wrote: the first answer says so, and what it prints to paste leads to a verdict.
# ctest
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
# Inputs of our own, in the shape of k6's summary, locust's statistics, wrk's and sysbench's text, and of a program's own times:
# side B takes a tenth less time, and (where it is a rate) does a tenth less.
python3 - <<'END'
import json, os
def put(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    open(path, "w").write(text)
for side, m in ("a", 100.0), ("b", 90.0):
    for run, f in (1, 1.0), (2, 1.001), (3, 0.999):
        v = m * f
        put(f"k6/{side}/r{run}.json", json.dumps({"metrics": {"http_req_duration": {"avg": v, "p(95)": v * 2},
            "http_req_failed": {"rate": 0.01}, "data_sent": {"rate": 12.5}, "http_reqs": {"count": 9000, "rate": v * 3}}}, indent=1))
        tails = [50, 66, 75, 80, 90, 95, 98, 99, 99.9, 99.99, 100]
        put(f"locust/{side}/run{run}_stats.csv", "Type,Name,Request Count,Failure Count,Average Response Time,Requests/s,Failures/s,"
            + ",".join(f"{p}%" for p in tails) + "\n" + "".join(f"{name},9000,0,{v},{v * k},0.0," + ",".join(str(v * p) for p in tails) + "\n"
                                                                for name, k in (("GET,/a", 2), (",Aggregated", 3))))
        put(f"wrk/{side}/r{run}.txt", "Running 30s test @ http://127.0.0.1/\n  2 threads and 10 connections\n"
            "  Thread Stats   Avg      Stdev     Max   +/- Stdev\n"
            f"    Latency    {v:.2f}us   10.00us   {v / 10:.3f}ms   93.69%\n    Req/Sec    56.20k     8.07k   62.00k    86.54%\n"
            f"  Latency Distribution\n     50%  {v:.2f}us\n     75%  {v * 2:.2f}us\n     90%  {v * 4:.2f}us\n     99%  "
            + (f"{v / 100:.5f}ms" if run == 2 else f"{v * 10:.2f}us") + "\n"
            f"  9000 requests in 30.10s, 1.12GB read\nRequests/sec: {v * 10:.2f}\nTransfer/sec:     38.20MB\n")
        put(f"sysbench/{side}/r{run}.log", f"CPU speed:\n    events per second: {v:.2f}\n\nGeneral statistics:\n    total number of events: 400\n")
        # a table of works: each cell quoted, of two works one that side B does faster by a tenth
        put(f"redis/{side}/r{run}.csv", '"test","rps","avg_latency_ms"\n' f'"SET","{v * 1000:.2f}","0.2"\n"GET","{1e7 / v:.2f}","0.1"\n')
        time = [v / 1000 * (1 + (i * 37 % 11 - 5) / 1000) for i in range(120)]
        at = [1750000000 + sum(time[:i]) for i in range(120)]
        put(f"table/{side}/r{run}.csv", "i,start,seconds,status\n" + "".join(f"{i},{at[i]:.4f},{time[i]:.6f},200\n" for i in range(120)))
        put(f"semis/{side}/r{run}.csv", "Zeit;Latenz (ms);Status\r\n" + "".join(f"{i};{t * 1000:.4f};OK\r\n" for i, t in enumerate(time)).replace(".", ","))
        put(f"tabs/{side}/r{run}.tsv", "what\ttook_ms\n" + "".join(f"a, b\t{t * 1000:.4f}\n" for t in time))
        put(f"jtl/{side}/r{run}.jtl", "timeStamp,elapsed,label,success\n" + "".join(f"{int(at[i] * 1000)},{t * 1000:.3f},GET,true\n" for i, t in enumerate(time)))
        # ten threads, rows in the order in which requests ended, stamps of whole milliseconds, some of them alike
        rows, free = [], [1750000000000 + k // 2 for k in range(10)]
        for i in range(400):
            k = free.index(min(free))
            took = round(v * 10 * (1 + (i * 37 % 11 - 5) / 1000))
            rows.append((free[k], took))
            free[k] += took + i % 3
        rows.sort(key=sum)
        put(f"threads/{side}/r{run}.jtl", "timeStamp,elapsed,label,success\n" + "".join(f"{t},{d},GET,true\n" for t, d in rows))
        put(f"dressed/{side}/r{run}.csv", '"what";"Start";"took_ms"\n' + "".join(f'"x";"{t / 1000:.3f}";"{d}"\n' for t, d in rows).replace(".", ","))
        put(f"spans/{side}/r{run}.jsonl", "".join(json.dumps({"t": t / 1000, "took_ms": d}) + "\n" for t, d in rows))
        # each tenth request failed at once, and the row says so: its time is none of a request that was served
        bad = [i % 10 == 3 for i in range(400)]
        put(f"failed/{side}/r{run}.jtl", "timeStamp,elapsed,label,success\n" + "".join(f"{t},{5 if b else d},GET,{'false' if b else 'true'}\n" for (t, d), b in zip(rows, bad)))
        put(f"status/{side}/r{run}.csv", '"status-code";"took_ms"\r\n' + "".join(f'"{503 if b else 200 + i % 2}";"{5 if b else d}"\r\n' for i, ((t, d), b) in enumerate(zip(rows, bad))))
        put(f"error/{side}/r{run}.csv", "took_ms,error\n" + "".join(f"{5 if b else d},{('connection reset', '503 Service Unavailable')[i // 10 % 2] if b else ''}\n" for i, ((t, d), b) in enumerate(zip(rows, bad))))
        put(f"late/{side}/r{run}.jsonl", "".join(json.dumps({"took_ms": 5 if i > 380 else d, "ok": i <= 380}) + "\n" for i, (t, d) in enumerate(rows)))
        put(f"words/{side}/r{run}.jsonl", "".join(json.dumps({"t": t / 1000, "took_ms": 5 if b else d, "error": "HTTP 503" if b else None}) + "\n" for (t, d), b in zip(rows, bad)))
        put(f"fine/{side}/r{run}.csv", "took_ms,success\n" + "".join(f"{t * 1000:.4f},true\n" for t in time))
        put(f"lines/{side}/r{run}.txt", "".join(f"{t:.6f}\n" for t in time))
        put(f"list/{side}/r{run}.json", json.dumps({"name": "matmul", "times_ms": [round(t * 1000, 4) for t in time]}))
        put(f"objects/{side}/r{run}.jsonl", "".join(json.dumps({"step": i, "t": at[i], "took_us": round(t * 1e6, 1)}) + "\n" for i, t in enumerate(time)))
END
PATH="$(dirname "$DOSSIER"):$PATH"
export PATH
cp -r jtl jtl-alone
for kind in k6 locust wrk sysbench redis table semis tabs jtl lines list objects; do
    exits 2 "$kind: a first answer" "$DOSSIER" compare $kind/a $kind/b
    cp "$SCRATCH/out" said
    ok "$kind: not read, with a name, before anything else" sh -c 'sed -n 2p said | grep -q "^Not read, since no known tool wrote them: r.*1.* and 2 more of A; "'
    ok "$kind: at most 30 lines of 100 columns" sh -c '[ "$(wc -l <said)" -le 30 ] && ! grep -qE "^.{101,}" said'
    sed -n '/paste:$/,$p' said | sed 1,2d >paste
    ok "$kind: what is printed can be pasted" sh -c 'grep -q "^dossier compare" paste && sh -eu paste >answer'
    cp answer "$SCRATCH/out"
    [ $kind != k6 ] || ok "k6: requests by second, not what failed" grep -q '"http_reqs","rate"' paste
    case $kind in
    k6 | wrk) # a rate and a time of the same load, the highest percentile that is told: two results
        ok "$kind: a rate, of a tenth less" grep -qE '^  BenchmarkWork +≈ rate -10(\.0+)? %' answer
        ok "$kind: and a time, too" grep -qE '^  BenchmarkLatency +≈ time -10(\.0+)? %' answer
        continue
        ;;
    locust)
        ok "locust: every row, and the sum" sh -c 'grep -qE "^  BenchmarkWork/_a +≈ rate -10(\.0+)? %" answer && grep -qE "^  BenchmarkWork/Aggregated +≈ rate -10(\.0+)? %" answer'
        ok "locust: and their times" sh -c 'grep -qE "^  BenchmarkLatency/_a +≈ time -10(\.0+)? %" answer && grep -qE "^  BenchmarkLatency/Aggregated +≈ time -10(\.0+)? %" answer'
        continue
        ;;
    redis)
        ok "redis-benchmark: each work by its name, none left out" sh -c 'grep -qE "^  BenchmarkWork/SET +≈ rate -(10|9\.9[0-9]*|10\.0[0-9]*) %" answer && grep -qE "^  BenchmarkWork/GET +≈ rate [+]11(\.[01][0-9]*)? %" answer'
        continue
        ;;
    esac
    prints "≈ " "$kind: and it ends in an answer"
    case $kind in semis | tabs | jtl) ok "$kind: in milliseconds" grep -qE "(90|89\.9[0-9]*|90\.0[0-9]*) against (100|99\.9[0-9]*|100\.0[0-9]*) ms" answer ;; esac
    ok "$kind: of a tenth" grep -qE "(delivers 10(\.0+)? % less|takes 10(\.0+)? % less time) than A" answer
done
ok "microseconds are read as such" grep -qE "(90|89\.9[0-9]*|90\.0[0-9]*) against (100|99\.9[0-9]*|100\.0[0-9]*) ms" answer
ok "locust's 99th, which is no few requests' own, and lies behind lower ones" grep -qx 'Unit 99% better=lower' locust/a/run1_stats.bench
ok "k6's percentile, of which less is better" grep -qx 'Unit metrics.http_req_duration.p(95) better=lower' k6/a/r1.bench
ok "wrk's, brought to milliseconds whatever its unit" sh -c 'cat wrk/a/r?.bench | grep -E "^BenchmarkLatency 1 (1|1.001|0.999) Latency_99%_ms$" | wc -l | grep -qx 3'
exits 2 "a first answer" sh -c 'rm wrk/?/*.bench; "$DOSSIER" compare wrk/a wrk/b'
prints "r1.txt looks like text with 8 numbers: Requests/sec 1000.00, Latency Avg 100.00us, Latency 99%" "names the latencies that the text gives"
# Numbers tell samples apart, and no works: request by request, as few as they are.
mkdir -p few/a few/b
for side in a b; do { echo id,ms; seq 1 12 | sed 's/.*/req-&,4.&/'; } >few/$side/r.csv; done
exits 2 "rows under counted names" "$DOSSIER" compare few/a few/b
prints "looks like a table of 12 rows: ms" "are samples"
# Thousands and decimals both behind commas: no number is guessed.
mkdir -p both/a both/b
# A few times that rise by chance are no clock, and their unit may stand in a column of its own.
mkdir -p rising/a rising/b
for side in a b; do printf 'name,iterations,real_time,time_unit\n"BM_X",1000,100.1,ns\n"BM_X",1000,100.2,ns\n"BM_X",1000,100.4,ns\n' >rising/$side/r.csv; done
"$DOSSIER" compare rising/a rising/b >"$SCRATCH/out" 2>&1 || :
ok "times that rise by chance are the result" grep -qE 'real_time +$|If real_time$|real_time 100.1, iterations 1000' "$SCRATCH/out"
for side in a b; do { echo name,real_time,time_unit; for i in 1 2 1 2 1 2 1 2 1 2 1 2; do echo "x,10$i.5,ns"; done; } >rising/$side/r.csv; done
"$DOSSIER" compare rising/a rising/b >"$SCRATCH/out" 2>&1 || :
ok "in the unit that stands beside them" grep -qF '"duration":"real_time","time_unit":"ns"' "$SCRATCH/out"
for side in a b; do printf 'name;rps\nSET;1,234.5\nGET;1,5\n' >both/$side/r.csv; done
exits 2 "a table whose commas cannot be told" "$DOSSIER" compare both/a both/b
lacks "awk" "is read by nobody's guess"
# What a row says of its request is heeded: rows of failures count for nothing, and that is told; where none failed the file stays as it is.
for kind in failed status error late words; do
    exits 2 "$kind: a first answer" "$DOSSIER" compare $kind/a $kind/b
    cp "$SCRATCH/out" said
    tr -s ' \n' '  ' <said >flat
    ok "$kind: that rows are left out is said" grep -qE "Rows whose (success is not true|status-code is not of the 200s or 300s|error names a failure|ok is not true) are left out, as of requests that failed" flat
    ok "$kind: at most 30 lines of 100 columns" sh -c '[ "$(wc -l <said)" -le 30 ] && ! grep -qE "^.{101,}" said'
    sed -n '/paste:$/,$p' said | sed 1,2d >paste
    ok "$kind: can be pasted" sh -c 'sh -eu paste >answer 2>&1 || [ $? = 2 ]'
    ok "$kind: no time of a failure is left, and no other is gone" sh -c 'sed -s 1d $1/?/*.series | awk -v least=$2 '"'"'$1 < 100 { bad++ } END { exit bad > 0 || NR != least }'"'"'' - $kind \
        $([ $kind = late ] && wc -l $kind/?/*.jsonl | tail -1 | awk '{ print 381 * 6 }' || cat $kind/?/r?.[jc]* | grep -cE '^[^"a-z].*(true|null|,)[}]?$|^"20[01]"|"error": null')
done
mkdir -p lost/a lost/b
for side in a b; do { echo took_ms,status; seq 1 20 | sed "s/.*/4.&$side,503/; s/[ab],/,/"; } >lost/$side/r.csv; done
exits 2 "rows all of which failed" "$DOSSIER" compare lost/a lost/b
prints "Of every row status is not of the 200s or 300s: no request was served" "are no measurement"
lacks "paste:" "and nothing is proposed"
exits 2 "rows none of which failed" "$DOSSIER" compare fine/a fine/b
lacks "awk|are left out" "are read as they stand"
ok "by a run.json alone" grep -qF '"file":"*.csv"' "$SCRATCH/out"
# Single files: what is made of them goes with them into the folder of a side.
for kind in semis threads lines list failed late; do
    rm -rf one side? && mkdir one && for side in a b; do cp $kind/$side/r1.* one/ && rm -f one/*.series && for f in one/r1.*; do mv "$f" "one/$side.${f##*.}"; done; done
    file=$(ls one/a.*)
    exits 2 "$kind: of one file a side" "$DOSSIER" compare "$file" "one/b.${file##*.}"
    cp "$SCRATCH/out" said
    sed -n '/paste:$/,$p' said | sed 1,2d >paste
    ok "$kind: can be pasted" sh -c 'sh -eu paste >answer 2>&1 || [ $? -le 2 ]'
    ok "$kind: and each side has its result" sh -c 'grep -qE "^  A  sideA +series +1 result, [0-9]+ samples" answer && grep -qE "^  B  sideB +series +1 result, [0-9]+ samples" answer'
done
# Requests of several threads overlap: they are judged as requests in the order in which they began, and none is said to follow another.
for kind in threads dressed spans; do
    exits 2 "$kind: a first answer" "$DOSSIER" compare $kind/a $kind/b
    cp "$SCRATCH/out" said
    tr -s ' \n' '  ' <said >flat
    ok "$kind: that rows overlap is said" grep -qF "begin before others end" flat
    ok "$kind: and that it is a request's time, in its unit" grep -qE 'is the time of one request, in ms, paste' flat
    ok "$kind: at most 30 lines of 100 columns" sh -c '[ "$(wc -l <said)" -le 30 ] && ! grep -qE "^.{101,}" said'
    sed -n '/paste:$/,$p' said | sed 1,2d >paste
    ok "$kind: can be pasted" sh -c 'sh -eu paste >answer'
    cp answer "$SCRATCH/out"
    ok "$kind: and ends in an answer, of a tenth" grep -qE "takes (10(\.0+)?|9\.9[0-9]*) % less time than A: (900|899\.[0-9]*|900\.[0-9]*) against (1,?000|999\.[0-9]*|1,?000\.[0-9]*) ms" answer
    ok "$kind: of request latency" sh -c '"$DOSSIER" runs '$kind'/a | grep -q "401 samples of Request latency\|400 samples of Request latency"'
done
ok "in the order in which they began" sh -c 'sed 1d threads/a/r1.jtl | sort -t, -k1,1n | cut -d, -f2 | head -20 >by_start; sed 1d threads/a/r1.series | head -20 | sort -n >is; sort -n by_start | cmp - is'
exits 2 "one thread" "$DOSSIER" compare jtl-alone/a jtl-alone/b
tr -s ' \n' '  ' <"$SCRATCH/out" >flat
ok "executions one after another stay such" grep -qF "If elapsed is the time of one iteration" flat
# Single files: rows need a folder for what is said of them.
cp table/a/r1.csv one.csv
cp table/b/r1.csv two.csv
exits 2 "two files" "$DOSSIER" compare one.csv two.csv
sed -n '/paste:$/,$p' "$SCRATCH/out" | sed 1,2d >paste
ok "two files: can be pasted, too" sh -c 'sh -eu paste >answer; grep -q "by itself" answer'
# What is wrong in a run.json is told, though nothing else is read.
mkdir -p wrong
cp -r table/a table/b wrong
sed -i 's/"seconds"/"second"/' wrong/a/run.json wrong/b/run.json
exits 3 "a column that no file has" "$DOSSIER" compare wrong/a wrong/b
ok "is told" grep -q 'no column "second" in a/r1.csv at /series/0; expected "seconds", or one of i, start, seconds, status' "$SCRATCH/err"
sed -i 's/"time_unit":"s"/"time_unit":"us"/' wrong/a/run.json
exits 3 "a unit that is none" "$DOSSIER" compare wrong/a wrong/b
ok "is told, and not that no tool is known" grep -q '^wrong/a/run.json.*"us"' "$SCRATCH/err"
# A run.json that stands is never written over by what is pasted.
mkdir -p held/a held/b
cp table/a/r1.csv held/a
cp table/b/r1.csv held/b
echo '{ "format": "dossier-run/1", "workload": { "seed": 1 } }' | tee held/a/run.json >held/b/run.json
exits 2 "where a run.json stands" "$DOSSIER" compare held/a held/b
prints "add to the run.json that stands" "it is added to"
lacks "tee" "and not written over"
# Names out of such a file are no commands.
mkdir -p evil/a evil/b
printf 'a'"'"';touch hit;'"'"',$(touch hit),`touch hit`\n1,2,3\n4,5,6\n' | tee evil/a/r.csv >evil/b/r.csv
"$DOSSIER" compare evil/a evil/b >said || :
ok "names that a shell would take for more are left out" sh -c '! grep -q touch said'
# Nor is what a file is called: it stands within quotes of what is pasted, or only its ending does, or nothing is printed.
mkdir -p called/a called/b ending/a ending/b
cp table/a/r1.csv "called/a/x';touch hit;'\$(touch hit)\".csv"
cp table/b/r1.csv "called/b/x';touch hit;'\$(touch hit)\".csv"
exits 2 "a file with quotes and a command in its name" "$DOSSIER" compare called/a called/b
sed -n '/paste:$/,$p' "$SCRATCH/out" | sed 1,2d >paste
ok "can be pasted, and is named by its ending" sh -c 'grep -qF "\"file\":\"*.csv\"" paste && sh -eu paste >answer; grep -q "by itself" answer && [ ! -e hit ]'
for side in a b; do cp wrk/$side/r1.txt "ending/$side/r.t\$(touch hit)"; done
exits 2 "an ending that a shell would take for more" "$DOSSIER" compare ending/a ending/b
lacks "touch hit)}" "is pasted nowhere"
# Beside a tool's result a declared series is that run's own log, and no second result.
mkdir beside
cp -r table/a table/b beside
for side in a b; do cp "$SOURCE/tests/golden/ingest/classic/hyperfine.json" beside/$side; done
"$DOSSIER" compare beside/a beside/b >"$SCRATCH/out" || :
prints "a     hyperfine   2 results, 120 samples" "beside a tool's result"
lacks "series" "a series is no result of its own"
# The same by a case: asked for, or refused with the way on.
for side in a b; do rm table/$side/run.json; done
exits 3 "new" "$DOSSIER" new table/a table/b -o case
ok "names the way on" grep -q "dossier new --ask asks for it" "$SCRATCH/err"
printf 'no\nno\nno\nno\nno\n\n' | "$DOSSIER" new --ask table/a table/b -o case --profile engineering >said 2>&1 || :
ok "an end after five that are none" sh -c 'grep -q "None of 5 answers was one that is asked for" said && [ ! -e table/a/run.json ]'
printf 'nothing\n\n' | "$DOSSIER" new --ask table/a table/b -o case --profile engineering >said
ok "asked for, and written" sh -c 'grep -q "Enter takes \"seconds\", in s" said && grep -q "one of the columns above" said && [ -s table/a/run.json ]'
exits 0 "and judged" "$DOSSIER" check case/case.json
# inspect asks for no model of files that nobody read.
exits 0 "inspect" "$DOSSIER" inspect wrk/b --json
mkdir fresh
cp wrk/a/r1.txt fresh
"$DOSSIER" inspect fresh >"$SCRATCH/out" || :
prints "No tool that is known wrote these files" "inspect says that they are not read"
lacks "model.revision" "and asks for no model"
# Samples that lie beside a result and that nothing declares: to say what they are comes before measuring anew.
for side in 6:cudagraph 7:compile-cudagraph; do
    mkdir undeclared-${side%:*}
    cp "$SOURCE"/samples/software-bottleneck/h100-unit${side%:*}/llm-decode-bf16-${side#*:}-long-r1/* undeclared-${side%:*}
    rm -f undeclared-${side%:*}/run.json
done
exits 2 "samples that nothing declares" "$DOSSIER" compare undeclared-6 undeclared-7
tr -s ' \n' '  ' <"$SCRATCH/out" >flat
ok "are to be declared first" grep -qF 'No ratio is given yet; first: No run.json stands in or above undeclared-6. iterations.jsonl.gz is there: declare it, with its kind, under `series` in run.json.' flat
lacks "counts for nothing" "of telemetry no statement is asked that would not help"
# Seconds as bc prints them, without a digit before the point.
for side in a:51 b:71; do
    mkdir -p bc/${side%:*}
    for run in 1 2 3; do
        { echo latency_s; for i in 0 1 2 3 4 5; do echo ".$((${side#*:} + run + i % 2))"; done; } >bc/${side%:*}/r$run.csv
    done
done
"$DOSSIER" compare bc/a bc/b >"$SCRATCH/out" || :
prints "a table of 1 number: latency_s .52" "a point without a digit before it begins a number"
sed -n '/^find/,/^done/p' "$SCRATCH/out" >paste
sh -e paste
"$DOSSIER" compare bc/a bc/b >"$SCRATCH/out" || :
prints "B takes 37 % more time than A: 0.735 against 0.535" "and is read again from what was pasted"
# What repeats to the digit is known to the digit: 10.5 / 10.5 to 11.5 / 9.5, and 10.95 / 10.05 to 11.05 / 9.95.
mkdir digits
go_eight() { for i in 1 2 3 4 5 6 7 8; do echo "BenchmarkX-8 100000000 $1"; done >"digits/$2.txt"; }
go_eight "10 ns/op" a10
go_eight "11 ns/op" a11
go_eight "10.0 ns/op" b10
go_eight "11.0 ns/op" b11
"$DOSSIER" compare digits/a10.txt digits/a11.txt >"$SCRATCH/out" || :
prints "the change of B against A lies between 0 and 21 %" "a nanosecond more of ten, in whole nanoseconds, is no answer"
"$DOSSIER" compare digits/b10.txt digits/b11.txt >"$SCRATCH/out" || :
prints "B takes 10 % more time than A: 11 against 10 ns (95 % interval of the change 9 to 11 %)" "in tenths it is one"
finish
