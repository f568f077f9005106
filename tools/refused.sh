#!/bin/sh
# tools/refused.sh
#
# To be run with a real PHP with 32-bit integers. configure must refuse it for both modules, and the compiler must refuse the header that
# all sources include, each with a message that says why. tools/check-word-size.php tests the same with changed headers.
set -eu

cd "$(dirname "$0")/.."
words='lyo needs a PHP with 64-bit integers'
php -n -r 'exit(PHP_INT_SIZE === 4 ? 0 : 1);' || { echo "refused: the integers of $(php -n -r 'echo PHP_VERSION;') have 64 bits" >&2; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -RL ext ext-igbinary "$folder"

refuses() { # refuses NAME COMMAND...
    name=$1
    shift
    if "$@" >"$folder/log" 2>&1; then
        echo "refused: $name takes a PHP with 32-bit integers" >&2
        exit 1
    fi
    grep -q "$words" "$folder/log" || { cat "$folder/log"; echo "refused: $name fails, but does not say why" >&2; exit 1; }
}

for module in lyo:ext igbinary:ext-igbinary; do
    cd "$folder/${module#*:}"
    phpize >/dev/null 2>&1
    refuses "configure of ${module%%:*}.so" ./configure
done
# shellcheck disable=SC2046  # the options are words
refuses "the compiler" cc -fsyntax-only -Isrc $(php-config --includes) -x c src/lyo_compat.h
echo "refused: PHP $(php -n -r 'echo PHP_VERSION;') with 32-bit integers, by configure of both modules and by the compiler, 3 of 3"
