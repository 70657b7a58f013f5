#!/bin/sh
# ctest
# measured_by.sh - who measured each side stands in the by-line and at its values, and whoever is silent is named as who must act.
. "$(dirname "$0")/common.sh"
cp -r "$SOURCE/samples/software-bottleneck" "$SCRATCH/s"
chmod -R u+w "$SCRATCH/s"
cd "$SCRATCH/s"
cp case.json whole.json
mkdir kept && mv h100-unit7/captures/nvidia-smi* kept # what B's captures do not hold nobody else can give
words() { sed 's/<[^>]*>/ /g' r/report/report.html | tr -s ' \n' ' ' >"$SCRATCH/out"; }
report() { # jq filter on the case
    jq "$1" whole.json >case.json && rm -rf r && "$DOSSIER" report case.json -o r >/dev/null 2>&1 || :
    words
}
lacks() { if grep -qF -- "$1" "$SCRATCH/out"; then failed=$((failed + 1)) && echo "FAIL $2: \"$1\" is there"; else passed=$((passed + 1)); fi; }

report .
prints ". Measured by Platform team , the buyer" "one party measured all"
lacks "The values of" "nothing to add"
lacks "Chip Vendor" "no vendor"
report '.systems[1].measured_by = {party: "vendor", name: "Chip Vendor Ltd"}'
prints "B : measured by Chip Vendor Ltd , the vendor" "the by-line of B"
prints "A : measured by Platform team , the buyer" "the by-line of A"
lacks ". Measured by Platform team" "the buyer did not measure all"
prints "The values of B were measured by Chip Vendor Ltd , the vendor" "beside the values"
prints "what must be so Chip Vendor Ltd not disclosed W9" "the silent party must act"
report '.systems[0].measured_by = {party: "third party", name: "Lab"}'
prints "A : measured by Lab , the third party" "the other side"
lacks "what must be so Lab" "who is not silent need not act"

# The runs may say it instead of the case.
for run in h100-unit7/llm-decode-bf16-compile-cudagraph-long-r*; do
    printf '{"format": "dossier-run/1", "party": {"kind": "vendor", "measured_by": "Chip Vendor Ltd"}}' >"$run/run.json"
done
report .
prints "B : measured by Chip Vendor Ltd , the vendor" "the by-line by the runs' own word"
prints "what must be so Chip Vendor Ltd not disclosed W9" "and who must act"
for run in h100-unit7/llm-decode-bf16-compile-cudagraph-long-r*; do
    printf '{"format": "dossier-run/1", "party": {"kind": "vendor"}}' >"$run/run.json"
done
report .
prints "B : measured by not disclosed , the vendor" "a vendor without a name is not the buyer's team"

# Runs of one side by several parties: none of them stands for all.
rm h100-unit7/llm-decode-bf16-compile-cudagraph-long-r*/run.json
party() { printf '{"format": "dossier-run/1", "party": {"kind": "%s", "measured_by": "%s"}}' "$2" "$3" >"h100-unit7/llm-decode-bf16-compile-cudagraph-long-$1/run.json"; }
party r1 vendor "Chip Vendor Ltd"
report .
prints "B , in part: measured by Chip Vendor Ltd , the vendor" "one run is the vendor's"
prints "B , in part: measured by Platform team , the buyer" "the others are the buyer's"
lacks "B : measured by" "none measured all of B"
prints "Some values of B were measured by Chip Vendor Ltd , the vendor . Some values of B were measured by Platform team" "beside the values"
prints "Hardware, Chip Vendor Ltd not disclosed W9" "both must act"
party r2 "third party" Lab
report .
prints "B , in part: measured by Lab , the third party" "a third one is named, too"
prints "Hardware, Chip Vendor Ltd, Lab not disclosed W9" "and must act"
rm h100-unit7/llm-decode-bf16-compile-cudagraph-long-r*/run.json

# Measured by one party, paid and hosted for one side by another.
report '.systems[1].measured_by = {party: "buyer", name: "Platform team", paid_by: "vendor", hosted_by: "vendor"}'
prints "B : measured by Platform team , the buyer ; paid for by: vendor ; hosted by: vendor" "who paid for B"
prints "A : measured by Platform team , the buyer ; paid for by: buyer" "who paid for A"
lacks "The values of B" "measured by one party all the same"
finish
