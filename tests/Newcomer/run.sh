#!/bin/sh
# tests/Newcomer/run.sh [bookworm|trixie|php8.5]...   (default: bookworm trixie; make test-newcomer)
#
# Follows the documents as a newcomer would, and times it: in a new minimal Debian with a clone of this tree and the software with which
# each story begins. The commands are those of the pages (script.php extracts them), so a failure is a fault of a page or of the product.
#
# php8.5 is a chroot with that PHP, where only the section on modules of docs/release.md is followed.
#
# STORIES     pages to follow (default: those below)
# LYO_CACHE   where the tarballs of chroots are kept
set -eu

cd "$(dirname "$0")/../.."
. tools/chroot.sh
[ $# -gt 0 ] || set -- bookworm trixie
cache=${LYO_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/lyo}/deb
work=$(mktemp -d)
root=
stop_servers() {
    for file in "$root"/tmp/*.pid; do [ ! -e "$file" ] || { kill "$(cat "$file")" 2>/dev/null || true; sleep 1; }; done
}
leave() {
    [ -z "$root" ] || { stop_servers; rm -rf --one-file-system "$root"; }
    rm -rf "$work"
}
trap leave EXIT

# A story has: the software at the beginning and the application that runs after each block; the page; the steps that the page describes in sentences.
story() { # story PAGE
    languages= section=
    case $1 in
        docs/from-igbinary.md)
            # tests/Docs/SamplesTest.php runs the PHP samples of the page.
            languages='sh console ini'
            echo 'needs php-cli php-dev php-redis php-igbinary redis-server make gcc libc6-dev composer unzip'
            echo 'make build/demo/vendor/autoload.php >/tmp/apt.log 2>&1 || { tail /tmp/apt.log; exit 1; }'
            echo 'redis-server --daemonize yes --save "" --bind 127.0.0.1 --dir /tmp --pidfile /tmp/redis.pid >/dev/null'
            echo 'php tests/Newcomer/redis.php begin || exit 1'
            echo 'probe() { php tests/Newcomer/redis.php; }' ;;
        docs/sessions.md)
            # Without the extension nothing would be tested here; tests/Library/SessionPageTest.php runs the PHP samples of the page.
            languages=ini
            echo 'needs php-cli'
            echo 'php tests/Newcomer/session.php || exit 1'
            # The page begins with "install lyo.so": from the package, where it has been built.
            echo 'if ls /packages/*.deb >/dev/null 2>&1; then needs /packages/php8.*-lyo_*.deb'
            echo 'else needs php-dev make gcc libc6-dev && { make build && make install; } >/tmp/apt.log 2>&1 || { tail /tmp/apt.log; exit 1; }'
            echo 'echo extension=lyo | settings "lyo.so, by make install"; fi'
            echo 'probe() { php tests/Newcomer/session.php; }' ;;
        packages/*)
            languages=sh
            # What create-project of the framework asks for. A repository stands in for Packagist, and a server for Symfony's recipes.
            echo 'needs php-cli php-sqlite3 php-xml php-mbstring composer unzip'
            echo 'php -r '\''require "tests/Packages/Composer.php"; Lyo\Tests\Packages\Composer::repository("/root/repository");'\'
            echo 'composer config --global repositories.lyo composer file:///root/repository'
            echo 'php -S 127.0.0.1:8099 tests/Packages/flex-server.php >/dev/null 2>&1 & echo $! >/tmp/recipes.pid'
            echo 'export SYMFONY_ENDPOINT=http://127.0.0.1:8099; composer config --global secure-http false'
            echo 'mkdir /root/empty && cd /root/empty || exit 1'
            # What the commands leave is an application without the package.
            echo 'probe() { cd shop && { [ ! -e vendor/lyo ] || echo "vendor/lyo is there"; php "$([ -e artisan ] && echo artisan || echo bin/console)" about >/tmp/about 2>&1 || cat /tmp/about; }; }' ;;
        docs/release.md)
            languages=sh
            case $suite in
                php*) echo "needs $suite-cli"; section='The module alone' ;;
                *) echo 'needs php-cli php-zip composer' ;;
            esac
            echo 'cd /root/release || exit 1'
            # Where the extension is not loaded, the system is as it was: the same files, and the same content in the settings of PHP.
            # /root and /tmp are the newcomer's own. Debian's phpdismod leaves an empty folder, disabled_by_maint, after each extension.
            cat <<'STORY'
system() {
    find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /run -o -path /root -o -path /tmp -o -path /var/cache -o -path /var/log -o -path /var/lib/apt \) -prune -o -name disabled_by_maint -empty -o -printf '%y %m %p %l\n' | LC_ALL=C sort
    find /etc/php /usr/lib/php /var/lib/php -type f -exec sha256sum {} + | LC_ALL=C sort
}
system >/tmp/before
probe() {
    if php -r 'exit(extension_loaded("lyo") ? 0 : 1);'; then
        [ -e /tmp/first ] || echo $(($(date +%s) - began)) >/tmp/first
        return
    fi
    system >/tmp/after
    diff /tmp/before /tmp/after || return
    [ ! -e /tmp/first ] || echo "$(wc -l </tmp/after) files and checksums" >/tmp/gone
}
STORY
            ;;
    esac
    echo 'began=$(date +%s)'
    # shellcheck disable=SC2086  # a list
    SECTION=$section php -n tests/Newcomer/script.php "$1" $languages
    case $1 in
        docs/from-igbinary.md)
            echo "inline $1 'igbinary.write_format = v2' settings"
            echo "inline $1 'sudo make restore-igbinary'" ;;
        docs/sessions.md) echo 'echo "" >/tmp/newcomer.ini; settings "without lyo" </dev/null' ;;
        docs/release.md) echo 'echo "newcomer: the first value after $(cat /tmp/first) s; after it was removed, the same $(cat /tmp/gone) as before"' ;;
    esac
    echo "report $1"
}

failed=0
stories=0
for suite in "$@"; do
    plain_chroot "$suite" "$cache/$suite-plain.tar" ca-certificates
    for page in ${STORIES:-docs/install.md docs/getting-started.md docs/from-igbinary.md docs/sessions.md docs/release.md packages/laravel/README.md packages/symfony-bundle/README.md}; do
        case $suite-$page in
            php*-docs/release.md) ;;
            php*) continue ;;
        esac
        if [ ! -e "$page" ]; then
            echo "newcomer: SKIPPED, $page is not there"
            continue
        elif [ "$page" = docs/release.md ] && [ ! -e "${BUILD:-build}/release/SHA256SUMS" ]; then
            echo "newcomer: $page SKIPPED, there are no files of a release (make release)"
            continue
        fi
        root=$(mktemp -d "$cache/$suite-newcomer.XXXXXX")
        tar -C "$root" -xf "$cache/$suite-plain.tar"
        # How this machine reaches registries is nothing that a document could say.
        registries_inside "$root"
        mkdir -p "$root/root/lyo" "$root/packages"
        cp "${BUILD:-build}/deb/$suite"/*.deb "$root/packages/" 2>/dev/null || true
        copy_tree | tar -x -C "$root/root/lyo"
        [ "$page" != docs/release.md ] || cp -R "${BUILD:-build}/release" "$root/root/release"
        { echo '. /root/lyo/tests/Newcomer/inside.sh'; story "$page"; } >"$root/story.sh"
        stories=$((stories + 1))
        inside "$root" sh /story.sh 2>&1 | tee "$work/log" || true
        grep '^newcomer: ' "$work/log" >>"$work/summary" || echo "newcomer: $page on $suite did not end" >>"$work/summary"
        grep -q '^newcomer: .*, 0 failed' "$work/log" || failed=$((failed + 1))
        stop_servers
        rm -rf --one-file-system "$root"
        root=
    done
done
cat "$work/summary" 2>/dev/null || true
echo "test-newcomer: $stories stories, $failed failed"
[ "$stories" -gt 0 ] && [ "$failed" = 0 ]
