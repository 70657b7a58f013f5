#!/bin/sh
# run.sh - all that CI runs, in order; stops at the first failure. Called by `./dev test`.
set -eu
cd "$(dirname "$0")/.."
step() { printf '\n== %s (%ss)\n' "$*" "$(($(date +%s) - begin))"; }
begin=$(date +%s)

# The corpus is not part of the repository; tests that want it say "skipped" without it.
if [ -z "${DOSSIER_CORPUS:-}" ] && [ -d ../shared/corpus ]; then
    DOSSIER_CORPUS=$(cd ../shared/corpus && pwd)
    export DOSSIER_CORPUS
fi

# Where python3 is a shim (pyenv, asdf), what it stands for: a start of the shim costs a tenth of a second, and there are hundreds.
python=$(python3 -c 'import sys; print(sys.executable)')
[ "$(command -v python3)" = "$python" ] || PATH=${python%/*}:$PATH

step "demo, as a new user runs it"
mkdir -p build
./dev demo >build/demo.log 2>&1 || { cat build/demo.log; exit 1; }
cat build/demo.log

step "lint"
# Fewer states a function than `./dev lint` follows, and far fewer than `./dev nightly`: half of the time.
NODES=${NODES:-8000} sh tests/lint.sh

# One build serves clang's warnings, clang-tidy, the sanitizers and the fuzz targets.
step "unit tests under sanitizers"
ctest --test-dir build/clang --output-on-failure -L unit -j 2

step "fuzz targets, a while each"
sh tests/fuzz/run.sh 7

step "unit, architecture and end-to-end tests"
# The demo's program serves the tests: compiled once, by gcc, which must have had nothing to say of it nor of them.
cmake --preset release -DDOSSIER_TESTS=ON >/dev/null
cmake --build build/release >build/tests.log 2>&1 || { cat build/tests.log; exit 1; }
if grep -n 'warning:' build/demo.log build/tests.log; then exit 1; fi
step "run"
# Where it is allowed, without a network: whatever reaches for one fails here.
alone=
if unshare -n true 2>/dev/null; then alone="unshare -n"; else echo "with a network: unshare -n is not allowed here"; fi
$alone ctest --test-dir build/release --output-on-failure -j 2

# A test may pass over a tool that a developer lacks; here `./dev deps --test` has brought every one. The corpus and the
# files of other projects are nobody's to install.
if grep -E 'not installed|skipped: (needs|no [a-z0-9]+$)' build/release/Testing/Temporary/LastTest.log |
    grep -vE 'corpus|DOSSIER_PUBLIC'; then
    echo "tests: a tool is missing that ./dev deps --test should install" >&2
    exit 1
fi
