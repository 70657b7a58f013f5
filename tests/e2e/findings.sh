# findings.sh - sourced behind common.sh: what a rule says of the case.json of the folder at hand.
said() { # rule: its findings that do not hold, of every comparison
    "$DOSSIER" check case.json --json >checked.json 2>err || :
    jq -r --arg id "$1" '.comparisons[].findings[] | select(.rule == $id and .judgement != "holds") | .judgement + ": " + .said' checked.json
}
is() { # description, rule, expected findings (a pattern of grep -E; empty: none)
    got=$(said "$2")
    if [ -z "$3" ] && [ -z "$got" ] || { [ -n "$3" ] && echo "$got" | grep -Eq -- "$3"; }; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $1: $2 says '$got', expected '$3'"
    fi
}
