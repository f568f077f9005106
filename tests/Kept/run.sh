#!/bin/sh
# tests/Kept/run.sh MODULE OPERATIONS LATE SOAK
#
# Random operations on kept values, late users and a full store, so many operations and requests each. MODULE was built with guard.h.
# PHP   the PHP to use (default: php)
set -eu

here=$(dirname "$0")
php=${PHP:-php}

random() { # random OPERATIONS SEED
    "$php" -n -d extension="$1" -d lyo.keep_values=1G -d memory_limit=1G "$here/random.php" "$2" 1
}

random "$1" "$2"
# A write to a kept value must end the process, or nothing of this shows anything.
if LYO_KEEP_FAULT=owned random "$1" 5000 >/dev/null 2>&1; then
    echo "kept: arrays that seem to have one owner were not noticed" >&2
    exit 1
fi
pages="$php -n $("$php" -n -m | grep -qx posix || echo '-d extension=posix') $here/pages.php $1"
$pages late "$3"
$pages soak "$4"
