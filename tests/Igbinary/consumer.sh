#!/bin/sh
# tests/Igbinary/consumer.sh IGBINARY_SO
#
# Builds an extension that calls igbinary's three C symbols, with the headers that `make install` installs. Runs it with ours, with the
# installed igbinary, and in every order of loading. Then the extension pretends to be redis, old and new.
#
# BUILD             where to build (default: build); BUILD/igbinary holds the module's own build
# PHP, PHP_CONFIG   as for tools/build-ext.sh
set -eu

ours=$(cd "$(dirname "$1")" && pwd)/${1##*/}
cd "$(dirname "$0")/../.."
build=${BUILD:-build}/igbinary-consumer
mkdir -p "$build"
log=$build/log
fail() { echo "igbinary consumer: $*"; cat "$log"; exit 1; }

prefix=$(cd "$build" && pwd)/prefix
rm -rf "$prefix"
make -C "${BUILD:-build}/igbinary" install-headers INSTALL_ROOT="$prefix" >"$log" 2>&1 || fail 'headers are not installed'
include=$prefix$("${PHP_CONFIG:-php-config}" --include-dir)
for header in igbinary.h php_igbinary.h src/php7/igbinary.h src/php7/php_igbinary.h; do
    [ -f "$include/ext/igbinary/$header" ] || fail "ext/igbinary/$header is not installed"
    # Both ways in which consumers name it. (A type of the compiler's own has no place in a header for others.)
    printf '#include "php.h"\n#include "ext/igbinary/%s"\n#include "igbinary/%s"\n' "$header" "$header" >"$build/header.c"
    # shellcheck disable=SC2046
    ${CC:-cc} -fsyntax-only -Wall -Werror -I"$include" -I"$include/ext" $("${PHP_CONFIG:-php-config}" --includes) "$build/header.c" >"$log" 2>&1 || fail "$header"
done
EXTRA_CFLAGS="-I$include" tools/build-ext.sh tests/Igbinary/consumer "$build/ext"
consumer=$(cd "$build/ext/modules" && pwd)/consumer.so

# Nothing but the three symbols and get_module can be seen from outside.
visible=$(nm -D --defined-only "$ours" | awk '{ print $3 }' | LC_ALL=C sort | tr '\n' ' ')
[ "$visible" = 'get_module igbinary_serialize igbinary_serialize_ex igbinary_unserialize ' ] || { echo "$visible" >"$log"; fail 'other symbols are visible'; }

php="${PHP:-php} -n -d zend.assertions=1 -d display_errors=stderr"
checks=0
run() { # run WHAT, then a command
    what=$1
    shift
    checks=$((checks + 1))
    "$@" >"$log" 2>&1 || fail "$what"
}
refused() { # the same for a load that must fail
    what=$1
    shift
    checks=$((checks + 1))
    "$@" >"$log" 2>&1 || true
    grep -q 'undefined symbol: igbinary_' "$log" || fail "$what"
}
check() { echo "require '$PWD/tests/Differential/NextKey.php'; require '$PWD/tests/Igbinary/Portrait.php'; require '$PWD/tests/Igbinary/consumer.php';"; }
run 'behind igbinary' $php -d extension="$ours" -d extension="$consumer" -r "$(check)"
result=$(cat "$log")
# Symbols of a module that is not linked to resolve at once are looked up when they are called first.
run 'before igbinary' $php -d extension="$consumer" -d extension="$ours" -r "$(check)"
run 'behind igbinary, bound at once' env LD_BIND_NOW=1 $php -d extension="$ours" -d extension="$consumer" -r "$(check)"
refused 'before igbinary, bound at once' env LD_BIND_NOW=1 $php -d extension="$consumer" -d extension="$ours" -r 'exit;'
theirs=$($php -r 'echo ini_get("extension_dir");')/igbinary.so
others=
if [ -e "$theirs" ]; then
    run 'with the installed igbinary' $php -d extension="$theirs" -d extension="$consumer" -r "$(check)" theirs
    others=" ($(cat "$log") with the installed igbinary)"
    run 'before the installed igbinary' $php -d extension="$consumer" -d extension="$theirs" -r "$(check)" theirs
    refused 'before the installed igbinary, bound at once' env LD_BIND_NOW=1 $php -d extension="$consumer" -d extension="$theirs" -r 'exit;'
fi
for version in 4.3.0 5.3.7 5.9.9; do
    run "beside redis $version" env CONSUMER_NAME=redis CONSUMER_VERSION=$version $php -d extension="$ours" -d extension="$consumer" -d igbinary.write_format=lyo tests/Igbinary/redis.php old
done
for version in 6.0.0 6.0.2 6.1.0 7.0.0; do
    run "beside redis $version" env CONSUMER_NAME=redis CONSUMER_VERSION=$version $php -d extension="$ours" -d extension="$consumer" -d igbinary.write_format=lyo tests/Igbinary/redis.php new
done
run 'without redis' $php -d extension="$ours" -d igbinary.write_format=lyo tests/Igbinary/redis.php new
echo "igbinary consumer: $result by C symbols$others, $checks loads and orders"
