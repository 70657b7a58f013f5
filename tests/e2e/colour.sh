#!/bin/sh
# ctest
# colour.sh - colour on a terminal (no-color.org): where it stands, where it does not, and that no word hangs on it.
. "$(dirname "$0")/common.sh"
cd "$SOURCE/samples/software-bottleneck"
cat >"$SCRATCH/terminal.py" <<'END'
"""What a command prints where standard output, standard error or both are a terminal; the other goes nowhere."""
import os, pty, subprocess, sys
which, env, words = sys.argv[1], dict(w.split("=", 1) for w in sys.argv[2].split()), sys.argv[3:]
lead, follow = pty.openpty()
base = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "TERM")} | {"TERM": "xterm"} | env
ends = {"out": (follow, subprocess.DEVNULL), "err": (subprocess.DEVNULL, follow)}[which]
child = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=ends[0], stderr=ends[1], env=base)
os.close(follow)
said = b""
while True:
    try:
        more = os.read(lead, 65536)
    except OSError:
        break
    if not more:
        break
    said += more
child.wait()
sys.stdout.buffer.write(said.replace(b"\r\n", b"\n"))
END
tty() { which=$1 env=$2; shift 2; python3 "$SCRATCH/terminal.py" "$which" "$env" "$@" >"$SCRATCH/tty"; }
coloured() { grep -q "$(printf '\033')\[" "$1"; }
not() { ! "$@"; }
bare() { sed "s/$(printf '\033')\[[0-9;]*m//g" "$1"; }
pair="h100-unit6 h100-unit7"
# shellcheck disable=SC2086
set -- "$DOSSIER" compare $pair
"$@" >"$SCRATCH/plain"
ok "a pipe has none" not coloured "$SCRATCH/plain"
tty out "" "$@"
ok "a terminal has" coloured "$SCRATCH/tty"
ok "the verdict's line as a whole, in bold yellow" grep -qx "$(printf '\033')\[1m$(printf '\033')\[33m≈ comparable, with .*$(printf '\033')\[0m" "$SCRATCH/tty"
bare "$SCRATCH/tty" >"$SCRATCH/bare"
ok "without the codes it is what a pipe has" cmp "$SCRATCH/plain" "$SCRATCH/bare"
tty out "NO_COLOR=1" "$@"
ok "NO_COLOR: none" cmp "$SCRATCH/plain" "$SCRATCH/tty"
tty out "NO_COLOR=" "$@"
ok "an empty NO_COLOR says nothing" coloured "$SCRATCH/tty"
tty out "TERM=dumb" "$@"
ok "TERM=dumb: none" cmp "$SCRATCH/plain" "$SCRATCH/tty"
tty out "" "$@" --color never
ok "--color never: none" cmp "$SCRATCH/plain" "$SCRATCH/tty"
tty out "NO_COLOR=1" "$@" --color=always
ok "what is asked for goes before NO_COLOR" coloured "$SCRATCH/tty"
"$@" --color always >"$SCRATCH/piped"
ok "--color always: a pipe, too" coloured "$SCRATCH/piped"
for form in --json --markdown; do
    "$@" $form >"$SCRATCH/plain"
    "$@" $form --color always >"$SCRATCH/piped"
    ok "$form stays plain" cmp "$SCRATCH/plain" "$SCRATCH/piped"
done
exits 3 "another word" "$@" --color red
ok "names the three" grep -q "expected auto, always or never" "$SCRATCH/err"
# ---- a refusal, checks of a dossier, and what is wrong with a line
"$DOSSIER" check "$SOURCE/samples/trap-precision/case-tf32.json" --color always >"$SCRATCH/refused" 2>"$SCRATCH/said" || :
ok "a refusal is red" grep -q "$(printf '\033')\[31m≠ not comparable" "$SCRATCH/refused"
exits 0 "a key" "$DOSSIER" keygen -o "$SCRATCH/a" --name Team
exits 0 "a dossier" "$DOSSIER" build case.json -o "$SCRATCH/d.asice" --key "$SCRATCH/a.key.pem" --cert "$SCRATCH/a.cert.pem"
"$DOSSIER" verify "$SCRATCH/d.asice" --trust "$SCRATCH/a.cert.pem" --color always >"$SCRATCH/whole"
ok "what holds is green" grep -q "$(printf '\033')\[32mTOTAL-PASSED" "$SCRATCH/whole"
printf x | dd of="$SCRATCH/d.asice" bs=1 seek=2000 conv=notrunc 2>"$SCRATCH/dd"
"$DOSSIER" verify "$SCRATCH/d.asice" --trust "$SCRATCH/a.cert.pem" --color always >"$SCRATCH/broken" 2>"$SCRATCH/said" || :
ok "what fails is red" grep -q "$(printf '\033')\[31m" "$SCRATCH/broken" "$SCRATCH/said"
tty err "" "$DOSSIER" check "$SCRATCH/none.json"
ok "a diagnostic's grade is red on a terminal" grep -q "$(printf '\033')\[31minput:" "$SCRATCH/tty"
"$DOSSIER" check "$SCRATCH/none.json" 2>"$SCRATCH/piped" || :
ok "and plain in a file" not coloured "$SCRATCH/piped"
finish
