#!/bin/sh
# ctest
# serving.sh - results of a serving benchmark, request by request, from case to verdict: start times on a clock of the
# tool's own stand for times after load began, and no rate is made from requests that overlap.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
cp -r "$SOURCE/samples/software-bottleneck/h100-unit6/captures" .
python3 "$SOURCE/tests/e2e/serving.py" .

exits 0 "time per token" "$DOSSIER" check token.json --json
cp out said
ok "B takes 0.9 of A's time a token, as it was made" \
    jq -e '.comparisons[0].ratio.value | tonumber | . > 0.899 and . < 0.901' said
exits 0 "time per token, as text" "$DOSSIER" check token.json
prints "from 0.00 to " "the window counts from the first request"
cp out said
ok "telemetry was placed by load.begin" sh -c '! grep -q "^  \(S7\|S9\|V5\|H2\) " said'

exits 2 "tokens per second" "$DOSSIER" check rate.json
prints "holds times of requests, which overlap" "why there is no rate"
cp out said
ok "no ratio" sh -c '! grep -q "B / A" said'
finish
