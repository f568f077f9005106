#!/bin/sh
# Runs every checker of the tree: tools/check-*.php, and each generator tools/gen-*.php with --check, which checks that
# its files are up to date. New ones are found by their names. Fails if one fails, or if none is found.
#
# PHP   the PHP to use (default: php);  BUILD   where lyo.so is, for generators that need it (default: build)
set -eu

cd "$(dirname "$0")/.."
module=
[ ! -e "${BUILD:-build}/lyo.so" ] || module=${BUILD:-build}/lyo.so
# shellcheck disable=SC2086  # no module, no word
php=$(tools/php.sh tokenizer mbstring ctype $module)

run=0
failed=0
for script in tools/check-*.php tools/gen-*.php; do
    [ -e "$script" ] || continue
    option=
    case $script in tools/gen-*) option=--check ;; esac
    run=$((run + 1))
    $php "$script" $option || { echo "check: $script $option FAILED"; failed=$((failed + 1)); }
done

echo "check: $run scripts, $failed failed"
[ "$run" -gt 0 ] && [ "$failed" = 0 ]
