#!/bin/sh
# lint.sh - layout, clang's warnings, cppcheck and clang-tidy; any word of theirs is a failure.
#
# The analyzer takes seconds a file, so a file found clean leaves a stamp in build/clang/tidy, named by the
# digest of the file, all headers and lists, and the configuration; an equal one is not asked again.
set -eu
cd "$(dirname "$0")/.."
git ls-files '*.c' '*.h' | xargs clang-format --dry-run --Werror
cmake --preset clang >/dev/null
cmake --build build/clang -- --quiet

# cppcheck follows no include path of ours by itself: -I for the doors and base/.
cppcheck --quiet --error-exitcode=1 --inline-suppr --std=c11 --enable=warning,performance,portability \
    -I . -I model -D_GNU_SOURCE -DDOSSIER_VERSION='"0"' --suppress=missingIncludeSystem \
    --suppress=unknownMacro --suppress=preprocessorErrorDirective -j 2 \
    $(git ls-files '*.c' | grep -v '^tests/')

stamps=build/clang/tidy
mkdir -p "$stamps"
common=$({ clang-tidy --version; cat .clang-tidy cmake/*.cmake; git ls-files '*.h' '*.def' | xargs cat; } |
    sha256sum | cut -c1-64)
export stamps common
git ls-files '*.c' | grep -v '^tests/' | xargs -P "$(nproc)" -n 1 sh -c '
    stamp=$stamps/$({ echo "$common $1"; cat "$1"; } | sha256sum | cut -c1-64)
    [ -e "$stamp" ] && exit 0
    said=$(clang-tidy --quiet -p build/clang "$1" 2>&1) || { printf "%s\n" "$said"; exit 1; }
    : >"$stamp"' tidy
echo "lint: clean"
