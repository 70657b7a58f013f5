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
finish
