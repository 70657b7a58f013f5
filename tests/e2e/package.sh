#!/bin/sh
# ctest
# package.sh - the manual page is well formed and holds every verb; the .deb is well formed; the tarball runs from where it lies.
. "$(dirname "$0")/common.sh"
# `./dev` where its packages cannot be installed says what to do: a person without root and sudo, a root without a network, no Debian.
mkdir "$SCRATCH/few"
for tool in sh dirname grep; do ln -s "$(command -v $tool)" "$SCRATCH/few/$tool"; done
printf '#!/bin/sh\necho 1000\n' >"$SCRATCH/few/id"
chmod +x "$SCRATCH/few/id"
exits 0 "dev on no Debian" env PATH="$SCRATCH/few" "$SOURCE/dev" deps
prints "docs/install.md lists what is needed" "names the page"
printf '#!/bin/sh\nexit 1\n' >"$SCRATCH/few/dpkg-query"
chmod +x "$SCRATCH/few/dpkg-query"
exits 1 "dev without root and sudo" env PATH="$SCRATCH/few" "$SOURCE/dev" deps
prints "apt-get install --no-install-recommends gcc libc6-dev cmake" "says what root has to run"
printf '#!/bin/sh\necho 0\n' >"$SCRATCH/few/id"
printf '#!/bin/sh\necho "E: no network" >&2\nexit 100\n' >"$SCRATCH/few/apt-get"
chmod +x "$SCRATCH/few/apt-get"
exits 1 "dev without a network" env PATH="$SCRATCH/few" "$SOURCE/dev" deps
prints "apt-get did not install them" "says so"
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
