#!/bin/sh
# tests/Api/run.sh LYO_SO
#
# Builds an extension that uses the C API of lyo only through its header. Runs it with lyo loaded before it, with lyo loaded after it,
# and without lyo.
#
# BUILD             where to build (default: build)
# PHP, PHP_CONFIG   as for tools/build-ext.sh
set -eu

lyo=$(cd "$(dirname "$1")" && pwd)/${1##*/}
cd "$(dirname "$0")/../.."
build=${BUILD:-build}/api

EXTRA_CFLAGS="-I$PWD/ext" tools/build-ext.sh tests/Api/consumer "$build"
consumer=$(cd "$build/modules" && pwd)/consumer.so
php="${PHP:-php} -n -d zend.assertions=1"

# An undefined symbol would only be found at run time. There must be none of lyo's symbols.
if nm -D --undefined-only "$consumer" 2>/dev/null | grep -i ' lyo'; then
    echo "api: consumer.so is linked against lyo"
    exit 1
fi
run() {
    log=$build/$1
    shift
    $php "$@" >"$log" 2>&1 || { cat "$log"; exit 1; }
}
run before -d extension="$lyo" -d extension="$consumer" tests/Api/check.php
run behind -d extension="$consumer" -d extension="$lyo" tests/Api/check.php
run alone -d extension="$consumer" tests/Api/check.php alone
cat "$build/alone"
cmp "$build/before" "$build/behind"
sed 's/$/, in either load order/' "$build/behind"
