#!/bin/sh
# lint.sh - layout, clang-tidy and cppcheck; any word of theirs is a failure.
set -eu
cd "$(dirname "$0")/.."
git ls-files '*.c' '*.h' | xargs clang-format --dry-run --Werror
cmake --preset clang -DDOSSIER_TESTS=ON >/dev/null
cmake --build build/clang
git ls-files '*.c' | grep -v '^tests/' | xargs -P 2 -n 4 clang-tidy --quiet -p build/clang 2>/dev/null
cppcheck --quiet --error-exitcode=1 --inline-suppr --std=c11 --enable=warning,performance,portability \
    --suppress=missingIncludeSystem --suppress=unknownMacro --suppress=preprocessorErrorDirective -j 2 \
    $(git ls-files '*.c' | grep -v '^tests/')
echo "lint: clean"
