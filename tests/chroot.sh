#!/bin/sh
# chroot.sh PROGRAM SOURCE PLACE - the .deb in a clean system: a Debian of the release that runs here is put up in PLACE/chroot, the package
# made beside PROGRAM is installed there by apt with what it depends on, answers as it should, and is removed without a trace.
#
# Needs root and debootstrap, else it is skipped (77). Packages come from where apt here has them from. Where PLACE/chroot stands from an earlier
# time it is used again. `./dev nightly` runs it.
set -eu
program=$1 source=$2 place=$3
build=$(cd "$(dirname "$program")/.." && pwd)
[ "$(id -u)" = 0 ] || { echo "skipped: a chroot needs root"; exit 77; }
command -v debootstrap >/dev/null && command -v cpack >/dev/null || { echo "skipped: debootstrap or cpack is not installed"; exit 77; }
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
# The first source of that release: "URIs: ..." before its "Suites:", or "deb [options] URI SUITE ...".
mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources 2>/dev/null | awk -v suite="$suite" '
    $1 == "URIs:" { uri = $2 }
    $1 == "Suites:" { for (i = 2; i <= NF; i++) if ($i == suite && uri != "") { print uri; exit } }
    $1 == "deb" { n = 2; if ($n ~ /^\[/) { while ($n !~ /\]$/) n++; n++ } if ($(n + 1) == suite) { print $n; exit } }')
[ -n "$mirror" ] || { echo "skipped: no source of packages for $suite is set up"; exit 77; }
mkdir -p "$place"
place=$(cd "$place" && pwd)
root=$place/chroot
said() { printf '%s\n' "$*"; }
failed=0
ok() { # what, command...
    what=$1
    shift
    if "$@" >"$place/out" 2>&1; then said "ok $what"; else failed=1 && said "FAIL $what" && tail -n 20 "$place/out"; fi
}
within() { chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }

if [ ! -e "$root/.whole" ]; then
    rm -rf "$root"
    ok "a clean $suite" debootstrap --variant=minbase "$suite" "$root" "$mirror"
    [ "$failed" = 0 ] || exit 1
    touch "$root/.whole"
fi
cp /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || :
# minbase drops manual pages of packages where docker's images do; a page must be kept to be looked for.
rm -f "$root"/etc/dpkg/dpkg.cfg.d/docker "$root"/etc/dpkg/dpkg.cfg.d/excludes
rm -rf "$place/packages"
ok "packed" sh -c 'cd "$1" && cpack -B "$2"' - "$build" "$place/packages"
if command -v lintian >/dev/null; then
    lintian --allow-root "$place"/packages/*.deb >"$place/lintian" 2>&1 || :
    ok "lintian finds nothing to say" sh -c '! grep -E "^[EW]:" "$1"' - "$place/lintian"
fi
rm -rf "$root/opt/try"
mkdir -p "$root/opt/try"
cp "$place"/packages/*.deb "$root/opt/try/dossier.deb"
cp -r "$source/samples/software-bottleneck" "$root/opt/try/software-bottleneck"

# Typefaces are read through /proc/self/fd.
mkdir -p "$root/proc"
mount -t proc proc "$root/proc" || { echo "skipped: /proc cannot be mounted here"; exit 77; }
trap 'umount "$root/proc"' EXIT
all() { (cd "$root" && find . -xdev \( -path ./proc -o -path ./opt -o -path ./root -o -path ./var/cache -o -path ./var/lib -o -path ./var/log -o -path ./dev \) -prune -o -print | sort); }
within apt-get update -q >"$place/out" 2>&1 || { tail -n 5 "$place/out"; exit 1; }
# What it depends on first, so that what is there afterwards is the package's own.
names=$(dpkg-deb -f "$root/opt/try/dossier.deb" Depends | tr ',' '\n' | sed 's/|.*//; s/(.*//; s/ //g' | tr '\n' ' ')
# shellcheck disable=SC2086
ok "what it depends on is in Debian: $names" within apt-get install -y -q --no-install-recommends $names
all >"$place/before"
ok "apt installs it" within apt-get install -y -q --no-install-recommends /opt/try/dossier.deb
ok "dossier -V" sh -c '"$@" | grep -q "^dossier [0-9]"' - chroot "$root" /usr/bin/dossier -V
ok "no library is missing" sh -c '! chroot "$1" ldd /usr/bin/dossier | grep "not found"' - "$root"
ok "dossier compare" sh -c 'chroot "$1" /usr/bin/dossier compare /opt/try/software-bottleneck/h100-unit6 /opt/try/software-bottleneck/h100-unit7 |
    grep -q "B delivers 23 % more than A"' - "$root"
umount "$root/proc"
ok "without /proc no report is drawn, and that is said" sh -c '! chroot "$1" /usr/bin/dossier report /opt/try/software-bottleneck/case.json -o /opt/try/r >/dev/null 2>"$1/opt/said" &&
    grep -q "/proc must be mounted" "$1/opt/said"' - "$root"
mount -t proc proc "$root/proc"
ok "a dossier, built and verified" sh -c 'chroot "$1" sh -ec "cd /opt/try; dossier keygen -o me --name We
    dossier build software-bottleneck/case.json -o d.asice --key me.key.pem --cert me.cert.pem; dossier verify d.asice --trust me.cert.pem --rebuild"' - "$root"
ok "the manual page" sh -c 'gzip -dc "$1/usr/share/man/man1/dossier.1.gz" | grep -q "dossier compare"' - "$root"
ok "completions" sh -c 'test -s "$1/usr/share/bash-completion/completions/dossier"' - "$root"
ok "apt removes it" within apt-get purge -y -q dossier
all >"$place/after"
ok "and nothing of it is left" diff "$place/before" "$place/after"

rm -rf "$root/opt/try/tarball"
mkdir "$root/opt/try/tarball"
ok "the tarball is laid into a folder" tar -xzf "$(ls "$place"/packages/*.tar.gz)" -C "$root/opt/try/tarball"
ok "and runs from there" sh -c 'cd "$1" && chroot "$1" "/$(ls -d opt/try/tarball/*/bin/dossier opt/try/tarball/*/usr/bin/dossier 2>/dev/null)" compare \
    /opt/try/software-bottleneck/h100-unit6 /opt/try/software-bottleneck/h100-unit7' - "$root"
rm -rf "$root/opt/try" "$root/opt/said"
exit "$failed"
