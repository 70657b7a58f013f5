# common.sh - sourced by end-to-end tests: scratch folder, counting, and words for what failed.
set -eu
: "${DOSSIER:?}" "${SOURCE:?}"
SCRATCH=$(mktemp -d)
trap 'rm -rf "$SCRATCH"' EXIT
passed=0 failed=0
SOURCE_DATE_EPOCH=1795824000
export SOURCE_DATE_EPOCH

ok() { # description command...
    said=$1 kept=$SCRATCH
    shift
    # A question about the last output or its messages leaves them: written to, they would be empty before they are read.
    word=
    for next in "$@"; do
        case $word$next in # the command's own name is no file
        " $SCRATCH/out" | " $SCRATCH/err" | " out" | " err") kept=$SCRATCH/asked ;;
        esac
        word=' '
    done
    mkdir -p "$kept"
    if "$@" >"$kept/out" 2>"$kept/err"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $said"
        sed 's/^/    /' "$kept/out" "$kept/err" | tail -20
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
lacks() { # text that must not stand in the last output nor among its messages, description; `ok ! grep` would look at its own
    if grep -qF -- "$1" "$SCRATCH/out" "$SCRATCH/err"; then
        failed=$((failed + 1))
        echo "FAIL $2: \"$1\" in"
        sed 's/^/    /' "$SCRATCH/out" "$SCRATCH/err" | head -40
    else
        passed=$((passed + 1))
    fi
}
# drawn CASE: the folder with the report of a sample as it stands. Drawn once for all tests of a build, which must not write
# there; again when the program or a sample changed. What the verb said by its exit status is in `status` beside `report`.
drawn() { kept report "$1"; }
# packed CASE: the same with its dossier, `d.asice`, signed by the key in `signer` above it.
packed() { kept dossier "$1"; }
kept() {
    # In a file, since what `$(drawn CASE)` sets is gone with it.
    [ -s "$SCRATCH/drawn_of" ] || { sha256sum <"$DOSSIER"; find "$SOURCE/samples" -type f -print0 | LC_ALL=C sort -z |
        xargs -0 sha256sum; } | sha256sum | cut -c1-32 >"$SCRATCH/drawn_of"
    drawn_of=$(cat "$SCRATCH/drawn_of")
    mkdir -p "$BUILD/drawn/$drawn_of"
    place=$BUILD/drawn/$drawn_of/$(printf '%s' "${2#"$SOURCE/samples/"}" | tr / .)
    [ "$1" = report ] || place=$place.$1
    (
        flock 9
        [ -e "$place/status" ] && exit 0
        find "$BUILD/drawn" -mindepth 1 -maxdepth 1 -mmin +300 ! -name "$drawn_of" -exec rm -rf {} +
        rm -rf "$place"
        said=0
        if [ "$1" = report ]; then
            "$DOSSIER" report "$2" -o "$place" >/dev/null 2>&1 || said=$?
            mkdir -p "$place"
        else
            signer=${place%/*}/signer
            (flock 8 && [ -e "$signer.cert.pem" ] || "$DOSSIER" keygen -o "$signer" --name 'First signer' >/dev/null) 8>"$signer.lock"
            mkdir -p "$place"
            "$DOSSIER" build "$2" -o "$place/d.asice" --key "$signer.key.pem" --cert "$signer.cert.pem" >/dev/null 2>&1 || said=$?
        fi
        echo "$said" >"$place/status"
    ) 9>"$place.lock"
    printf '%s\n' "$place"
}
# fits VERB [--closed] FILE...: whether what the verb printed fits the schema of `dossier schema VERB`, by ajv. can_fit: ajv is here.
can_fit() { [ -d "$SOURCE/tests/web/node_modules/ajv" ] && command -v node >/dev/null 2>&1; }
fits() {
    can_fit || return 0
    "$DOSSIER" schema "$1" >"$SCRATCH/$1.fits" || return 1
    fit_of=$1 fit_mode=
    shift
    [ "$1" != --closed ] || { fit_mode=--closed; shift; }
    # shellcheck disable=SC2086
    node "$SOURCE/tests/web/schema.mjs" $fit_mode "$SCRATCH/$fit_of.fits" "$@"
}
finish() {
    echo "$passed passed, $failed failed"
    [ "$failed" = 0 ] && [ "$passed" -gt 0 ]
}
