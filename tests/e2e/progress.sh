#!/bin/sh
# ctest
# progress.sh - what takes more than a second says on a terminal how far it has come, and takes the line away again; elsewhere it
# is silent, and an interrupt leaves nothing behind.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
command -v cc >/dev/null || { echo "skipped: no compiler"; exit 77; }
[ -z "${LD_PRELOAD:-}" ] || { echo "skipped: something is preloaded"; exit 77; }
if nm -D "$DOSSIER" 2>/dev/null | grep -q __asan; then echo "skipped: sanitizers come first"; exit 77; fi
# A clock on which a hundredth of a second is one, waiting included, so that little work takes long.
cat >clock.c <<'C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>
int clock_gettime(clockid_t clock, struct timespec *out)
{
    int (*real)(clockid_t, struct timespec *) = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int status = real(clock, out);
    if (clock == CLOCK_MONOTONIC && status == 0) {
        long long all = (out->tv_sec % 100000 * 1000000000LL + out->tv_nsec) * 100;
        out->tv_sec = all / 1000000000;
        out->tv_nsec = all % 1000000000;
    }
    return status;
}
int nanosleep(const struct timespec *asked, struct timespec *left)
{
    int (*real)(const struct timespec *, struct timespec *) =
        (int (*)(const struct timespec *, struct timespec *))dlsym(RTLD_NEXT, "nanosleep");
    struct timespec shorter = { asked->tv_sec / 100, (asked->tv_sec % 100 * 1000000000L + asked->tv_nsec) / 100 };
    return real(&shorter, left);
}
C
ok "a clock that runs fast" cc -shared -fPIC -O1 -o clock.so clock.c -ldl
cp -r "$SOURCE/samples/made/driver-regression" case
mkdir case/logs
python3 - <<'P'
import json, random
state = random.Random(3)
words = "request finished batch tokens cache block queue worker step latency decode prefill".split()
with open("case/logs/server.log", "w") as out:
    for number in range(300000):
        out.write("10:%02d:%02d INFO %s %s %.3f ms\n" % (number // 60 % 60, number % 60, state.choice(words), state.choice(words), state.random() * 90))
case = json.load(open("case/case.json"))
case["documents"] = ["logs/*"]
json.dump(case, open("case/case.json", "w"))
with open("steps.csv", "w") as out:
    out.write("t_start_s,duration_s,tokens\n")
    for number in range(300000):
        out.write("%.5f,%.5f,640\n" % (number * 0.1, 0.1 + number % 7 * 1e-5))
P
cat >terminal.py <<'P'
"""terminal.py OUT COMMAND...: runs it on a terminal of its own and keeps what the terminal got; standard output goes to OUT.out.
With INTERRUPT set, types Control-C as soon as that word is shown."""
import os, pty, sys
name, command = sys.argv[1], sys.argv[2:]
child, terminal = pty.fork()
if child == 0:
    out = os.open(name + ".out", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    os.dup2(out, 1)
    os.environ["TERM"] = os.environ.get("KIND", "xterm")
    os.environ["LD_PRELOAD"] = os.getcwd() + "/clock.so"
    os.execv(command[0], command)
seen, typed, wanted = b"", False, os.environ.get("INTERRUPT", "").encode()
while True:
    try:
        more = os.read(terminal, 4096)
    except OSError:
        break
    if not more:
        break
    seen += more
    if wanted and wanted in seen and not typed:
        os.write(terminal, b"\x03")
        typed = True
open(name, "wb").write(seen)
status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
sys.exit(status if status >= 0 else 128 - status)
P
"$DOSSIER" keygen -o k --name Team >/dev/null
build() { "$@" "$DOSSIER" build case/case.json --threads 1 -o "${BUILT:-built.asice}" --key k.key.pem --cert k.cert.pem; }

exits 0 "a dossier of 9 MB on a terminal" build python3 terminal.py shown
cp built.asice first.asice
ok "stages, amounts, rate and rest; each line drawn over the one before; nothing left" python3 - <<'P'
import re
shown = open("shown", "rb").read().decode()
assert "packing: " in shown and "judging" in shown or "drawing pages" in shown, shown
lines = shown.split("\r")
told = [line.replace("\033[K", "") for line in lines]
packing = [line for line in told if line.startswith("packing: ")]
assert packing, told
form = re.compile(r"packing: [0-9]+\.[0-9] MB of [0-9]+\.[0-9] MB(, [0-9]+\.[0-9] MB/s, [0-9]+ s left)?$")
assert all(form.match(line) for line in packing), packing
done = [float(line.split()[1]) for line in packing]
whole = float(packing[0].split(" of ")[1].split()[0])
assert done == sorted(done) and done[-1] <= whole and whole > 9, packing
assert all(len(line) < 80 for line in told)
# What the program says itself stands on a line of its own, behind one that was taken away.
rest = shown[shown.rindex("\r\033[K") + 4:]
assert "MB" not in rest.split("\n")[0] and "pages" not in rest, rest
P
exits 0 "the same without a terminal" build env LD_PRELOAD="$SCRATCH/clock.so" TERM=xterm
ok "silent" [ ! -s err ]
ok "and the same dossier but for its signature" python3 - <<'P'
import zipfile
one, two = zipfile.ZipFile("first.asice"), zipfile.ZipFile("built.asice")
assert one.namelist() == two.namelist()
for name in one.namelist():
    assert name.endswith(".p7s") or one.read(name) == two.read(name), name
P
exits 0 "a terminal that cannot take a line back" env KIND=dumb python3 terminal.py dumb "$DOSSIER" steady steps.csv --column duration_s --time t_start_s --kind per_iteration
ok "silent, too" [ ! -s dumb ]
exits 0 "rows" python3 terminal.py rows "$DOSSIER" steady steps.csv --column duration_s --time t_start_s --kind per_iteration
ok "rows are told" grep -q "reading rows: " rows
exits 0 "files" python3 terminal.py files "$DOSSIER" inspect case
ok "files are told" grep -q "looking at files: " files
ok "the answer is what it is without a terminal" sh -c '"$1" inspect case | cmp - files.out' - "$DOSSIER"
exits 0 "a dossier" python3 terminal.py verified "$DOSSIER" verify built.asice --trust k.cert.pem
mkdir new
BUILT=new/built.asice
export BUILT
export INTERRUPT="packing: "
exits 130 "Control-C while packing" build python3 terminal.py stopped
ok "leaves nothing" [ -z "$(ls -A new)" ]
export INTERRUPT="pages"
exits 130 "Control-C while drawing" python3 terminal.py stopped "$DOSSIER" report case/case.json -o new/report
ok "leaves nothing, too" [ -z "$(ls -A new)" ]
if command -v strace >/dev/null && strace -o /dev/null true 2>/dev/null; then
    for when in 1 2 20 60; do
        exits 130 "Control-C at the file number $when" strace -f -o strace.out -e trace=fsync -e inject=fsync:signal=SIGINT:when=$when \
            "$DOSSIER" report case/case.json -o new/a/report
        ok "leaves nothing of a new folder" [ -z "$(ls -A new)" ]
    done
    mkdir -p new/a
    exits 143 "the same in a folder that was there" strace -f -o strace.out -e trace=fsync -e inject=fsync:signal=SIGTERM:when=20 \
        "$DOSSIER" report case/case.json -o new/a
    ok "leaves it, with whole files" sh -c '[ -n "$(find new/a -type f)" ] && [ -z "$(find new/a -type f -name ".*")" ]'
    rm -rf new/a
    for folder in new/t new/t/tables; do # of an export, where its folder is new, and where it was there
        exits 143 "an export stopped while it is made" strace -f -o strace.out -e trace=syncfs -e inject=syncfs:signal=SIGTERM:when=1 \
            "$DOSSIER" facts built.asice -o "$folder"
        ok "leaves no part of itself" [ -z "$(find new -mindepth 1 ! -path new/t)" ]
        mkdir -p new/t
    done
    exits 0 "and the next" "$DOSSIER" facts built.asice -o new/t
    ok "is whole" sh -c '[ -n "$(find new/t -name "fact.jsonl")" ] && [ -z "$(find new/t -name ".export-*")" ]'
fi
finish
