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
ok "every command of the documents is spelled as the program has it" python3 "$SOURCE/tests/e2e/readme.py" spelled "$SOURCE" "$DOSSIER"
printf 'x\n\n    dossier compare A B --gat slower:2%%\n\n    dossier compair A B\n' >"$SCRATCH/bad.md"
mkdir -p "$SCRATCH/pages/docs" && cp "$SOURCE/README.md" "$SCRATCH/pages" && cp "$SCRATCH/bad.md" "$SCRATCH/pages/docs"
python3 "$SOURCE/tests/e2e/readme.py" spelled "$SCRATCH/pages" "$DOSSIER" >"$SCRATCH/out" 2>&1 || true
prints "slower:2%: --gat" "an option that is none is seen"
prints "compair A B: no such verb" "and a verb that is none"
finish
