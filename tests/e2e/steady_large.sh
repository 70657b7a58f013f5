#!/bin/sh
# ctest
# steady_large.sh - a large table is read through its own pages: the same answer as from a copy, little memory, and an answer
# where a sampler still writes to it.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
python3 - <<'P'
import random
state, at = random.Random(5), 0.0
with open("steps.csv", "w") as out:
    out.write("t_start_s,duration_s,tokens\n")
    for _ in range(400000):
        took = round(0.1 + state.random() / 1000, 5)
        out.write("%.5f,%.5f,640\n" % (at, took))
        at += took
open("next", "w").write("%.5f,0.10050,640\n" % at)
P
gzip -k steps.csv
head -1000 steps.csv >small.csv
ok "large enough to be mapped" test "$(wc -c <steps.csv)" -gt 8000000
columns="--column duration_s --time t_start_s --kind per_iteration"
# shellcheck disable=SC2086
exits 0 "the table" "$DOSSIER" steady --json steps.csv $columns
mv out mapped.json
# shellcheck disable=SC2086
exits 0 "the same, decoded from gz" "$DOSSIER" steady --json steps.csv.gz $columns
mv out decoded.json
ok "one answer, of all rows" python3 -c '
import json
mapped, decoded = (json.load(open(name))["series"][0] for name in ("mapped.json", "decoded.json"))
assert mapped.pop("file") == "steps.csv" and decoded.pop("file").startswith("steps.csv.gz"), mapped
assert mapped == decoded and mapped["rows"] == 400000 and mapped["last_row_of_file"] == 400001, mapped
'
# Columns take 8 MB; the file, which holds 9.6 MB, none.
# shellcheck disable=SC2086
ok "memory" python3 -c '
import os, resource, subprocess, sys
def most(*words):
    child = subprocess.Popen([sys.argv[1], *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return os.wait4(child.pid, 0)[2].ru_maxrss * 1024
large, small = (most("steady", file, *sys.argv[2:]) for file in ("steps.csv", "small.csv"))
assert large - small < 14e6, (large, small)
# A file named by itself is held once, though a seal might stand above it and it might be a dossier.
large, small = (most("inspect", file) for file in ("steps.csv", "small.csv"))
assert large - small < 15e6, (large, small)
' "$DOSSIER" $columns
command -v cc >/dev/null || { echo "skipped the rest: no compiler"; finish; }
[ -z "${LD_PRELOAD:-}" ] || { echo "skipped the rest: something is preloaded"; finish; }
! nm -D "$DOSSIER" 2>/dev/null | grep -q __asan || { echo "skipped the rest: sanitizers come first"; finish; }
# Before the file is asked a second time whether it is still the same, a row comes behind the others.
cat >grow.c <<'C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
int fstat(int fd, struct stat *out)
{
    static int asked;
    int (*real)(int, struct stat *) = (int (*)(int, struct stat *))dlsym(RTLD_NEXT, "fstat");
    if (real(fd, out) == 0 && S_ISREG(out->st_mode) && out->st_size > 8000000 && ++asked == 2) {
        int growing = open("steps.csv", O_WRONLY | O_APPEND);
        const char *row = getenv("ROW");
        if (write(growing, row, strlen(row)) != (ssize_t)strlen(row) || write(growing, "\n", 1) != 1)
            abort();
        close(growing);
        return real(fd, out);
    }
    return real(fd, out);
}
C
ok "a library that lets the file grow" cc -shared -fPIC -O1 -o grow.so grow.c -ldl
# shellcheck disable=SC2086
exits 0 "a sampler that still writes" env ROW="$(cat next)" LD_PRELOAD="$SCRATCH/grow.so" "$DOSSIER" steady --json steps.csv $columns
mv out grown.json
ok "the row that came is among them" python3 -c '
import json
series = json.load(open("grown.json"))["series"]
assert len(series) == 1 and series[0]["rows"] == 400001, series
'
finish
