#!/bin/sh
# ctest
# read_once.sh - what is judged is what was hashed: the file is opened once, and an exchange afterwards reaches nothing.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
command -v cc >/dev/null || { echo "skipped: no compiler"; exit 77; }
[ -z "${LD_PRELOAD:-}" ] || { echo "skipped: something is preloaded"; exit 77; }
nm -D "$DOSSIER" 2>/dev/null | grep -q __asan && { echo "skipped: sanitizers come first"; exit 77; }
# Once the file has been opened for the first time and closed, another one lies at its path.
cat >swap.c <<'C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
static int watched = -1, opened;
static int note(const char *path, int fd)
{
    if (fd >= 0 && getenv("WATCH") && strcmp(path, getenv("WATCH")) == 0) {
        watched = fd;
        FILE *log = ++opened == 1 ? fopen(getenv("LOG"), "w") : fopen(getenv("LOG"), "a");
        fprintf(log, "opened\n");
        fclose(log);
    }
    return fd;
}
#define OPEN(name) \
    int name(const char *path, int flags, ...) \
    { \
        int (*real)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, #name); \
        va_list list; \
        va_start(list, flags); \
        int mode = va_arg(list, int); \
        va_end(list); \
        return note(path, real(path, flags, mode)); \
    }
OPEN(open)
OPEN(open64)
#define OPEN_AT(name) \
    int name(int at, const char *path, int flags, ...) \
    { \
        int (*real)(int, const char *, int, ...) = (int (*)(int, const char *, int, ...))dlsym(RTLD_NEXT, #name); \
        va_list list; \
        va_start(list, flags); \
        int mode = va_arg(list, int); \
        va_end(list); \
        return note(path, real(at, path, flags, mode)); \
    }
OPEN_AT(openat)
OPEN_AT(openat64)
int close(int fd)
{
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "close");
    if (fd >= 0 && fd == watched) {
        watched = -1;
        if (getenv("OTHER"))
            rename(getenv("OTHER"), getenv("WATCH"));
    }
    return real(fd);
}
C
ok "a library that exchanges the file" cc -shared -fPIC -O1 -o swap.so swap.c -ldl
ok "a key" "$DOSSIER" keygen -o a --name "Team"
"$DOSSIER" build "$SOURCE/samples/trap-zeros/case.json" -o good.asice --key a.key.pem --cert a.cert.pem >/dev/null 2>&1 || true
"$DOSSIER" build "$SOURCE/samples/made/attention/case.json" -o other.asice --key a.key.pem --cert a.cert.pem >/dev/null 2>&1 || true
python3 - <<'P'
d = bytearray(open("good.asice", "rb").read())
at = d.rindex(b"data/report/report.html")
d[len(d) // 2] ^= 1
open("forged.asice", "wb").write(d)
P
exits 1 "the forged one by itself" "$DOSSIER" verify forged.asice --trust a.cert.pem --at "$SOURCE_DATE_EPOCH"
swapped() { # what lies there afterwards, expected status, description, verb and the rest
    cp good.asice d.asice
    cp "$1" next
    want=$2 said=$3
    shift 3
    exits "$want" "$said" env LD_PRELOAD="$SCRATCH/swap.so" WATCH=d.asice OTHER=next LOG=log "$DOSSIER" "$@"
    cp out said.out
    ok "$said: exchanged meanwhile" test ! -e next
    ok "$said: opened once" test "$(wc -l <log)" = 1
}
swapped forged.asice 0 "a good one, a forged one behind it" verify d.asice --trust a.cert.pem --at "$SOURCE_DATE_EPOCH" --rebuild
swapped other.asice 0 "a good one, another good one behind it" verify d.asice --trust a.cert.pem --at "$SOURCE_DATE_EPOCH" --rebuild --json
cp said.out told.json
ok "the digest is of what was judged" jq -e --arg d "$(sha256sum <good.asice | cut -c1-64)" '.file_sha256 == $d' told.json
cp good.asice keep.asice
cp forged.asice good.asice
swapped keep.asice 1 "a forged one, a good one behind it" verify d.asice --trust a.cert.pem --at "$SOURCE_DATE_EPOCH" --rebuild
cp keep.asice good.asice
swapped forged.asice 1 "the report of a good one (its verdict: not comparable)" report d.asice -o shown
ok "is that of the good one" sh -c 'unzip -p keep.asice data/report/report.html | cmp - shown/report/report.html'

# So it is with a dossier, and with any archive, that a case names a part of, or that is set against another: what is unpacked is
# what was checked, whatever lies there later.
mkdir case
cp -r "$SOURCE/samples/made/driver-regression" case/d
chmod -R u+w case
"$DOSSIER" build case/d/case.json -o old.asice --key a.key.pem --cert a.cert.pem >/dev/null 2>&1 || true
unzip -Z1 old.asice >members
python3 - <<'P'
import json, re, zipfile
with zipfile.ZipFile("old.asice") as z, zipfile.ZipFile("old-forged.asice", "w", zipfile.ZIP_DEFLATED) as out:
    for info in z.infolist():
        data = z.read(info)
        if re.search(r"-r[123]/.*\.csv$", info.filename) and "/B" not in info.filename:
            data = data.replace(b",640", b",320", 5)
        out.writestr(info, data)
case = json.load(open("case/d/case.json"))
roots = sorted({n.split("/")[2] for n in open("members").read().split() if n.startswith("data/evidence/") and n.count("/") > 2})
runs = [r for r in roots if re.search(r"-r[123]$", r)]
assert len(runs) == 6, roots
for system, part in zip(case["systems"], (runs[:3], runs[3:])):
    system["machines"][0] = {"runs": ["old.asice!data/evidence/" + r for r in part]}
json.dump(case, open("case/case.json", "w"))
P
enclosed() { # what lies there first, what afterwards, expected status, description, verb and the rest
    cp "$1" case/old.asice
    cp "$2" case/next
    want=$3 said=$4
    shift 4
    exits "$want" "$said" env LD_PRELOAD="$SCRATCH/swap.so" WATCH=case/old.asice OTHER=case/next LOG=log "$DOSSIER" "$@"
    cp out said
    cp err said.err
    ok "$said: exchanged meanwhile" test ! -e case/next
    [ "$want" = 3 ] || ok "$said: opened once" test "$(wc -l <log)" = 1 # a refused path is asked for by each run that names it
}
got=0
cp old.asice case/old.asice
"$DOSSIER" check case/case.json >plain 2>err || got=$?
enclosed old.asice old-forged.asice "$got" "a part of a good dossier, a forged one behind it" check case/case.json
ok "says what the good one does" cmp said plain
enclosed old-forged.asice old.asice 3 "a part of a forged dossier, a good one behind it" check case/case.json
enclosed old-forged.asice old.asice 3 "so when it is packed" build case/case.json -o new.asice --key a.key.pem --cert a.cert.pem
enclosed old.asice other.asice 3 "a dossier as a side, another one behind it" compare case/old.asice case/d/B
enclosed old-forged.asice old.asice 3 "the rows of a forged dossier, a good one behind it" runs case/old.asice
enclosed old-forged.asice old.asice 3 "a forged dossier judged as a round, a good one behind it" check --rules mlperf-inference-5.1 case/old.asice
ok "for what it is" grep -q "dossier does not hold" said.err

# A large file is read through its own pages. Whoever has it mapped writes to it without any sign in its times: what is said
# of it must be what was verified, whenever that happens; and a file cut short is an error that names it.
cat >edit.c <<'C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
static char *seen, *other;
static long size, calls, when;
__attribute__((constructor)) static void begin(void)
{
    if (!getenv("EDIT"))
        return;
    int fd = open(getenv("EDIT"), O_RDWR), from = open(getenv("OTHER"), O_RDONLY);
    size = lseek(fd, 0, SEEK_END);
    seen = mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    other = mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE, MAP_PRIVATE, from, 0);
    when = atol(getenv("WHEN"));
    for (long i = 0; i < size; i += 4096) /* dirty from now on, so that no time changes later */
        ((volatile char *)seen)[i] = seen[i];
    usleep(20000);
}
int madvise(void *at, size_t length, int advice)
{
    int (*real)(void *, size_t, int) = (int (*)(void *, size_t, int))dlsym(RTLD_NEXT, "madvise");
    if (seen && ++calls == when) {
        int fd = open(getenv("EDIT"), O_RDWR);
        if (getenv("CUT"))
            truncate(getenv("EDIT"), 4096);
        else if (getenv("TOUCH"))
            pwrite(fd, seen, 1, 0);
        else
            for (long i = 0; i < size; i++)
                if (seen[i] != other[i])
                    seen[i] = other[i];
        close(fd);
    }
    return real(at, length, advice);
}
__attribute__((destructor)) static void end(void)
{
    if (seen && getenv("COUNT")) {
        FILE *out = fopen(getenv("COUNT"), "w");
        fprintf(out, "%ld\n", calls);
        fclose(out);
    }
}
C
ok "a library that writes to the file" cc -shared -fPIC -O1 -o edit.so edit.c -ldl
"$DOSSIER" build "$SOURCE/samples/software-bottleneck/case.json" -o large.asice --store --key a.key.pem --cert a.cert.pem >/dev/null 2>&1 || true
python3 - <<'P'
import re, struct, zipfile, zlib
data = bytearray(open("large.asice", "rb").read())
with zipfile.ZipFile("large.asice") as z:
    info = z.getinfo("data/report/data.json")
    text = z.read(info)
