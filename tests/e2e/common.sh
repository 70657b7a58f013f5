# common.sh - sourced by end-to-end tests: scratch folder, counting, and words for what failed.
set -eu
: "${DOSSIER:?}" "${SOURCE:?}"
SCRATCH=$(mktemp -d)
trap 'rm -rf "$SCRATCH"' EXIT
passed=0 failed=0
SOURCE_DATE_EPOCH=1795824000
export SOURCE_DATE_EPOCH

ok() { # description command...
    said=$1
    shift
    if "$@" >"$SCRATCH/out" 2>"$SCRATCH/err"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $said"
        sed 's/^/    /' "$SCRATCH/out" "$SCRATCH/err" | tail -20
    fi
}
exits() { # expected status, description, command...
    want=$1 said=$2
    shift 2
    got=0
    "$@" >"$SCRATCH/out" 2>"$SCRATCH/err" || got=$?
    if [ "$got" = "$want" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $said: exit $got, expected $want"
        sed 's/^/    /' "$SCRATCH/out" "$SCRATCH/err" | tail -20
    fi
}
prints() { # text expected in the last output, description
    if grep -qF -- "$1" "$SCRATCH/out"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $2: no \"$1\" in"
        sed 's/^/    /' "$SCRATCH/out" | head -40
    fi
}
finish() {
    echo "$passed passed, $failed failed"
    [ "$failed" = 0 ] && [ "$passed" -gt 0 ]
}
