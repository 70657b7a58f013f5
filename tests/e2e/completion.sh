#!/bin/sh
# ctest
# completion.sh - completions from the tables: every verb and every option that help prints, in a script that its shell can read.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
command -v bash >/dev/null || { echo "skipped: bash is not installed"; exit 77; }
for shell in bash zsh fish; do
    exits 0 "$shell" "$DOSSIER" completion $shell
    cp "$SCRATCH/out" $shell
    if command -v $shell >/dev/null; then ok "$shell reads it" $shell -n $shell; fi
done
exits 3 "another shell" "$DOSSIER" completion tcsh
exits 3 "none" "$DOSSIER" completion
cat >ask <<'L'
. ./bash
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_dossier
printf '%s\n' "${COMPREPLY[@]}"
L
"$DOSSIER" --help | sed -n 's/^  \([a-z][a-z-]*\)  *.*/\1/p' | sort >verbs
bash ask dossier "" | grep -v '^-' | grep -vx help | sort >offered
ok "whoever knows no verb is told where to begin" sh -c '"$DOSSIER" 2>&1 | sed -n "/^to begin with:/,/^\$/p" | grep -q "^    dossier compare A B  " && [ "$("$DOSSIER" 2>&1 | grep -n "^to begin" | cut -d: -f1)" -le 5 ]'
ok "every verb is offered" cmp verbs offered
bash ask dossier compa >offered
ok "by its first letters" sh -c '[ "$(tr "\n" " " <offered)" = "compare " ]'
while read -r verb; do
    ok "help of $verb: what it says fits a terminal" sh -c '! "$DOSSIER" help "$1" | grep -vE "^(  -| *--|usage)" | LC_ALL=C.UTF-8 grep -qE "^.{101,}"' - "$verb"
    "$DOSSIER" help "$verb" | grep -oE '^  (-[a-z], )?--[a-z][a-z0-9-]*' | grep -oE -- '--.*' | sort >told
    bash ask dossier "$verb" -- | sort >offered
    ok "$verb: every option is offered" cmp told offered
done <verbs
touch some.json
bash ask dossier check so >offered
ok "files are offered, too" grep -qx some.json offered
finish
