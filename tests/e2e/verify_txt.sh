#!/bin/sh
# verify_txt.sh DOSSIER CA.pem
#
# Runs exactly the commands that the dossier's own VERIFY.txt prints, in an unpacked copy, with nothing on the
# PATH but the programs it names. Then attacks copies and expects those commands to notice.
set -eu

[ $# -eq 2 ] || { echo "usage: verify_txt.sh DOSSIER CA.pem" >&2; exit 3; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
cp "$1" "$work/good.asice"
cp "$2" "$work/root.pem"
cd "$work"

mkdir bin
for program in unzip openssl sha256sum base64 grep; do
    ln -s "$(command -v $program)" "bin/$program"
done

# The commands: lines indented by four spaces before the line "Windows".
unzip -p good.asice VERIFY.txt | sed -n '/^Windows$/q; s/^    //p' >commands
[ "$(wc -l <commands)" -eq 10 ] || { echo "VERIFY.txt: not the ten commands expected" >&2; exit 1; }

# run FOLDER: each command in one shell, as a person would type them; stops at the first that fails and
# leaves its number in FOLDER/failed.
run() {
    : >"$1/output"
    rm -f "$1/failed"
    (
        cd "$1"
        PATH=$work/bin
        number=0
        while IFS= read -r line <&3; do
            number=$((number + 1))
            if ! eval "$line" >>"$work/$1/output" 2>&1 </dev/null; then
                echo "$number" >"$work/$1/failed"
                exit 1
            fi
        done 3<"$work/commands"
    )
}

# Puts a changed copy together: attack NAME; the copy's members lie in NAME/make.
attack() {
    mkdir -p "$1/make"
    cp root.pem "$1/root.pem"
    unzip -q good.asice -d "$1/make"
}

# Zips NAME/make and expects command number $2 (of the ten) to be the first that fails.
expect_failure() {
    (cd "$1/make" && python3 -m zipfile -c ../dossier.asice mimetype META-INF ./*.txt data trust)
    if run "$1"; then
        echo "$1: VERIFY.txt noticed nothing" >&2
        exit 1
    fi
    if [ "$(cat "$1/failed")" -ne "$2" ]; then
        echo "$1: command $(cat "$1/failed") failed, expected $2:" >&2
        cat "$1/output" >&2
        exit 1
    fi
    echo "$1: noticed by command $2"
}

mkdir good
cp good.asice good/dossier.asice
cp root.pem good/root.pem
if ! run good; then
    echo "command $(cat good/failed) failed on the good dossier:" >&2
    cat good/output >&2
    exit 1
fi
grep -q 'Verification successful' good/output
echo "good: every command succeeds"

victim=$(sed -n '1s/^[0-9a-f]*  //p' good/unpacked/manifest-sha256.txt)
[ -n "$victim" ]

# A file changed.
attack changed
echo x >>"changed/make/$victim"
expect_failure changed 5

# A file changed together with its line in manifest-sha256.txt.
attack changed-with-line
echo x >>"changed-with-line/make/$victim"
(cd changed-with-line/make && cut -c67- manifest-sha256.txt >../names &&
    while IFS= read -r name; do sha256sum "$name"; done <../names >manifest-sha256.txt)
(cd changed-with-line/make && sha256sum -c --quiet manifest-sha256.txt)
expect_failure changed-with-line 4

# The signed manifest changed to fit.
attack changed-manifest
echo x >>"changed-manifest/make/$victim"
(cd changed-manifest/make && cut -c67- manifest-sha256.txt >../names &&
    old=$(openssl dgst -sha256 -binary manifest-sha256.txt | base64) &&
    while IFS= read -r name; do sha256sum "$name"; done <../names >manifest-sha256.txt &&
    new=$(openssl dgst -sha256 -binary manifest-sha256.txt | base64) &&
    sed -i "s|$old|$new|" META-INF/ASiCManifest001.xml)
expect_failure changed-manifest 2

# A file taken out, and no record says why.
attack taken-out
rm "taken-out/make/$victim"
expect_failure taken-out 6

# A file added that nobody signed.
attack added
echo x >added/make/data/added.txt
expect_failure added 7

# Another signer's certificate as the root.
attack other-root
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout other.key -subj /CN=Other \
    -days 30 -out other-root/root.pem 2>/dev/null
expect_failure other-root 2

# No signature left.
attack no-signature
rm no-signature/make/META-INF/*
: >no-signature/make/META-INF/x
expect_failure no-signature 2

echo "verify_txt: good"
