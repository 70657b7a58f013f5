#!/bin/sh
# ctest
# editions.sh - a case of two bidders: each one's edition holds nothing of the other, and nothing that an amount of his could be
# worked out from, under the evidence id of the whole case.
. "$(dirname "$0")/common.sh"
for tool in jq python3 pdftotext pdfinfo; do command -v $tool >/dev/null || { echo "skipped: needs $tool"; exit 77; }; done
cd "$SCRATCH"
cp -r "$SOURCE/samples/software-bottleneck" sb
printf 'One unit of the second bidder: 26,713.00 EUR.\n' >sb/offer-two.txt
printf 'Quotes of both, and a licence of 310.00 a year.\n' >sb/quotes.txt
printf 'One month of the first bidder: 1650.00 USD.\n' >sb/offer-one.txt
# Prices, lines and words of their own, and sentences that tell of the other in several ways.
jq '.systems[0].label = "first bidder" | .systems[1].label = "second bidder"
    | .prices |= map(if .system == "B" then .as_of = "2026-11-25"
          | if .per == "purchase" then .document = "offer-two.txt" | del(.sha256) | .amount = "26713.00" | .residual = "1913.00" else .amount = "2.17" | .currency = "CHF" end else . end)
    | .rates += [{"from": "CHF", "to": "EUR", "rate": "1.0613", "as_of": "2026-11-24"}] | .documents += ["offer-two.txt"]
    | .options |= map(if .system == "B" then .lines |= map(.amount |= (((tonumber * 1.07 * 100) | floor) / 100 | tostring)) else . end)
    | .prices += [.prices[] | select(.system == "A") | .document = "quotes.txt" | del(.sha256) | if .per == "purchase" then .per = "year" | .amount = "7300.00" | del(.lifetime, .residual) else .per = "month" | .amount = "1650.00" end]
    | .documents += ["quotes.txt", "offer-one.txt"] | .options[1].lines[3] |= (.document = "./quotes.txt" | del(.assumed)) | .options[2].lines[0] |= (.document = "quotes.txt" | del(.assumed))
    | .prices |= map(if .per == "month" then .document = "offer-one.txt" else . end)
    | .options[1].label = "Take two" | .options[4].label = "Take two in summer"
    | .question = "Which of the two bidders, at what cost?"
    | .assumptions += ["The offer of the SECOND bidder falls to 26 713 euros.", "Both may ask for 26.713,00 in spring.", "A unit stands in one rack.", "B has spare parts."]
    | .statements = [{"party": "Bidder two", "text": "We could go below 26,713."}]
    | .decision = {"text": "The second bidder is taken at 26,713.", "by": "Procurement", "date": "2026-11-28", "conditions": ["It stays at 26,713."]}' \
    "$SOURCE/samples/software-bottleneck/case-options.json" >sb/case.json
exits 0 "the whole" "$DOSSIER" report sb/case.json -o whole
# Another case, since that is a byte of it. The name of the other in the ways a person writes it, and words that are none of his.
jq '.language = "de" | .systems[1].label = "Müller" | .assumptions += ["„Müller“ kam spät.", "Müller’s offer is late.", "Müllers Angebot kam spät.",
    "MÜLLER kam spät.", "Mu\u0308ller kam spät.", "Mül\u00adler kam spät.", "Das Angebot von\u00a0Müller\u00a0kam spät.", "(müller-typisch) kam spät.",
    "‚B‘ kam spät.", "Die Vermüllerung bleibt.", "Der Becher bleibt.", "Das Büro bleibt."]' sb/case.json >sb/german.json
