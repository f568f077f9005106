#!/bin/sh
# Line coverage of the C code below ext/src by phpt, vectors, C API tests and PHPUnit, in lyo.so and in lyo-dump. Prints a table by file
# and fails below 90 %.
# The annotated sources are in build/coverage/html.
#
# MINIMUM   per cent of lines (default: 90)
# BUILD     where to build (default: build)
set -eu

cd "$(dirname "$0")/.."
root=$PWD
build=${BUILD:-build}/coverage
export BUILD="$build"
# Code without optimisation takes more of the C stack, up to 2 kB a level: tests that measure the stack are skipped, and the others get a larger one.
export LYO_COVERAGE=1
ulimit -s unlimited 2>/dev/null || ulimit -s "$(ulimit -H -s)" || true

tools/build-ext.sh ext "$build/ext" --enable-lyo-coverage
find "$build/ext" -name '*.gcda' -exec rm -f {} +

# lyo-dump is built from the same links as the module, so that gcovr sees one source file, whichever of the two ran it.
mkdir -p "$build/ext/dump"
(cd "$build/ext" && ${CC:-cc} --coverage -O0 -g -std=c99 -Isrc -I"$root/tools" -o dump/lyo-dump \
    "$root/tools/lyo-dump.c" "$root"/tools/dump/*.c src/wire/*.c)
cp "$build/ext/dump/lyo-dump" "$build/lyo-dump"

# The same suites as in `make test`, on the instrumented module. A crash would lose its counts, so failures end the run.
tools/phpt.sh "$build/ext" ext/tests
cp "$build/ext/modules/lyo.so" "$build/lyo.so"
${MAKE:-make} --no-print-directory --assume-old="$build/lyo.so" --assume-old="$build/lyo-dump" vectors test-api phpunit BUILD="$build"

# The sources were compiled through links in the build directory: gcovr names a file by its link and filters by its target.
mkdir -p "$build/html"
cd "$build/ext"
# What only igbinary.so uses is not run by these suites; although it is compiled into lyo.so.
gcovr --root . --filter "$root/ext/src/" --exclude '.*igbinary.*' --exclude '.*/module/lyo_(apcu|session).*' --exclude-unreachable-branches \
    --txt - --html-details "$root/$build/html/index.html" --fail-under-line "${MINIMUM:-90}" .
