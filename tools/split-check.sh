#!/bin/sh
# Proves that ext/ is a package of its own: copies what git would publish of it to an empty directory, builds it there
# as a user or PIE would (phpize, configure, make) and runs its tests. Anything that reaches for ../ fails here.
#
# PHP, PHP_CONFIG   as for tools/build-ext.sh and tools/phpt.sh
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

# phpize leaves run-tests.php here, so this directory is its own build directory.
cp -R tests "$copy/tests"
LABEL='ext/ alone, phpt' "$root/tools/phpt.sh" "$copy/lyo" "$copy/tests"
