#!/bin/sh
# ctest
# enclosed.sh - evidence out of an earlier dossier: read where its lists and signatures hold, else by no verb.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
ok "a key" "$DOSSIER" keygen -o a --name "First signer"
"$DOSSIER" build "$SOURCE/samples/trap-zeros/case.json" -o old.asice --key a.key.pem --cert a.cert.pem >/dev/null || true
cat >edit.py <<'P'
# edit.py OLD NEW CODE: a dossier with other members; m holds name -> bytes.
import sys, zipfile
old = zipfile.ZipFile(sys.argv[1])
m = {i.filename: old.read(i.filename) for i in old.infolist()}
run = [n for n in m if n.startswith("data/evidence/") and n.endswith("summary.json")][0]
exec(sys.argv[3])
with zipfile.ZipFile(sys.argv[2], "w") as new:
    for n in ["mimetype"] + sorted(n for n in m if n != "mimetype"):
        i = zipfile.ZipInfo(n, (1980, 1, 1, 0, 0, 0)); i.create_system = 3; i.external_attr = 0o100644 << 16
        new.writestr(i, m[n])
P
edit() { python3 edit.py old.asice "$1" "$2"; }
edit forged.asice 'm[run] += b"\n"'
edit unlisted.asice 'del m["META-INF/signature001.p7s"]'
edit added.asice 'm["data/evidence/more.txt"] = b"x"'
edit none.asice 'del m["manifest-sha256.txt"]'
said() { tr -s ' \n' ' ' <err >out; prints "$1" "$2"; }

# By itself, by every verb that reads evidence.
for bad in forged unlisted added none; do
    exits 3 "$bad: check" "$DOSSIER" check --full $bad.asice
    said "dossier does not hold" "$bad: check says so"
    ok "$bad: nothing printed" test "$("$DOSSIER" check --full $bad.asice 2>/dev/null | wc -c)" = 0
    exits 3 "$bad: report" "$DOSSIER" report $bad.asice -o out-$bad
    ok "$bad: no report" test ! -e out-$bad
    exits 3 "$bad: trace" "$DOSSIER" trace $bad.asice
    exits 3 "$bad: rerun" "$DOSSIER" rerun $bad.asice
    exits 3 "$bad: inspect" "$DOSSIER" inspect $bad.asice
    said "dossier does not hold" "$bad: inspect says so"
    exits 3 "$bad: diff" "$DOSSIER" diff old.asice $bad.asice
done
exits 0 "the good one: inspect" "$DOSSIER" inspect old.asice

