#!/bin/sh
# tools/install-igbinary.sh install|restore MODULE
#
# install replaces Debian's igbinary by MODULE (build/igbinary.so) for all SAPIs; restore undoes it. No file of the package is changed:
# ours is installed as igbinary-lyo.so, with its own mods-available/igbinary-lyo.ini, and the links in conf.d that load igbinary are
# changed to it. Then redis, memcached and apcu are loaded with it, if they are installed. If one does not load, everything is undone.
#
# PHP, PHP_CONFIG   the PHP to install for
# CONF              its configuration (default: /etc/php/VERSION)
set -eu

action=$1
module=${2:-build/igbinary.so}
php=${PHP:-php}
extensions=$("${PHP_CONFIG:-php-config}" --extension-dir)
conf=${CONF:-/etc/php/$("$php" -n -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;')}
name=igbinary-lyo

[ -d "$conf/mods-available" ] || { echo "install-igbinary: $conf/mods-available is not there: this is for Debian's PHP (CONF names another place)" >&2; exit 1; }

# The links of all SAPIs that load the module of the ini file $1, one path on each line.
links() {
    find "$conf" -path '*/conf.d/*' -type l | while read -r link; do
        [ "$(basename "$(readlink "$link")")" != "$1" ] || printf '%s\n' "$link"
    done
}

turn() { # turn FROM TO: links to FROM become links to TO
    links "$1" | while read -r link; do
        ln -sfn "$conf/mods-available/$2" "$link"
    done
}

restore() {
    turn "$name.ini" igbinary.ini
    rm -f "$conf/mods-available/$name.ini" "$extensions/$name.so"
}

check() {
    "$php" -r 'exit(extension_loaded("igbinary") && str_contains((function () { ob_start(); (new ReflectionExtension("igbinary"))->info(); return (string) ob_get_clean(); })(), "lyo") ? 0 : 1);' 2>&1
    for consumer in redis memcached apcu; do
        [ -z "$(links "$consumer.ini")" ] || "$php" -r "exit(extension_loaded('$consumer') ? 0 : 1);" || { echo "install-igbinary: $consumer does not load"; return 1; }
    done
}

case $action in
    install)
        [ -e "$conf/mods-available/igbinary.ini" ] || { echo "install-igbinary: Debian's igbinary is not installed" >&2; exit 1; }
        install -m 644 "$module" "$extensions/$name.so"
        printf '; lyo in the place of igbinary\n; priority=20\nextension=%s.so\n' "$name" >"$conf/mods-available/$name.ini"
        turn igbinary.ini "$name.ini"
        if ! check; then
            restore
            echo "install-igbinary: it does not load; nothing was changed" >&2
            exit 1
        fi
        echo "installed: $("$php" -r 'echo phpversion("igbinary");') for $(links "$name.ini" | wc -l | tr -d ' ') SAPIs; make restore-igbinary undoes this"
        ;;
    restore)
        restore
        "$php" -r 'exit(extension_loaded("igbinary") ? 0 : 1);'
        echo "restored: $("$php" -r 'echo phpversion("igbinary");')"
        ;;
    *)
        echo "usage: install-igbinary.sh install|restore [MODULE]" >&2
        exit 2
        ;;
esac
