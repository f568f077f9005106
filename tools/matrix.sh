#!/bin/sh
# tools/matrix.sh [SUITE...]
#
# Builds both modules and runs their phpt suites, the vectors, the JIT suites, the differential test, that of __sleep() and the tests of igbinary.so
# against that release's igbinary on the PHP of other Debian releases, each in a chroot, with the vendor/ of this checkout.
# A chroot is made once, with mmdebstrap, and kept as a tarball. Needs root. Fails when a suite fails or ran nothing.
#
# RUNS         values in the differential test, in that of __sleep(), in that of igbinary, and beginnings of messages (default: 20000)
# TARGETS      what is made in each chroot (default: phpt vectors test-igbinary truncations jit differential test-sleep test-bridges)
# SUITES       the Debian releases (default: "trixie", which has PHP 8.4)
# LYO_CACHE    where the tarballs are kept (default: ${XDG_CACHE_HOME:-~/.cache}/lyo)
# LYO_MIRROR   the Debian mirror (default: the one that this machine uses, else deb.debian.org)
set -eu

cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- ${SUITES:-trixie}
targets=${TARGETS:-phpt vectors test-igbinary truncations jit differential test-sleep test-bridges}
cache=${LYO_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/lyo}/matrix
packages=php-cli,php-dev,php-xml,php-mbstring,php-sqlite3,php-mysql,php-igbinary,php-msgpack,php-redis,php-memcached,php-apcu,redis-server,memcached,mariadb-server,gcc,libc6-dev,make
die() { echo "matrix: $*" >&2; exit 1; }

[ "$(id -u)" = 0 ] || die "needs root, for chroot"
command -v mmdebstrap >/dev/null || die "mmdebstrap is missing (bin/setup matrix installs it)"

mirror=${LYO_MIRROR:-$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources 2>/dev/null \
    | grep -oE 'https?://[^ ]+/debian/?( |$)' | head -n 1)}
mirror=${mirror:-http://deb.debian.org/debian}

# A tarball is good as long as the list of packages is the same.
base_of() { echo "$cache/$1-$(printf %s "$packages" | cksum | cut -d' ' -f1).tar"; }

make_base() {
    echo "matrix: making a chroot of $1 in $cache (1 to 3 minutes, once)"
    mkdir -p "$cache"
    rm -f "$cache/$1"*.tar
    mmdebstrap --quiet --variant=apt --include="$packages" --aptopt='Apt::Install-Recommends "false"' \
        "$1" "$cache/$1.new" --format=tar "deb ${mirror%/} $1 main" || die "mmdebstrap $1 failed"
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
trap '[ -z "$root" ] || rm -rf --one-file-system "$root"' EXIT
for suite in "$@"; do
    base=$(base_of "$suite")
    [ -f "$base" ] || make_base "$suite"
    # A new tree each time, so that no run sees what an earlier one left.
    root=$(mktemp -d "$cache/$suite.XXXXXX")
    tar -C "$root" -xf "$base"
    mkdir "$root/lyo"
    copy_tree | tar -C "$root/lyo" -x
    # There is no Composer in there.
    tar -c vendor build/bridges | tar -C "$root/lyo" -x
    touch "$root/lyo/vendor/autoload.php" "$root"/lyo/build/bridges/*/vendor/autoload.php
    echo "matrix: $suite"
    inside /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 HOME=/root \
        make -C /lyo --no-print-directory $targets RUNS="${RUNS:-20000}"
    rm -rf --one-file-system "$root"
done
echo "matrix: $targets passed on $*"