# As evidence of a new case: packed, zipped anew, in a tar, unpacked, unpacked below a folder, one file of it.
case_of() { # pattern of A, pattern of B
    python3 - "$1" "$2" <<'P'
import json, sys
c = json.load(open(__import__("os").environ["SOURCE"] + "/samples/trap-zeros/case.json"))
json.dump({"format": c["format"], "id": "X-1", "date": c["date"], "asked_by": c.get("asked_by", "x"), "question": c["question"], "metric": c["metric"], "under_test": c["under_test"],
           "systems": [{"id": s, "label": s, **({"baseline": True} if s == "A" else {}), "machines": [{"captures": [p], "runs": [p]}]} for s, p in zip("AB", sys.argv[1:])]},
          open("new.json", "w"))
P
}
mkdir -p good bad deep/in/side
(cd good && unzip -q ../old.asice) && (cd bad && unzip -q ../forged.asice) && (cd deep/in/side && unzip -q ../../../forged.asice)
(cd good && zip -q -r ../good.zip .) && (cd bad && zip -q -r ../bad.zip . && tar -cf ../bad.tar .)
tar -cf deep.tar deep
first=$(cd bad && find data/evidence -name summary.json | sort | head -1)
folder=$(dirname "$first")
refused() { # description, path
    case_of "$2" "$2"
    exits 3 "$1" "$DOSSIER" build new.json -o new.asice
    said "dossier does not hold" "$1: said"
    ok "$1: nothing built" test ! -e new.asice
}
read_from() { # description, path: whatever is wrong with the case, the dossier is not
    case_of "$2" "$2"
    "$DOSSIER" check --full new.json >out 2>err || true
    lacks "dossier does not hold" "$1"
    lacks "sealed bundle" "$1"
}
refused "out of a forged dossier" "forged.asice!$folder"
refused "out of one zipped anew" "bad.zip!$folder"
refused "out of a tar" "bad.tar!./$folder"
refused "out of a tar, deep" "deep.tar!deep/in/side/$folder"
refused "out of a folder" "bad/$folder"
refused "a single file" "bad/$first"
refused "the folder itself" bad
refused "a folder above" deep
refused "a part of one that lies deep" "deep/in/side/$folder"
mkdir beside && cp forged.asice beside/ && echo x >beside/x.txt
refused "a file in a folder" beside
# Lists, signatures and type taken away: what lies there calls itself a dossier's all the same.
mkdir alone && cp -r bad/data alone/ && (cd alone && zip -q -r ../alone.zip data)
refused "data/ alone" "alone/$folder"
refused "data/ alone, in an archive" "alone.zip!$folder"
exits 3 "inspect: data/ alone" "$DOSSIER" inspect "alone/$folder"
cp old.asice renamed.bin && cp forged.asice forged.bin
refused "under another name" "forged.bin!$folder"
read_from "out of a dossier that holds" "old.asice!$folder"
read_from "out of the same zipped anew" "good.zip!$folder"
read_from "out of the same unpacked" "good/$folder"
read_from "out of one under another name" "renamed.bin!$folder"
# An archive is no text, stored or packed again: nothing is read past its own judgement.
mkdir stored
cp "$SOURCE"/samples/trap-zeros/h100/captures/nvidia-smi.txt . && zip -q -0 -X stored/s.zip nvidia-smi.txt && gzip -c stored/s.zip >stored/s.gz
exits 0 "an archive in a folder" "$DOSSIER" inspect stored --json
ok "has no facts" jq -e '(.files | length == 2) and all(.files[]; (.facts | length) == 0)' "$SCRATCH/out"
# A part of one, by the verbs that have no case.
series=$(cd good && find data/evidence -name '*.csv' | sort | head -1)
for verb in inspect steady; do
    part=$([ $verb = steady ] && echo "$series" || echo "$folder")
    "$DOSSIER" $verb "good/$part" >out 2>err || true
    lacks "dossier does not hold" "$verb: a part of one that holds"
    exits 3 "$verb: a part of a forged one" "$DOSSIER" $verb "bad/$part"
    said "dossier does not hold" "$verb: said"
    (cd "bad/$(dirname "$part")" && exits 3 "$verb: from inside" "$DOSSIER" $verb "$(basename "$part")" && [ "$failed" = 0 ]) || failed=$((failed + 1))
done
exits 3 "diff: a part of a forged one" "$DOSSIER" diff "good/$folder" "bad/$folder"
ok "a list above that is no dossier's" sh -c "mkdir -p plain/runs && echo none >plain/manifest-sha256.txt &&
    cp 'good/$series' plain/runs/ && '$DOSSIER' inspect plain/runs"
rm good/META-INF/signature001.p7s
refused "a signature taken away" "good/$folder"

# A bag of someone else's is judged by its list, and asked for nothing more.
mkdir -p bag/data && echo 1 >bag/data/a.txt && printf 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n' >bag/bagit.txt
(cd bag && sha256sum data/a.txt >manifest-sha256.txt)
exits 0 "a bag" "$DOSSIER" inspect bag
echo 2 >bag/data/b.txt
exits 3 "a bag with more in it" "$DOSSIER" inspect bag
cp bag/manifest-sha256.txt once.txt && cat once.txt once.txt >bag/manifest-sha256.txt
exits 3 "one file listed twice in place of the other" "$DOSSIER" inspect bag
said "data/a.txt stands twice in manifest-sha256.txt" "one file listed twice: says so"
cp once.txt bag/manifest-sha256.txt
rm bag/data/b.txt && echo 2 >bag/data/a.txt
exits 3 "a bag changed" "$DOSSIER" inspect bag

