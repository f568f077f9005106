#!/bin/sh
# Runs the phpt suite, the vectors, the differential test and the test of __sleep() with opcache. There, classes and constants are in
# memory that is read-only after compilation, the optimizer has changed the code, and the JIT has compiled it. If one of them fails, the
# others still run.
#
# JIT       opcache.jit: tracing (default) or function
# JIT_RUNS  values in the differential test (default: 3000); a third as many classes with __sleep()
# BUILD     where the module is built (default: build)
set -eu

cd "$(dirname "$0")/.."
build=${BUILD:-build}
php=${PHP:-php}
jit=${JIT:-tracing}
status=0
opcache=$("$php" -n -r 'echo ini_get("extension_dir");')/opcache.so
options="-d opcache.enable_cli=1 -d opcache.protect_memory=1 -d opcache.jit=$jit -d opcache.jit_buffer_size=64M"
if [ -e "$opcache" ]; then
    options="-d zend_extension=$opcache $options"
elif ! "$php" -n -m | grep -qi opcache; then
    echo "jit: SKIPPED, $php has no opcache"
    exit 0
fi
# shellcheck disable=SC2086  # the options are words
"$php" -n $options -r 'exit(function_exists("opcache_get_status") && is_array(opcache_get_status()) ? 0 : 1);' \
    || { echo "jit: opcache is there and does not run"; exit 1; }

# shellcheck disable=SC2086
LABEL="jit ($jit)" tools/phpt.sh "$build/ext" ext/tests $options || status=1
command=$(tools/php.sh "$build/lyo.so" ctype tokenizer '?pcntl' '?posix')
$command $options tests/run-vectors.php || status=1
$command $options -d memory_limit=2G tests/Differential/run.php --runs="${JIT_RUNS:-3000}" --seed=3 || status=1
$command $options tests/Sleep/run.php --opcache --runs="$((${JIT_RUNS:-3000} / 3))" --seed=3 || status=1
exit $status
