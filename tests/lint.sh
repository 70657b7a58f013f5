#!/bin/sh
# lint.sh - layout, clang's warnings, cppcheck and clang-tidy; any word of theirs is a failure.
#
# The analyzer takes seconds a file, so a file found clean leaves a stamp in build/clang/tidy, named by the
# digest of the file, all headers and lists, and the configuration; an equal one is not asked again.
#
# Nineteen parts in twenty of that time are the path-sensitive checks. They follow NODES states of a function; the
# analyzer's own 225,000 take six times as long as these: `NODES=225000 ./dev lint` does so, before a release.
set -eu
cd "$(dirname "$0")/.."
git ls-files '*.c' '*.h' | xargs clang-format --dry-run --Werror
cmake --preset clang >/dev/null
cmake --build build/clang -- --quiet

# cppcheck follows no include path of ours by itself: -I for the doors, base/ and the rooms of folders.
cppcheck --quiet --error-exitcode=1 --inline-suppr --std=c11 --enable=warning,performance,portability \
    -I . -I model $(git ls-files 'ingest/*/*.h' 'comparability/*/*.h' 'render/*/*.h' 'sign/*/*.h' 'cli/*/*.h' | sed 's|/[^/]*$||; s|^|-I |' | sort -u) -I ingest -I comparability -I render -I sign -I cli -D_GNU_SOURCE -DDOSSIER_VERSION='"0"' --suppress=missingIncludeSystem \
    --suppress=unknownMacro --suppress=preprocessorErrorDirective -j 2 \
    $(git ls-files '*.c' | grep -v '^tests/')

stamps=build/clang/tidy
mkdir -p "$stamps"
nodes=${NODES:-30000}
common=$({ clang-tidy --version; echo "$nodes"; cat .clang-tidy cmake/*.cmake; git ls-files '*.h' '*.def' | xargs cat; } |
    sha256sum | cut -c1-64)
export stamps common nodes
git ls-files '*.c' | grep -v '^tests/' | xargs -P "$(nproc)" -n 1 sh -c '
    stamp=$stamps/$({ echo "$common $1"; cat "$1"; } | sha256sum | cut -c1-64)
    [ -e "$stamp" ] && exit 0
    said=$(clang-tidy --quiet --extra-arg=-Xclang --extra-arg=-analyzer-config --extra-arg=-Xclang \
        --extra-arg=max-nodes="$nodes" -p build/clang "$1" 2>&1) || { printf "%s\n" "$said"; exit 1; }
    : >"$stamp"' tidy
echo "lint: clean"
