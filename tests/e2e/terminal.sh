#!/bin/sh
# ctest
# terminal.sh - names and words that hold escape sequences, line ends or marks of direction, as whoever sends a
# bundle may choose them: no answer on a terminal repeats one.
. "$(dirname "$0")/common.sh"
cp -r "$SOURCE/samples/software-bottleneck" "$SCRATCH/case"
cd "$SCRATCH/case"
python3 - <<'END'
import json, os
hostile = "\x1b[31m\u202e<b>&\nF1 forged\x9b\x07"
os.rename("h100-unit6/llm-decode-bf16-cudagraph-long-r1", "h100-unit6/llm-decode-bf16-cudagraph-long-r" + hostile)
case = json.load(open("case.json"))
case["systems"][0]["label"] += hostile
case["assumptions"].append(hostile)
json.dump(case, open("hostile.json", "w"))
del case["systems"][0]["machines"][0]["captures"]
json.dump(case, open("silent.json", "w"))
END
plain() { # description: the last answer holds no control character and no mark of direction, and no forged line
    if python3 -c '
import sys
text = sys.stdin.buffer.read().decode()
bad = [c for c in text if (ord(c) < 32 and c != "\n") or 0x7f <= ord(c) < 0xa0 or 0x202a <= ord(c) <= 0x202e]
sys.exit(bool(bad) or any(line.startswith("F1 forged") for line in text.split("\n")))' <"$SCRATCH/out"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $1: $(grep -aom1 '.\{0,40\}[[:cntrl:]].\{0,20\}' "$SCRATCH/out" | cat -v)"
    fi
}
exits 0 "check" "$DOSSIER" check --full hostile.json
prints "‹U+001B›" "the label made visible"
plain "check"
exits 2 "check of what is incomplete" "$DOSSIER" check --full silent.json
prints "to ask for, of A" "what to ask for"
plain "check of what is incomplete"
exits 0 "trace" "$DOSSIER" trace hostile.json
plain "trace"
exits 0 "trace of all" "$DOSSIER" trace hostile.json --all
prints "of run llm-decode-bf16-cudagraph-long-r‹U+001B›" "the run's name made visible"
plain "trace of all"
exits 0 "trace, brief" "$DOSSIER" trace hostile.json --all --brief
plain "trace, brief"
exits 2 "rerun" "$DOSSIER" rerun hostile.json
plain "rerun"
exits 0 "build" "$DOSSIER" build hostile.json -o h.asice
plain "build"
exits 2 "verify" "$DOSSIER" verify h.asice
plain "verify"
finish
