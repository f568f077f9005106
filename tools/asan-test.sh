#!/bin/sh
# Builds both modules for the sanitizer PHP of tools/asan-php.sh, and runs with them: the phpt suites, the vectors, the differential
# test, the tests of __sleep(), fibers, envelopes and kept values in guarded memory, the mutated inputs and, for igbinary.so,
# truncated messages. Any report of AddressSanitizer or UndefinedBehaviorSanitizer ends the run with a failure.
#
# RUNS      mutated inputs (default: 100000)
# VALUES    values in the differential test (default: 5000)
# HOOKS     classes in the test of __sleep() (default: 1000)
# FIBERS    operations in the test of fibers (default: 20000)
# ENVELOPES mutated envelopes, and bursts of changed bits (default: 20000)
# KEPT      operations on kept values (default: 20000)
# ONLY      "fibers", "envelope" or "kept": runs only that test
# PREFIXES  truncated messages for igbinary.so (default: 1000000)
# MUTATED   mutated messages for igbinary.so (default: 250000)
# BUILD     where to build (default: build)
set -eu

cd "$(dirname "$0")/.."
build=${BUILD:-build}/asan
runs=${RUNS:-100000}
values=${VALUES:-5000}
hooks=${HOOKS:-1000}
fibers=${FIBERS:-20000}
envelopes=${ENVELOPES:-20000}
kept=${KEPT:-20000}
prefixes=${PREFIXES:-1000000}
mutated=${MUTATED:-250000}

PHP=$(tools/asan-php.sh)
PHP_CONFIG=$(dirname "$PHP")/php-config
export PHP PHP_CONFIG

# PHP keeps some allocations until exit, so leaks are searched for by PHP's own allocator (debug build, phpt below) and
# by valgrind; here every block comes from malloc, with red zones around it. A claim of 1 GB is refused, not tried.
export ASAN_OPTIONS=detect_leaks=0:exitcode=77:abort_on_error=0:allocator_may_return_null=1:max_allocation_size_mb=1024
# Tests take ten times as long here, and run-tests gives each 60 seconds.
export TEST_TIMEOUT=600
# Frames of instrumented code are many times larger: 4,096 levels, of serialize() too, need more than the usual 8 MB.
ulimit -s unlimited 2>/dev/null || ulimit -s "$(ulimit -H -s)" || true
export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1:exitcode=77

# A debug PHP builds extensions with -O0; -O1 runs the same checks in half the time and keeps stack frames near to real ones.
CFLAGS='-g -fsanitize=address,undefined -fno-omit-frame-pointer -fno-sanitize=object-size' EXTRA_CFLAGS=-O1 \
    tools/build-ext.sh ext "$build/ext"
cp "$build/ext/modules/lyo.so" "$build/lyo.so"
# Together with the library, without zlib: every flipped bit of the vectors, and bombs.
run_envelopes() {
    USE_ZEND_ALLOC=0 $(tools/php.sh "$build/lyo.so" ctype tokenizer) -d memory_limit=2G tests/Envelope/run.php --short --bursts="$envelopes" --mutations="$envelopes"
}
# PHP's own assertions see here whether something writes to an immutable array. Blocks are guarded as in make test-kept.
run_kept() {
    CFLAGS="-g -fsanitize=address,undefined -fno-omit-frame-pointer -fno-sanitize=object-size" \
        EXTRA_CFLAGS="-O1 -DLYO_KEEP_GUARD -include $PWD/tests/Kept/guard.h" tools/build-ext.sh ext "$build/kept"
    $(tools/php.sh "$build/kept/modules/lyo.so") -d lyo.keep_values=1G -d memory_limit=1G tests/Kept/random.php "$kept" 3
}
if [ "${ONLY:-}" = kept ]; then
    run_kept
    echo "asan: $kept operations on kept values without a report ($("$PHP" -n -r 'echo "PHP ", PHP_VERSION;') debug ZTS)"
    exit 0
fi
if [ "${ONLY:-}" = envelope ]; then
    run_envelopes
    echo "asan: $envelopes mutated envelopes without a report ($("$PHP" -n -r 'echo "PHP ", PHP_VERSION;') debug ZTS)"
    exit 0
fi
CFLAGS='-g -fsanitize=address,undefined -fno-omit-frame-pointer -fno-sanitize=object-size' EXTRA_CFLAGS=-O1 \
    tools/build-ext.sh ext-igbinary "$build/igbinary"
cp "$build/igbinary/modules/igbinary.so" "$build/igbinary.so"

# With both allocators: Zend's allocator reports in a debug build what was not freed, and malloc has red zones around each block.
run_fibers() {
    fibers_php=$(tools/php.sh "$build/lyo.so" "$build/igbinary.so")
    fibers_status=0
    $fibers_php tests/Fibers/run.php --runs=20000 --brief --seed=5 --without-native >"$build/fibers.log" 2>&1 || fibers_status=$?
    cat "$build/fibers.log"
    if [ "$fibers_status" != 0 ] || grep -q 'memory leaks detected' "$build/fibers.log"; then exit 1; fi
    USE_ZEND_ALLOC=0 $fibers_php tests/Fibers/run.php --runs="$fibers" --brief
}
if [ "${ONLY:-}" = fibers ]; then
    run_fibers
    echo "asan: $fibers operations of fibers without a report ($("$PHP" -n -r 'echo "PHP ", PHP_VERSION;') debug ZTS)"
    exit 0
fi

# With the Zend allocator a debug PHP prints every block that was not freed, and run-tests counts that as a failure.
tools/phpt.sh "$build/ext" ext/tests
USE_ZEND_ALLOC=0 tools/phpt.sh "$build/ext" ext/tests
LABEL='igbinary phpt' tools/phpt.sh "$build/igbinary" ext-igbinary/tests
LABEL='igbinary phpt' USE_ZEND_ALLOC=0 tools/phpt.sh "$build/igbinary" ext-igbinary/tests
# The debug build reports what was not freed, and fails then.
BUILD=$build $(tools/php.sh ctype tokenizer) tests/Igbinary/run.php

run_fibers
run_envelopes
run_kept
php=$(tools/php.sh "$build/lyo.so")
# A child process prints the report here, so the status alone would not show a failure.
status=0
$php tests/Sleep/run.php --runs="$hooks" --seed=2 >"$build/sleep.log" 2>&1 || status=$?
cat "$build/sleep.log"
if [ "$status" != 0 ] || grep -q 'memory leaks detected' "$build/sleep.log"; then exit 1; fi
export USE_ZEND_ALLOC=0
$php tests/run-vectors.php
# Without the sanitizer serialize() often survives a read of freed memory. Here it never does. Some values take a minute here.
$php -d memory_limit=2G tests/Differential/run.php --runs="$values" --seconds=600 --native-crashes=$((values / 1000 + 1))
$php tests/Sleep/run.php --runs="$hooks"
$php tests/Fuzz/mutate.php --runs="$runs"
$(tools/php.sh "$build/igbinary.so") -d memory_limit=2G tests/Fuzz/igbinary.php --prefixes="$prefixes" --mutations="$mutated"
echo "asan: phpt, vectors, $values compared values, $hooks classes with __sleep(), $fibers operations of fibers, $envelopes mutated envelopes, $kept operations on kept values, $runs mutated inputs; igbinary.so: phpt, vectors, $prefixes beginnings, $mutated mutated messages; without a report ($("$PHP" -n -r 'echo "PHP ", PHP_VERSION;') debug ZTS)"
