#!/bin/sh
# ctest
# new.sh - from two folders to a signed, verified dossier in four commands; nothing that stands is written over.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
S=$SOURCE/samples/software-bottleneck
exits 0 "a case of files that lie elsewhere" "$DOSSIER" new "$S/h100-unit6" "$S/h100-unit7" -o case --question "Does the compiler help?"
prints "wrote  case/case.json, about Output throughput" "what it is about"
prints "were copied into it, byte for byte" "where the files lie"
prints "Next:  dossier check case/case.json" "the next command"
ok "the files are the same" sh -c 'for f in captures llm-decode-bf16-cudagraph-long-r1; do diff -r "$1/h100-unit6/$f" "case/h100-unit6/$f"; done' - "$S"
ok "what was declared above them went with them" cmp "$S/run.json" case/run.json
ok "the case is well formed" jq -e '.format == "dossier-case/1" and .profile == "purchase" and .question == "Does the compiler help?" and
    (.systems | length) == 2 and .systems[0].baseline and .bridge[0].like == "A"' case/case.json
exits 2 "it is checked as it stands: some things nobody has told" "$DOSSIER" check case/case.json
ok "a key" "$DOSSIER" keygen -o me --name "We"
exits 2 "built" "$DOSSIER" build case/case.json -o d.asice --key me.key.pem --cert me.cert.pem
exits 0 "verified" "$DOSSIER" verify d.asice --trust me.cert.pem

cp case/case.json before
exits 3 "a case that stands is not written over" "$DOSSIER" new "$S/h100-unit6" "$S/h100-unit7" -o case
ok "nor touched" cmp before case/case.json

# Files below the folder stay where they are, and a run.json that stands is left.
mkdir own
cp -r "$S/h100-unit6" "$S/h100-unit7" own
cp "$S/run.json" own/h100-unit6/run.json
exits 0 "a case above its files" "$DOSSIER" new own/h100-unit6 own/h100-unit7 -o own --profile engineering
prints "stay where they are" "they are pointed at"
prints "h100-unit6   its run.json stands as it is" "a run.json that stands"
ok "is left" cmp "$S/run.json" own/h100-unit6/run.json
ok "the other asks, and its marks are no values" sh -c 'grep -q "FIXME: " own/h100-unit7/run.json'
ok "nothing was copied" sh -c '[ "$(ls own | sort | tr "\n" " ")" = "case.json h100-unit6 h100-unit7 " ]'

exits 3 "no folder is named" "$DOSSIER" new "$S/h100-unit6" "$S/h100-unit7"
exits 3 "nothing stands side by side" "$DOSSIER" new "$S/h100-unit6" "$S/offer-2026-11.txt" -o none
ok "and nothing was made" test ! -e none/case.json
finish
