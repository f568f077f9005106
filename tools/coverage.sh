#!/bin/sh
# Line coverage of the C code below ext/src by phpt, vectors and PHPUnit. Prints a table by file and fails below 90 %.
# The annotated sources are in build/coverage/html.
#
# MINIMUM   per cent of lines (default: 90)
# BUILD     where to build (default: build)
set -eu

cd "$(dirname "$0")/.."
root=$PWD
build=${BUILD:-build}/coverage
export BUILD="$build"
# Code without optimisation takes more of the C stack: tests that measure it stand back.
export LYO_COVERAGE=1

tools/build-ext.sh ext "$build/ext" --enable-lyo-coverage
find "$build/ext" -name '*.gcda' -exec rm -f {} +

# The same suites as in `make test`, on the instrumented module. A crash would lose its counts, so failures end the run.
tools/phpt.sh "$build/ext" ext/tests
cp "$build/ext/modules/lyo.so" "$build/lyo.so"
${MAKE:-make} --no-print-directory --assume-old="$build/lyo.so" vectors phpunit BUILD="$build"

# The sources were compiled through links in the build directory: gcovr names a file by its link and filters by its target.
mkdir -p "$build/html"
cd "$build/ext"
gcovr --root . --filter "$root/ext/src/" --exclude-unreachable-branches \
    --txt - --html-details "$root/$build/html/index.html" --fail-under-line "${MINIMUM:-90}" .
