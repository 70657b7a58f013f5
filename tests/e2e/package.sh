#!/bin/sh
# ctest
# package.sh - the manual page is well formed and holds every verb; the .deb is well formed; the tarball runs from where it lies.
. "$(dirname "$0")/common.sh"
command -v mandoc >/dev/null && command -v cpack >/dev/null || { echo "skipped: mandoc or cpack is not installed"; exit 77; }
exits 0 "the manual page" "$DOSSIER" completion man
cp "$SCRATCH/out" "$SCRATCH/dossier.1"
ok "mandoc finds nothing to say" sh -c '[ -z "$(mandoc -Tlint "$1")" ]' - "$SCRATCH/dossier.1"
mandoc -Tutf8 "$SCRATCH/dossier.1" | sed 's/.\x08//g' >"$SCRATCH/page"
for verb in $("$DOSSIER" --help | sed -n 's/^  \([a-z][a-z-]*\)  *.*/\1/p'); do
    ok "$verb is in it" grep -q "^   dossier $verb\$" "$SCRATCH/page"
done
build=$(cd "$(dirname "$DOSSIER")/.." && pwd)
[ -f "$build/CPackConfig.cmake" ] && [ -f "$build/share/dossier.1.gz" ] || { finish; exit; }
cd "$build"
ok "packed" cpack -B "$SCRATCH/packages"
cd "$SCRATCH"
if command -v lintian >/dev/null; then
    lintian --allow-root packages/*.deb >said 2>&1 || :
    ok "lintian finds nothing to say" sh -c '! grep -E "^[EW]:" said'
fi
dpkg-deb -x packages/*.deb root
ok "the program is in it" sh -c 'root/usr/bin/dossier -V | grep -q "^dossier "'
for file in man/man1/dossier.1.gz bash-completion/completions/dossier doc/dossier/copyright; do
    ok "$file" test -s root/usr/share/$file
done
mkdir elsewhere && tar -xzf packages/*.tar.gz -C elsewhere
ok "the tarball runs from where it lies" sh -c 'elsewhere/*/usr/bin/dossier -V || elsewhere/*/bin/dossier -V'
finish
