#!/bin/sh
# ctest
# editions.sh - a case of two bidders: each one's edition holds nothing of the other, and nothing that an amount of his could be
# worked out from, under the evidence id of the whole case.
. "$(dirname "$0")/common.sh"
for tool in jq python3 pdftotext pdfinfo qpdf; do command -v $tool >/dev/null || { echo "skipped: needs $tool"; exit 77; }; done
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
    | .expected = [{"metric": "throughput.output_tokens", "system": "B", "value": "91375 tokens/s", "by": "Bidder two"}, {"metric": "throughput.output_tokens", "system": "A", "value": "81375 tokens/s", "by": "Bidder one"},
        {"metric": "throughput.output_tokens", "projected_for": "Nextboard", "value": "155513 tokens/s", "by": "Bidder two", "document": "roadmap.txt"}]
    | .statements = [{"party": "Bidder two", "text": "We could go below 26,713."}]
    | .decision = {"text": "The second bidder is taken at 26,713.", "by": "Procurement", "date": "2026-11-28", "conditions": ["It stays at 26,713."]}' \
    "$SOURCE/samples/software-bottleneck/case-options.json" >sb/case.json
exits 0 "the whole" "$DOSSIER" report sb/case.json -o whole
# Another case, since that is a byte of it. The name of the other in the ways a person writes it, and words that are none of his.
jq '.language = "de" | .systems[1].label = "Müller" | .assumptions += ["„Müller“ kam spät.", "Müller’s offer is late.", "Müllers Angebot kam spät.",
    "MÜLLER kam spät.", "Mu\u0308ller kam spät.", "Mül\u00adler kam spät.", "Das Angebot von\u00a0Müller\u00a0kam spät.", "(müller-typisch) kam spät.",
    "Eine Karte mit 91.375 Token/s ist zu hören.", "Von 155513 Token/s ist die Rede.", "Die Nextboard käme auch.", "‚B‘ kam spät.",
    "Gemessen sind 8.194 Token/s.", "Gemessen sind 8\u202f194 Token/s.", "Gemessen sind 8’194,0 Token/s.", "Gemessen sind rund 8,19 Tausend.", "Gemessen sind (8190-8200) Token/s.", "Gemessen sind 8061–8327.",
    "Gemessen sind 0,0556 J je Token.", "Gemessen sind 55,6 mJ je Token.", "Gemessen sind 453,2 W.", "Gemessen war 4,525 ms.",
    "Recht haben 6.661 Token/s.", "Recht haben 52.000 Token/s und 59.800.", "Recht haben 81.942, 90.819,4 und 52\u202f819.", "Recht hat der Treiber 819.4.2 auf H819 seit 2027.", "Recht haben 8.000 Token/s, 82 % und 12,5 W.", "Die Vermüllerung bleibt.", "Der Becher bleibt.", "Das Büro bleibt."]' sb/case.json >sb/german.json
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
ok "nor the question, which is of both" sh -c 'grep -q "two bidders, at what cost" whole/report/pages.txt && ! grep -rq "two bidders, at what cost" A/case.json A/report B/case.json B/report'
ok "an edition says what it is" grep -q 'This is an edition for one party' B/report/report.html
ok "and, of the one whose rival is named in some, that sentences were left out" grep -q 'Weggelassen sind auch Annahmen' A/report/report.html
ok "of the other that none were" sh -c '! grep -q "Assumptions and limitations that tell of another party" B/report/report.html'
ok "in German" grep -q 'Dies ist eine Ausgabe für eine Partei' A/report/report.html
ok "a sentence that names nobody stays" sh -c 'jq -e ".assumptions | index(\"A unit stands in one rack.\") != null and index(\"B has spare parts.\") == null" A/case.json'
ok "nor what was foreseen of the other, or projected" sh -c '! jq -r ".assumptions[], .expected[].value" A/case.json B/case.json | grep "155513\|Nextboard" && ! jq -r ".assumptions[], .expected[].value" A/case.json | grep "91.\?375" && grep -q 91375 B/case.json'
ok "nor one with a part of his name within a word" sh -c 'test "$(jq -r ".assumptions[]" A/case.json | grep -c bleibt)" = 3'
ok "however he is written" sh -c '! jq -r ".assumptions[]" A/case.json | grep "kam spät\|is late"'
ok "nor what its runs gave, however it is written and rounded to three digits" sh -c 'test "$(grep -c "Gemessen" sb/german.json)" -gt 9 && ! jq -r ".assumptions[]" A/case.json | grep "Gemessen"'
ok "but what is of its own, stated for all, or only looks like it" test "$(jq -r '.assumptions[]' A/case.json | grep -c '^Recht')" = 5
# One whose evidence is not complete: what it may see is what was asked, that nothing of it is shown yet, what ran, and what is owed by whom.
cp -r "$SOURCE/samples/made/two-vendors" tv && chmod -R u+w tv
jq '.requirements = [{ clause: "7.1", document: "contract", text: "Each unit delivers at least 3,000 tokens a second.", metric: "throughput.output_tokens", at_least: "3000 tokens/s" },
    { clause: "7.2", document: "contract", text: "Parts are kept in stock." }]' "$SOURCE/samples/made/two-vendors/case.json" >tv/case.json
