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

# A system of an earlier dossier in the place of machines: the same answer as by its folders, packed so that it is derived again without it.
python3 - <<'Q'
import json, tarfile
case = json.load(open("soft/case.json"))
both, old = case["systems"][0], json.loads(json.dumps(case))
with tarfile.open("soft/unit6.tar.gz", "w:gz") as t: # the earlier one has its runs in an archive
    t.add("soft/h100-unit6", "h100-unit6")
machine = old["systems"][0]["machines"][0]
for role in ("captures", "runs"):
    machine[role] = ["unit6.tar.gz!" + p for p in machine[role]]
old["systems"][0]["facts"] = {"environment.region": "hall 4"}
json.dump(old, open("soft/earlier.json", "w"))
def write(name, change, **members):
    made = json.loads(json.dumps(case))
    system = made["systems"][0]
    del system["machines"]
    system["bundles"] = ["earlier.asice#A"]
    change(system)
    made.update(members)
    json.dump(made, open("soft/%s.json" % name, "w"), indent=1)
write("from", lambda s: None)
write("from-whole", lambda s: s.update(facts={"environment.region": "hall 4"}), references=[{"dossier": "earlier.asice", "as": "contract", "embed": True}])
write("from-both", lambda s: s.update(machines=both["machines"]))
write("from-otherwise", lambda s: s.update(facts={"environment.region": "hall 5"}))
for name, word in (("nobody", "earlier.asice#Z"), ("plain", "earlier.asice"), ("outside", "../earlier.asice#A"), ("forged", "forged.asice#A"), ("absent", "absent.asice#A")):
    write("from-" + name, lambda s: s.update(bundles=[word]))
write("from-twice", lambda s: s.update(bundles=["earlier.asice#A"] * 2))
Q
"$DOSSIER" build soft/earlier.json -o soft/earlier.asice --key k.key.pem --cert k.cert.pem >built
earlier=$(sed -n 's/^content id *//p' built)
exits 0 "by its folders" "$DOSSIER" check soft/case.json --json
cp out folders.json
exits 0 "by a dossier" "$DOSSIER" check soft/from.json
prints "Refers to PR-2026-0142 (baseline), signed by CN=First signer," "whose runs they are"
exits 0 "by a dossier, as JSON" "$DOSSIER" check soft/from.json --json
ok "the same numbers and verdict" jq -e --slurpfile f folders.json '[.comparisons[] | .verdict, (.ratio, .ratio_low, .ratio_high | .value)] as $said |
    ($said | all(. != null)) and $said == [$f[0].comparisons[] | .verdict, (.ratio, .ratio_low, .ratio_high | .value)]' out
for one in from from-whole; do
    exits 0 "build, $one" "$DOSSIER" build "soft/$one.json" -o "soft/$one.asice" --key k.key.pem --cert k.cert.pem
    exits 0 "verify and rebuild, $one" "$DOSSIER" verify "soft/$one.asice" --rebuild --trust k.cert.pem
done
unzip -p soft/from.asice data/case.json >packed.json && cp packed.json out
ok "who measured then, and what the earlier case declares" jq -e '.systems[0] | .measured_by.name == "Platform team" and .facts == {"environment.region": "hall 4"} and .bundles == ["earlier.asice#A"]' packed.json
ok "every place of the case stays what it was" sh -c 'diff soft/from.json packed.json | grep -c "^[<>]" | grep -qx 4'
unzip -p soft/from.asice data/references.json >references.json && cp references.json out
ok "by content id and signer" jq -e --arg c "$earlier" '.references | length == 1 and .[0].content_id == $c and .[0].as == "baseline" and .[0].signers[0].subject == "CN=First signer"' references.json
ok "and packed whole where the case says so" sh -c 'unzip -l soft/from-whole.asice | grep -q "evidence/.*earlier.asice$" && ! unzip -l soft/from.asice | grep -q "evidence/.*earlier.asice$"'
sed 's/earlier.asice#A/from.asice#A/' soft/from.json >soft/further.json
exits 0 "and of that one, again" "$DOSSIER" check soft/further.json
prints "8,194 against 6,661 tokens/s" "the same numbers"
exits 0 "what it is made of" "$DOSSIER" inspect "soft/earlier.asice#A"
prints "unit6.tar.gz/h100-unit6/captures/nvidia-smi-q.xml" "its files"
lacks "h100-unit7" "and no other's"
for one in nobody:"a system of that dossier" plain:"a dossier below the folder" outside:"a dossier below the folder" forged:"files of data/ unchanged" absent:"absent.asice" both:'"bundles" in their place' \
    otherwise:"as this dossier declares it" twice:"each system once"; do
    exits 3 "${one%%:*}" "$DOSSIER" check "soft/from-${one%%:*}.json"
    ok "told at its place: ${one%%:*}" grep -q "^soft/from-${one%%:*}.json:[0-9]*:.*${one#*:}" err
done
exits 3 "the forged one, packed" "$DOSSIER" build soft/from-forged.json -o no.asice
exits 3 "a forged one's system" "$DOSSIER" inspect "soft/forged.asice#A"
# Whoever has the program packs another run under the name of the earlier dossier's: that one, packed whole, says otherwise.
ok "another file under its name, packed" python3 "$SOURCE/tests/e2e/repacked.py" "$DOSSIER" soft/from-whole.asice moved.asice \
    'n = [f["packed"] for b in json.loads(m["data/names.json"])["bundles"] if b["path"].startswith("earlier.asice/A/") for f in b["files"] if f["packed"].endswith("/stdout.log")][0]; m[n] += b" "'
exits 1 "is found" "$DOSSIER" verify moved.asice --rebuild
prints "expected the files that lie in the packed dossier" "as what"
# A dossier whose runs lie in an archive is contested and stands as baseline like any other.
python3 "$SOURCE/tests/e2e/remeasured.py" soft/h100-unit6 soft/again 1.0 a
exits 0 "contested" "$DOSSIER" contest soft/earlier.asice soft/again
prints "set beside those of A" "beside the system that it repeats"
exits 0 "as baseline" "$DOSSIER" compare soft/again --baseline soft/earlier.asice --set B:environment.region="hall 4"
prints "its system A (as it runs today) is nearest" "the same"

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
