#!/bin/sh
# ctest
# references.sh - a case that refers to an earlier dossier: verified before anything is read, embedded or by content id and digest; one
# that does not hold is refused by every verb that reads the case.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
s=$SOURCE/samples/software-bottleneck
cp -r "$s" soft
"$DOSSIER" keygen -o k --name 'First signer' >/dev/null
"$DOSSIER" build "$s/case-acceptance.json" -o soft/old.asice --key k.key.pem --cert k.cert.pem >built
refers() { # name, references as JSON
    jq --argjson r "$2" '.id = "PR-2027-0001" | .references = $r' "$s/case.json" >"soft/$1.json"
}
refers digest '[{"dossier": "old.asice", "as": "baseline"}]'
refers whole '[{"dossier": "old.asice", "as": "contract", "embed": true}]'
content=$(sed -n 's/^content id *//p' built) evidence=$(sed -n 's/^evidence id *//p' built)
for one in digest whole; do
    exits 0 "check, $one" "$DOSSIER" check --full "soft/$one.json"
    exits 0 "build, $one" "$DOSSIER" build "soft/$one.json" -o "$one.asice" --key k.key.pem --cert k.cert.pem
    cp out "$one.out"
    exits 0 "verify and rebuild, $one" "$DOSSIER" verify "$one.asice" --rebuild --trust k.cert.pem
    unzip -qq -o "$one.asice" -d "$one"
    cp "$one/data/report/data.json" out
    ok "data.json fits its schema, $one" fits report --closed "$one/data/report/data.json"
    ok "its record, $one" jq -e --arg c "$content" --arg e "$evidence" --arg s "$(sha256sum <soft/old.asice | cut -d' ' -f1)" \
        '.references | length == 1 and .[0].case == "PR-2026-0148" and .[0].content_id == $c and .[0].evidence_id == $e and .[0].sha256 == $s
            and .[0].signers[0].subject == "CN=First signer"' "$one/data/report/data.json"
done
ok "what build says" grep -qF "baseline     PR-2026-0148, content id $content" digest.out
ok "as what" jq -e '.references[0].as == "contract"' whole/data/report/data.json
ok "the annex names it" sh -c 'pdftotext -layout digest/data/report/annex.pdf - | grep -q "Baseline  *PR-2026-0148, content id"'
ok "packed whole, to the byte" sh -c 'find whole/data/evidence -type f -name "*old.asice" -exec cmp {} soft/old.asice \; | wc -l | grep -qx 0 && find whole/data/evidence -name "*old.asice" | grep -q .'
ok "else not packed" sh -c '! find digest/data -name "*.asice" | grep -q .'
ok "the record counts in the evidence id" test "$(sed -n 's/^evidence id *//p' digest.out)" != "$(sed -n 's/^evidence id *//p' whole.out)"

# Beside what the command line supersedes.
exits 0 "with --supersedes" "$DOSSIER" build soft/digest.json -o both.asice --supersedes digest.asice --key k.key.pem --cert k.cert.pem
prints "baseline     PR-2026-0148" "of the case"
prints "supersedes   PR-2027-0001" "of the command line"
exits 0 "and rebuilt" "$DOSSIER" verify both.asice --rebuild --trust k.cert.pem
exits 1 "its chain has a gap or is whole" sh -c '"$DOSSIER" history digest.asice both.asice >/dev/null && exit 1'

# A forged one: a letter of a run's summary is another.
cat >forge.py <<'P'
import sys, zipfile
old, new = zipfile.ZipFile(sys.argv[1]), zipfile.ZipFile(sys.argv[2], "w", zipfile.ZIP_STORED)
for one in old.infolist():
    bytes_ = old.read(one)
    if one.filename.endswith("long-r1/summary.json"):
        assert b"compile-cudagraph" in bytes_
        bytes_ = bytes_.replace(b"compile-cudagraph", b"compile-cudagrapi")
    new.writestr(one, bytes_)
P
python3 forge.py soft/old.asice soft/forged.asice
refers forged-digest '[{"dossier": "forged.asice", "as": "baseline"}]'
refers forged-whole '[{"dossier": "forged.asice", "as": "baseline", "embed": true}]'
jq '.documents = ["forged.asice"]' "$s/case.json" >soft/forged-document.json
for one in forged-digest forged-whole forged-document; do
    for verb in "check soft/$one.json" "report soft/$one.json -o r-$one" "build soft/$one.json -o b-$one.asice" "trace soft/$one.json answer.A-B"; do
        # shellcheck disable=SC2086
        exits 3 "$verb" "$DOSSIER" $verb
        ok "says what fails: $verb" grep -q "forged.asice.*files of data/ unchanged" "$SCRATCH/err"
    done
    ok "and writes nothing: $one" test ! -e "r-$one" -a ! -e "b-$one.asice"
done
for verb in "inspect soft/forged.asice" "check soft/forged.asice" "report soft/forged.asice -o r" "diff soft/forged.asice soft/old.asice" "facts soft/forged.asice -o f" \
    "history soft/forged.asice" "clause soft/forged.asice -o c" "contest soft/forged.asice soft/h100-unit7" "accept soft/forged.asice soft/h100-unit7" \
    "due soft/forged.asice" "index soft/forged.asice -o i.html" "trace soft/forged.asice answer.A" "runs soft/forged.asice" "compare soft/forged.asice soft/h100-unit6"; do
    # shellcheck disable=SC2086
    exits 3 "$verb" "$DOSSIER" $verb
done

# What is no reference.
refers absent '[{"dossier": "absent.asice", "as": "baseline"}]'
exits 3 "absent" "$DOSSIER" check --full soft/absent.json
cp "$s/run.json" soft/plain.asice
refers plain '[{"dossier": "plain.asice", "as": "baseline"}]'
exits 3 "no dossier" "$DOSSIER" check --full soft/plain.json
refers twice '[{"dossier": "old.asice", "as": "baseline"}, {"dossier": "old.asice", "as": "baseline"}]'
exits 3 "twice" "$DOSSIER" check --full soft/twice.json
ok "told where" grep -q "soft/twice.json.*/references/1/dossier\|/references/1/dossier" "$SCRATCH/err"
for path in ../old.asice /old.asice '*.asice' 'old.asice!x' 'a//b'; do
    refers odd "[{\"dossier\": \"$path\", \"as\": \"baseline\"}]"
    exits 3 "path $path" "$DOSSIER" check --full soft/odd.json
    ok "told: $path" grep -q "below the folder of the case" "$SCRATCH/err"
done
refers word '[{"dossier": "old.asice", "as": "friend"}]'
exits 3 "another use" "$DOSSIER" check --full soft/word.json
ok "told" grep -q "expected one of baseline, contract, plan, supersedes" "$SCRATCH/err"
finish
