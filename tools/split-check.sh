#!/bin/sh
# Proves that ext/ is a package of its own: copies what git would publish of it to an empty directory, builds it there
# as a user or PIE would, and runs its tests: phpize, configure, make, make test. Anything that reaches for ../ fails here.
#
# PHP_CONFIG   php-config of the PHP to build for (default: php-config)
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
php_config=$(command -v "${PHP_CONFIG:-php-config}")
phpize=$(dirname "$php_config")/phpize
[ -x "$phpize" ] || phpize=phpize

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
# New files count before they are committed; what .gitignore names does not. Without git (a tarball) everything counts.
cd "$root/ext"
if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    git ls-files --cached --others --exclude-standard . | while read -r file; do
        [ -e "$file" ] || continue
        mkdir -p "$copy/lyo/$(dirname "$file")"
        cp "$file" "$copy/lyo/$file"
    done
else
    cp -R . "$copy/lyo"
fi

cd "$copy/lyo"
quietly() {
    "$@" >"$copy/log" 2>&1 || { tail -n 40 "$copy/log"; echo "split-check: $1 failed"; exit 1; }
}
quietly "$phpize"
quietly ./configure --with-php-config="$php_config"
quietly make -j"$(nproc 2>/dev/null || echo 1)"

# Exactly what a user, PIE or a distribution runs: the tests get no other help than what phpize's Makefile gives them.
unset TEST_PHP_ARGS
export NO_INTERACTION=1 NO_COLOR=1
status=0
make test >"$copy/log" 2>&1 || status=$?
count() { sed -n "s/^Tests $1 *: *\([0-9][0-9]*\).*/\1/p" "$copy/log" | tail -n 1; }
line="ext/ alone, make test: $(count passed) passed, $(count failed) failed, $(count skipped) skipped"
if [ "$status" != 0 ] || [ "$(count passed)" -eq 0 ] || [ "$(count failed)" -ne 0 ]; then
    cat "$copy/log"
    for difference in $(find tests -name '*.diff'); do echo "== $difference"; cat "$difference"; done
    echo "$line"
    exit 1
fi
echo "$line"