old = next(v for v in (b'"comparable with stated differences"', b'"comparable"', b'"incomplete"') if text.count(b'"verdict": ' + v))
forged = text.replace(b'"verdict": ' + old, b'"verdict": ' + (b'"forged' + b" " * len(old))[:len(old) - 1] + b'"', 1)
assert len(forged) == len(text) and forged != text
at = data.index(text)
data[at:at + len(text)] = forged
crc, new = struct.pack("<I", zlib.crc32(text)), struct.pack("<I", zlib.crc32(forged))
for i in [m.start() for m in re.finditer(re.escape(crc), bytes(data))]:
    data[i:i + 4] = new
open("large-forged.asice", "wb").write(data)
P
ok "large enough" test "$(wc -c <large.asice)" -gt 4194304
exits 1 "the forged one by itself" "$DOSSIER" verify large-forged.asice --trust a.cert.pem --at "$SOURCE_DATE_EPOCH"
edited() { # when: the answer of verify over a good file that becomes the forged one at that call
    cp large.asice l.asice
    got=0
    LD_PRELOAD="$SCRATCH/edit.so" EDIT=l.asice OTHER=large-forged.asice WHEN=$1 COUNT=count "$DOSSIER" verify l.asice --trust a.cert.pem \
        --at "$SOURCE_DATE_EPOCH" >out 2>err || got=$?
}
edited 0
ok "unchanged it passes" [ "$got" = 0 ]
calls=$(cat count) step=$(($(cat count) / 40 + 1)) when=1 wrong=0 passes=0
while [ "$when" -le "$calls" ]; do
    edited "$when"
    [ "$got" != 0 ] || passes=$((passes + 1))
    if [ "$got" -gt 4 ] || grep -q forged out err; then
        wrong=$((wrong + 1))
        echo "at call $when of $calls: status $got, $(grep -h forged out err | head -2)"
    fi
    [ "$when" -gt $((calls - 12)) ] && when=$((when + 1)) || when=$((when + step > calls - 11 && when < calls - 11 ? calls - 11 : when + step))