exits 0 "the edition for B" "$DOSSIER" report sb/case.json -o B --edition B
exits 0 "that for A, in German" "$DOSSIER" report sb/german.json -o A --edition A
ok "one evidence id" test "$(jq -r .evidence_id whole/report/data.json B/report/data.json | sort -u | wc -l)" = 1
ok "of the German case, too" test "$(jq -r .evidence_id A/report/data.json)" = "$("$DOSSIER" letter sb/german.json --to A --json | jq -r .evidence_id)"
ok "which stands on its pages" grep -q "$(jq -r .evidence_id whole/report/data.json)" B/report/pages.txt
ok "nothing of the other, nor what he could be worked out from" python3 "$SOURCE/tests/e2e/editions.py" whole A A B "first bidder" "Müller"
ok "nor the other way round" python3 "$SOURCE/tests/e2e/editions.py" whole B B A "second bidder" "first bidder"
ok "the whole has what is looked for" sh -c '! python3 "$1" whole whole B A "second bidder" "first bidder"' - "$SOURCE/tests/e2e/editions.py"
ok "his own amounts are in it" sh -c 'grep -q "EUR 26713.00\|26713.00" B/report/data.json && grep -q 26713.00 B/case.json && test "$(wc -l <B/report/cost-lines.csv)" -gt 3'
ok "his own offer lies there, the common one does not" sh -c 'ls B/evidence | grep -q offer-two && ! ls A/evidence B/evidence | grep offer-2026'
ok "nor its digest" sh -c '! grep -rq 174d93db96779cb1 A B'
ok "nor what a line of the other names, in packed files, names or digest" sh -c 'test -n "$(ls whole/evidence | grep quotes)" && ! ls A/evidence B/evidence | grep quotes && ! grep -rqi "quotes.txt\|$(sha256sum sb/quotes.txt | cut -c1-12)" A B'
ok "the line says so" test "$(jq -r '.options[] | select(.id == "more") | .lines[0].document' A/case.json)" = "ein Dokument, das nicht in dieser Ausgabe steht"
ok "an offer that nothing of the other names lies there" sh -c 'ls A/evidence | grep -q offer-one'
ok "an edition says what it is" grep -q 'This is an edition for one party' B/report/report.html
ok "and, of the one whose rival is named in some, that sentences were left out" grep -q 'Weggelassen sind auch Annahmen' A/report/report.html
ok "of the other that none were" sh -c '! grep -q "Assumptions and limitations that tell of another party" B/report/report.html'
ok "in German" grep -q 'Dies ist eine Ausgabe für eine Partei' A/report/report.html
ok "a sentence that names nobody stays" sh -c 'jq -e ".assumptions | index(\"A unit stands in one rack.\") != null and index(\"B has spare parts.\") == null" A/case.json'
ok "nor one with a part of his name within a word" sh -c 'test "$(jq -r ".assumptions[]" A/case.json | grep -c bleibt)" = 3'
ok "however he is written" sh -c '! jq -r ".assumptions[]" A/case.json | grep "kam spät\|is late"'
# What is refused.
exits 3 "no such system" "$DOSSIER" report sb/case.json -o no --edition C
exits 3 "of a single system" "$DOSSIER" report sb/case-acceptance.json -o no --edition A
jq '.id = "PR-2026, second bidder" | .asked_by = "Procurement (Second Bidders)" | .requirements[0] |= (.text = "As fast as the second bidder." | .clause = "4.1 SECOND BIDDER" | .document = "for the second bidder.pdf")
    | .measured_by |= (.paid_by = "second bidder’s bank" | .hosted_by = "second bidder" | .configured_by = "26,713 euros") | .owners = {"driver": "second bidder"}
    | .systems[0].facts = {"stack.offer": "unlike the second bidder", "precision.weights": {"second bidder": "bf16"}, "stack.artefact": "sha256:26713", "stack.release_rule": "as found; 26713.00 EUR"}
    | .policy.margin = {"value": "1 %", "reason": "as of the second bidder"}' sb/case.json >sb/names.json
exits 3 "texts that name the other" "$DOSSIER" report sb/names.json -o no --edition A
for place in id asked_by requirements/0/text requirements/0/clause requirements/0/document measured_by/paid_by measured_by/hosted_by measured_by/configured_by \
    owners/driver systems/0/facts/stack.offer "systems/0/facts/precision.weights/second bidder" systems/0/facts/stack.release_rule policy/margin/reason; do
    ok "told with its place: $place" grep -q "case.json:.* at /$place; .*word it without" err
done
lacks stack.artefact "a digest has no amount"
ok "and nowhere else" test "$(grep -c "of no other party" err)" = 13
jq '.systems[1].measured_by = {"party": "vendor", "name": "Zenith"} | .systems[0].measured_by = .measured_by | .requirements[0].text = "As Zeniths."
    | .systems[0].label = "Zenith of old" | .requirements[1].text = "Zenith of old (zenith-of-old) is fast."' sb/case.json >sb/parties.json
echo '{"format": "dossier-rules/1", "version": "own", "extends": "built-in", "rules": [{"id": "W5", "like": "built-in", "first": [{"both-silent": "discloses"}], "loosens": "Zenith was silent."}]}' >own.json
exits 3 "a text names the other's party" "$DOSSIER" report sb/parties.json -o no --edition A --rules own.json
ok "with its place" grep -q 'at /requirements/0/text' err
ok "and of the rules of one's own" grep -q 'own-rules.json.* at /rules/0/loosens' err
ok "alone: a part of one's own name is none" test "$(grep -c "it names" err)" = 2
exits 3 "nor the other way round" "$DOSSIER" report sb/parties.json -o no --edition B
ok "but a team of the buyer's is no rival" test "$(grep -o " at /[^;]*" err)" = " at /requirements/1/text"
mkdir both && for unit in h100-unit6/llm-decode-bf16-cudagraph-long-r1 h100-unit7/llm-decode-bf16-compile-cudagraph-long-r1; do cp -r sb/$unit both/; done
tar czf sb/both.tar.gz both
jq '.systems[0].machines[0].runs = ["both.tar.gz!both/llm-decode-bf16-cudagraph-long-r1"] | .systems[1].machines[0].runs = ["both.tar.gz!both/llm-decode-bf16-compile-cudagraph-long-r1"] | del(.bridge)' sb/case.json >sb/joint.json
exits 3 "evidence of both in one archive" "$DOSSIER" report sb/joint.json -o no --edition A
ok "told" grep -q 'holds evidence of another system, too' err
ok "nothing was written" test ! -e no
finish
