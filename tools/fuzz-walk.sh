#!/bin/sh
# Builds tests/Fuzz/walk.c with libFuzzer, AddressSanitizer and UndefinedBehaviorSanitizer and feeds it RUNS inputs, beginning with
# the vectors. Prints how many ran. Fails for any report, and if fewer inputs ran. Inputs that reached new code are kept for the next run.
#
# RUNS    inputs (default: 1000000, some minutes)
# CLANG   the compiler (default: clang; bin/setup fuzz installs it)
# BUILD   where to build (default: build); the corpus is BUILD/fuzz-corpus, an input that fails BUILD/fuzz-fault-*
set -eu

cd "$(dirname "$0")/.."
build=${BUILD:-build}
runs=${RUNS:-1000000}
clang=${CLANG:-clang}
program=$build/fuzz-walk
log=$build/log/fuzz-walk.log

command -v "$clang" >/dev/null || { echo "fuzz-walk: $clang is missing (bin/setup fuzz installs it)" >&2; exit 1; }
[ -d /proc/self/task ] || { echo "fuzz-walk: the search for leaks needs /proc" >&2; exit 1; }
mkdir -p "$build/fuzz-corpus" "$build/log"
"$clang" -g -O1 -std=c99 -DLYO_CHECKS=1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -DLYO_FUZZER -Iext/src -Itools \
    tests/Fuzz/walk.c tools/dump/[a-z]*.c ext/src/wire/[a-z]*.c -lm -o "$program"
${PHP:-php} -n tests/Fuzz/make-corpus.php "$build/fuzz-corpus"

# The seed is the time: each run tries new inputs, in addition to those that earlier runs have kept.
status=0
"$program" -runs="$runs" -max_len=4096 -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix="$build/fuzz-fault-" "$build/fuzz-corpus" >"$log" 2>&1 || status=$?
if [ "$status" != 0 ]; then
    tail -n 40 "$log"
    echo "fuzz-walk: FAILED (log: $log)"
    exit 1
fi
executed=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
covered=$(grep -o 'cov: [0-9]*' "$log" | tail -n 1)
echo "fuzz-walk: ${executed:-0} inputs without a report ($covered edges, $(ls "$build/fuzz-corpus" | wc -l) kept)"
[ "${executed:-0}" -ge "$runs" ] || { echo "fuzz-walk: fewer than the $runs planned"; exit 1; }
