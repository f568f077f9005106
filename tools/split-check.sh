#!/bin/sh
# tools/split-check.sh [ext|ext-igbinary]...   (default: both)
#
# Checks that each of these folders is a complete package, as PIE, pecl and distributions need it. It copies the files that git would
# publish to an empty directory (with links followed, as cp -RL does), and runs phpize, configure, make, make test and make install there.
# Anything that uses ../ fails. If there is Composer, it also validates composer.json, and Composer makes the copy from a path repository,
# as in PIE.
#
# PHP_CONFIG   php-config of the PHP to build for (default: php-config)
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
[ $# -gt 0 ] || set -- ext ext-igbinary
php_config=$(command -v "${PHP_CONFIG:-php-config}")
phpize=$(dirname "$php_config")/phpize
[ -x "$phpize" ] || phpize=phpize
php=$("$php_config" --php-binary)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# New files are included before they are committed; files in .gitignore are not. Without git (a tarball) all files are included.
copy() { # copy FOLDER TARGET
    cd "$root/$1"
    mkdir "$2"
    if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
        git ls-files --cached --others --exclude-standard . | while read -r file; do
            [ -e "$file" ] || continue
            mkdir -p "$2/$(dirname "$file")"
            cp -RL "$file" "$2/$file"
        done
    else
        cp -RL . "$2/"
    fi
    # Files that a build in the folder has left where a link leads.
    find "$2/src" \( -name '*.lo' -o -name '*.o' -o -name '*.dep' -o -name .libs \) -prune -exec rm -rf {} +
}

quietly() {
    "$root/tools/progress.sh" "split-check: $1 of $folder/ (up to two minutes)" "$work/log" "$@" || { tail -n 40 "$work/log"; echo "split-check: $1 failed"; exit 1; }
}

# package COPY TARGET: the copy that Composer makes. Composer knows php-ext since 2.8; an older one gets composer.json without it.
package() {
    if ! command -v composer >/dev/null; then
        echo "the part of Composer SKIPPED, composer is not here"
        mv "$1" "$2"
        return
    fi
    mkdir "$work/composer"
    "$php" -n -r '$package = json_decode(file_get_contents($argv[1]), true, flags: JSON_THROW_ON_ERROR);
        if (version_compare($argv[2], "2.8", "<")) { unset($package["php-ext"]); $package["type"] = "library"; }
        echo json_encode($package);' -- "$1/composer.json" "$(composer --version --no-ansi 2>/dev/null | grep -oE '[0-9]+\.[0-9]+\.[0-9]+' | head -n 1)" >"$work/composer/composer.json"
    COMPOSER_ALLOW_SUPERUSER=1 quietly composer validate --strict --no-check-version --no-check-lock --no-interaction -d "$work/composer"
    rm -r "$work/composer"
    name=$("$php" -n -r 'echo json_decode(file_get_contents($argv[1]), true, flags: JSON_THROW_ON_ERROR)["name"];' -- "$1/composer.json")
    COMPOSER_ALLOW_SUPERUSER=1 quietly composer create-project --no-install --no-interaction --no-ansi \
        --repository="{\"type\": \"path\", \"url\": \"$1\", \"options\": {\"symlink\": false}}" "$name" "$2"
    quietly diff -r "$1" "$2"
    rm -rf "$1"
}

count() { sed -n "s/^Tests $1 *: *\([0-9][0-9]*\).*/\1/p" "$work/log" | tail -n 1; }

# Exactly what a user, PIE or a distribution runs: the tests have only what phpize's Makefile gives them.
unset TEST_PHP_ARGS
# No busy machine decides: run-tests gives each test 60 seconds.
export NO_INTERACTION=1 NO_COLOR=1 TEST_TIMEOUT=600

for folder in "$@"; do
    copy "$folder" "$work/copy"
    package "$work/copy" "$work/package"
    cd "$work/package"
    quietly "$phpize"
    quietly ./configure --with-php-config="$php_config"
    quietly make -j"$(nproc 2>/dev/null || echo 1)"

    status=0
    "$root/tools/progress.sh" "split-check: make test of $folder/ (up to two minutes)" "$work/log" make test || status=$?
    line="$folder/ alone, make test: $(count passed) passed, $(count failed) failed, $(count skipped) skipped"
    if [ "$status" != 0 ] || [ "$(count passed)" -eq 0 ] || [ "$(count failed)" -ne 0 ]; then
        cat "$work/log"
        for difference in $(find tests -name '*.diff'); do echo "== $difference"; cat "$difference"; done
        echo "$line"
        exit 1
    fi

    quietly make install INSTALL_ROOT="$work/installed"
    module=$(find "$work/installed" -name '*.so')
    version=$("$php" -n -d extension="$module" -r '$name = basename($argv[1], ".so"); echo extension_loaded($name) ? phpversion($name) : "";' -- "$module")
    headers=$(find "$work/installed" -name '*.h' | wc -l | tr -d ' ')
    [ -n "$version" ] && [ "$headers" -gt 0 ] || { echo "split-check: what $folder/ installs does not load"; exit 1; }
    echo "$line; make install: $(basename "$module") $version, $headers headers"
    cd "$root"
    rm -rf "$work/package" "$work/installed"
done