exits 2 "M, whose evidence is not complete" "$DOSSIER" report tv/case.json -o M --edition for:M
sed '/page 1 of /q' M/report/pages.txt | tr -s ' \n' ' ' >out
for words in "7.1 Each unit delivers at least 3,000 tokens a second NOT SHOWN no value stands yet" "7.2 Parts are kept in stock NOT SHOWN no proof" \
    "1 condition cannot be decided, because a fact that it needs is not disclosed." "One item from nobody" "The system as measured" "Accelerator AMD Instinct MI300X" "Storage not disclosed" "Who must act" "No date is set" "evidence $(jq -r .evidence_id M/report/data.json | sed 's/\(....\)\(....\).*/\1 \2/')"; do
    prints "$words" "its page says: $words"
done
lacks "tokens/s" "and no value"
ok "nor in any of its files what the other ran on, or is called" sh -c 'test "$(jq -r ".systems[].id" M/case.json)" = M && ! grep -rlE "H100|NVIDIA|offer one" M/report/pages.txt M/report/data.json M/case.json M/evidence'
# Nor on its pages, in what they say to a screen reader, in its pictures, or as an attached file.
beside() { # folder of a report
    for pdf in "$1"/*.pdf; do pdftotext "$pdf" - && python3 "$SOURCE/tests/e2e/pdf_strings.py" "$pdf"; done
    sed 's/base64,[A-Za-z0-9+\/=]*//g' "$1/report.html"
    find "$1" -name '*.svg' -exec cat {} +
}
ok "no heading above nothing on them" python3 "$SOURCE/tests/e2e/empty.py" M/report/report.html
ok "no dots of what has no value" sh -c '! ls M/report/figures | grep values'
beside M/report >told
ok "nor beside them" sh -c '! grep -iE "H100|NVIDIA|offer one|attached file" told'
exits 2 "the whole of it" "$DOSSIER" report tv/case.json -o tv-whole
beside tv-whole/report >told
for words in H100 NVIDIA "offer one"; do ok "in which the whole has $words" grep -q "$words" told; done
# What is refused.
exits 3 "no such system" "$DOSSIER" report sb/case.json -o no --edition C
# The same from a signed dossier, byte by byte; one run lies in an archive, whose declaration stands in it, too.
(cd sb && mkdir h100-unit6/x && cp -r h100-unit6/llm-decode-bf16-cudagraph-long-r1 h100-unit6/x/r1 && echo '{"format": "dossier-run/1", "facts": {"stack.offer": "as packed"}}' >h100-unit6/x/run.json && tar czf h100-unit6/x.tgz -C h100-unit6 x && rm -r h100-unit6/x)
jq '.systems[0].machines[0].runs = ["h100-unit6/x.tgz!x/r1", "h100-unit6/llm-decode-bf16-cudagraph-long-r2", "h100-unit6/llm-decode-bf16-cudagraph-long-r3"]' sb/case.json >sb/packed.json
"$DOSSIER" keygen -o k --name K >/dev/null
exits 0 "a dossier" "$DOSSIER" build sb/packed.json -o OLD.asice --key k.key.pem --cert k.cert.pem
exits 0 "A of the case" "$DOSSIER" report sb/packed.json -o from-case --edition for:A
exits 0 "A of the dossier" "$DOSSIER" report OLD.asice -o from-dossier --edition A
ok "with the evidence" test -e "$(echo from-dossier/evidence/*-x.tgz/x.tgz)"
ok "and what stands in the archive" grep -q '"as packed"' from-dossier/report/data.json
ok "the same bytes" diff -rq from-case from-dossier
python3 - OLD.asice forged.asice <<'EOF'
import sys, zipfile
old = zipfile.ZipFile(sys.argv[1])
with zipfile.ZipFile(sys.argv[2], "w") as new:
    for one in old.infolist():
        text = old.read(one)
        new.writestr(one, text.replace(b"1650.00", b"1050.00") if one.filename == "data/case.json" else text)