# However many there are, each is judged.
mkdir many && for i in $(seq 100 170); do mkdir -p "many/$i/data" && cp bag/bagit.txt "many/$i" && echo "$i" >"many/$i/data/a.txt" &&
    (cd "many/$i" && sha256sum data/a.txt >manifest-sha256.txt); done
exits 0 "seventy-one bags" "$DOSSIER" inspect many
echo 2 >many/170/data/a.txt
exits 3 "the last one changed" "$DOSSIER" inspect many
for i in $(seq 1000 2000); do mkdir -p "many/$i" && cp bag/bagit.txt "many/$i"; done
exits 3 "more than can be judged" "$DOSSIER" inspect many
said "more than 1,024 unpacked dossiers" "more than can be judged: said"

# Half a seal is a broken one.
cp -r "$SOURCE/samples/trap-zeros" s
captures=$(cd s && find . -type d -name captures -printf '%P\n' | sort | head -1)
"$DOSSIER" seal "s/$captures" --key a.key.pem --cert a.cert.pem >/dev/null
for half in seal.p7s seal-sha256.txt; do
    mv "s/$captures/$half" kept
    for verb in "inspect s/$captures" "check s/case.json" "build s/case.json -o x.asice"; do
        # shellcheck disable=SC2086
        exits 3 "without $half: ${verb%% *}" "$DOSSIER" $verb
        said "half a seal: no $half" "without $half: ${verb%% *} says so"
    done
    tar -cf half.tar -C s "$captures"
    exits 3 "without $half, in an archive" "$DOSSIER" inspect half.tar
    mv kept "s/$captures/$half"
done
ok "both halves" "$DOSSIER" inspect "s/$captures"
some=$(cd "s/$captures" && find . -type f ! -name 'seal*' -printf '%P\n' | sort | head -1)
ok "a file of what was sealed" "$DOSSIER" inspect "s/$captures/$some"
cp "s/$captures/$some" kept && echo >>"s/$captures/$some"
exits 3 "a file changed since it was sealed" "$DOSSIER" inspect "s/$captures/$some"
said "sealed" "a file changed since it was sealed: said"
mv kept "s/$captures/$some"

# A dossier enclosed whole is verified with the one that encloses it.
cp -r "$SOURCE/samples/trap-zeros" e && cp old.asice "e/$captures/"
"$DOSSIER" build e/case.json -o outer.asice --key a.key.pem --cert a.cert.pem >out 2>err || true
exits 0 "enclosed" "$DOSSIER" verify outer.asice --trust a.cert.pem --at "$SOURCE_DATE_EPOCH"
tr -s ' \n' ' ' <out >one && mv one out
prints "a dossier enclosed as evidence: data/evidence/" "and said"
cp forged.asice "e/$captures/old.asice"
exits 3 "a forged one is not enclosed" "$DOSSIER" build e/case.json -o x.asice
# A decision of last year may stand among the documents; a forged one may not.
cp -r "$SOURCE/samples/trap-zeros" f && cp old.asice f/
jq '.documents = ["old.asice"]' f/case.json >f/with.json
exits 1 "a dossier among the documents" "$DOSSIER" build f/with.json -o doc.asice --key a.key.pem --cert a.cert.pem
exits 0 "is verified with the other" "$DOSSIER" verify doc.asice --trust a.cert.pem --at "$SOURCE_DATE_EPOCH"
cp forged.asice f/old.asice
exits 3 "a forged one among the documents" "$DOSSIER" build f/with.json -o x.asice
finish
