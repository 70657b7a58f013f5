#!/bin/sh
# ctest
# archives.sh - runs and captures that are still in an archive: read, packed byte for byte, derived again.
. "$(dirname "$0")/common.sh"
cp -r "$SOURCE/samples/software-bottleneck" "$SCRATCH/case"
cd "$SCRATCH/case"
tar czf u6.tar.gz h100-unit6
(cd h100-unit7 && zip -qr ../r1.zip llm-decode-bf16-compile-cudagraph-long-r1) || exit 77
long=h100-unit7/llm-decode-bf16-compile-cudagraph-long-r
jq --arg long "$long" '.systems[0].machines[0] = {captures: ["u6.tar.gz!h100-unit6/captures"],
                               runs: ["u6.tar.gz!h100-unit6/llm-decode-bf16-cudagraph-long-r*"]} |
    .systems[1].machines[0].runs = ["r1.zip", $long + "2", $long + "3"]' case.json >packed.json
exits 0 "check from folders" "$DOSSIER" check --full case.json
grep "B / A" "$SCRATCH/out" >"$SCRATCH/folders"
exits 0 "check from archives" "$DOSSIER" check --full packed.json
grep "B / A" "$SCRATCH/out" >"$SCRATCH/archives"
ok "the same ratio" cmp "$SCRATCH/folders" "$SCRATCH/archives"
mv h100-unit6 elsewhere
exits 0 "build with unit 6 in its archive only" "$DOSSIER" build packed.json -o d.asice
exits 2 "derived again, unsigned" "$DOSSIER" verify d.asice --rebuild
lacks FAILS "no other bytes"
ok "the archive is packed once, byte for byte, under its name" sh -c "
    unzip -Z1 d.asice | grep -c 'u6.tar.gz\$' | grep -qx 1 &&
    unzip -p d.asice 'data/evidence/*/u6.tar.gz' | cmp - u6.tar.gz && unzip -p d.asice 'data/evidence/*/r1.zip' | cmp - r1.zip"
ok "a place names archive and member" sh -c "'$DOSSIER' trace d.asice answer.A-B --full | tr -d ' \n' | grep -q 'u6.tar.gz!h100-unit6/llm-decode'"

# A run.json inside the archive is heard.
mv elsewhere h100-unit6
jq '{format, environment: {provider: "as said in the archive"}}' run.json >h100-unit6/run.json
tar czf u6.tar.gz h100-unit6
"$DOSSIER" report packed.json -o r >"$SCRATCH/out" 2>&1 || true
ok "declarations in the archive" jq -e '[.facts[] | select(.key == "environment.provider") | .value.text? // .value] |
    any(tostring | contains("as said in the archive"))' r/report/data.json

for path in 'u6.tar.gz!none' 'u6.tar.gz!../x' 'u6.tar.gz!' 'case.json!x' 'none.zip!x'; do
    jq --arg path "$path" '.systems[0].machines[0].runs = [$path]' case.json >bad.json
    exits 3 "$path" "$DOSSIER" check --full bad.json
done
jq '.systems[0].machines[0].runs += ["u6.tar.gz!h100-unit6/llm-decode-bf16-cudagraph-long-r1"]' case.json >twice.json
"$DOSSIER" check --full twice.json >"$SCRATCH/out" || true
prints "  X4 " "the same run in a folder and in an archive"
: >"$SCRATCH/list" && tar czf empty.tar.gz -T "$SCRATCH/list"
jq '.systems[0].machines[0].captures += ["empty.tar.gz"]' case.json >empty.json
exits 0 "an empty archive" "$DOSSIER" build empty.json -o e.asice
exits 2 "an empty archive, derived again" "$DOSSIER" verify e.asice --rebuild
finish