EOF
for edition in A summary for:A,summary; do exits 3 "a dossier that does not hold: $edition" "$DOSSIER" report forged.asice -o no --edition $edition; done
ok "told" grep -q 'whose lists and signatures hold' err
# A case whose systems are those of an earlier dossier: the edition takes its runs from there, as the whole does.
jq 'del(.bridge) | .systems |= map(del(.machines, .sweeps, .profiles) | .bundles = ["OLD.asice#" + .id])' sb/packed.json >sb/taken.json
cp OLD.asice sb/OLD.asice
exits 0 "A of systems of an earlier dossier" "$DOSSIER" report sb/taken.json -o taken --edition A
ok "its runs alone" sh -c 'test "$(jq -r ".bundles[].path" taken/names.json | grep -c "^OLD.asice/A/")" -gt 3 && ! grep -q "OLD.asice/B\|OLD.asice#B" -r taken'
# A page's words are looked at, not its bytes: places of objects count up through every number, and keys make them anew each time.
for page in taken/report/*.pdf; do pdftotext "$page" "$page.txt" && rm "$page"; done
ok "and nothing of the other" sh -c '! grep -rqiw "second bidder\|offer-two\|26713\|26 713\|26,713" taken/case.json taken/names.json taken/report'
ok "which is looked for" grep -rqiw "26713" whole/report/data.json
# Pages.
exits 0 "the two pages" "$DOSSIER" report OLD.asice -o two --edition summary
ok "alone" test "$(find two -type f)" = two/summary.pdf
ok "which is sound" qpdf --check two/summary.pdf
ok "with no more behind the second page than what is assumed" sh -c 'pdftotext -f 3 two/summary.pdf - | grep -q "You sign these assumptions" && ! pdftotext -f 3 two/summary.pdf - | grep -i "what this licenses\|evidence behind"'
ok "of that evidence" sh -c 'pdftotext -layout two/summary.pdf - | grep -q "evidence *$(jq -r .evidence_id from-case/report/data.json | sed "s/\(....\)\(....\).*/\1 \2/")"'
ok "the answer, the decision and the assumptions" sh -c 'pdftotext two/summary.pdf - | tr "\n" " " | grep -q "Which of the two.*The decision, and how long.*You sign these assumptions"'
ok "with the pages of the annex" sh -c 'pdftotext -layout two/summary.pdf - | grep -q "annex.pdf, page"'
exits 3 "but nothing else" "$DOSSIER" report sb/packed.json -o two
exits 0 "the annex" "$DOSSIER" report sb/case.json -o annex --edition annex
ok "is that of the whole" cmp annex/annex.pdf whole/report/annex.pdf
for word in "" , B, for: pages:B for:A,B summary,annex; do exits 3 "no edition: \"$word\"" "$DOSSIER" report sb/case.json -o no --edition "$word"; done
sed 's/"system": "B"/"system": "summary"/; s/"id": "B"/"id": "summary"/; s/"baseline": "B"/"baseline": "summary"/; s/"like": "B"/"like": "summary"/' sb/case.json >sb/summary.json
exits 3 "a system is called like an edition" "$DOSSIER" report sb/summary.json -o no --edition summary
ok "told, with both ways out" grep -q 'say for:summary or pages:summary' err
exits 0 "its edition" "$DOSSIER" report sb/summary.json -o its --edition for:summary,pages:summary
ok "of two pages" sh -c 'pdfinfo its/summary.pdf | grep -q "^Pages: *2$"'
ok "without the other" sh -c '! pdftotext its/summary.pdf - | grep -i "first bidder"'
exits 3 "of a single system" "$DOSSIER" report sb/case-acceptance.json -o no --edition A
jq '.id = "PR-2026, second bidder" | .asked_by = "Procurement (Second Bidders)" | .requirements[0] |= (.text = "As fast as the second bidder." | .clause = "4.1 SECOND BIDDER" | .document = "for the second bidder.pdf")
    | .measured_by |= (.paid_by = "second bidder’s bank" | .hosted_by = "second bidder" | .configured_by = "26,713 euros") | .owners = {"driver": "second bidder"}
    | .systems[0].facts = {"stack.offer": "unlike the second bidder", "precision.weights": {"second bidder": "bf16"}, "stack.artefact": "sha256:26713", "stack.release_rule": "as found; 26713.00 EUR"}
    | .policy.margin = {"value": "1 %", "reason": "as of the second bidder"}' sb/case.json >sb/names.json
