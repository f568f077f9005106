#!/bin/sh
# tests/Kept/long.sh MODULE OPERATIONS
#
# Random operations and late users with each JIT, and with planted mistakes (guard.h), which must be found.
# PHP   the PHP to use (default: php)
set -eu

here=$(dirname "$0")
php=${PHP:-php}
pages="$php -n $("$php" -n -m | grep -qx posix || echo '-d extension=posix') $here/pages.php $1"
opcache=$("$php" -n -r 'echo is_file(ini_get("extension_dir") . "/opcache.so") ? "-d zend_extension=opcache" : "";')

for jit in tracing function; do
    echo "with the JIT $jit:"
    # shellcheck disable=SC2086  # words
    "$php" -n $opcache -d opcache.enable_cli=1 -d opcache.jit_buffer_size=64M -d opcache.jit=$jit \
        -d extension="$1" -d lyo.keep_values=1G -d memory_limit=1G "$here/random.php" "$2" 2
    $pages late 350 "$jit"
    $pages soak 1000 "$jit"
done
for fault in permanent early foreign; do
    if LYO_KEEP_FAULT=$fault $pages late 350 >/dev/null 2>&1; then
        echo "kept: the fault \"$fault\" was not found" >&2
        exit 1
    fi
    echo "kept: the fault \"$fault\" was found"
done
