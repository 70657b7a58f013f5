#!/bin/sh
# ctest
# no_network.sh - every verb once, in an empty network name space and under strace: no socket is made, and no other
# program is started.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
command -v strace >/dev/null || { echo "skipped: strace is not installed"; exit 77; }
strace -o probe -e trace=execve true 2>/dev/null || { echo "skipped: strace is not allowed here"; exit 77; }
alone=
for how in "unshare -n" "unshare -cn" "unshare -rn"; do
    $how true 2>/dev/null && { alone=$how; break; }
done
[ -n "$alone" ] || echo "without a name space of its own: unshare -n is not allowed here"
. "$SOURCE/tests/e2e/tsa.sh"
root people 2026-01-01 9000
root stamps 2026-01-01 9000
person anna people 2026-11-01 900
authority tsa stamps 2026-06-01 4000
cp -r "$SOURCE/samples/trap-zeros" "$SOURCE/samples/software-bottleneck" .
bundle=$(find trap-zeros -type d | sed -n 2p)
run=software-bottleneck/h100-unit6/llm-decode-bf16-cudagraph-long-r1 other=software-bottleneck/h100-unit7/llm-decode-bf16-compile-cudagraph-long-r1
python3 "$SOURCE/tests/e2e/steady_files.py" .

# One line a command: status that it must end with, and arguments. `withhold` and `timestamp` need what openssl and unzip make
# between them, so there are two lists.
cat >first <<L
0 --help
0 --version
0 keygen -o own --name Own
0 capture-script
0 formats
0 rules
0 schema case
0 vocabulary
0 recipe vllm
0 completion bash
0 inspect $bundle
0 seal $bundle --key anna.key --cert anna.pem
0 check software-bottleneck/case.json --json
0 report software-bottleneck/case.json -o shown
0 build software-bottleneck/case.json -o d.asice --key anna.key --cert anna.pem --role engineer
0 sign d.asice --role procurement --key own.key.pem --cert own.cert.pem
0 sign d.asice --pdf signed.pdf --key anna.key --cert anna.pem
0 trace d.asice
2 rerun d.asice
2 diff d.asice d.asice
0 steady flat.csv --kind per_interval
0 facts d.asice -o facts
0 index d.asice -o index.html
0 due d.asice
0 history d.asice
0 retract d.asice --reason r --key anna.key --cert anna.pem -o gone
3 waive d.asice --clause 1 --until 2027-06-30 --reason r --key anna.key --cert anna.pem -o waived
3 audit d.asice --procedures software-bottleneck/case.json --key anna.key --cert anna.pem -o audited
0 runs $bundle
0 clause d.asice -o clause.txt
3 accept d.asice $run
3 review d.asice $run/run.json
2 contest d.asice $run
2 compare $run trap-zeros/case.json
0 new $run $other -o made
0 request software-bottleneck/case-quote.json --to B -o asked
0 letter software-bottleneck/case-quote.json --to B --format html -o letter.html
0 receive asked software-bottleneck/case-quote.json
0 plan software-bottleneck/case.json -o planned --key anna.key --cert anna.pem
0 timestamp d.asice --request q.tsq
L
cat >second <<L
0 timestamp d.asice --request q.tsq --response r.tsr --trust-tsa stamps.pem
0 verify d.asice --at 2026-11-29 --trust both.pem --trust-tsa stamps.pem --rebuild --report-file kept.pdf --json
0 verify signed.pdf d.asice --at 2026-11-29 --trust both.pem --trust-tsa stamps.pem --report-file kept.html
0 withhold d.asice MEMBER --reason r --key anna.key --cert anna.pem
2 verify d.asice --at 2026-11-29 --trust both.pem --trust-tsa stamps.pem
1 verify people.pem
L
# Only words of the shell itself, so that each execve is the program's.
cat >all.sh <<'L'
while read -r want arguments; do
    got=0
    # shellcheck disable=SC2086
    "$DOSSIER" $arguments </dev/null >said 2>&1 || got=$?
    [ "$got" = "$want" ] || echo "exit $got, expected $want: $arguments"
done <"$1"
L
traced() { # list
    strace -f -qq -o "$1.trace" -e trace=network,execve,execveat $alone sh all.sh "$1" >"$1.wrong" 2>&1
    cat "$1.wrong"
    test ! -s "$1.wrong"
}
SOURCE_DATE_EPOCH=$(seconds 2026-11-28)
ok "every verb but those that need an answer" traced first
cat people.pem own.cert.pem >both.pem
reply 2026-11-28 tsa q.tsq r.tsr
sed -i "s|MEMBER|$(unzip -Z1 d.asice | grep -m1 '^data/evidence/.*env')|" second
ok "those that need an answer" traced second
cat first second | cut -d' ' -f2 | sort -u >called
"$DOSSIER" --help | sed -n 's/^  \([a-z][a-z-]*\)  *.*/\1/p' | sort >verbs
ok "all $(wc -l <verbs) verbs were called" sh -c 'test -s verbs && test -z "$(comm -23 verbs called)"'
cat first.trace second.trace >trace
ok "no socket, and no other call of the network" sh -c '! grep -E " (socket|socketpair|connect|bind|listen|accept|send|recv|getsockname)[a-z0-9]*\(" trace'
grep -E 'execve(at)?\(' trace | grep -v 'ENOENT' | sed 's/.*execve[at]*("\([^"]*\)".*/\1/' >started
own=$(grep -cFx "$DOSSIER" started || true)
ok "the program was started once a line" test "$own" = "$(cat first second | wc -l)"
ok "and nothing else, but for the shell and its name space" sh -c 'test "$(grep -vcFx "$1" started)" -le 4 && ! grep -vFx "$1" started | grep -vE "/(sh|dash|bash|unshare)$"' sh "$DOSSIER"
finish
