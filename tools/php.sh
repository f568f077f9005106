#!/bin/sh
# tools/php.sh MODULE...   prints a command that starts PHP with exactly these modules and no php.ini, for example
#                          "php -n -d extension=dom -d extension=/src/build/lyo.so"
#
# A module that is built in is left out (Debian builds most of them shared, others static); one with a slash is a
# file; one that starts with "?" is left out if this PHP does not have it; any other missing module is an error.
#
# PHP   the PHP to use (default: php)
set -eu

php=${PHP:-php}
built_in=$("$php" -n -m | tr '[:upper:]' '[:lower:]')
directory=$("$php" -n -r 'echo ini_get("extension_dir");')
command="$php -n"

for module in "$@"; do
    name=${module#\?}
    case $name in
        */*)
            command="$command -d extension=$(cd "$(dirname "$name")" && pwd)/${name##*/}" ;;
        *)
            if printf '%s\n' "$built_in" | grep -qx -- "$name"; then
                continue
            elif [ -e "$directory/$name.so" ]; then
                command="$command -d extension=$name"
            elif [ "$name" = "$module" ]; then
                echo "php.sh: $php has no module $name (bin/setup installs it)" >&2
                exit 1
            fi ;;
    esac
done

printf '%s\n' "$command"