exits 3 "texts that name the other" "$DOSSIER" report sb/names.json -o no --edition A
for place in id asked_by requirements/0/text requirements/0/clause requirements/0/document measured_by/paid_by measured_by/hosted_by measured_by/configured_by \
    owners/driver systems/0/facts/stack.offer "systems/0/facts/precision.weights/second bidder" systems/0/facts/stack.release_rule policy/margin/reason; do
    ok "told with its place: $place" grep -q "^sb/names.json:.* at /$place; .*word it without" err
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
sed 's/Zenith was silent/It costs 26,713.00 a unit/' own.json >own-amount.json
exits 3 "rules with an amount of the other's" "$DOSSIER" report sb/case.json -o no --edition A --rules own-amount.json
ok "told" grep -q 'an amount of another system at /rules/0/loosens' err
exits 3 "nor the other way round" "$DOSSIER" report sb/parties.json -o no --edition B
ok "but a team of the buyer's is no rival" test "$(grep -o " at /[^;]*" err)" = " at /requirements/1/text"
jq '.measured_by.hosted_by = "a cloud that gave 8 194 tokens/s" | .measured_by.paid_by = "one of 819 houses" | .requirements[0].text = "Each unit delivers 8,194 tokens/s."' sb/case.json >sb/figure.json
exits 3 "a text with what the other's runs gave" "$DOSSIER" report sb/figure.json -o no --edition A
ok "told with its place, and what a contract asks of all is none" test "$(grep -o "a figure that runs.* at /[^;]*" err)" = "a figure that runs of another system gave at /measured_by/hosted_by"
mkdir both && for unit in h100-unit6/llm-decode-bf16-cudagraph-long-r1 h100-unit7/llm-decode-bf16-compile-cudagraph-long-r1; do cp -r sb/$unit both/; done
tar czf sb/both.tar.gz both
jq '.systems[0].machines[0].runs = ["both.tar.gz!both/llm-decode-bf16-cudagraph-long-r1"] | .systems[1].machines[0].runs = ["both.tar.gz!both/llm-decode-bf16-compile-cudagraph-long-r1"] | del(.bridge)' sb/case.json >sb/joint.json
exits 3 "evidence of both in one archive" "$DOSSIER" report sb/joint.json -o no --edition A
ok "told" grep -q 'holds evidence of another system, too' err
ok "nothing was written" test ! -e no
finish
