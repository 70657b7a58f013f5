#!/bin/sh
# run.sh [SECONDS] - each fuzz target for a while, from a seed corpus made of samples and golden inputs.
set -eu
cd "$(dirname "$0")/../.."
seconds=${1:-10}
cmake --preset clang >/dev/null
cmake --build build/clang --target fuzz_json fuzz_archive fuzz_dossier fuzz_sign fuzz_formats fuzz_case fuzz_rules fuzz_series fuzz_pdfread
seeds=build/clang/fuzz/seeds
rm -rf "$seeds"
for stem in json archive dossier sign formats case rules series pdfread; do mkdir -p "$seeds/$stem"; done

# Seeds: whole small files; the formats target wants the index of a name as its first byte.
n=0
for file in $(git ls-files 'samples/*.json' 'tests/golden/*.json' templates/rules.json); do
    [ "$(stat -c %s "$file")" -lt 65536 ] || continue
    n=$((n + 1))
    cp "$file" "$seeds/json/$n"
done
python3 tests/fuzz/seeds_case.py "$seeds/case"
cp templates/rules.json "$seeds/rules/"
python3 - "$seeds" <<'P'
import os, re, subprocess, sys
seeds = sys.argv[1]
names = re.findall(r'"([\w.-]+\.(?:json|xml|csv|txt|jsonl))"', open("tests/fuzz/fuzz_formats.c").read())
for path in subprocess.run(["git", "ls-files", "samples", "tests/golden"], capture_output=True, text=True).stdout.split():
    base = os.path.basename(path)
    if base in names and os.path.getsize(path) < 100000:
        open("%s/formats/%s" % (seeds, path.replace("/", "_")), "wb").write(bytes([names.index(base)]) + open(path, "rb").read())
for folder in ("profilers", "ceilings"):  # told by what they hold, under any name
    for path in subprocess.run(["git", "ls-files", "tests/golden/ingest/" + folder], capture_output=True, text=True).stdout.split():
        if not path.endswith((".facts", ".sh")):
            open("%s/formats/%s" % (seeds, path.replace("/", "_")), "wb").write(bytes([names.index("date.txt")]) + open(path, "rb").read())
subprocess.run(["python3", "tests/e2e/nsys_sqlite.py", "hostile", seeds + "/sqlite"], check=True)
for name in os.listdir(seeds + "/sqlite"):
    base = open("%s/sqlite/%s" % (seeds, name), "rb").read()
    open("%s/formats/%s" % (seeds, name), "wb").write(bytes([names.index("date.txt")]) + base)
import importlib.util
sys.argv = ["steady_files.py", seeds + "/series"]  # small series of every kind, each asked for in four ways
spec = importlib.util.spec_from_file_location("steady_files", "tests/e2e/steady_files.py")
spec.loader.exec_module(importlib.util.module_from_spec(spec))
for name in os.listdir(seeds + "/series"):
    bytes_of = open("%s/series/%s" % (seeds, name), "rb").read()[:40000]
    os.remove("%s/series/%s" % (seeds, name))
    for asked in (1, 2, 6, 50):
        open("%s/series/%s-%d" % (seeds, name, asked), "wb").write(bytes([asked]) + bytes_of)
import tarfile, zipfile
for kind in ("", "gz", "xz"):
    with tarfile.open("%s/archive/t%s" % (seeds, kind), "w:" + kind) as t:
        t.add("samples/README.md", "a/README.md")
with zipfile.ZipFile(seeds + "/archive/z", "w", zipfile.ZIP_DEFLATED) as z:
    z.write("samples/README.md", "a/README.md")
P
python3 tests/fuzz/seeds_sign.py "$seeds/sign"
for dossier in build/release/cli/dossier build/dev/cli/dossier build/clang/cli/dossier; do
    [ -x "$dossier" ] || continue
    rm -f "$seeds/k.key.pem" "$seeds/k.cert.pem"
    "$dossier" keygen -o "$seeds/k" >/dev/null
    "$dossier" build samples/trap-zeros/case.json -o "$seeds/dossier/d" --key "$seeds/k.key.pem" --cert "$seeds/k.cert.pem" >/dev/null || true
    "$dossier" verify "$seeds/dossier/d" --report-file "$seeds/pdfread/outcome.pdf" >/dev/null || true
    break
done
# As many at a time as there are processors: each is one thread.
export seconds seeds
printf '%s\n' json archive dossier sign formats case rules series pdfread | xargs -P "$(nproc)" -n 1 sh -c '
    mkdir -p "build/clang/fuzz/corpus/$1"
    echo "fuzz_$1 for $seconds s"
    "build/clang/tests/fuzz/fuzz_$1" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=3000 -max_len=1000000 \
        -artifact_prefix="build/clang/fuzz/find-$1-" -print_final_stats=0 -verbosity=0 "build/clang/fuzz/corpus/$1" "$seeds/$1" || exit 255' fuzz
echo "fuzz: no find"
