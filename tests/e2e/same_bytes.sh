#!/bin/sh
# ctest
# same_bytes.sh - clock, zone, locale, folder, umask, threads and order of files changed: the same bytes.
. "$(dirname "$0")/common.sh"
unset SOURCE_DATE_EPOCH
cp -r "$SOURCE/samples/software-bottleneck" "$SCRATCH/case"
gunzip "$SCRATCH"/case/profile-compile-cudagraph/trace*.gz # plain, a long one is read ahead
digest() { (cd "$1" && find . -type f | LC_ALL=C sort | xargs sha256sum | sha256sum | cut -c1-64); }
run() { # name, command prefix...
    name=$1
    shift
    (cd "$SCRATCH" && "$@" "$DOSSIER" report case/case.json -o "$SCRATCH/r-$name") >/dev/null 2>"$SCRATCH/err" || {
        echo "FAIL run $name"
        cat "$SCRATCH/err"
        failed=$((failed + 1))
        return 0
    }
    ok "nothing on stderr: $name" test ! -s "$SCRATCH/err"
    ok "same bytes: $name" test "$(digest "$SCRATCH/r-$name")" = "$(digest "$SCRATCH/r-plain")"
    rm -rf "$SCRATCH/r-$name-kept"
}
run plain env
ok "the plain report holds files" test -s "$SCRATCH/r-plain/report/report.pdf"
run zone env TZ=Asia/Kolkata
run turkish env LC_ALL=tr_TR.UTF-8 LANG=tr_TR.UTF-8 TZ=America/New_York
run german env LC_ALL=de_DE.UTF-8
run arabic env LC_ALL=ar_EG.UTF-8
run bare env -i PATH="$PATH"
run clock faketime -f '+259226022s' env # 3000 days, and another time of the day
run umask sh -c 'umask 077; exec "$@"' sh
run one_cpu taskset -c 0 env
run hostile env FONTCONFIG_FILE=/nonexistent FONTCONFIG_PATH=/nonexistent PANGO_LANGUAGE=ja G_MESSAGES_DEBUG=all HOME=/nonexistent
mkdir -p "$SCRATCH/else/where"
cp -r "$SCRATCH/case" "$SCRATCH/else/where/another name"
(cd / && "$DOSSIER" report "$SCRATCH/else/where/another name/case.json" -o "$SCRATCH/r-moved" >/dev/null)
ok "same bytes: another folder" test "$(digest "$SCRATCH/r-moved")" = "$(digest "$SCRATCH/r-plain")"
# Every golden input of every format in one bundle, broken ones too, read side by side.
mkdir "$SCRATCH/bundle"
cp -r "$SOURCE/tests/golden/ingest/." "$SCRATCH/bundle"
head -c 300000 "$SOURCE/tests/golden/ingest/places.py" /dev/zero >"$SCRATCH/bundle/power.csv"
# Traces long enough to be read ahead: whole; cut in a string behind a backslash; with what is no text, names told twice and
# an event longer than is read ahead; a bare list with elements that are no events, nest deep or hold what looks like the next one.
python3 - "$SCRATCH/bundle" <<'TRACES'
import json, sys
event = r'{"ph": "%s", "cat": "%s", "name": "k\"},{\"%d", "pid": 0, "tid": 7, "ts": %d.25, "dur": 3.5, "args": {"device": 0, "x": [1, {"y": "}]"}]}}'
rows = [event % ("BE"[n // 3 % 2] if n % 9 == 5 else "X", ("kernel", "cpu_op", "cuda_runtime")[n % 3], n % 50, 1000 + 4 * n) for n in range(12000)]
assert json.loads(rows[0])["name"] == 'k"},{"0'
text = lambda rows: '{"schemaVersion": 1,\n"traceEvents": [\n' + ",\n".join(rows) + '\n], "traceName": "t"}\n'
odd = list(rows)
odd[4000] = rows[4000].replace('"y": "', r'"y": "\q')
odd[5000] = rows[5000].replace('"tid": 7', '"tid": 7, "tid": 8')
odd[6000] = rows[6000].replace('"y": "', '"y": "' + "},{" * 90000)
cut = text(rows)[:-200]
cut = cut[:cut.rindex('\\') + 1]
mixed = list(rows)
for n in range(100, 12000, 97):
    mixed[n] = ("17", '[{}, {"ph": "X"}, {"ph": "X"}]', '"},{"', "null", rows[n].replace('"device": 0', '"deep": ' + "[" * 20 + '{"a": 1}, {"b": 2}' + "]" * 20))[n // 97 % 5]
mixed[3000] = rows[3000].replace('"device": 0', '"x": [%s]' % ",".join(rows[:9000]))
for name, said in ("whole", text(rows)), ("cut", cut), ("odd", text(odd)), ("mixed", "[%s]" % ", ".join(mixed)):
    open("%s/trace-%s.json" % (sys.argv[1], name), "w").write(said)
# Objects that are objects, too, where what stands between strings is taken for what stands in them: who guesses that one begins
# behind the "}," of such a string finds object upon object, and each begins within a true one.
turned = ",".join(["{" + 200 * " " + '"},{":":"}'] * 2500)
assert json.loads("[%s]" % turned[turned.index("},{") + 2:turned.rindex("},{") + 1]) == [{":": "},{" + 200 * " "}] * 2499
for n in range(1000, 12000, 1000):
    rows[n] = turned # long enough that the other thread guesses within some of them
open("%s/trace-turned.json" % sys.argv[1], "w").write(text(rows))
TRACES
# Tables long enough that rows are cut ahead: whole; with rows too short, too long, of other texts and empty; with a quoted cell that
# holds a line end; with rows of so many cells that what is held of them is full; with one row too wide for any; cut in a row.
python3 - "$SCRATCH/bundle" <<'TABLES'
import sys
head = "timestamp, index, name, power.draw [W], utilization.gpu [%], temperature.gpu, clocks.current.sm [MHz], memory.used [MiB]\n"
rows = [head] + ["2026/03/02 10:%02d:%02d.%03d, %d, NVIDIA H100 80GB HBM3, %.2f W, %d %%, %d, %d MHz, %d MiB\n" % (
    n // 480 % 60, n // 8 % 60, n % 1000, n % 8, 300 + n % 380, 90 + n % 11, 40 + n % 35, 1200 + n % 700, 70000 + n % 100) for n in range(14000)]
odd, quoted, many, wide = (list(rows) for _ in range(4))
odd[3001] = rows[3001].replace(", NVIDIA H100 80GB HBM3", "")
odd[4001] = rows[4001].replace(" W,", " W, 1, 2, 3, 4,")
odd[5001] = head
odd[6001] = rows[6001].replace(" W,", "x W,")
odd[7001] = "\n \n" + rows[7001].replace(" MHz", " GHz")
odd[8001] = rows[8001].replace("2026/", "1926/").replace("90 %", "[N/A]").replace("\n", "\r\n")
quoted[7003] = rows[7003].replace("NVIDIA H100 80GB HBM3", '"NVIDIA, H100\n80GB ""HBM3"""')
many[5005:5020] = [rows[5005][:-1] + ", 7" * 2000 + "\n"] * 15
wide[9009] = rows[9009][:-1] + ", 7" * 4000 + "\n"
for name, said in ("whole", rows), ("odd", odd), ("quoted", quoted), ("many", many), ("wide", wide), ("cut", rows[:-1] + [rows[-1][:-30]]):
    assert sum(map(len, said)) > 1 << 20
    open("%s/smi-%s.csv" % (sys.argv[1], name), "w").write("".join(said))
TABLES
gzip -n -c "$SCRATCH/bundle/telemetry/telemetry.csv" >"$SCRATCH/bundle/telemetry/telemetry.csv.gz"
# Digests are taken while files are read: of a long plain one, one in UTF-16, one packed, a twin, an empty one.
gzip -n -c "$SCRATCH/bundle/trace-whole.json" >"$SCRATCH/bundle/other-trace.json.gz"
head -c 600000 "$SCRATCH/bundle/trace-whole.json" | iconv -t UTF-16 >"$SCRATCH/bundle/wide.log"
: >"$SCRATCH/bundle/empty.log"
(cd "$SCRATCH/bundle" && find . -type f -printf '%P\n' | LC_ALL=C sort | xargs -d '\n' sha256sum) >"$SCRATCH/sums"
for threads in 1 2 8; do
    (cd "$SCRATCH" && "$DOSSIER" inspect bundle --json --threads $threads 2>"$SCRATCH/err") |
        jq -r '.files[] | "\(.sha256)  \(.name)"' >"$SCRATCH/told"
    ok "digests by $threads threads are those of sha256sum" cmp "$SCRATCH/told" "$SCRATCH/sums"
done
for how in --json --all; do
    for threads in 1 2 8; do
        (cd "$SCRATCH" && "$DOSSIER" inspect bundle $how --threads $threads >"i-$threads" 2>"e-$threads")
        echo $? >>"$SCRATCH/i-$threads"
    done
    for threads in 2 8; do
        ok "the same $how of $threads threads" cmp "$SCRATCH/i-1" "$SCRATCH/i-$threads"
        ok "the same said by $threads threads" cmp "$SCRATCH/e-1" "$SCRATCH/e-$threads"
    done
done
ok "the most columns are said" grep -q "smi-wide.csv.*expected at most 2048 columns" "$SCRATCH/e-1"
ok "files were read and some refused" test "$(wc -c <"$SCRATCH/i-1")" -gt 100000 -a "$(wc -l <"$SCRATCH/e-1")" -gt 20
# The same files as runs, captures and profiles of a case, of which one run.json declares zones and series.
cat >"$SCRATCH/all.json" <<'CASE'
{"format": "dossier-case/1", "id": "ALL", "date": "2026-03-14", "question": "All?", "metric": {"key": "throughput.output_tokens", "kind": "per_run"}, "under_test": {"kind": "layers", "layers": ["accelerator"]},
 "systems": [{"id": "a", "label": "A", "baseline": true, "machines": [{"captures": ["bundle"], "runs": ["bundle/decode", "bundle/minimal"]}], "profiles": ["bundle"]},
             {"id": "b", "label": "B", "machines": [{"captures": ["bundle/telemetry"], "runs": ["bundle/prefill"]}]}]}
CASE
(cd "$SCRATCH" && "$DOSSIER" check all.json --json >c-many 2>d-many) || echo $? >>"$SCRATCH/c-many"
(cd "$SCRATCH" && taskset -c 0 "$DOSSIER" check all.json --json >c-one 2>d-one) || echo $? >>"$SCRATCH/c-one"
ok "a case read on one processor is read the same" cmp "$SCRATCH/c-many" "$SCRATCH/c-one"
ok "and much was read" test "$(wc -c <"$SCRATCH/c-one")" -gt 100000 -a "$(wc -l <"$SCRATCH/d-one")" -gt 20
ok "and the same is said" cmp "$SCRATCH/d-many" "$SCRATCH/d-one"
exits 3 "no more than 8 threads" "$DOSSIER" inspect "$SCRATCH/bundle" --threads 9
# The same as captures of both sides of a case, where each scope takes what it says, read side by side.
cp -r "$SOURCE/samples/made/driver-regression" "$SCRATCH/many"
mv "$SCRATCH/bundle" "$SCRATCH/many/A/bundle"
sed 's|"\([AB]\)/captures"|"\1/captures", "A/bundle"|' "$SOURCE/samples/made/driver-regression/case.json" >"$SCRATCH/many/case.json"
for threads in 1 2 8; do
    (cd "$SCRATCH" && "$DOSSIER" check many/case.json --json --threads $threads >"i-$threads" 2>"e-$threads") && rc=0 || rc=$?
    echo "$rc" >>"$SCRATCH/i-$threads"
done
for threads in 2 8; do
    ok "the same verdict of $threads threads" cmp "$SCRATCH/i-1" "$SCRATCH/i-$threads"
    ok "the same said of a case by $threads threads" cmp "$SCRATCH/e-1" "$SCRATCH/e-$threads"
done
for threads in 1 8; do
    "$DOSSIER" build "$SCRATCH/many/case.json" --store --threads $threads -o "$SCRATCH/many-$threads.asice" >/dev/null 2>&1 || true
done
ok "the same dossier of 8 threads" cmp "$SCRATCH/many-1.asice" "$SCRATCH/many-8.asice"
ok "files of the case were read and some refused" grep -q "cannot be read" "$SCRATCH/e-1"
ok "and it was judged" test "$(tail -1 "$SCRATCH/i-1")" -lt 3 -a "$(grep -c "A/bundle" "$SCRATCH/e-1")" -gt 20
# The unsigned, stored container is a pure function of its inputs.
"$DOSSIER" build "$SCRATCH/case/case.json" -o "$SCRATCH/1.asice" --store >/dev/null
(cd "$SCRATCH/else" && env TZ=Asia/Tokyo LC_ALL=de_DE.UTF-8 "$DOSSIER" build "$SCRATCH/else/where/another name/case.json" -o "$SCRATCH/2.asice" --store >/dev/null)
ok "same container bytes" cmp "$SCRATCH/1.asice" "$SCRATCH/2.asice"
finish
