#!/bin/sh
# tools/matrix.sh [SUITE...]
#
# Runs the tests on other versions of PHP, each in a chroot, with the vendor/ of this checkout: bin/test, all of it, on a Debian release;
# on a version of PHP alone both modules with the targets that are listed below.
# A chroot is made once, with mmdebstrap, and kept as a tarball. Needs root. Fails when a suite fails or ran nothing.
#
# A suite is a Debian release, with its PHP and all the modules and servers, or a version of PHP as php8.6: from Debian's experimental, on sid.
# There are no igbinary, redis and the like for those, so what needs them is not run. Such a suite is skipped, and named, when its chroot
# cannot be made, for a mirror need not have it; a release never is.
#
# RUNS         values in the differential test, in that of __sleep(), in that of igbinary, and beginnings of messages (default: 20000; bin/test has its own)
# TARGETS      what is made in each chroot (default: see above)
# SUITES       what PHP (default: "trixie php8.5 php8.6"; trixie has PHP 8.4)
# LYO_CORPUS   the folder of real values (default: ../shared/corpus); without it, what needs it is skipped
# LYO_CACHE    where the tarballs are kept (default: ${XDG_CACHE_HOME:-~/.cache}/lyo)
# LYO_MIRROR   the Debian mirror (default: the one that this machine uses, else deb.debian.org)
set -eu

cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- ${SUITES:-trixie php8.5 php8.6}
cache=${LYO_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/lyo}/matrix
targets_of_version="phpt phpt-igbinary vectors compare selftest differential test-sleep test-language test-fibers test-policy test-api truncations mutations"
targets_of_version="$targets_of_version jit jit-function phpunit phpunit-library"
corpus=${LYO_CORPUS:-../shared/corpus}
die() { echo "matrix: $*" >&2; exit 1; }

[ "$(id -u)" = 0 ] || die "needs root, for chroot"
command -v mmdebstrap >/dev/null || die "mmdebstrap is missing (bin/setup matrix installs it)"

mirror=${LYO_MIRROR:-$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources 2>/dev/null \
    | grep -oE 'https?://[^ ]+/debian/?( |$)' | head -n 1)}
mirror=${mirror:-http://deb.debian.org/debian}
mirror=${mirror% }
mirror=${mirror%/}

is_version() { case $1 in php[0-9]*) ;; *) return 1 ;; esac }

packages_of() {
    if is_version "$1"; then
        printf %s "$1-cli,$1-dev,$1-xml,$1-mbstring,$1-sqlite3,"
        # That of experimental breaks the packages of 8.5, and newer ones ask for it; apt does not take it by itself.
        [ "$1" = php8.5 ] || printf %s "php-common/experimental,"
    else
        printf %s "php-cli,php-dev,php-xml,php-mbstring,php-sqlite3,php-mysql,php-igbinary,php-msgpack,php-redis,php-memcached,php-apcu,"
        printf %s "redis-server,memcached,mariadb-server,php-fpm,libfcgi-bin,"
        # What else bin/setup asks for: it then installs nothing.
        printf %s "autoconf,ca-certificates,clang-format,composer,git,unzip,valgrind,"
    fi
    printf %s "gcc,libc6-dev,make"
}

# A tarball is good as long as the list of packages is the same.
base_of() { echo "$cache/$1-$(packages_of "$1" | cksum | cut -d' ' -f1).tar"; }

bootstrap() { # bootstrap SUITE RELEASE [mmdebstrap option or source...]
    name=$1
    release=$2
    shift 2
    mmdebstrap --quiet --variant=apt --include="$(packages_of "$name")" --aptopt='Apt::Install-Recommends "false"' --format=tar \
        "$release" "$cache/$name.new" "deb $mirror $release main" "$@"
}

make_base() {
    echo "matrix: making a chroot of $1 in $cache (1 to 3 minutes, once)"
    mkdir -p "$cache"
    rm -f "$cache/$1"*.tar
    if is_version "$1"; then
        # A mirror may be a copy of some day, and the lists of sid run out after a week. Their signatures are checked all the same.
        bootstrap "$1" sid "deb $mirror experimental main" --aptopt='Acquire::Check-Valid-Until "false"' || return 1
    else
        bootstrap "$1" "$1" || die "mmdebstrap $1 failed"
    fi
    mv "$cache/$1.new" "$(base_of "$1")"
}

# In a chroot, with /proc where the system lets us: some tests start PHP again the way it was started.
inside() {
    if unshare --mount true 2>/dev/null; then
        unshare --mount sh -c 'mount --rbind /proc "$0/proc" && exec chroot "$0" "$@"' "$root" "$@"
    else
        chroot "$root" "$@"
    fi
}

# What git would publish, committed or not: what this machine built must not travel. Without git, all but that.
copy_tree() {
    if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
        git ls-files --cached --others --exclude-standard | while read -r file; do [ ! -e "$file" ] || printf '%s\n' "$file"; done
    else
        find . -path ./build -prune -o -path ./vendor -prune -o -type f -print
    fi | tar -c -T -
}

root=
ran=
skipped=
trap '[ -z "$root" ] || rm -rf --one-file-system "$root"' EXIT
for suite in "$@"; do
    base=$(base_of "$suite")
    if [ ! -f "$base" ] && ! make_base "$suite"; then
        echo "matrix: $suite SKIPPED, its chroot cannot be made from $mirror"
        rm -f "$cache/$suite.new"
        skipped="$skipped $suite"
        continue
    fi
    # A new tree each time, so that no run sees what an earlier one left.
    root=$(mktemp -d "$cache/$suite.XXXXXX")
    tar -C "$root" -xf "$base"
    mkdir "$root/lyo"
    copy_tree | tar -C "$root/lyo" -x
    # Composer would need the network in there.
    tar -c vendor build/bridges | tar -C "$root/lyo" -x
    touch "$root/lyo/vendor/autoload.php" "$root"/lyo/build/bridges/*/vendor/autoload.php
    # It is looked for beside the checkout.
    if [ -d "$corpus" ]; then
        mkdir "$root/shared"
        cp -r "$corpus" "$root/shared/corpus"
    fi
    targets=${TARGETS:-}
    if [ -z "$targets" ] && is_version "$suite"; then targets=$targets_of_version; fi
    echo "matrix: $suite"
    if [ -n "$targets" ]; then
        command="make --no-print-directory --keep-going $targets RUNS=${RUNS:-20000}"
    else
        command=bin/test
    fi
    inside /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 HOME=/root sh -c "cd /lyo && $command"
    rm -rf --one-file-system "$root"
    root=
    echo "matrix: $command passed on $suite"
    ran="$ran $suite"
done
# shellcheck disable=SC2086  # the names are words
set -- $skipped
echo "matrix: passed on${ran:- none}; $# skipped${skipped:+:$skipped}"
[ -n "$ran" ]
