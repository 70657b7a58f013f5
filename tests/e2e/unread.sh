#!/bin/sh
# unread.sh - a file that cannot be read refuses no case: it is kept, named, and counts as not disclosed.
# ctest
. "$SOURCE/tests/e2e/common.sh"
cd "$SCRATCH"
cp -R "$SOURCE/samples/software-bottleneck" case
rm -rf out err
honest=0
"$DOSSIER" check --full case/case.json >honest || honest=$?
run=$(dirname "$(find case -name summary.json | LC_ALL=C sort | head -1)")

says() { # text, in what check says of the whole case
    tr '\n' ' ' <"$SCRATCH/out" | tr -s ' ' >"$SCRATCH/flat"
    if grep -qF -- "$1" "$SCRATCH/flat"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $2: no \"$1\""
        head -60 "$SCRATCH/out"
    fi
}
warns() {
    if grep -qF -- "$1" "$SCRATCH/err"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $2: no \"$1\""
        cat "$SCRATCH/err"
    fi
}

# One torn file of no weight: the verdict is as it was, and the file is named in it and on stderr.
printf '[{"build_commit": "1", "n_prompt": 1, "n_gen": 2, "avg_ts": 3' >"$run/torn.json"
exits "$honest" "a torn file beside a run" "$DOSSIER" check --full case/case.json
says "What could not be read counts as not disclosed: $(echo "$run" | sed 's|^case/||')/torn.json (JSON not well-formed: the text ends here)" "the verdict names it"
warns "torn.json:1:" "stderr names it with its place"
warns "warning: cannot be read as its format; kept, and whatever it holds counts as not disclosed" "stderr says what follows"
exits 0 "inspect of its folder" "$DOSSIER" inspect "$run"
exits 3 "inspect of the file itself" "$DOSSIER" inspect "$run/torn.json"
rm "$run/torn.json"

# A capture made unreadable to hide what it says is silent: what it alone told is not disclosed.
capture=$(grep -rl '<attached_gpus>1<' case | LC_ALL=C sort | head -1)
cp "$capture" kept
sed 's|</nvidia_smi_log>|</nvidia|' kept >"$capture"
exits 2 "a capture torn" "$DOSSIER" check --full case/case.json
says "$(basename "$capture") (XML not well-formed" "the verdict names the capture"
cp kept "$capture"

# A case names what it rests on: a file named by it must be readable.
sed "s|\"runs\": \\[|\"runs\": [\"$(echo "$run" | sed 's|^case/||')/named.json\", |" case/case.json >case/named.json
printf '[{"build_commit": "1", "n_prompt": 1, "n_gen": 2, "avg_ts": 3' >"$run/named.json"
exits 3 "a torn file that the case names" "$DOSSIER" check --full case/named.json
rm "$run/named.json"

# Folders: too deep, a link, a file over the limit, more names than are taken.
deep=$run
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17; do deep=$deep/d; done
mkdir -p "$deep"
echo x >"$deep/readme.txt"
ln -s /etc/passwd "$run/link"
truncate -s 1073741825 "$run/huge.bin"
exits "$honest" "a folder too deep, a link, a file over the limit" "$DOSSIER" check --full case/case.json
says "link (a link)" "the link is named"
says "huge.bin (too large)" "the large file is named"
says "(folders nested too deep)" "the deep folder is named"
exits 0 "the same in a dossier" "$DOSSIER" keygen -o me --name me
exits "$honest" "packed" "$DOSSIER" build case/case.json -o case.asice --key me.key.pem --cert me.cert.pem
exits 0 "and derived again from it" "$DOSSIER" verify case.asice --trust me.cert.pem --rebuild
exits 3 "no seal over a part" "$DOSSIER" seal "$run" --key me.key.pem --cert me.cert.pem
rm -rf "$run/d" "$run/link" "$run/huge.bin"
mkdir "$run/zz"
(cd "$run/zz" && seq -f 'n%05g' 1 20001 | xargs touch)
exits "$honest" "20,001 names" "$DOSSIER" check --full case/case.json
says "zz/n20001 (too many names)" "the first that is left out is named"
finish
