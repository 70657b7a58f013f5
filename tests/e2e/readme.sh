#!/bin/sh
# readme.sh - the commands that README.md shows print what it shows, and its links lead somewhere.
# ctest
. "$SOURCE/tests/e2e/common.sh"
unset SOURCE_DATE_EPOCH # as a reader would

mkdir "$SCRATCH/checkout" "$SCRATCH/bin"
cp -R "$SOURCE/samples" "$SCRATCH/checkout/samples"
ln -s "$DOSSIER" "$SCRATCH/bin/dossier"
PATH=$SCRATCH/bin:$PATH
export PATH
ok "README's commands print what it shows" python3 "$SOURCE/tests/e2e/readme.py" commands "$SOURCE" "$SCRATCH/checkout"
ok "links and pictures of README and docs are there" python3 "$SOURCE/tests/e2e/readme.py" links "$SOURCE"
finish