done
ok "nothing is said that was not verified" [ "$wrong" = 0 ]
ok "some passed before the edit and some failed behind it" [ "$passes" -gt 0 ]
CUT=1
export CUT
edited 3
cp err cut.err
unset CUT
ok "cut short: no crash" [ "$got" = 4 ]
ok "and the file is named" grep -q "^l.asice: input: the file was cut short" cut.err

# So is large evidence, when it is judged and when it is packed: what goes into the dossier is what was read at first, or nothing is written.
cp -r "$SOURCE/samples/made/driver-regression" logged
chmod -R u+w logged
python3 - <<'P'
import json
case = json.load(open("logged/case.json"))
case["documents"] = ["server.log"]
json.dump(case, open("logged/case.json", "w"))
for name, word in ("first.log", "finished"), ("second.log", "rejected"):
    with open(name, "w") as out:
        for number in range(120000):
            out.write("2026-03-02 10:%02d:%02d INFO request %s: %d tokens\n" % (number // 60 % 60, number % 60, word, number))
P
ok "large enough to be mapped" test "$(wc -c <first.log)" -gt 4194304
logged() { # when, then verb and rest: over the first log, which becomes the second at that call
    cp first.log logged/server.log
    when=$1 got=0
    shift
    LD_PRELOAD="$SCRATCH/edit.so" EDIT=logged/server.log OTHER=second.log WHEN=$when COUNT=count "$DOSSIER" "$@" >out 2>err || got=$?
}
logged 0 build logged/case.json -o plain.asice --store
expected=$got calls=$(cat count) kept=0 refused=0 wrong=0
ok "a log is read a piece at a time" [ "$calls" -gt 6 ]
for when in 1 3 $((calls / 2)) $((calls - 2)) "$calls"; do
    for how in --store --threads=2; do
        rm -f l.asice
        logged "$when" build logged/case.json -o l.asice $how
        if [ "$got" = "$expected" ]; then
            kept=$((kept + 1))
            member=$(unzip -Z1 l.asice | grep 'server.log$')
            unzip -p l.asice "$member" >packed.log
            unzip -p l.asice manifest-sha256.txt | grep -q "^$(sha256sum <packed.log | cut -c1-64)  $member" || wrong=$((wrong + 1))
            cmp -s packed.log first.log || cmp -s packed.log second.log || wrong=$((wrong + 1))
        else
            refused=$((refused + 1))
            [ "$got" = 3 ] && grep -q "server.log.*changed while it was read" err && [ ! -e l.asice ] || wrong=$((wrong + 1))
        fi
    done
done
ok "a log that becomes another is packed as it was read, or refused ($kept, $refused)" [ "$wrong" = 0 ]
ok "refused where it had been read" [ "$refused" -gt 0 ]
TOUCH=1
export TOUCH
logged $((calls / 2)) check logged/case.json
cp err touched.err
unset TOUCH
ok "what is written to while it is judged is not judged" [ "$got" = 3 ]
ok "and is named" grep -q "server.log.*changed while it was read" touched.err
logged 0 check logged/case.json
ok "left alone it is judged" [ "$got" = "$expected" ]
CUT=1
export CUT
logged 3 build logged/case.json -o l.asice
unset CUT
ok "evidence cut short: no crash" [ "$got" = 4 ]
mkfifo pipe.asice
exits 3 "a pipe is no dossier" timeout 10 "$DOSSIER" verify pipe.asice --trust a.cert.pem
finish
