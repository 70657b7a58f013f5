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
# What zsh and fish are told of a verb's options against what its help prints, each shell's quoting undone: the letter, whether a
# word follows (and, in zsh, what it is called, in which a colon would begin what completes it), and every word of the help.
cat >options.py <<'END'
import re, shlex, sys
verb, told, zsh, fish = sys.argv[1], *(open(p).read() for p in sys.argv[2:])
rows = (re.fullmatch(r"  (?:-(\w), )?--([a-z0-9-]+)(?: (\S+(?: \S+)*?))?(?:  +(\S.*))?", line) for line in told.split("\n"))
want = {row[2]: (row[1], row[3], row[4]) for row in rows if row}
assert want
body = re.search(r"^%s\) _arguments((?:.*\\\n)*.*) ;;$" % verb, zsh, re.M)[1]
found = {}
plain = lambda text: text and re.sub(r"\\(.)", r"\1", text)
for word in shlex.split(body.replace("\\\n", " ")):
    if word == "*:file:_files":
        continue
    at = re.fullmatch(r"(\*?)--([a-z0-9-]+)(=?)\[((?:[^\\\[\]:]|\\.)*)\](?::((?:[^\\:]|\\.)+):_files)?", word)
    assert at and bool(at[3]) == bool(at[5]), word
    assert at[1] or not ((at[5] or "").endswith("...") or at[2] == "set"), "may stand several times: " + word
    found[at[2]] = (plain(at[5]), plain(at[4]))
assert found == {name: row[1:] for name, row in want.items()}, [(n, found.get(n), want[n]) for n in want if found.get(n) != want[n][1:]]
found, known = {}, False
for words in map(shlex.split, fish.split("\n")):
    known = known or words[3:9] == ["-n", "__fish_use_subcommand", "-f", "-a", verb, "-d"]
    if words[3:5] == ["-n", "__fish_seen_subcommand_from " + verb]:
        letter = words[6] if words[5] == "-s" else None
        found[words[words.index("-l") + 1]] = (letter, "-r" in words[:-1], words[-1])
assert known and found == {name: (row[0], row[1] is not None, row[2]) for name, row in want.items()}, verb
END
while read -r verb; do
    ok "help of $verb: what it says fits a terminal" sh -c '! "$DOSSIER" help "$1" | grep -vE "^(  -| *--|usage)" | LC_ALL=C.UTF-8 grep -qE "^.{101,}"' - "$verb"
    "$DOSSIER" help "$verb" | grep -oE '^  (-[a-z], )?--[a-z][a-z0-9-]*' | grep -oE -- '--.*' | sort >told
    bash ask dossier "$verb" -- | sort >offered
    ok "$verb: every option is offered" cmp told offered
    "$DOSSIER" help "$verb" >help
    ok "$verb: zsh and fish know each by its letter, its argument and its words" python3 options.py "$verb" help zsh fish
done <verbs
touch some.json
bash ask dossier check so >offered
ok "files are offered, too" grep -qx some.json offered
finish
