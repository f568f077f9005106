#!/bin/sh
# tools/phpt.sh BUILD TESTS [run-tests option...]
#
# Runs the phpt files below TESTS with the module in BUILD/modules (made by tools/build-ext.sh). It works on copies of both in BUILD/phpt,
# which then has the files of failed tests (.diff, .out, .php); so you can build again while it runs. Fails if a test fails, if one ends
# with a warning, or if none ran (run-tests itself accepts that all tests were skipped).
#
# PHPT      only files whose path has this (default: all)
# PHP       the PHP to use (default: php)
# PHP_JOBS  tests at a time (default: number of processors)
# LABEL     the beginning of the line with the result (default: phpt)
# TEST_TIMEOUT  seconds after which run-tests ends a test (default: 600, so that no busy machine decides)
set -eu

build=$(cd "$1" && pwd)
tests=$2
shift 2
php=$(command -v "${PHP:-php}")
export TEST_TIMEOUT="${TEST_TIMEOUT:-600}"
export NO_INTERACTION=1 NO_COLOR=1 REPORT_EXIT_STATUS=1 TEST_PHP_EXECUTABLE="$php"
# Tests that need another module find it through --EXTENSIONS--; nothing comes from php.ini.
unset TEST_PHP_ARGS

if command -v flock >/dev/null; then
    exec 9>"$build/phpt.lock"
    flock 9
fi
rm -rf "$build/phpt"
cp -R "$tests" "$build/phpt"
module=$(basename "$(ls "$build"/modules/*.so)")
cp "$build/modules/$module" "$build/phpt/$module"
if [ -n "${PHPT:-}" ]; then
    find "$build/phpt" -name '*.phpt' ! -path "*$PHPT*" -delete
fi
planned=$(find "$build/phpt" -name '*.phpt' | wc -l | tr -d ' ')

status=0
"$(dirname "$0")/progress.sh" "${LABEL:-phpt}: $planned tests (up to a minute)" "$build/phpt.raw" "$php" -n "$build/run-tests.php" -n -q -p "$php" -d extension="$build/phpt/$module" \
    -j"${PHP_JOBS:-$(nproc 2>/dev/null || echo 1)}" -g FAIL,BORK,WARN,LEAK,SKIP --show-diff "$@" "$build/phpt" || status=$?
# Progress is overwritten with carriage returns; a log has only lines that stay.
tr '\r' '\n' <"$build/phpt.raw" | grep -vE '^ *$|^ *TEST [0-9]+/[0-9]+ \[' >"$build/phpt.log" || true
rm -f "$build/phpt.raw"

count() { sed -n "s/^Tests $1 *: *\([0-9][0-9]*\).*/\1/p" "$build/phpt.log" | tail -n 1; }
passed=$(count passed) skipped=$(count skipped) failed=$(count failed) warned=$(count warned)
line="${LABEL:-phpt}: ${passed:-0} passed, ${failed:-0} failed, ${skipped:-0} skipped of $planned ($("$php" -n -r 'echo "PHP ", PHP_VERSION, PHP_ZTS ? " ZTS" : "", PHP_DEBUG ? " debug" : "";'))"

if [ "$status" != 0 ] || [ "${passed:-0}" = 0 ] || [ "${failed:-0}" != 0 ] || [ "${warned:-0}" != 0 ]; then
    cat "$build/phpt.log"
    echo "$line"
    exit 1
fi
grep '^SKIP' "$build/phpt.log" || true
echo "$line"
